import { z } from 'zod';
import { currencyCodes } from '../../base/currency.ts';
import { secondMs, type Clock } from '../../base/time.ts';
import { forEveryPlatform, platformKeys, type PlatformKey } from '../../law/platforms.ts';
import { mostTicks, watchSeconds } from './contract.ts';
import { openNewest, type Bundle, type Reader } from './newest.ts';
import type { Boards, Platforms } from './placing.ts';
import { keyOf, openPlatformPolling, type AskedNeed, type Looks, type PlatformPolling } from './polling.ts';

/** What this area needs of the browsers' open streams; see server/live/openStreams.ts. */
export interface Streams {
  hear(kind: string, listener: (stream: WatchingStream, payload: unknown) => void): void;
  tell(kind: string, to: { readonly stream: string; readonly sid: string }, payload: object): Promise<void>;
}

interface WatchingStream extends Reader {
  onEnd(work: () => void): void;
}

const flushMs = 100;
const wakeMs = 20;
/** A browser has one stream for all its tabs; of more tabs than this the one that asked first is left out. */
const mostTabs = 8;

/** What one tab looks at, checked: the account is the client's own, and the symbols may be offered to them. */
const watch = z.object({
  tab: z.string(),
  platform: z.enum(platformKeys),
  symbols: z.array(z.string()).max(mostTicks),
  account: z.object({ number: z.int(), currency: z.enum(currencyCodes) }).nullable(),
  order: z.object({ symbol: z.string(), side: z.enum(['buy', 'sell']), lots: z.string() }).nullable(),
});
export type Watch = z.output<typeof watch>;

const messageKind = 'trading.watch';

export interface WatchingParts {
  readonly platforms: Platforms;
  readonly boards: Boards;
  readonly clock: Clock;
  readonly openStreams: Streams;
  /** A clock that never jumps, in milliseconds. */
  readonly nowMs: () => number;
  readonly onFault: (error: unknown) => void;
}

/** Everything that browsers watch over this process's streams: one feed a platform, whoever and however many look. */
export interface Watching {
  /** In place of what the tab looked at before, for `watchSeconds`. Nothing at all ends its watch. */
  begin(to: { readonly stream: string; readonly sid: string }, wish: Watch): Promise<void>;
}

export function openWatching(parts: WatchingParts): Watching {
  const { openStreams, clock, platforms, boards, nowMs, onFault } = parts;
  const newest = openNewest({ flushMs, nowMs, later });
  const watches = openWatches(nowMs);
  const pollings = forEveryPlatform((key) =>
    openPlatformPolling({
      key,
      platform: platforms[key],
      board: boards[key],
      clock,
      newest,
      looks: () => watches.looksAt(key),
      nowMs,
      onFault,
    }),
  );
  let beat: NodeJS.Timeout | undefined;
  let isWaking = false;
  // A thousand terminals that come back together are looked through once.
  const wakeSoon = (): void => {
    if (isWaking) return;
    isWaking = true;
    later(wakeMs, () => {
      isWaking = false;
      for (const key of platformKeys) pollings[key].wake();
    });
  };

  const changed = (streams: Iterable<WatchingStream>): void => {
    for (const stream of streams) {
      const bundles = bundlesOf(watches.of(stream));
      if (bundles.length === 0) newest.release(stream);
      else newest.read(stream, bundles);
    }
    wakeSoon();
    if (watches.isEmpty()) {
      clearInterval(beat);
      beat = undefined;
    } else beat ??= setInterval(() => comeBy({ watches, changed, pollings }), secondMs).unref();
  };
  openStreams.hear(messageKind, (stream, payload) => {
    if (!watches.has(stream))
      stream.onEnd(() => {
        watches.drop(stream);
        changed([stream]);
      });
    if (watches.keep(stream, watch.parse(payload))) changed([stream]);
  });
  return { begin: (to, wish) => openStreams.tell(messageKind, to, wish) };
}

/** Every second while anybody looks. */
function comeBy(of: {
  readonly watches: Watches;
  readonly changed: (streams: Iterable<WatchingStream>) => void;
  readonly pollings: Readonly<Record<PlatformKey, PlatformPolling>>;
}): void {
  const { watches, changed, pollings } = of;
  const ended = watches.endOld();
  if (ended.size > 0) changed(ended);
  for (const key of platformKeys) pollings[key].check();
}

