import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from '../../base/sql.ts';
import { auditLedger, sealAudit, type AuditScope, type Finding } from '../../ledger/audit.ts';
import { auditRecent, type RecentMark } from '../../ledger/recent.ts';
import { minuteMs } from '../../base/time.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';

/** What was found counts until the next run of the audit that found it: the audit of what is recent does not see it all. */
const findingsMark = 'ledger_findings';
/** The number of open findings, for /metrics; a fault that both audits see is counted once. */
export const countFindings = `select coalesce(max((value->>'count')::bigint), 0) as count from cursor_mark where name like '${findingsMark}:%'`;
const wholeMark = 'ledger_whole_audit';

const sealSeconds = 2;
const recentSeconds = 20;
const recentMark = 'ledger_recent_audit';
const wholeCheckSeconds = 600;
const wholeEveryHours = 24;
/** How long one statement of the whole audit may take. */
const wholeMinutes = 30;

/**
 * The ledger watches itself: every two seconds what was written is sealed into the audit chain, every few seconds the balances
 * that moved are recomputed, and a slice of the others; every day everything is recomputed from the first entry.
 */
export function bookkeepingJobs(log: FastifyBaseLogger): Jobs {
  return {
    every: [
      {
        name: 'ledger.seal',
        seconds: sealSeconds,
        dueBy: 'wall',
        run: async ({ sql }) => {
          const head = await sealAudit(sql);
          if (head) log.debug({ seal: String(head.number), hash: head.hash }, 'the audit trail is sealed up to here');
        },
      },
      {
        name: 'ledger.recent',
        seconds: recentSeconds,
        dueBy: 'wall',
        run: async ({ sql }) => {
          const { findings, mark: reached } = await auditRecent(sql, await readRecentMark(sql));
          await keepFindings({ sql, log, scope: 'recent', findings });
          await mark(sql, recentMark, reached);
        },
      },
      {
        name: 'ledger.whole',
        seconds: wholeCheckSeconds,
        dueBy: 'wall',
        run: async (context) => {
          if (!(await isWholeDue(context.sql))) return;
          // Marked first: another worker must not begin beside it, however long it takes.
          await mark(context.sql, wholeMark, {});
          try {
            await keepFindings({ sql: context.sql, log, scope: 'whole', findings: await auditWhole(context) });
          } catch (error) {
            await context.sql.run(`update cursor_mark set updated_at = 'epoch' where name = $1`, [wholeMark]);
            throw error;
          }
        },
      },
    ],
  };
}

/** From the first entry on, which takes longer than any call may: the usual limit on a statement would stop it for good. */
async function auditWhole({ transact }: Pick<JobContext, 'transact'>): Promise<Finding[]> {
  return transact(async (sql) => auditLedger(sql, { scope: 'whole' }), { statementMs: wholeMinutes * minuteMs });
}

interface Found {
  readonly sql: Sql;
  readonly log: FastifyBaseLogger;
  readonly scope: AuditScope['scope'] | 'anchor';
  readonly findings: readonly Finding[];
}

/** Tells what an audit has found, and keeps how much that was until its next run. */
export async function keepFindings({ sql, log, scope, findings }: Found): Promise<void> {
  for (const finding of findings) log.error(finding, 'the ledger does not agree with itself');
  await mark(sql, `${findingsMark}:${scope}`, { count: findings.length });
}

async function readRecentMark(sql: Sql): Promise<RecentMark | undefined> {
  return (await sql.maybe<{ value: RecentMark }>('select value from cursor_mark where name = $1', [recentMark]))?.value;
}

async function isWholeDue(sql: Sql): Promise<boolean> {
  const row = await sql.one<{ due: boolean }>(
    `select not exists (select 1 from cursor_mark where name = $1 and updated_at > now() - make_interval(hours => ${wholeEveryHours})) as due`,
    [wholeMark],
  );
  return row.due;
}

async function mark(sql: Sql, name: string, value: object): Promise<void> {
  await sql.run(
    `insert into cursor_mark (name, value, updated_at) values ($1, $2, now())
     on conflict (name) do update set value = excluded.value, updated_at = now()`,
    [name, JSON.stringify(value)],
  );
}
