import { secondMs, type Clock } from '../../base/time.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { Platform, Tick, Trade } from '../../ports/platform/port.ts';
import type { Newest, PutThing } from './newest.ts';
import type { PriceBoard } from './prices.ts';
import { shownHoldings, shownNeed, shownTick, type OwnAccount } from './shown.ts';

/*
 * The vendor's Web API pushes nothing, so each web process asks a platform in the place of all its browsers: once an interval
 * for everything that anybody looks at, and not at all while nobody looks. Wall time.
 */

/** Prices: no more often than they are flushed, so that a change is on its way to browsers within a quarter of a second. */
const ticksEveryMs = 100;
/** While every market that is looked at is closed. */
const closedEveryMs = 2 * secondMs;
const holdingsEveryMs = secondMs;
/** Margin follows the price, but nobody needs it every second. */
const needsEveryMs = 5 * secondMs;
/** A platform that does not answer is asked at doubling distances up to this. */
const awayMostMs = 5 * secondMs;
/** Figures that the platform has not confirmed for so long are said to stand still. */
const stillAfterMs = 3 * secondMs;
/** What the port takes at once. */
const ticksAtOnce = 200;
const accountsAtOnce = 500;

/** What somebody looks at of one platform. */
export interface Looks {
  readonly symbols: ReadonlySet<string>;
  readonly accounts: ReadonlyMap<number, OwnAccount>;
  /** What an order would ask of an account, by the key under which it is told. */
  readonly needs: ReadonlyMap<string, AskedNeed>;
}

export interface AskedNeed {
  readonly account: OwnAccount;
  readonly trade: Trade;
}

export interface PlatformPolling {
  /** What is looked at has changed. */
  wake(): void;
  /** Comes by every second while somebody looks: says since when figures stand still. */
  check(): void;
  close(): void;
}

export interface PollingParts {
  readonly key: PlatformKey;
  readonly platform: Pick<Platform, 'ticks' | 'accounts' | 'positionsOf' | 'ordersOf' | 'checkMargin'>;
  readonly board: Pick<PriceBoard, 'knownSymbols' | 'changeKnown'>;
  readonly clock: Clock;
  readonly newest: Newest;
  readonly looks: () => Looks;
  /** A clock that never jumps. */
  readonly nowMs: () => number;
  readonly onFault: (error: unknown) => void;
}

/** The keys under which each thing is told. */
export const keyOf = {
  tick: (platform: PlatformKey, symbol: string) => `tick/${platform}/${symbol}`,
  holdings: (account: number) => `holdings/${account}`,
  need: ({ login, symbol, side, lots }: Trade) => `need/${login}/${symbol}/${side}/${lots}`,
  still: (platform: PlatformKey, what: StillKind) => `still/${platform}/${what}`,
};

type StillKind = 'ticks' | 'positions';

export function openPlatformPolling(parts: PollingParts): PlatformPolling {
  const { looks, newest } = parts;
  const told = openTold(newest);
  const freshness = { ticks: openFreshness('ticks', parts), positions: openFreshness('positions', parts) };
  const loops = [
    openLoop({ ...parts, isWanted: () => looks().symbols.size > 0, look: () => lookAtTicks(parts, told, freshness.ticks) }),
    openLoop({
      ...parts,
      isWanted: () => looks().accounts.size > 0,
      look: () => lookAtHoldings(parts, told, freshness.positions),
    }),
    openLoop({ ...parts, isWanted: () => looks().needs.size > 0, look: () => lookAtNeeds(parts, told) }),
  ];
  return {
    wake() {
      told.prune(wantedKeys(parts));
      freshness.ticks.begin(looks().symbols.size > 0);
      freshness.positions.begin(looks().accounts.size > 0);
      for (const loop of loops) loop.wake();
    },
    check() {
      freshness.ticks.check();
      freshness.positions.check();
    },
    close() {
      for (const loop of loops) loop.close();
    },
  };
}

function wantedKeys({ key, looks }: PollingParts): ReadonlySet<string> {
  const { symbols, accounts, needs } = looks();
  return new Set([
    ...[...symbols].map((symbol) => keyOf.tick(key, symbol)),
    ...[...accounts.keys()].map(keyOf.holdings),
    ...needs.keys(),
  ]);
}

type Told = ReturnType<typeof openTold>;

/** What has been put, so that it is forgotten when nobody looks at it any more. */
function openTold(newest: Newest) {
  const keys = new Set<string>();
  return {
    put(key: string, thing: PutThing): void {
      keys.add(key);
      newest.put(key, thing);
    },
    prune(wanted: ReadonlySet<string>): void {
      for (const key of keys) {
        if (wanted.has(key)) continue;
        keys.delete(key);
        newest.forget(key);
      }
    },
  };
}

