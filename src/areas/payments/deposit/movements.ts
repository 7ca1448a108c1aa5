import * as chart from '../../../ledger/chart.ts';
import { credited, intentOf, transitOf, type PaymentIntent } from '../movements.ts';
import type { Remittance } from '../store.ts';

/** The platform has credited the account that was paid into. */
export function depositCredited(remittance: Remittance, at: Date): PaymentIntent {
  return credited(remittance, { kind: 'deposit_settled', to: 'account', at });
}

/** The platform would not take a deposit, or something is owed: it is in the wallet of the same currency instead. */
export function intoWalletInstead(
  remittance: Remittance,
  at: Date,
  reason: 'account_refused_wallet' | 'debt_first_wallet' = 'account_refused_wallet',
): PaymentIntent {
  const owner = { company: remittance.companyId, clientId: remittance.clientId };
  return intentOf(remittance, {
    kind: 'deposit_returned',
    legs: [{ from: transitOf(remittance), to: chart.wallet(owner, remittance.accountCurrency), minor: remittance.accountAmount }],
    to: 'completed',
    stage: 'credited_to_wallet',
    reason,
    actor: 'system',
    at,
  });
}
