import { after, dayMs, type Clock } from '../../base/time.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import { isCopied } from '../../law/accountTypes.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { webTerminalDemoLeverages } from '../../law/leverage.ts';
import { forEveryPlatform } from '../../law/platforms.ts';
import type { Settings } from '../../settings/index.ts';
import type { ClientIdentity, Handlers } from '../../protocol/call.ts';
import type { TradingSymbol } from '../../ports/platform/port.ts';
import { accountsOf, shownAccount } from '../accounts/face.ts';
import { dealMoney, moneyOfTag } from '../deals/face.ts';
import { mostCandles, symbolGroups, watchSeconds, type SymbolGroup, type Tick, type tradingContract } from './contract.ts';
import { chartHandlers } from './charts/handlers.ts';
import { listHandlers } from './lists/handlers.ts';
import { isOffered } from './offered.ts';
import { mindedCalls, symbolCalls } from './mindedCalls.ts';
import { codeOf, detailOf } from './orders.ts';
import { pastOf } from './past.ts';
import {
  cancel,
  change,
  close,
  closeAll,
  closeAllBy,
  closeBy,
  offeredSymbol,
  ownAccount,
  placeOrder,
  setStops,
  tradedSymbol,
  type Boards,
  type Platforms,
} from './placing.ts';
import { openPriceBoard, type PriceBoard } from './prices.ts';
import { checkLots, timeframeMs } from './rules.ts';
import { shownCandle, shownHoldings, shownNeed, shownOrder, shownSymbol, shownTick } from './shown.ts';
import { orderOf, unansweredOrders, type KeptOrder } from './store.ts';
import { openWatching, type Streams, type Watch, type Watching } from './watching.ts';

export interface Needs {
  readonly platforms: Platforms;
  readonly clock: Clock;
  readonly words: { in(language: LanguageKey): Say };
  readonly openStreams: Streams;
  readonly log: { error(facts: object, text: string): void };
}

const candlesUsual = 300;
/** Candles of closed markets are absent, so more time is asked for than as many candles would fill. */
const closedFactor = 2;
/** So far back at most where a market was closed all that time: as many candles as a platform tells at once, of minutes three days. */
const furthestBack = (step: number): number => Math.min(5000 * step, 14 * dayMs);

export function calls(app: Needs) {
  const boards: Boards = forEveryPlatform((platform) => openPriceBoard(app.platforms[platform], app.clock));
  const { platforms, clock, openStreams } = app;
  const onFault = (error: unknown): void => app.log.error({ err: error }, 'what is watched could not be looked at');
  const watching = openWatching({ platforms, boards, clock, openStreams, nowMs: () => performance.now(), onFault });
  return {
    ...prices(app, boards),
    ...watches(watching, boards),
    ...accountStates(app, boards),
    ...orders(app, boards),
    ...mindedCalls(app, boards),
    ...symbolCalls(app, boards),
    ...chartHandlers(boards),
    ...listHandlers(boards),
  } satisfies Calls;
}

type Calls = Handlers<typeof tradingContract>;

