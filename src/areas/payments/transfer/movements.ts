import type { HoldChange } from '../../../ledger/book.ts';
import * as chart from '../../../ledger/chart.ts';
import type { Account } from '../../../ledger/chart.ts';
import type { Leg } from '../../../ledger/entries.ts';
import { credited, endOf, exchanged, intentOf, transitOf, type PaymentIntent, type Posting } from '../movements.ts';
import type { ReasonCode } from '../rules.ts';
import type { Remittance } from '../store.ts';

/** The account on which the money of a transfer is set aside. */
function holdOf({ companyId: company, clientId, currency }: Remittance): Account {
  return chart.hold({ company, clientId }, currency);
}

/** What is set aside for a transfer, by its name. */
const holdNamed = ({ id }: Remittance): HoldChange => ({ key: `transfer:${id}` });

/** How it begins. `asked` is the platform's part, claimed; `exchange` what is taken off the allowance of the day. */
type Beginning = Pick<Posting, 'at' | 'asked' | 'exchange'>;

/** The money is set aside at its source. */
export function held(remittance: Remittance, beginning: Beginning): PaymentIntent {
  const source = remittance.accountPlatform === null ? 'wallet' : 'trading';
  return intentOf(remittance, {
    kind: 'transfer_held',
    legs: [{ from: endOf(remittance, 'account'), to: holdOf(remittance), minor: remittance.amount }],
    hold: { ...holdNamed(remittance), opens: { remittanceId: remittance.id, purpose: 'transfer', source } },
    to: 'held',
    stage: 'held',
    actor: 'client',
    ...beginning,
  });
}

/** It was not let go, by the source's platform or by staff: it is where it was, or in the wallet where the platform will not have it back. */
export function released(
  remittance: Remittance,
  { to, ...why }: { at: Date; reason: ReasonCode; to?: 'source' | 'wallet' },
): PaymentIntent {
  const { companyId: company, clientId, currency, amount } = remittance;
  const back = to === 'wallet' ? chart.wallet({ company, clientId }, currency) : endOf(remittance, 'account');
  return intentOf(remittance, {
    kind: 'transfer_released',
    legs: [{ from: holdOf(remittance), to: back, minor: amount }],
    hold: holdNamed(remittance),
    to: 'declined',
    stage: to === 'wallet' ? 'returned_to_wallet' : 'declined',
    actor: 'system',
    ...why,
  });
}

/** It has left what was set aside: into a wallet at once, or on its way to the target's platform. */
export function sent(remittance: Remittance, at: Date): PaymentIntent {
  return leaving(remittance, { from: holdOf(remittance), hold: holdNamed(remittance), actor: 'system', at });
}

/** The same straight out of a wallet, which nobody has to agree to: nothing is set aside. */
export function sentAtOnce(remittance: Remittance, beginning: Beginning): PaymentIntent {
  return leaving(remittance, { from: endOf(remittance, 'account'), actor: 'client', ...beginning });
}

function leaving(
  remittance: Remittance,
  { from, ...posting }: Beginning & Pick<Posting, 'hold' | 'actor'> & { readonly from: Account },
): PaymentIntent {
  const intoWallet = remittance.targetPlatform === null;
  const to = intoWallet ? endOf(remittance, 'target') : transitOf(remittance);
  return intentOf(remittance, {
    kind: intoWallet ? 'transfer_to_wallet' : 'transfer_sent',
    legs: from.kind === 'wallet' ? outOfWallet(remittance, from, to) : exchanged(remittance, from, to),
    to: intoWallet ? 'completed' : 'sent',
    stage: intoWallet ? 'in_wallet' : 'sent',
    ...posting,
  });
}

/** The target refused: all that had left comes back to the source, fee and remainder too, or to the wallet when the source refuses too. */
export function returned(remittance: Remittance, how: { at: Date; to: 'source' | 'wallet' }): PaymentIntent {
  const { companyId, clientId, currency, accountCurrency, amount, fee, leftOver, accountAmount } = remittance;
  const back = how.to === 'source' ? endOf(remittance, 'account') : chart.wallet({ company: companyId, clientId }, currency);
  const feeLeg = { from: chart.fees(companyId, currency), to: back, minor: fee };
  const legs =
    currency === accountCurrency
      ? [{ from: transitOf(remittance), to: back, minor: accountAmount }, feeLeg]
      : [
          { from: transitOf(remittance), to: chart.exchange(companyId, accountCurrency), minor: accountAmount },
          { from: chart.exchange(companyId, currency), to: back, minor: amount - fee - leftOver },
          { from: chart.rounding(companyId, currency), to: back, minor: leftOver },
          feeLeg,
        ];
  return intentOf(remittance, {
    kind: 'transfer_returned',
    legs,
    to: 'failed',
    stage: how.to === 'source' ? 'returned' : 'returned_to_wallet',
    reason: how.to === 'source' ? 'target_refused_returned' : 'target_refused_wallet',
    actor: 'system',
    at: how.at,
  });
}

/** The target's platform has credited the account. */
export function transferCredited(remittance: Remittance, at: Date): PaymentIntent {
  return credited(remittance, { kind: 'transfer_settled', to: 'target', at });
}

/** The same so that what leaves the wallet is one line of its statement: what becomes of it in parts goes by way of transit. */
function outOfWallet(remittance: Remittance, from: Account, to: Account): Leg[] {
  const legs = exchanged(remittance, from, to).filter(({ minor }) => minor > 0n);
  if (legs.filter((leg) => leg.from === from).length === 1) return legs;
  const onItsWay = chart.transit(remittance.companyId, remittance.currency, 'in');
  const parts = exchanged(remittance, onItsWay, to).filter((leg) => leg.from.code !== leg.to.code);
  return [{ from, to: onItsWay, minor: remittance.amount }, ...parts];
}
