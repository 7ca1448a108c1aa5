import { accountNumber } from '../../base/id.ts';
import { formatMinor, parseMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import { isCopied } from '../../law/accountTypes.ts';
import type { ClientIdentity, ContextOf, Handlers } from '../../protocol/call.ts';
import { staleLine } from '../../protocol/topics.ts';
import { accountOf, accountsOf, type TradingAccount } from '../accounts/face.ts';
import { listedStrategies, shownFigures, strategyDeals } from '../strategies/face.ts';
import { charge, periodMs } from './charging.ts';
import {
  mostSignalPrice,
  signalPage,
  subscriptionDays,
  type copyTradingContract,
  type ListedSignal,
  type OwnSignal,
} from './contract.ts';
import { offeredSignal, ownSignals, signalCurrency, signalsFor } from './listed.ts';
import * as store from './store.ts';

type Calls = Handlers<typeof copyTradingContract>;
type SubscribeContext = ContextOf<(typeof copyTradingContract)['calls']['subscribe']>;

const mostTop = 5;
const mostTrades = 100;

export const calls = () => ({ ...starting, ...looking, ...subscribing, ...offering }) satisfies Calls;

const starting = {
  async status(_input, { sql, client }) {
    const accounts = (await accountsOf(sql, client.id)).filter(canTrade);
    return {
      client_details: await detailsOf(sql, client),
      accounts: accounts.map(({ number, name, type, currency }) => ({ number, title: name || type.name, currency })),
    };
  },

  async start({ account_number: number }, ctx) {
    const account = await accountOf(ctx.sql, number);
    if (account?.clientId !== ctx.client.id) return ctx.refuse('account_not_found', { field: 'account_number' });
    if (!canTrade(account)) return ctx.refuse('account_not_active', { field: 'account_number' });
    await store.setLogin(ctx.sql, { client: ctx.client.id, number: accountNumber(number), at: ctx.now });
    return { client_details: await detailsOf(ctx.sql, ctx.client) };
  },
} satisfies Partial<Calls>;

/** A live account that the client trades on: on one that copies a strategy nobody gives orders. */
const canTrade = ({ isDemo, status, type }: TradingAccount): boolean => !isDemo && status === 'active' && !isCopied(type);

/** An account that is shut, or somebody else's by now, is none to trade on. */
async function detailsOf(sql: Sql, client: ClientIdentity) {
  const number = await store.loginOf(sql, client.id);
  const account = number === undefined ? undefined : await accountOf(sql, number);
  const isUsable = account?.clientId === client.id && canTrade(account);
  if (!account || !isUsable) return { signals_login: null, signals_balance: null, signals_currency: null };
  const { currency, snapshot } = account;
  return {
    signals_login: account.number,
    signals_balance: snapshot ? formatMinor(snapshot.balance, currency) : null,
    signals_currency: currency,
  };
}

const looking = {
  async signals({ page: asked }, { sql, client }) {
    const all = await signalsFor(sql, client.id);
    const page = pageOf(asked, all.length);
    return { signals: onPage(all, page), total_items: all.length, page_size: signalPage, page };
  },

  async top(_input, { sql, client }) {
    return { signals: (await signalsFor(sql, client.id)).filter(hasGained).slice(0, mostTop) };
  },

  async freePaid({ page: asked }, { sql, client }) {
    const all = await signalsFor(sql, client.id);
    const isFree = ({ price }: ListedSignal): boolean => !/[1-9]/.test(price);
    const [free, paid] = [all.filter(isFree), all.filter((signal) => !isFree(signal))];
    const page = pageOf(asked, Math.max(free.length, paid.length));
    return {
      free: onPage(free, page),
      paid: onPage(paid, page),
      total_free: free.length,
      total_paid: paid.length,
      page_size: signalPage,
      page,
    };
  },

  async own(_input, { sql, client }) {
    return { signals: await ownSignals(sql, client.id) };
  },

  async trades({ id }, { sql, client, now, refuse }) {
    const own = (await ownSignals(sql, client.id)).find((each) => each.id === id);
    // Its time is over, though nobody has ended it yet.
    if (!own || new Date(own.subscribed_until ?? 0) <= now) return refuse('signal_not_subscribed');
    const span = { number: id, from: after(now, -subscriptionDays * dayMs), to: after(now, dayMs) };
    const deals = await strategyDeals(sql, span, mostTrades + 1);
    const trades = deals.slice(0, mostTrades).flatMap(({ ticket, at, kind, entry, symbol, lots, price }) => {
      const side = kind === 'buy' ? ('buy' as const) : kind === 'sell' ? ('sell' as const) : undefined;
      return side && entry && symbol !== null ? [{ ticket, at: at.toISOString(), entry, side, symbol, lots, price }] : [];
    });
    return { trades, is_cut: deals.length > mostTrades };
  },
} satisfies Partial<Calls>;

/** The page that was asked for, or the last one there is. */
const pageOf = (asked: number, total: number): number => Math.min(asked, Math.max(1, Math.ceil(total / signalPage)));

const onPage = (all: readonly ListedSignal[], page: number): ListedSignal[] =>
  all.slice((page - 1) * signalPage, page * signalPage);

const hasGained = ({ profit }: ListedSignal): boolean => !profit.startsWith('-') && /[1-9]/.test(profit);

const subscribing = {
  async subscribe({ id, price }, ctx) {
    const { sql, client, now, refuse } = ctx;
    if ((await detailsOf(sql, client)).signals_login === null) return refuse('signals_login_missing', { field: 'id' });
    const signal = (await offeredSignal(sql, id)) ?? refuse('signal_not_offered', { field: 'id' });
    const strategy = signal.strategy.id;
    if (signal.strategy.clientId === client.id) return refuse('signal_is_own', { field: 'id' });
    const before = await store.lockSubscription(sql, { client: client.id, strategy });
    if (before && !(before.cancelledAt && before.until <= now)) return goOn(ctx, before, id);
    if (parseMinor(price, signalCurrency) !== signal.price)
      return refuse('signal_price_changed', { field: 'price', values: { price: usd(signal.price) } });
    if (before) await store.endSubscription(sql, before.id, now);
    const of = { clientId: client.id, strategy, price: signal.price, until: after(now, periodMs), at: now };
    const subscription = await store.insertSubscription(sql, of);
    // Somebody was first at the same time: the client has it, and has paid for it once.
    if (!subscription) return { signal: await ownOf(sql, client, id) };
    const isPaid = await charge(sql, { subscription, period: 1, company: client.profile.company, now });
    if (!isPaid) return refuse('signal_money_short', { field: 'price', values: { needed: usd(signal.price) } });
    return { signal: await ownOf(sql, client, id) };
  },

  async cancel({ id }, ctx) {
    const own = (await ownSignals(ctx.sql, ctx.client.id)).some((each) => each.id === id);
    const [strategy] = own ? await listedStrategies(ctx.sql, [id]) : [];
    const subscription = strategy && (await store.lockSubscription(ctx.sql, { client: ctx.client.id, strategy: strategy.id }));
    if (!subscription) return ctx.refuse('signal_not_subscribed');
    if (subscription.cancelledAt === null) await store.setCancelled(ctx.sql, subscription.id, ctx.now);
    return { signal: await ownOf(ctx.sql, ctx.client, id) };
  },
} satisfies Partial<Calls>;

const usd = (minor: bigint) => ({ amount: formatMinor(minor, signalCurrency), currency: signalCurrency });

/** The client has it: what was cancelled is renewed after all, and nothing is charged. */
async function goOn({ sql, client }: SubscribeContext, before: store.SubscriptionRow, id: number) {
  if (before.cancelledAt !== null) await store.setCancelled(sql, before.id, null);
  return { signal: await ownOf(sql, client, id) };
}

async function ownOf(sql: Sql, client: ClientIdentity, id: number): Promise<OwnSignal> {
  const own = (await ownSignals(sql, client.id)).find((each) => each.id === id);
  if (!own) throw new Error(`the client ${client.id} has no signal ${id}`);
  return own;
}

const offering = {
  async offers(_input, { sql }) {
    const offers = new Map((await store.offersNow(sql)).map((offer) => [offer.strategy, offer]));
    const strategies = await listedStrategies(sql);
    return {
      offers: strategies.map((strategy) => {
        const offer = offers.get(strategy.id);
        return {
          id: strategy.number,
          name: strategy.name,
          provider: strategy.nickname,
          profit: shownFigures(strategy).profit,
          price: offer?.price == null ? null : formatMinor(offer.price, signalCurrency),
          subscribers: offer?.subscribers ?? 0,
          made_by: offer?.madeBy ?? null,
        };
      }),
    };
  },

  async offer({ id, price: typed }, ctx) {
    const { sql, now, staff, refuse } = ctx;
    const [strategy] = await listedStrategies(sql, [id]);
    if (!strategy) return refuse('strategy_not_found', { field: 'id' });
    const price = typed === undefined || typed === '' ? null : priceOf(typed);
    if (price === undefined) return refuse('bad_signal_offer_price', { field: 'price' });
    const before = (await store.offersNow(sql)).find((offer) => offer.strategy === strategy.id)?.price ?? null;
    await store.insertOffer(sql, { strategy: strategy.id, price, by: staff.actor, at: now });
    await ctx.tell(staleLine(['signals']));
    const told = (minor: bigint | null) => ({ price: minor === null ? null : formatMinor(minor, signalCurrency) });
    await ctx.record({ subject: `strategy:${strategy.id}`, before: told(before), after: told(price) });
    return {};
  },
} satisfies Partial<Calls>;

/** In US dollars. */
function priceOf(typed: string): bigint | undefined {
  const [minor, most] = [parseMinor(typed, signalCurrency), parseMinor(mostSignalPrice, signalCurrency)];
  return minor === undefined || most === undefined || minor < 0n || minor > most ? undefined : minor;
}