function prices(app: Needs, boards: Boards) {
  return {
    symbols: async ({ platform }, { refuse, client, now }) => {
      const answer = await boards[platform].symbols();
      if (answer.outcome !== 'done') return refuse('platform_unavailable');
      const symbols = answer.symbols.filter(({ path }) => isOffered(path, client.profile)).map((one) => shownSymbol(one, now));
      return {
        symbols: symbols.toSorted((one, other) => groupOrder(one.group) - groupOrder(other.group)),
        pending_kinds: [...app.platforms[platform].pendingKinds],
      };
    },
    symbol: async ({ symbol: name, platform }, { refuse, client }) => {
      const symbol = await offeredSymbol(boards[platform], name, { client, refuse });
      const [tick] = await shownTicks(boards[platform], [name], { now: app.clock.now(), client, refuse });
      return { symbol: shownSymbol(symbol, app.clock.now()), tick: tick ?? null };
    },
    ticks: async ({ symbols, platform }, { refuse, client }) => ({
      ticks: await shownTicks(boards[platform], symbols, { now: app.clock.now(), client, refuse }),
    }),
    candles: async ({ symbol: name, timeframe, from, to, platform }, { refuse, now, client }) => {
      const symbol = await offeredSymbol(boards[platform], name, { client, refuse });
      const step = timeframeMs(timeframe);
      const end = to === undefined ? after(now, step) : new Date(to);
      const start = from === undefined ? after(end, -candlesUsual * closedFactor * step) : new Date(from);
      const isLast = from === undefined && to === undefined;
      if (start >= end || (!isLast && end.getTime() - start.getTime() > mostCandles * step))
        return refuse('candle_range', { field: 'from', values: { most: mostCandles } });
      const ask = (since: Date, span: string) =>
        boards[platform].candles({ symbol: name, timeframe, from: since, to: end, name: `${name}/${timeframe}/${span}` });
      let answer = await ask(start, isLast ? 'last' : `${start.getTime()}-${end.getTime()}`);
      // The market was closed all that time: what was before it is the last.
      const furthest = after(end, -furthestBack(step));
      if (isLast && answer.outcome === 'done' && answer.candles.length === 0 && furthest < start)
        answer = await ask(furthest, 'furthest');
      if (answer.outcome !== 'done') return refuse('platform_unavailable');
      const candles = isLast ? answer.candles.slice(-candlesUsual) : answer.candles;
      return { symbol: name, timeframe, digits: symbol.digits, candles: candles.map(shownCandle) };
    },
  } satisfies Partial<Calls>;
}

/** What the client's accounts have, and what an order would ask of them. */
function accountStates(app: Needs, boards: Boards) {
  return {
    accounts: async (_input, { sql, client, settings }) => {
      const all = (await accountsOf(sql, client.id)).filter(({ status, type }) => status === 'active' && !isCopied(type));
      const list = (isDemo: boolean) =>
        all
          .filter((account) => account.isDemo === isDemo)
          .map((account) => shownAccount(account, { now: app.clock.now(), settings }));
      return {
        live: list(false),
        demo: list(true),
        demo_leverages: [...webTerminalDemoLeverages(client.profile)],
      };
    },
    positions: async ({ account: number }, context) => {
      const account = await ownAccount(number, context);
      const board = boards[account.platform];
      const [told, positions, waiting] = await Promise.all([
        board.account(number),
        board.positions(number),
        board.orders(number),
      ]);
      if (told.outcome !== 'done' || positions.outcome !== 'done' || waiting.outcome !== 'done')
        return context.refuse('platform_unavailable');
      return shownHoldings(account, told.account, { positions: positions.positions, orders: waiting.orders });
    },
    past: async ({ account: number, till }, context) => {
      const account = await ownAccount(number, context);
      const answer = await pastOf(app.platforms[account.platform], account, till === undefined ? context.now : new Date(till));
      if (answer.outcome !== 'done') return context.refuse('platform_unavailable');
      const { orders, deals, earlier } = answer;
      return { currency: account.currency, orders, deals, earlier };
    },
    margin: async ({ account: number, symbol: name, side, lots }, context) => {
      const account = await ownAccount(number, context);
      const symbol = await tradedSymbol(boards[account.platform], name, context);
      const verdict = checkLots(lots, shownSymbol(symbol, app.clock.now()));
      if (!verdict.ok) return context.refuse(verdict.code, verdict);
      const need = await app.platforms[account.platform].checkMargin({ login: number, symbol: name, side, lots });
      if (need.outcome === 'unknown') return context.refuse('platform_unavailable');
      if (need.outcome === 'refused') return context.refuse(codeOf(need.code), detailOf(codeOf(need.code)));
      return shownNeed(need, account.currency);
    },
  } satisfies Partial<Calls>;
}

