import type { Sql } from '../../base/sql.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { JobContext } from '../../protocol/call.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { differencesQueue } from './queues.ts';

/** Two sums that should be one. */
export interface Difference {
  readonly subject: string;
  /** Whose look found it, and the trail's word for that. */
  readonly by: string;
  readonly action: string;
  /** What the queue shows of it. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** What makes it: of what is not explained the first ten are shown too. */
  readonly findings: readonly { readonly of: string; readonly why: string; readonly isExplained: boolean }[];
  /** What the trail keeps. */
  readonly traced: Readonly<Record<string, unknown>>;
}

/** Puts it before staff, where it waits until both are one or somebody has explained it; the trail has when that began. */
export async function openDifference(
  sql: Sql,
  { subject, by, action, shown, findings, traced }: Difference,
  { now, settings }: Pick<JobContext, 'now' | 'settings'>,
): Promise<void> {
  const open = findings.filter(({ isExplained }) => !isExplained).slice(0, 10);
  const isNew = await openCase(sql, {
    queue: differencesQueue,
    subject,
    detail: { ...shown, transactions: open.map(({ of, why }) => `${of} (${why})`).join(', ') },
    now,
    hours: settings.desk.businessHours,
  });
  if (isNew) await recordAudit(sql, { actor: { kind: 'system', id: by }, action, subject, detail: traced, at: now });
}

/** Both are one again, or it was explained. */
export async function closeDifference(
  sql: Sql,
  { subject, outcome, now }: { readonly subject: string; readonly outcome: string; readonly now: Date },
): Promise<void> {
  await closeCase(sql, { queue: differencesQueue.name, subject, outcome, at: now });
}
