import type { ClientId } from '../../base/id.ts';
import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { followableStrategies, shownFigures, type ListedRow } from '../strategies/face.ts';
import type { ListedSignal, OwnSignal } from './contract.ts';
import { offersNow, subscriptionsOf, type OfferRow, type SubscriptionRow } from './store.ts';

/** What signals cost. */
export const signalCurrency = 'USD';

/** Signals that are offered, with their strategies; by profit, the most first. */
export interface OfferedSignal {
  readonly strategy: ListedRow;
  readonly price: bigint;
  readonly subscribers: number;
}

export async function offeredSignals(sql: Sql): Promise<OfferedSignal[]> {
  const offers = (await offersNow(sql)).flatMap((offer) => (isOffered(offer) ? [offer] : []));
  const strategies = await followableStrategies(
    sql,
    offers.map(({ strategy }) => strategy),
  );
  const byId = new Map(strategies.map((row) => [row.id, row]));
  return offers
    .flatMap(({ strategy: id, price, subscribers }) => {
      const strategy = byId.get(id);
      return strategy ? [{ strategy, price, subscribers }] : [];
    })
    .toSorted((one, other) => Number(other.strategy.totalReturn - one.strategy.totalReturn));
}

const isOffered = (offer: OfferRow): offer is OfferRow & { readonly price: bigint } => offer.price !== null;

/** Of that account; undefined where its signals are not offered. */
export async function offeredSignal(sql: Sql, number: number): Promise<OfferedSignal | undefined> {
  return (await offeredSignals(sql)).find(({ strategy }) => strategy.number === number);
}

export function shownSignal(of: OfferedSignal, until: Date | undefined): ListedSignal {
  const { strategy } = of;
  return {
    id: strategy.number,
    name: strategy.name,
    provider: strategy.nickname,
    price: formatMinor(of.price, signalCurrency),
    currency: signalCurrency,
    ...shownFigures(strategy),
    subscribers: of.subscribers,
    subscribed_until: until?.toISOString() ?? null,
  };
}

/** As one client sees them. */
export async function signalsFor(sql: Sql, client: ClientId): Promise<ListedSignal[]> {
  const own = new Map((await subscriptionsOf(sql, client)).map((row) => [row.strategy, row.until]));
  return (await offeredSignals(sql)).map((signal) => shownSignal(signal, own.get(signal.strategy.id)));
}

/** What a client has subscribed to; what is offered no more stays until its time is over. */
export async function ownSignals(sql: Sql, client: ClientId): Promise<OwnSignal[]> {
  const subscriptions = await subscriptionsOf(sql, client);
  const offers = new Map((await offersNow(sql)).map((offer) => [offer.strategy, offer]));
  const strategies = await followableStrategies(
    sql,
    subscriptions.map(({ strategy }) => strategy),
  );
  return subscriptions.flatMap((subscription) => {
    const strategy = strategies.find(({ id }) => id === subscription.strategy);
    return strategy ? [ownSignal(strategy, subscription, offers.get(strategy.id))] : [];
  });
}

function ownSignal(strategy: ListedRow, subscription: SubscriptionRow, offer: OfferRow | undefined): OwnSignal {
  const price = offer?.price ?? subscription.price;
  return {
    ...shownSignal({ strategy, price, subscribers: offer?.subscribers ?? 0 }, subscription.until),
    renews: subscription.cancelledAt === null && offer?.price != null,
    agreed_price: formatMinor(subscription.price, signalCurrency),
  };
}
