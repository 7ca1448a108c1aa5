import type { ClientId } from '../base/id.ts';
import type { Sql } from '../base/sql.ts';
import type { Currency } from '../base/currency.ts';
import type { Account, ClientKind } from './chart.ts';
import type { MovementKind } from './entries.ts';
import type { HoldFacts } from './batch.ts';

/** An account's balance in minor units; zero when nothing was ever posted to it. */
export async function balanceOf(sql: Sql, account: Account): Promise<bigint> {
  if (account.clientId === undefined) return brokerBalance(sql, account);
  const row = await sql.maybe<{ balance: bigint }>('select balance from ledger_account where code = $1', [account.code]);
  return row?.balance ?? 0n;
}

/** The balances of many client accounts at once, by code; zero for those that nothing was ever posted to. */
export async function balancesOfAccounts(sql: Sql, accounts: readonly Account[]): Promise<Map<string, bigint>> {
  const codes = accounts.map((account) => account.code);
  const rows = await sql.many<{ code: string; balance: bigint | null }>(
    'select code, balance from ledger_account where code = any($1::text[])',
    [codes],
  );
  const found = new Map(rows.map((row) => [row.code, row.balance ?? 0n]));
  return new Map(codes.map((code) => [code, found.get(code) ?? 0n]));
}

/** The roll-up of the last seal and the few entries since. */
async function brokerBalance(sql: Sql, account: Account): Promise<bigint> {
  const row = await sql.maybe<{ balance: string }>(
    `select coalesce(r.balance, 0) + coalesce((
         select sum(case when e.to_account = a.id then e.amount else -e.amount end) from ledger_entry e
         where e.transaction_id >= (select coalesce(max(upto_transaction), 0) from audit_seal) and a.id in (e.from_account, e.to_account)
       ), 0) as balance
     from ledger_account a left join ledger_rollup r on r.account_id = a.id where a.code = $1`,
    [account.code],
  );
  return BigInt(row?.balance ?? 0);
}

/** A client's account with what is on it. */
export interface ClientBalance {
  readonly code: string;
  readonly kind: ClientKind;
  readonly unit: Currency;
  /** The last part of the code: the login of a trading account or of a bonus; empty for the others. */
  readonly name: string;
  readonly minor: bigint;
  /** Where the money of a hold is from; null for every other account. */
  readonly source: HoldFacts['source'] | null;
}

const mostAccounts = 1000;

/**
 * Every account of a client that was ever posted to, in the order of the codes. A hold account is told once for each source of
 * what is set aside on it, with how much that is; one on which nothing is set aside is left out.
 */
export async function balancesOf(sql: Sql, clientId: ClientId): Promise<ClientBalance[]> {
  return sql.many<ClientBalance>(
    `select a.code, a.kind, a.unit, split_part(a.code, ':', 6) as name, coalesce(h.minor, a.balance) as minor, h.source
     from ledger_account a left join lateral (
       select source, sum(remaining)::bigint as minor from ledger_hold
       where a.kind = 'hold' and account_id = a.id and state = 'open' group by source
     ) h on true
     where a.client_id = $1 and (a.kind <> 'hold' or h.minor is not null) order by a.code, h.source limit ${mostAccounts}`,
    [clientId],
  );
}

/** What is set aside of a client's money for one thing that is under way. */
export interface OpenHold extends HoldFacts {
  readonly key: string;
  readonly unit: Currency;
  readonly amount: bigint;
  /** What has been neither paid out nor released. */
  readonly remaining: bigint;
}

/** What is set aside for a client's withdrawals and transfers that are under way, the oldest first. */
export async function holdsOf(sql: Sql, clientId: ClientId): Promise<OpenHold[]> {
  return sql.many<OpenHold>(
    `select h.key, a.unit, h.amount, h.remaining, h.remittance_id as "remittanceId", h.purpose, h.source
     from ledger_account a join ledger_hold h on h.account_id = a.id and h.state = 'open'
     where a.client_id = $1 and a.kind = 'hold' order by h.id limit ${mostAccounts}`,
    [clientId],
  );
}

