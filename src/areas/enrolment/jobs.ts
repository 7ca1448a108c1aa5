import { after, dayMs } from '../../base/time.ts';
import { confirmingStatus, repeatStatus } from '../../law/dues.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { notify } from '../notices/face.ts';
import { openCase } from '../cases/face.ts';
import { beginRepeat, dueAt, takeOverdue, takeUntold, takeUntoldTax } from './dues.ts';
import { enrolmentNotices } from './notices.ts';
import { taxQueue, taxSubject } from './queues.ts';
import { touchClient } from './store.ts';
import { overdueKey, yearlyKey } from './retaking.ts';

/** Of one round; whoever is left comes with the next. */
const atOnce = 100;
/** Our own rule: whom the desk has asked for the tax number has so long before the desk looks again. */
const askedTaxDays = 30;

export const jobs = (): Jobs => ({
  every: [
    {
      name: 'enrolment.yearly',
      seconds: 60,
      dueBy: 'application',
      async run(context) {
        for (let count = 0; count < atOnce; count += 1) if (!(await tellOne(context))) break;
        for (let count = 0; count < atOnce; count += 1) if (!(await repeatOne(context))) return;
      },
    },
    {
      name: 'enrolment.tax',
      seconds: 60,
      dueBy: 'application',
      async run(context) {
        for (let count = 0; count < atOnce; count += 1) if (!(await openTaxCase(context))) return;
      },
    },
  ],
});

/** A tax number is overdue, or was not yet issued for twelve months: the desk has to look. False when there is none. */
async function openTaxCase({ now, transact, settings }: JobContext): Promise<boolean> {
  return transact(async (sql) => {
    const due = await takeUntoldTax(sql, { now, askedUntil: after(now, -askedTaxDays * dayMs) });
    if (!due) return false;
    await openCase(sql, {
      queue: taxQueue,
      subject: taxSubject(due.client),
      clientId: due.client,
      detail: { why: due.why, due_at: due.dueAt.toISOString() },
      now,
      hours: settings.desk.businessHours,
    });
    return true;
  });
}

/** A year has passed: the client is told, also by mail, and asked after the next sign-in. False when there is nobody to tell. */
async function tellOne({ now, transact, stale }: JobContext): Promise<boolean> {
  const told = await transact(async (sql) => {
    const due = await takeUntold(sql, now);
    if (!due) return undefined;
    const { client: clientId } = due;
    await notify(sql, { clientId, notice: enrolmentNotices.yearly_confirmation_due, key: yearlyKey(due.dueAt), now });
    await touchClient(sql, clientId);
    return clientId;
  });
  if (told !== undefined) await stale(told, ['client_info', 'notices']);
  return told !== undefined;
}

/** The days of grace have passed too: it is repeated before anything new is begun (readings, 7). False when nobody's have. */
async function repeatOne({ now, transact, stale, settings }: JobContext): Promise<boolean> {
  const moved = await transact(async (sql) => {
    const until = after(now, -settings.yearlyConfirmation.graceDays * dayMs);
    const clientId = await takeOverdue(sql, { status: confirmingStatus, until });
    if (clientId === undefined || !(await beginRepeat(sql, { client: clientId, from: confirmingStatus, at: now })))
      return undefined;
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'enrolment' },
      action: 'client.yearly_overdue',
      subject: `client:${clientId}`,
      clientId,
      detail: { from: confirmingStatus, to: repeatStatus },
      at: now,
    });
    const key = overdueKey((await dueAt(sql, clientId, 'yearly_confirmation')) ?? now);
    await notify(sql, { clientId, notice: enrolmentNotices.yearly_confirmation_overdue, key, now });
    return clientId;
  });
  if (moved !== undefined) await stale(moved, ['client_info', 'notices']);
  return moved !== undefined;
}