/** What is pushed to the terminal instead of being asked for again and again. */
function watches(watching: Watching, boards: Boards) {
  return {
    watch: async ({ stream, tab, platform, symbols: names, account: number, order: asked }, context) => {
      const { client, refuse } = context;
      const own = number === undefined ? undefined : await ownAccount(number, context);
      if (own && own.platform !== platform) return refuse('unknown_account', { field: 'account' });
      // The last list will do: what is being watched goes on being watched while the platform is out.
      const symbols = names.length > 0 || asked ? await boards[platform].knownSymbols() : new Map<string, TradingSymbol>();
      if (!symbols) return refuse('platform_unavailable');
      const offered = new Map([...symbols].filter(([, { path }]) => isOffered(path, client.profile)));
      if (asked) {
        const symbol = offered.get(asked.symbol);
        const verdict = symbol
          ? checkLots(asked.lots, shownSymbol(symbol, context.now))
          : refuse('unknown_symbol', { field: 'order' });
        if (!verdict.ok) return refuse(verdict.code, verdict);
      }
      const wish: Watch = {
        tab,
        platform,
        symbols: [...new Set(names)].filter((name) => offered.has(name)).toSorted(),
        account: own ? { number: own.number, currency: own.currency } : null,
        order: own && asked ? asked : null,
      };
      await watching.begin({ stream, sid: client.sid }, wish);
      return { seconds: watchSeconds };
    },
  } satisfies Partial<Calls>;
}

interface Told {
  readonly sql: Sql;
  readonly language: LanguageKey;
  readonly now: Date;
  readonly settings: Settings;
}

function orders(app: Needs, boards: Boards) {
  const told = async (order: KeptOrder, { sql, language, now, settings }: Told) => {
    const { number, tag, fill } = order;
    // Two positions are closed, each by a deal of its own.
    const both = order.kind === 'close_by' ? await moneyOfTag(sql, { number, tag, deals: 2 }) : undefined;
    const money = order.kind === 'close_by' ? both : fill && (await dealMoney(sql, { number, ticket: fill.deal }));
    return { order: shownOrder(order, { money, say: app.words.in(language), now, settings }) };
  };
  return {
    place: async (input, context) => told(await placeOrder(input, { ...app, boards, context }), context),
    close: async (input, context) => told(await close(input, { ...app, boards, context }), context),
    change: async (input, context) => told(await change(input, { ...app, boards, context }), context),
    cancel: async (input, context) => told(await cancel(input, { ...app, boards, context }), context),
    closeMany: async (input, context) => {
      const closed = await closeAll(input, { ...app, boards, context });
      return { orders: await Promise.all(closed.map(async (order) => (await told(order, context)).order)) };
    },
    closeBy: async (input, context) => told(await closeBy(input, { ...app, boards, context }), context),
    closeManyBy: async (input, context) => {
      const closed = await closeAllBy(input, { ...app, boards, context });
      return { orders: await Promise.all(closed.map(async (order) => (await told(order, context)).order)) };
    },
    stops: async (input, context) => told(await setStops(input, { ...app, boards, context }), context),
    unanswered: async ({ account }, context) => {
      const { number } = await ownAccount(account, context);
      const kept = await unansweredOrders(context.sql, { clientId: context.client.id, number });
      return { orders: await Promise.all(kept.map(async (one) => (await told(one, context)).order)) };
    },
    order: async ({ id }, context) => {
      const order = await orderOf(context.sql, id);
      return order?.clientId === context.client.id ? told(order, context) : context.refuse('order_unknown', { field: 'id' });
    },
  } satisfies Partial<Calls>;
}

function groupOrder(group: SymbolGroup): number {
  return symbolGroups.indexOf(group);
}

async function shownTicks(
  board: PriceBoard,
  names: readonly string[],
  of: { readonly now: Date; readonly client: ClientIdentity; readonly refuse: (code: 'platform_unavailable') => never },
): Promise<Tick[]> {
  const all = await board.symbols();
  if (all.outcome !== 'done') return of.refuse('platform_unavailable');
  const offered = all.symbols.filter(({ path }) => isOffered(path, of.client.profile));
  const symbols = new Map(offered.map((symbol) => [symbol.name, symbol]));
  const answer = await board.ticks(names.filter((name) => symbols.has(name)));
  if (answer.outcome !== 'done') return of.refuse('platform_unavailable');
  return Promise.all(
    answer.ticks.map(async (tick) =>
      shownTick(tick, { symbol: symbols.get(tick.symbol), change: await board.change(tick), now: of.now }),
    ),
  );
}
