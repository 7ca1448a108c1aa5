import { createHash } from 'node:crypto';
import type { Sql } from '../base/sql.ts';
import type { Account } from './chart.ts';
import type { MovementKind } from './entries.ts';

/**
 * A client's account over a period, out of nothing but the entries of the book: what stood there before, each entry in the order in
 * which it was booked, and what stands there after. Kept balances are not looked at, so whoever has the entries can say the same.
 */
export interface Period {
  readonly account: Account;
  /** By when it happened: included. */
  readonly from: Date;
  /** Not included. */
  readonly till: Date;
  /** Entries of transactions below it, all of which have ended (`horizonOf`): asked again up to there, the answer is the same. */
  readonly upto: bigint;
}

export interface PeriodSums {
  readonly openingMinor: bigint;
  /** Not below zero. */
  readonly cameInMinor: bigint;
  readonly wentOutMinor: bigint;
  readonly closingMinor: bigint;
  readonly lines: number;
}

export interface PeriodLine {
  readonly movementId: bigint;
  readonly line: number;
  readonly key: string;
  readonly kind: MovementKind;
  readonly at: Date;
  /** What came in; negative when it went out. */
  readonly minor: bigint;
  /** The opening balance with every line of the period so far. */
  readonly balanceMinor: bigint;
}

/** No transaction below it is still under way: what it has written is all that it will have written. */
export async function horizonOf(sql: Sql): Promise<bigint> {
  const { horizon } = await sql.one<{ horizon: bigint }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text::bigint
       + coalesce((select shift from audit_era order by number desc limit 1), 0) as horizon`,
  );
  return horizon;
}

/**
 * Both sides of an account, each by its own index, and the movement `m` of each entry by its number, of which `told` is told.
 * `offset 0` leaves the planner no other way. What it knows of the tables is old behind a great change, and by that it took the
 * movements of all accounts first and looked at every entry of this one for each: for half a minute over ten thousand.
 */
const entries = ({ told, where, end = '' }: { readonly told: string; readonly where: string; readonly end?: string }): string => {
  const side = (name: 'to' | 'from', minor: string) => `
  (select e.movement_id, e.line, ${told}, ${minor} as minor
   from ledger_entry e cross join lateral (select * from ledger_movement where id = e.movement_id offset 0) m
   where e.${name}_account = (select id from this) and e.${name}_balance is not null and e.transaction_id < $4 and ${where} ${end})`;
  return `${side('to', 'e.amount')} union all ${side('from', '-e.amount')}`;
};

const sumsText = `
  with this as (select id from ledger_account where code = $1), moved as (${entries({ told: 'm.at', where: 'm.at < $3' })})
  select coalesce(sum(minor) filter (where at < $2), 0)::text as before,
    coalesce(sum(minor) filter (where at >= $2 and minor > 0), 0)::text as came,
    coalesce(-sum(minor) filter (where at >= $2 and minor < 0), 0)::text as went,
    count(*) filter (where at >= $2)::integer as lines
  from moved`;

export async function sumsOf(sql: Sql, { account, from, till, upto }: Period): Promise<PeriodSums> {
  const row = await sql.one<{ before: string; came: string; went: string; lines: number }>(sumsText, [
    account.code,
    from,
    till,
    upto,
  ]);
  const [before, came, went] = [BigInt(row.before), BigInt(row.came), BigInt(row.went)];
  return {
    openingMinor: before,
    cameInMinor: came,
    wentOutMinor: went,
    closingMinor: before + came - went,
    lines: row.lines,
  };
}

const inPeriod = 'm.at >= $2 and m.at < $3 and e.movement_id >= $5 and (e.movement_id, e.line) > ($5, $6::smallint)';
/** A page of each side, and of both the first page. */
const linesText = `
  with this as (select id from ledger_account where code = $1), moved as (
    ${entries({ told: 'm.key, m.kind, m.at', where: inPeriod, end: 'order by e.movement_id, e.line limit $7' })}
  )
  select movement_id as "movementId", line, key, kind, at, minor from moved order by movement_id, line limit $7`;

/** The lines, as they were booked, page by page; each page costs the same. */
export async function* linesOf(
  sql: Sql,
  period: Period,
  { openingMinor, pageSize }: { readonly openingMinor: bigint; readonly pageSize: number },
): AsyncGenerator<readonly PeriodLine[]> {
  const { account, from, till, upto } = period;
  let balanceMinor = openingMinor;
  let after = { movementId: 0n, line: 0 };
  for (;;) {
    const values = [account.code, from, till, upto, after.movementId, after.line, pageSize];
    const found = await sql.many<Omit<PeriodLine, 'balanceMinor'>>(linesText, values);
    const page = found.map((line) => ({ ...line, balanceMinor: (balanceMinor += line.minor) }));
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = { movementId: last.movementId, line: last.line };
  }
}

/** What is told of a period as one SHA-256, the same in every language and every format. */
export interface PeriodDigest {
  add(lines: readonly PeriodLine[]): void;
  end(sums: PeriodSums): string;
}

/**
 * One line of text for the account with its period, for each entry and for the balances, each ended by a line feed:
 * `statement 1 <account> <from> <till>`, `<movement>.<line> <key> <kind> <at> <amount> <balance>`, `balances <opening> <closing>
 * <entries>`. Amounts are in minor units, instants in ISO 8601.
 */
export function openDigest({ account, from, till }: Period): PeriodDigest {
  const hash = createHash('sha256').update(`statement 1 ${account.code} ${from.toISOString()} ${till.toISOString()}\n`);
  return {
    add(lines) {
      for (const { movementId, line, key, kind, at, minor, balanceMinor } of lines)
        hash.update(`${movementId}.${line} ${key} ${kind} ${at.toISOString()} ${minor} ${balanceMinor}\n`);
    },
    end: ({ openingMinor, closingMinor, lines }) =>
      hash.update(`balances ${openingMinor} ${closingMinor} ${lines}\n`).digest('hex'),
  };
}
