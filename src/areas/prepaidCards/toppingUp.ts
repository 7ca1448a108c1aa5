import { formatMinor, formatMoney, money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { methodOffered } from '../../law/methods.ts';
import type { Providers } from '../../ports/payments/index.ts';
import { walletBalances } from '../fundingAccounts/face.ts';
import {
  methodScopeOf,
  payoutSources,
  planWithdrawal,
  restOf,
  setCardOpen,
  toppingUp,
  usedDestinations,
  type WithdrawalAsking,
} from '../payments/face.ts';
import type { PrepaidCard } from './contract.ts';
import type { CardRow } from './store.ts';

/* Money goes onto a card as a withdrawal does (areas/payments/payout): here is which cards it can go onto, and how much. */

type Known = Pick<CardRow, 'clientId' | 'currency' | 'phase' | 'issuerCard' | 'lastFour' | 'expires' | 'wantsBlocked' | 'isHeld'>;

/** Has withdrawals take the card, or not any more: an active one that neither its client nor staff want blocked. */
export async function tellPayouts(sql: Sql, card: Known, now: Date): Promise<void> {
  await setOpen(sql, card, { isOpen: card.phase === 'active' && card.wantsBlocked !== true && !card.isHeld, now });
}

/** Has withdrawals take a card no more whose place another one has taken. */
export async function stopPayouts(sql: Sql, card: Known, now: Date): Promise<void> {
  await setOpen(sql, card, { isOpen: false, now });
}

async function setOpen(sql: Sql, card: Known, to: { readonly isOpen: boolean; readonly now: Date }): Promise<void> {
  const { clientId, currency, issuerCard, lastFour, expires } = card;
  if (issuerCard === null) return;
  const name = `${currency} •••• ${lastFour ?? ''} ${expires ?? ''}`;
  await setCardOpen(sql, { clientId, card: issuerCard, name, currency }, to);
}

/** What can go onto each card that takes money now, by the issuer's name of the card: what lies beyond what has to go back first. */
export async function topUps(
  asking: WithdrawalAsking,
  payments: Pick<Providers, 'cardissuer'>,
): Promise<ReadonlyMap<string, NonNullable<PrepaidCard['top_up']>>> {
  const found = new Map<string, NonNullable<PrepaidCard['top_up']>>();
  const method = toppingUp();
  if (!method || !payments.cardissuer || !methodOffered(method.id, methodScopeOf(asking, 'withdraw'))) return found;
  const cards = (await usedDestinations(asking.sql, asking.client)).filter(({ methodId }) => methodId === method.id);
  if (cards.length === 0) return found;
  const balances = await walletBalances(asking.sql, asking.client.id);
  const back = new Map<CardRow['currency'], bigint>();
  for (const { left } of await payoutSources(asking)) back.set(left.currency, (back.get(left.currency) ?? 0n) + left.minor);
  for (const to of cards) {
    if (to.details.kind !== 'card') continue;
    const { currency, card } = to.details;
    const amount = money(balances.find((wallet) => wallet.currency === currency)?.balanceMinor ?? 0n, currency);
    const rest = restOf(method, { from: currency, country: asking.client.profile.country, to });
    const { lines } = await planWithdrawal(asking, { amount, rest });
    const beyond = lines.find(({ source }) => source.id === null);
    found.set(card, {
      destination: to.id,
      pm_id: method.id,
      available: beyond ? formatMoney(beyond.pays) : formatMinor(0n, currency),
      back: [...back].map(([each, minor]) => ({ currency: each, amount: formatMinor(minor, each) })),
    });
  }
  return found;
}