/** Answers how long after its beginning the next look is due. */
async function lookAtTicks(parts: PollingParts, told: Told, freshness: Freshness): Promise<number> {
  const { key, platform, board, clock, looks } = parts;
  const symbols = await board.knownSymbols();
  const answers = await Promise.all(inParts([...looks().symbols], ticksAtOnce).map((names) => platform.ticks(names)));
  if (symbols === undefined) return freshness.failed(ticksEveryMs);
  const ticks: Tick[] = [];
  for (const answer of answers) {
    if (answer.outcome !== 'done') return freshness.failed(ticksEveryMs);
    ticks.push(...answer.ticks);
  }
  freshness.confirmed();
  const wanted = looks().symbols;
  const now = clock.now();
  let isAnyOpen = false;
  for (const tick of ticks.filter(({ symbol }) => wanted.has(symbol))) {
    const shown = shownTick(tick, { symbol: symbols.get(tick.symbol), change: board.changeKnown(tick), now });
    isAnyOpen ||= shown.is_open;
    told.put(keyOf.tick(key, tick.symbol), { json: JSON.stringify(shown) });
  }
  return isAnyOpen ? ticksEveryMs : closedEveryMs;
}

async function lookAtHoldings({ platform, looks }: PollingParts, told: Told, freshness: Freshness): Promise<number> {
  for (const logins of inParts([...looks().accounts.keys()], accountsAtOnce)) {
    const [states, positions, orders] = await Promise.all([
      platform.accounts(logins),
      platform.positionsOf(logins),
      platform.ordersOf(logins),
    ]);
    if (states.outcome !== 'done' || positions.outcome !== 'done' || orders.outcome !== 'done')
      return freshness.failed(holdingsEveryMs);
    const byLogin = Map.groupBy(positions.positions, ({ login }) => login);
    const waiting = Map.groupBy(orders.orders, ({ login }) => login);
    for (const state of states.accounts) {
      const account = looks().accounts.get(state.login);
      if (!account) continue;
      const shown = shownHoldings(account, state, {
        positions: byLogin.get(state.login) ?? [],
        orders: waiting.get(state.login) ?? [],
      });
      // The instant alone is no news.
      const sameAs = JSON.stringify({ ...shown, as_of: '' });
      told.put(keyOf.holdings(account.number), { json: JSON.stringify(shown), sameAs, isPatient: true });
    }
  }
  freshness.confirmed();
  return holdingsEveryMs;
}

/** One after another, so that orders find sessions free. */
async function lookAtNeeds({ platform, looks }: PollingParts, told: Told): Promise<number> {
  for (const [key, { account, trade }] of looks().needs) {
    const need = await platform.checkMargin(trade);
    if (need.outcome !== 'done' || !looks().needs.has(key)) continue;
    const { symbol, side, lots } = trade;
    const shown = { account: account.number, symbol, side, lots, ...shownNeed(need, account.currency) };
    told.put(key, { json: JSON.stringify(shown), isPatient: true });
  }
  return needsEveryMs;
}

interface Freshness {
  begin(isLookedAt: boolean): void;
  confirmed(): void;
  /** Answers after how long to ask again. */
  failed(usualMs: number): number;
  check(): void;
}

/** Since when figures of a kind stand still, told in application time. */
function openFreshness(what: StillKind, { key, clock, newest, nowMs }: PollingParts): Freshness {
  let isLookedAt = false;
  let confirmedMs = 0;
  let confirmedAt = clock.now();
  let failures = 0;
  let isStill = false;
  const tell = (): void =>
    newest.put(keyOf.still(key, what), {
      json: JSON.stringify({ platform: key, of: what, since: isStill ? confirmedAt.toISOString() : null }),
    });
  const confirm = (): void => {
    confirmedMs = nowMs();
    confirmedAt = clock.now();
    failures = 0;
  };
  return {
    begin(isNow) {
      if (isNow === isLookedAt) return;
      // What nobody looks at is not asked for: its silence counts from when somebody does, and is told to nobody later.
      confirm();
      isStill = false;
      newest.forget(keyOf.still(key, what));
      isLookedAt = isNow;
    },
    confirmed() {
      confirm();
      if (!isStill) return;
      isStill = false;
      tell();
    },
    failed(usualMs) {
      failures += 1;
      return Math.min(usualMs * 2 ** Math.min(failures, 10), awayMostMs);
    },
    check() {
      if (!isLookedAt || isStill || nowMs() - confirmedMs < stillAfterMs) return;
      isStill = true;
      tell();
    },
  };
}

interface LoopSettings {
  readonly isWanted: () => boolean;
  /** Answers how long after its beginning the next one is due. */
  readonly look: () => Promise<number>;
  readonly nowMs: () => number;
  readonly onFault: (error: unknown) => void;
}

/** One look at a time, again and again while it is wanted. */
function openLoop({ isWanted, look, nowMs, onFault }: LoopSettings) {
  let isClosed = false;
  let isLooking = false;
  let isWoken = false;
  let begunMs = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  const lookOnce = async (): Promise<void> => {
    isLooking = true;
    isWoken = false;
    begunMs = nowMs();
    let paceMs = awayMostMs;
    try {
      paceMs = await look();
    } catch (error) {
      onFault(error);
    }
    isLooking = false;
    lookAfter(isWoken ? ticksEveryMs : paceMs);
  };
  const lookAfter = (paceMs: number): void => {
    clearTimeout(timer);
    if (!isClosed && isWanted()) timer = setTimeout(() => void lookOnce(), Math.max(0, begunMs + paceMs - nowMs()));
  };
  return {
    /** Whoever has just begun to look waits for no slow pace to end; however many begin, the platform is asked no more often. */
    wake(): void {
      isWoken = true;
      if (!isLooking) lookAfter(ticksEveryMs);
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function inParts<Each>(all: readonly Each[], most: number): Each[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, index) => all.slice(index * most, (index + 1) * most));
}