/** What the clients of each company had of a currency at an instant, on all their accounts together. */
export async function clientsHeld(sql: Sql, unit: Currency, at: Date): Promise<ReadonlyMap<number, bigint>> {
  const rows = await sql.many<{ company: number; minor: bigint }>(
    `select company, sum(minor)::bigint as minor from (
       select company, balance as minor from ledger_account where unit = $1 and client_id is not null
       union all
       select a.company, case when e.to_account = a.id then -e.amount else e.amount end
       from ledger_movement m join ledger_entry e on e.movement_id = m.id
         join ledger_account a on a.id in (e.from_account, e.to_account) and a.unit = $1 and a.client_id is not null
       where m.at > $2
     ) moved group by company`,
    [unit, at],
  );
  return new Map(rows.map(({ company, minor }) => [company, minor]));
}

/** Which of these facts stand in the book, by their keys. */
export async function postedOf(sql: Sql, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await sql.many<{ key: string }>('select key from ledger_movement where key = any($1::text[])', [keys]);
  return new Set(rows.map(({ key }) => key));
}

/** One line of an account's statement. */
export interface StatementLine {
  readonly movementId: bigint;
  readonly line: number;
  readonly key: string;
  readonly kind: MovementKind;
  readonly at: Date;
  /** What came in; negative when it went out. */
  readonly minor: bigint;
  /** The running balance once the whole movement was posted. */
  readonly balanceMinor: bigint;
  /** The account at the other side. */
  readonly counterpart: string;
}

export interface StatementPage {
  readonly lines: readonly StatementLine[];
  /** Where the next, older page begins; undefined at the end. */
  readonly next: StatementCursor | undefined;
}

export interface StatementCursor {
  readonly movementId: bigint;
  readonly line: number;
}

export interface StatementRequest {
  readonly account: Account;
  readonly before?: StatementCursor | undefined;
  /** 1 to 100. */
  readonly limit: number;
}

const mostLines = 100;

/** A client account's lines, the newest first. Every page costs the same, however deep. */
export async function statementOf(sql: Sql, request: StatementRequest): Promise<StatementPage> {
  const { account, before, limit } = request;
  if (account.clientId === undefined) throw new Error(`${account.code} is the broker's: it has no statement`);
  if (!Number.isInteger(limit) || limit < 1 || limit > mostLines) throw new RangeError(`a page has 1 to ${mostLines} lines`);
  const lines = await sql.many<StatementLine>(statementText, [
    account.code,
    before?.movementId ?? null,
    before?.line ?? null,
    limit + 1,
  ]);
  const page = lines.slice(0, limit);
  const last = page.at(-1);
  return { lines: page, next: lines.length > limit && last ? { movementId: last.movementId, line: last.line } : undefined };
}

/** One side of the index each, both cut to the page, then merged. */
const statementText = `
  with this as (select id from ledger_account where code = $1),
  incoming as (
    select e.movement_id, e.line, e.amount, e.to_balance as balance, e.from_account as other from ledger_entry e
    where e.to_account = (select id from this) and e.to_balance is not null
      and ($2::bigint is null or (e.movement_id <= $2 and (e.movement_id, e.line) < ($2, $3::smallint)))
    order by e.movement_id desc, e.line desc limit $4
  ), outgoing as (
    select e.movement_id, e.line, -e.amount as amount, e.from_balance as balance, e.to_account as other from ledger_entry e
    where e.from_account = (select id from this) and e.from_balance is not null
      and ($2::bigint is null or (e.movement_id <= $2 and (e.movement_id, e.line) < ($2, $3::smallint)))
    order by e.movement_id desc, e.line desc limit $4
  )
  select l.movement_id as "movementId", l.line, m.key, m.kind, m.at, l.amount as minor, l.balance as "balanceMinor",
    o.code as counterpart
  from (select * from incoming union all select * from outgoing) l
  join ledger_movement m on m.id = l.movement_id join ledger_account o on o.id = l.other
  order by l.movement_id desc, l.line desc limit $4`;
