import { change, giveUp, operationOf, post, type Moved, type PaymentContext } from '../context.ts';
import { giveBack } from '../leaving.ts';
import type { Remittance } from '../store.ts';
import * as movements from './movements.ts';

const declined = 'approval_declined';

/**
 * Staff has declined what waited for their approval. What the source's platform has let go already goes back there by an operation of
 * its own; what it has not is released. False while nobody knows which.
 */
export async function decline(context: PaymentContext, remittance: Remittance): Promise<Moved> {
  const { id, phase: from } = remittance;
  const debit = await operationOf(context, remittance, 'debit');
  if (debit?.state === 'done')
    return change(context, remittance, { id, from, to: 'returning', stage: 'giving_back', reason: declined });
  const isUnsent = debit === undefined || debit.state === 'refused' || (await giveUp(context, remittance, 'debit'));
  return isUnsent && post(context, movements.released(remittance, { at: context.needs.clock.now(), reason: declined }));
}

/** What is on its way back: out of what is set aside still, where staff has declined it, else out of what was on its way. */
export function giveBackToSource(context: PaymentContext, remittance: Remittance): Promise<Moved> {
  return giveBack(context, remittance, (to, at) =>
    remittance.reason === declined
      ? movements.released(remittance, { at, to, reason: declined })
      : movements.returned(remittance, { at, to }),
  );
}
