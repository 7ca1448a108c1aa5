import type { ClientId } from '../../../base/id.ts';
import type { Money } from '../../../base/money.ts';
import { amountSaid } from '../../../base/wording.ts';
import { post as postWith } from '../../../ledger/book.ts';
import { closeCase, openCase } from '../../cases/face.ts';
import { collectDebts, insertDebt } from '../../debts/face.ts';
import type { Finished } from '../../platformOperations/face.ts';
import { leavable } from '../leaving.ts';
import type * as movements from '../movements.ts';
import { chargebacksQueue } from '../queues.ts';
import { noteInTimeline, type Remittance } from '../store.ts';
import { postDone, type Moved, type PaymentContext } from '../context.ts';

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

/** What could be taken out for a reversal, with the operation that did it. */
export interface Covered {
  readonly minor: bigint;
  readonly finished?: Finished;
}

interface Reversed {
  readonly remittance: Remittance;
  readonly intent: movements.PaymentIntent;
  /** What was not to be found where it had been paid in: in the payment's currency, of a coin in that of what it had brought. */
  readonly missing: Money;
  readonly covered: Covered;
}

/** What is missing is the client's debt from the very moment at which the reversal is posted. */
export async function postWithDebt(context: PaymentContext, { remittance, intent, missing, covered }: Reversed): Promise<Moved> {
  if (missing.minor === 0n) return postDone(context, intent, covered);
  const { transition, movement } = intent;
  const { finished } = covered;
  const detail = { ...transition?.detail, ...(finished ? { finished } : {}) };
  return context.run.transact(async (sql) => {
    const outcome = await postWith(sql, { ...intent, ...(transition ? { transition: { ...transition, detail } } : {}) });
    if (outcome.outcome === 'refused') {
      if (outcome.code === 'key_reused') throw new Error(`${movement.key} stands for another movement`);
      return outcome.code === 'step_refused';
    }
    const { id: remittanceId, clientId, companyId } = remittance;
    const { currency, minor: amount } = missing;
    await insertDebt(sql, { remittanceId, clientId, companyId, currency, amount, openedAt: movement.at });
    await openCase(sql, {
      queue: chargebacksQueue,
      subject: `debt:${remittanceId}`,
      clientId,
      detail: { kind: 'debt', ...amountSaid(missing), transfer_id: remittanceId },
      now: movement.at,
      hours: context.run.settings.desk.businessHours,
    });
    return outcome.repeated ? true : intent.row;
  });
}
