import type { Sql } from '../base/sql.ts';
import { verifyAuditChain, type Check, type Finding } from './audit.ts';

/** How far the audit of what is recent has come. */
export interface RecentMark {
  /** The last seal then: what was written after it has still to be looked at. */
  readonly seal: string;
  /** The account that was looked at last, though it had not moved: the next run goes on behind it. */
  readonly account: string;
  /** Accounts that were found at fault: they are looked at again until they are not. */
  readonly suspects: readonly string[];
}

/** Accounts that are looked at in one run though nothing moved them, so that all of them are, by and by. */
const sliceSize = 1000;
/** A worker that was away for longer than so many seals takes up only these: the rest is the slices' and the night's. */
const mostSeals = 120;
const mostFindings = 100;
const lastSeals = 3;

interface Fault {
  readonly fault: Check;
  readonly detail: string;
  readonly account: bigint | null;
}

/**
 * Recomputes what has moved since the last run from its entries (the roll-up of the last seal and what came since), a slice of the
 * other accounts, and the last seals. Costs what has moved, however much there is; everything from the first entry on is the
 * night's. That the book sums to zero follows where each balance is that of its entries and no leg crosses.
 */
export async function auditRecent(sql: Sql, mark?: RecentMark): Promise<{ findings: Finding[]; mark: RecentMark }> {
  const { seal, since } = await sql.one<{ seal: bigint; since: bigint }>(
    `select coalesce(max(number), 0) as seal, coalesce((select upto_transaction from audit_seal
         where number = greatest($1::bigint, (select max(number) from audit_seal) - ${mostSeals})), 0) as since
       from audit_seal`,
    [mark?.seal ?? 0],
  );
  const behind = mark?.account ?? '0';
  const end = await endOfSlice(sql, behind);
  const faults = await sql.many<Fault>('select * from ledger_moved_faults($1, $2::bigint[], $3, $4, $5)', [
    since,
    mark?.suspects ?? [],
    behind,
    end ?? lastOfAll,
    mostFindings,
  ]);
  const findings: Finding[] = faults.map(({ fault, detail }) => ({ check: fault, detail }));
  const suspects = [...new Set(faults.flatMap(({ account }) => (account === null ? [] : [String(account)])))];
  return {
    findings: [...findings, ...(await verifyAuditChain(sql, { lastSeals }))],
    mark: { seal: String(seal), account: end ?? '0', suspects },
  };
}

/** The last account of the slice behind that one; undefined where no more come after it. */
async function endOfSlice(sql: Sql, behind: string): Promise<string | undefined> {
  const row = await sql.maybe<{ id: bigint }>(
    `select id from ledger_account where id > $1 order by id offset ${sliceSize - 1} limit 1`,
    [behind],
  );
  return row && String(row.id);
}

const lastOfAll = '9223372036854775807';
