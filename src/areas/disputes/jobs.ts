import type { JobContext, Jobs } from '../../protocol/call.ts';
import { endDispute } from './face.ts';
import { lockDispute, overdueDisputes } from './store.ts';

const sweepSize = 100;

export const jobs = (): Jobs => ({
  on: {},
  every: [{ name: 'disputes.overdue', seconds: 600, dueBy: 'application', run: endOverdue }],
});

/** Whoever has sent no evidence in time has lost: no bank takes it later. */
async function endOverdue({ sql, transact, now }: JobContext): Promise<void> {
  for (const id of await overdueDisputes(sql, now, sweepSize)) {
    await transact(async (within) => {
      const dispute = await lockDispute(within, id);
      if (dispute?.status !== 'open') return;
      await endDispute(within, { dispute, status: 'lost', why: 'too_late', by: 'disputes', at: now });
    });
  }
}