type Watches = ReturnType<typeof openWatches>;

/** Which tab looks at what, and until when it is believed without asking again. */
function openWatches(nowMs: () => number) {
  const kept = new Map<WatchingStream, Map<string, { readonly wish: Watch; readonly untilMs: number }>>();
  let looks: Partial<Record<PlatformKey, Looks>> = {};
  return {
    has: (stream: WatchingStream): boolean => kept.has(stream),
    isEmpty: (): boolean => [...kept.values()].every((tabs) => tabs.size === 0),
    of: (stream: WatchingStream): Watch[] => [...(kept.get(stream)?.values() ?? [])].map(({ wish }) => wish),
    /** Answers whether the tab looks at something else than before. */
    keep(stream: WatchingStream, wish: Watch): boolean {
      const tabs = kept.get(stream) ?? new Map<string, { readonly wish: Watch; readonly untilMs: number }>();
      kept.set(stream, tabs);
      const before = tabs.get(wish.tab)?.wish;
      tabs.delete(wish.tab);
      if (looksAtSomething(wish)) tabs.set(wish.tab, { wish, untilMs: nowMs() + watchSeconds * secondMs });
      const [first] = tabs.size > mostTabs ? tabs.keys() : [];
      if (first !== undefined) tabs.delete(first);
      const isSame = first === undefined && JSON.stringify(before) === JSON.stringify(tabs.get(wish.tab)?.wish);
      if (!isSame) looks = {};
      return !isSame;
    },
    drop(stream: WatchingStream): void {
      kept.delete(stream);
      looks = {};
    },
    /** The streams of tabs that were not heard of any more. */
    endOld(): ReadonlySet<WatchingStream> {
      const ended = new Set<WatchingStream>();
      for (const [stream, tabs] of kept)
        for (const [tab, { untilMs }] of tabs)
          if (untilMs <= nowMs()) {
            tabs.delete(tab);
            ended.add(stream);
          }
      if (ended.size > 0) looks = {};
      return ended;
    },
    looksAt(platform: PlatformKey): Looks {
      const all = [...kept.values()].flatMap((tabs) => [...tabs.values()]).map(({ wish }) => wish);
      return (looks[platform] ??= looksOf(all.filter((wish) => wish.platform === platform)));
    },
  };
}

function looksAtSomething({ symbols, account }: Watch): boolean {
  return symbols.length > 0 || account !== null;
}

function looksOf(wishes: readonly Watch[]): Looks {
  return {
    symbols: new Set(wishes.flatMap(({ symbols }) => symbols)),
    accounts: new Map(wishes.flatMap(({ account }) => (account ? [[account.number, account]] : []))),
    needs: new Map(wishes.flatMap((wish) => needOf(wish) ?? []).map((need) => [keyOf.need(need.trade), need])),
  };
}

function needOf({ account, order }: Watch): AskedNeed | undefined {
  return account && order ? { account, trade: { login: account.number, ...order } } : undefined;
}

/** What a stream is written of what its tabs look at, the same for everybody who looks at the same. */
function bundlesOf(wishes: readonly Watch[]): Bundle[] {
  return platformKeys.flatMap((platform) => {
    const { symbols, accounts, needs } = looksOf(wishes.filter((wish) => wish.platform === platform));
    if (symbols.size === 0 && accounts.size === 0) return [];
    const keys = [...symbols].toSorted().map((symbol) => keyOf.tick(platform, symbol));
    return [
      ...(keys.length > 0 ? [{ event: 'ticks', head: `{"platform":"${platform}","ticks":[`, tail: ']}', keys }] : []),
      ...[...accounts.keys()].map((account) => single('positions', keyOf.holdings(account))),
      ...[...needs.keys()].map((key) => single('margin', key)),
      ...(symbols.size > 0 ? [single('still', keyOf.still(platform, 'ticks'))] : []),
      ...(accounts.size > 0 ? [single('still', keyOf.still(platform, 'positions'))] : []),
    ];
  });
}

function single(event: string, key: string): Bundle {
  return { event, head: '', tail: '', keys: [key] };
}

function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
