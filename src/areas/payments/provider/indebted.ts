import type { ClientId } from '../../../base/id.ts';
import { closeCase } from '../../cases/face.ts';
import { collectDebts } from '../../debts/face.ts';
import { leavable } from '../leaving.ts';
import { chargebacksQueue } from '../queues.ts';
import { noteInTimeline } from '../store.ts';
import type { PaymentContext } from '../context.ts';

/** Takes what a client owes from where money of theirs is; safe to repeat, by any number of processes. */
export async function collectFor({ needs, run }: PaymentContext, clientId: ClientId): Promise<void> {
  const { clock, platforms, monotonicMs, lookEverySeconds } = needs;
  await collectDebts(
    {
      ...run,
      clock,
      platforms,
      monotonicMs,
      lookEverySeconds,
      async leavable(account) {
        const answer = await leavable(needs, run.sql, account);
        return answer.outcome === 'done' ? answer.minor : undefined;
      },
      async note(sql, remittanceId, { code, values, at }) {
        await noteInTimeline(sql, remittanceId, { code, values, at });
        if (code !== 'debt_paid') return;
        await closeCase(sql, { queue: chargebacksQueue.name, subject: `debt:${remittanceId}`, outcome: 'paid', at });
      },
    },
    clientId,
  );
}
