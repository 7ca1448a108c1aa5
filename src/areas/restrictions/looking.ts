import type { AccountNumber } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Access } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { aboutAccess, accessQueue } from './queues.ts';
import { lookAt, type Look } from './rules.ts';
import { clearFound, keepFound, markReported, accessesAtRest, wantAgain } from './store.ts';

/** What a platform has told of live accounts, asked after `since` by the database's clock. */
export interface Told {
  readonly accounts: readonly { readonly login: AccountNumber | number; readonly access: Access }[];
  readonly since: Date;
}

/**
 * Compares what may be done on accounts with what we want there: what somebody has changed at the platform stands before staff, and
 * what was opened up is shut again at once. Accounts that the platform is being asked about are left for the next look.
 */
export async function compareAccess({ accounts, since }: Told, context: JobContext): Promise<void> {
  const told = new Map<number, Access>(accounts.map(({ login, access }) => [login, access]));
  for (const row of await accessesAtRest(context.sql, { numbers: [...told.keys()], before: since })) {
    const found = told.get(row.number);
    if (found === undefined) continue;
    const look = lookAt({ found, wanted: row.wanted, before: row.found, letStand: row.letStand });
    if (look === 'fits' && (row.found === null || found === row.letStand)) continue;
    await context.transact((sql) => keep(sql, { ...row, look, found }, context));
  }
}

type Found = Awaited<ReturnType<typeof accessesAtRest>>[number] & { readonly look: Look; readonly found: Access };

async function keep(
  sql: Sql,
  { number, clientId, wanted, found, look, reportedAt }: Found,
  { now, settings }: JobContext,
): Promise<void> {
  const subject = aboutAccess(number);
  if (look === 'fits') {
    // What was shut again at once is looked at all the same: somebody there has opened it.
    if (reportedAt !== null && wanted === 'close_only') return;
    await clearFound(sql, number);
    await closeCase(sql, { queue: accessQueue.name, subject, outcome: 'same', at: now });
    return;
  }
  await keepFound(sql, { number, clientId, found, at: now });
  if (look === 'widened') await wantAgain(sql, number, { isInsisted: false });
  if (look === 'narrowed_now' || !(await markReported(sql, number, now))) return;
  await openCase(sql, {
    queue: accessQueue,
    subject,
    clientId,
    detail: { kind: 'access', account: number, wanted, found },
    now,
    hours: settings.desk.businessHours,
  });
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'restrictions' },
    action: 'access.differs',
    subject: `account:${number}`,
    clientId,
    detail: { wanted, found },
    at: now,
  });
}
