import type { QueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import { isMore } from '../../../base/amount.ts';
import { readKey, useRead } from '../../../ui/api/reads.ts';
import type { Api, InputOf } from '../../../ui/api/send.ts';
import type { Candle } from '../../../ui/components/CandleChart.tsx';
import type { Pushed } from '../../../ui/live/pushed.ts';
import { openWatching } from '../../../ui/live/watching.ts';
import type { Account, OpenPosition } from '../../../protocol/account.ts';
import { mostTicks, tradingContract, type Tick, type Timeframe } from '../contract.ts';
import { timeframeMs } from '../rules.ts';

/** While nothing is pushed (no stream, or no answer to the watch), the screens ask, once in so long. */
export const fallBackMs = 5_000;

const { watch, positions, margin, ticks: lastTicks } = tradingContract.calls;

type Wish = Pick<InputOf<typeof watch>, 'symbols' | 'order'>;
type Order = NonNullable<Wish['order']>;

interface Shown {
  readonly ticks: ReadonlyMap<string, Tick>;
  /** Prices and positions are pushed: nobody has to ask. */
  readonly isFlowing: boolean;
  /** Since when the platform has told nothing new, by what it tells (application time). */
  readonly since: Readonly<Record<'ticks' | 'positions', string | null>>;
  /** When pushing ended that has not begun again (application time). */
  readonly lostAt: string | undefined;
}

/** What is pushed to one account's terminal. */
export interface Feed {
  readonly account: Account;
  /** Has the prices of these pushed; answers how to stop. */
  show(names: readonly string[]): () => void;
  /** Has what this order would ask of the account pushed; answers how to stop. */
  think(order: Order): () => void;
  subscribe(listener: () => void): () => void;
  read(): Shown;
  /** Begins to hear; answers how to stop. */
  open(): () => void;
}

export interface FeedParts {
  readonly account: Account;
  readonly api: Api;
  readonly pushed: Pushed;
  readonly queries: QueryClient;
  /** Application time. */
  readonly now: () => Date;
}

const nothing: Shown = { ticks: new Map(), isFlowing: false, since: { ticks: null, positions: null }, lostAt: undefined };

export function openFeed(parts: FeedParts): Feed {
  const { account, pushed } = parts;
  const state = openState(parts);
  const asked = new Set<readonly string[]>();
  const orders = new Set<Order>();
  let watching: ReturnType<typeof openWatching<Wish>> | undefined;

  const want = (): void => {
    const symbols = [...new Set([...asked].flat())].toSorted().slice(0, mostTicks);
    const [order] = [...orders].slice(-1);
    watching?.want({ symbols, ...(order ? { order } : {}) });
  };
  const keep = <Each>(all: Set<Each>, one: Each): (() => void) => {
    all.add(one);
    want();
    return () => {
      all.delete(one);
      want();
    };
  };
  return {
    account,
    show: (names) => keep(asked, names),
    think: (order) => keep(orders, order),
    subscribe: state.subscribe,
    read: state.read,
    open() {
      watching = openWatching<Wish>({
        pushed,
        send: senderFor(parts),
        onStanding: state.stand,
        isSeen: () => document.visibilityState !== 'hidden',
        onSeen,
        later,
      });
      want();
      const stops = hearAll(parts, state);
      return () => {
        for (const stop of stops) stop();
        watching?.close();
        watching = undefined;
      };
    },
  };
}

type State = ReturnType<typeof openState>;

function openState({ pushed, now }: FeedParts) {
  let shown = nothing;
  let stands = false;
  let heardOn: string | undefined;
  const listeners = new Set<() => void>();
  const change = (changed: Partial<Shown>): void => {
    const isFlowing = stands && heardOn !== undefined && heardOn === pushed.stream();
    const lostAt = isFlowing ? undefined : shown.isFlowing ? now().toISOString() : shown.lostAt;
    shown = { ...shown, ...changed, isFlowing, lostAt };
    for (const listener of listeners) listener();
  };
  return {
    read: (): Shown => shown,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Whether the server has taken the wish over the stream that stands. */
    stand(isNow: boolean): void {
      stands = isNow;
      // Whatever stands still may move again without this page being told.
      change(isNow ? {} : { since: nothing.since });
    },
    heard(changed: Partial<Shown>): void {
      heardOn = pushed.stream();
      change(changed);
    },
  };
}

/** Under a name of its own among all that share the browser's stream. */
function senderFor({ api, account: { platform, number } }: FeedParts) {
  const tab = crypto.randomUUID();
  return (stream: string, wish: Wish | undefined): Promise<unknown> =>
    api.send(watch, { stream, tab, platform, ...(wish ? { ...wish, account: number } : {}) });
}

/** The server checks what it pushes by the same types as what it answers. */
interface Told {
  readonly ticks: { readonly platform: string; readonly ticks: readonly Tick[] };
  readonly positions: { readonly account: number; readonly as_of: string; readonly positions: readonly OpenPosition[] };
  readonly margin: Order & { readonly account: number };
  readonly still: { readonly platform: string; readonly of: 'ticks' | 'positions'; readonly since: string | null };
}

function hearAll({ account, pushed, queries }: FeedParts, { heard, read }: Pick<State, 'heard' | 'read'>): (() => void)[] {
  const hear = <Kind extends keyof Told>(kind: Kind, take: (told: Told[Kind]) => void): (() => void) =>
    pushed.hear(kind, (data) => take(data as Told[Kind]));
  return [
    hear('ticks', ({ platform, ticks }) => {
      // Another tab may look at the other platform.
      if (platform !== account.platform) return;
      heard({ ticks: new Map([...read().ticks, ...ticks.map((tick) => [tick.symbol, tick] as const)]) });
    }),
    hear('positions', (told) => {
      if (told.account !== account.number) return;
      queries.setQueryData<Told['positions']>(readKey(positions, { account: account.number }), (before) =>
        // What was just read after an order may be newer than what was on its way.
        before && before.as_of > told.as_of ? before : told,
      );
      heard({});
    }),
    hear('margin', (told) => {
      const { account: number, symbol, side, lots } = told;
      queries.setQueryData<object>(readKey(margin, { account: number, symbol, side, lots }), (before) => before && told);
    }),
    hear('still', ({ platform, of, since }) => {
      if (platform === account.platform) heard({ since: { ...read().since, [of]: since } });
    }),
  ];
}

function onSeen(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

export const FeedContext = createContext<Feed | undefined>(undefined);

export function useFeed(): Feed {
  const feed = use(FeedContext);
  if (!feed) throw new Error('useFeed stands outside of the terminal');
  return feed;
}

export function useShown(feed: Feed): Shown {
  return useSyncExternalStore(feed.subscribe, feed.read);
}

/** The last prices of those symbols: read once, and pushed from then on. */
export function useTicks(names: readonly string[]): {
  readonly ticks: ReadonlyMap<string, Tick>;
  /** Since when prices stand still because nothing new is told; undefined while they are. */
  readonly since: string | undefined;
} {
  const feed = useFeed();
  const shown = useShown(feed);
  const symbols = names.slice(0, mostTicks).join(',');
  useEffect(() => (symbols === '' ? undefined : feed.show(symbols.split(','))), [feed, symbols]);
  const { data, error } = useRead(
    lastTicks,
    { platform: feed.account.platform, symbols },
    { ...(shown.isFlowing ? {} : { everyMs: fallBackMs }), enabled: symbols !== '', keepsLast: true },
  );
  const ticks = new Map(data?.ticks.map((tick) => [tick.symbol, tick]));
  for (const name of names) {
    const [tick, read] = [shown.ticks.get(name), ticks.get(name)];
    if (tick && (!read || tick.at >= read.at)) ticks.set(name, tick);
  }
  const lostAt = error !== null && !shown.isFlowing ? shown.lostAt : undefined;
  return { ticks, since: shown.since.ticks ?? lostAt };
}

/** The candles with the price of now in the last of them, or in the one that has begun since. */
export function withTick(candles: readonly Candle[], tick: Tick | undefined, timeframe: Timeframe): readonly Candle[] {
  const last = candles.at(-1);
  if (!last || !tick || tick.at < last.at) return candles;
  const [lastMs, tickMs, lengthMs] = [Date.parse(last.at), Date.parse(tick.at), timeframeMs(timeframe)];
  const passed = Math.floor((tickMs - lastMs) / lengthMs);
  // Weeks and months begin when the platform says so.
  if (passed > 0 && timeframe !== '1w' && timeframe !== '1mon') {
    const at = new Date(lastMs + passed * lengthMs).toISOString();
    return [...candles, { at, open: tick.bid, high: tick.bid, low: tick.bid, close: tick.bid }];
  }
  const high = isMore(tick.bid, last.high) ? tick.bid : last.high;
  const low = isMore(last.low, tick.bid) ? tick.bid : last.low;
  return [...candles.slice(0, -1), { ...last, high, low, close: tick.bid }];
}
