import type { Currency } from '../../base/currency.ts';
import { money, type Money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import { localBanks } from '../../law/localBanks.ts';
import { methodsOffered, type DestinationKind, type PaymentMethod } from '../../law/methods.ts';
import { post } from '../../ledger/book.ts';
import type { Providers } from '../../ports/payments/index.ts';
import type { FundingAccount } from '../fundingAccounts/face.ts';
import { keptLine, planWithdrawal, scopeOf, type PlannedWithdrawal, type WithdrawalAsking } from './payout/asking.ts';
import { keepDestination, type ToldDestination } from './payout/destinations.ts';
import { keepLines, linesOf, noteDestinations, reserveLines } from './payout/lines.ts';
import * as movements from './payout/movements.ts';
import type { RestTarget } from './payout/returnToSource.ts';
import { approveWithdrawal } from './payout/reviewing.ts';
import { notify } from '../notices/face.ts';
import { paymentsNotices } from './notices.ts';
import { methodScopeOf, sourceColumns } from './quotes.ts';
import { addQuote, type Remittance } from './store.ts';

/*
 * What nobody asks for, paid back to where it came from: what is left in a wallet of a closed client because staff says so, and what came in
 * before a client's papers were approved when its time is over.
 */

/** A destination in the client's own name that staff has named, because nothing that has paid in takes it back. */
export interface NamedDestination {
  readonly rest: RestTarget;
  readonly told: ToldDestination;
  /** All of it goes there; else what is left when each payment has had back what it brought. */
  readonly takesAll: boolean;
}

/** Who is paid, and by whom. */
export interface Naming extends Pick<WithdrawalAsking, 'settings' | 'client'> {
  readonly payments: Providers;
}

/** A coin's address is proven by whoever has it, which staff cannot do for a client; a card is its client's to choose. */
const unnamed: ReadonlySet<DestinationKind> = new Set(['coin', 'card']);

/** What pays that currency to a destination that staff can name. */
export function namedMethods(naming: Naming, currency: Currency): readonly PaymentMethod[] {
  const offers = methodsOffered(methodScopeOf(naming, 'withdraw', naming.payments));
  return offers
    .filter(
      ({ method, terms }) =>
        method.paysRest && !unnamed.has(method.paysRest.to) && terms.some((each) => each.currency === currency),
    )
    .map(({ method }) => method);
}

/** The same, as the desk's calls answer it. */
export function shownNamed(naming: Naming, currency: Currency) {
  const { country } = naming.client.profile;
  return namedMethods(naming, currency).flatMap(({ id, key, paysRest, countries }) => {
    if (!paysRest) return [];
    const own = paysRest.to === 'bank' ? countries?.[country] : undefined;
    return { pm_id: id, key, kind: paysRest.to, banks: [...((own && localBanks[own]?.banks) ?? [])] };
  });
}

/** Where it goes back to, line by line; `most` is as much as has a way back. No fee is taken for it. */
export function closingPlan(
  asking: WithdrawalAsking,
  balance: Money,
  { only, to }: Pick<Closing, 'only' | 'to'> = {},
): Promise<PlannedWithdrawal> {
  const { settings } = asking;
  const withdraw = { ...settings.withdraw, noTradingBasisPoints: 0, smallUnder: '0', smallFee: '0' };
  return planWithdrawal(
    { ...asking, settings: { ...settings, withdraw } },
    {
      amount: balance,
      only,
      rest: to?.rest,
      isNamed: to?.takesAll === true,
    },
  );
}

interface Closing extends WithdrawalAsking {
  readonly wallet: FundingAccount;
  /** What two persons have agreed to: exactly so much has a way back. */
  readonly agreed: Money;
  readonly balance: Money;
  /** It goes back to these deposits alone; to any of the client's when left out. */
  readonly only?: ReadonlySet<number> | undefined;
  /** Where it goes that does not go back; nothing else when left out. */
  readonly to?: NamedDestination | undefined;
}

/**
 * Asks for it, sets it aside and lets it go, within the transaction of the second person's decision; undefined where that is not what was
 * agreed to any more, which the caller has to undo.
 */
export async function payClosing(sql: Sql, closing: Closing): Promise<Remittance['id'] | undefined> {
  const { client, now, settings, wallet, agreed, balance, to } = closing;
  const plan = await closingPlan(closing, balance, closing);
  if (plan.most.minor !== agreed.minor || plan.lines.length === 0) return undefined;
  const { currency } = agreed;
  const amounts = {
    amount: agreed.minor,
    currency,
    fee: 0n,
    leftOver: 0n,
    accountAmount: agreed.minor,
    accountCurrency: currency,
  };
  const quote = await addQuote(sql, {
    ...sourceColumns(wallet),
    ...amounts,
    type: 'withdraw',
    methodId: plan.lines[0]?.source.methodId ?? null,
    provider: null,
    targetNumber: null,
    targetPlatform: null,
    rate: null,
    rateAsOf: null,
    now,
    expiresAt: after(now, dayMs),
  });
  const destination = to ? await keepDestination(sql, to.told, { clientId: client.id, now }) : null;
  await keepLines(
    sql,
    quote.id,
    plan.lines.map((line) => keptLine(line, currency, destination)),
  );
  if (to) await tellDestination(sql, { id: quote.id, clientId: client.id, settings, now });
  const of = { clientId: client.id, scope: scopeOf(closing), now, except: quote.id };
  if (!(await reserveLines(sql, of))) return undefined;
  const held = await post(sql, movements.held(quote, { at: now, dueAt: now }));
  if (held.outcome === 'refused') return undefined;
  const approved = await approveWithdrawal(sql, { id: quote.id, profile: client.profile, now, settings });
  return approved === 'done' ? quote.id : undefined;
}

/** As of any new destination, every proven address of the client's is told. */
async function tellDestination(
  sql: Sql,
  { id, ...of }: Pick<Remittance, 'id' | 'clientId'> & Pick<Closing, 'settings' | 'now'>,
): Promise<void> {
  const { added } = await noteDestinations(sql, { ...of, lines: await linesOf(sql, id) });
  if (added.length === 0) return;
  const notice = paymentsNotices.withdraw_new_destination;
  await notify(sql, {
    clientId: of.clientId,
    notice,
    values: { id, card: added.join(', ') },
    key: `destination:${id}`,
    now: of.now,
  });
}

/** What of a plan goes nowhere: nothing that the client has paid with takes it. */
export function wayless({ amount, most }: PlannedWithdrawal): Money {
  return money(amount.minor - most.minor, amount.currency);
}
