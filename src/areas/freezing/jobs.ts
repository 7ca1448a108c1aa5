import { recordAudit } from '../../ledger/audit.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { notify } from '../notices/face.ts';
import { freezingNotices } from './notices.ts';
import { frozenStatus, statusAfterLift } from './rules.ts';
import { lift, takeDueLift } from './store.ts';

/** Of one round; whoever is left comes with the next. */
const liftedAtOnce = 100;

export const jobs = (): Jobs => ({
  every: [
    {
      name: 'freezing.lift',
      seconds: 60,
      dueBy: 'application',
      async run(context) {
        for (let count = 0; count < liftedAtOnce; count += 1) if (!(await liftOne(context))) return;
      },
    },
  ],
});

/** Gives back what its client froze and wants again; false when nobody's is due. */
async function liftOne({ now, transact, stale }: JobContext): Promise<boolean> {
  const lifted = await transact(async (sql) => {
    const lifting = await takeDueLift(sql, now);
    if (!lifting) return undefined;
    const { id, clientId, fromStatus, papers } = lifting;
    const to = statusAfterLift(fromStatus, papers);
    const isLifted = await lift(sql, { lifting, frozen: frozenStatus, to, at: now });
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'freezing' },
      action: 'client.freeze_lifted',
      subject: `client:${clientId}`,
      clientId,
      detail: { status: isLifted ? to : null },
      at: now,
    });
    if (isLifted) await notify(sql, { clientId, notice: freezingNotices.freeze_lifted, key: `freeze:${id}:lifted`, now });
    return clientId;
  });
  if (lifted !== undefined) await stale(lifted, ['client_info']);
  return lifted !== undefined;
}
