import { after, hourMs, minuteMs } from '../../base/time.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { Deal, Platform, Position } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { isSamePrice, isStopOut } from './rules.ts';
import {
  changeStops,
  followedStrategies,
  forgetPosition,
  insertSignal,
  keepOlder,
  knownKeys,
  lockReading,
  movePosition,
  openPositions,
  splitPosition,
  unseenDeals,
  type Followed,
  type KnownPosition,
  type StrategyDeal,
} from './store.ts';

/*
 * How a strategy's trade is seen. Its positions are looked at all the time, for many strategies in one question; where they are not as
 * the signals have made them, its deals are read, and each is a signal, once. What was opened and closed between two looks is found
 * among the deals that are kept anyway.
 */

/** A deal may become visible late, and clocks differ. */
const overlapMs = minuteMs;
/** Kept deals are looked through so far back: they come seconds late. */
const keptSpanMs = 10 * minuteMs;
const accountsAtOnce = 500;
const pageSize = 1000;
const pagesMost = 10;

export interface PlatformOf {
  readonly key: PlatformKey;
  readonly platform: Platform;
}

/** Writes a signal for each new trade of the strategies of a platform that somebody follows, and for changed stops. */
export async function noticeTrades(of: PlatformOf, context: JobContext): Promise<void> {
  const followed = await followedStrategies(context.sql, of.key);
  if (followed.length === 0) return;
  for (let start = 0; start < followed.length; start += accountsAtOnce)
    await lookAtPositions(of, followed.slice(start, start + accountsAtOnce), context);
  await takeKeptDeals(of, followed, context);
}

async function lookAtPositions(of: PlatformOf, followed: readonly Followed[], context: JobContext): Promise<void> {
  const answer = await of.platform.positionsOf(followed.map(({ number }) => number));
  if (answer.outcome !== 'done') return;
  const known = Map.groupBy(
    await openPositions(
      context.sql,
      followed.map(({ strategyId }) => strategyId),
    ),
    ({ strategyId }) => strategyId,
  );
  const shown = Map.groupBy(answer.positions, ({ login }) => login);
  for (const strategy of followed) {
    const sight = { shown: shown.get(strategy.number) ?? [], known: known.get(strategy.strategyId) ?? [] };
    if (!hasTraded(sight)) {
      await followStops(strategy, sight, context);
      continue;
    }
    await readDeals(of, { strategy, sight }, context);
    await followStops(strategy, { ...sight, known: await openPositions(context.sql, [strategy.strategyId]) }, context);
  }
}

/** What the platform shows of one strategy, beside what its signals have made of it. */
interface Sight {
  readonly shown: readonly Position[];
  readonly known: readonly KnownPosition[];
}

function hasTraded({ shown, known }: Sight): boolean {
  const lots = new Map(known.map(({ position, remaining }) => [position, Number(remaining)]));
  return shown.length !== known.length || shown.some((one) => lots.get(one.position) !== Number(one.lots));
}

interface Reading {
  readonly strategy: Followed;
  readonly sight: Sight;
}

async function readDeals(of: PlatformOf, { strategy, sight }: Reading, context: JobContext): Promise<void> {
  const from = after(strategy.readTo ?? strategy.since, -overlapMs);
  const deals: Deal[] = [];
  for (let page = 0; page < pagesMost; page += 1) {
    const span = { login: strategy.number, from, to: after(context.now, hourMs) };
    const answer = await of.platform.deals({ ...span, offset: page * pageSize, total: pageSize });
    if (answer.outcome !== 'done') return;
    deals.push(...answer.deals);
    if (answer.deals.length < pageSize) break;
  }
  await context.transact(async (sql) => {
    await takeDeals(sql, { key: of.key, strategy, deals, sight, now: context.now });
    await makeEven(sql, strategy, sight);
  });
}

interface Taking {
  readonly key: PlatformKey;
  readonly strategy: Followed;
  readonly deals: readonly StrategyDeal[];
  readonly sight: Sight | undefined;
  readonly now: Date;
}

/** Each new trade since somebody follows becomes a signal; all in the caller's transaction. */
async function takeDeals(sql: Sql, { key, strategy, deals, sight, now }: Taking): Promise<void> {
  const { strategyId, since } = strategy;
  // Only a whole reading of the platform moves the mark: what was kept is a part of it.
  await lockReading(sql, { strategyId, readTo: sight === undefined ? (strategy.readTo ?? since) : now });
  const nameOf = (ticket: string): string => `deal:${key}:${ticket}`;
  const dealt = deals.filter(isOfPosition).filter(({ at }) => at >= since);
  const trades = dealt.filter(isTrade);
  const taken = await knownKeys(
    sql,
    trades.map(({ ticket }) => nameOf(ticket)),
  );
  const takenOut = new Map<string, string>();
  for (const deal of dealt) {
    if (deal.kind === 'split') {
      const { position, lots: lotsAfter, at } = deal;
      const lotsBefore = takenOut.get(position);
      if (deal.entry === 'out') takenOut.set(position, deal.lots);
      else if (lotsBefore !== undefined)
        await splitPosition(sql, { strategyId, position, key: nameOf(deal.ticket), lotsBefore, lotsAfter, at });
      continue;
    }
    if (taken.has(nameOf(deal.ticket))) continue;
    const isOpening = deal.entry === 'in';
    const side = (deal.kind === 'buy') === isOpening ? 'buy' : 'sell';
    const { position, symbol, lots, price, at } = deal;
    const made = await movePosition(sql, { strategyId, position, symbol, side, lots, isOpening });
    const stops = sight?.shown.find((one) => one.position === position);
    if (isOpening && stops)
      await changeStops(sql, { strategyId, position, stopLoss: stops.stopLoss ?? null, takeProfit: stops.takeProfit ?? null });
    await insertSignal(sql, {
      ...made,
      key: nameOf(deal.ticket),
      kind: isOpening ? 'open' : 'close',
      lots,
      price,
      stopLoss: stops?.stopLoss ?? made.stopLoss,
      takeProfit: stops?.takeProfit ?? made.takeProfit,
      isStopOut: isStopOut(deal.tag),
      at,
      seenAt: now,
    });
  }
}

type Traded = StrategyDeal & { readonly entry: 'in' | 'out'; readonly symbol: string; readonly position: string };

function isOfPosition(deal: StrategyDeal): deal is Traded {
  const { entry, symbol, position } = deal;
  return (isTrade(deal) || deal.kind === 'split') && entry !== undefined && symbol !== undefined && position !== undefined;
}

function isTrade({ kind }: Pick<StrategyDeal, 'kind'>): boolean {
  return kind === 'buy' || kind === 'sell';
}

/** What no deal explains, because it is from before anybody followed, or from while nobody did: it is looked at no more. */
async function makeEven(sql: Sql, { strategyId, since }: Followed, { shown, known }: Sight): Promise<void> {
  const made = new Map((await openPositions(sql, [strategyId])).map((one) => [one.position, one]));
  for (const { position, symbol, side, lots, openedAt } of shown)
    if (openedAt < since && Number(made.get(position)?.remaining ?? 0) !== Number(lots))
      await keepOlder(sql, { strategyId, position, symbol, side, lots });
  for (const { position } of known) {
    const still = made.get(position);
    if (still && !shown.some((one) => one.position === position)) await forgetPosition(sql, still);
  }
}

/** Changed stops of a position that was copied are a signal each. */
async function followStops({ strategyId }: Followed, sight: Sight, context: JobContext): Promise<void> {
  const known = new Map(sight.known.map((one) => [one.position, one]));
  for (const { position, stopLoss = null, takeProfit = null } of sight.shown) {
    const before = known.get(position);
    if (!before || (isSamePrice(before.stopLoss, stopLoss) && isSamePrice(before.takeProfit, takeProfit))) continue;
    await context.transact(async (sql) => {
      const changes = await changeStops(sql, { strategyId, position, stopLoss, takeProfit });
      if (changes === undefined) return;
      const change = { key: `stops:${strategyId}:${position}:${changes}`, kind: 'stops', lots: null, price: null } as const;
      await insertSignal(sql, {
        ...before,
        ...change,
        stopLoss,
        takeProfit,
        isStopOut: false,
        at: context.now,
        seenAt: context.now,
      });
    });
  }
}

async function takeKeptDeals({ key }: PlatformOf, followed: readonly Followed[], context: JobContext): Promise<void> {
  const byNumber = new Map(followed.map((strategy) => [strategy.number as number, strategy]));
  const from = after(context.now, -keptSpanMs);
  const unseen = await unseenDeals(context.sql, { platform: key, numbers: [...byNumber.keys()], from });
  for (const [number, all] of Map.groupBy(unseen, ({ login }) => login)) {
    const strategy = byNumber.get(number);
    const deals = all.filter(({ at }) => strategy !== undefined && at >= strategy.since);
    if (strategy && deals.length > 0)
      await context.transact(async (sql) => takeDeals(sql, { key, strategy, deals, sight: undefined, now: context.now }));
  }
}
