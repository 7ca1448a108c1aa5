import { after, deadlineAfter, monotonicMs, secondMs, type Clock, type MonotonicMs } from '../../base/time.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { isPassing, type Platform, type TradingSymbol } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { carryOut, claim, finishOperation, type Operation, type Outcome } from '../platformOperations/face.ts';
import { marketAt } from '../trading/face.ts';
import { askAgain, closeRest, dueDecisions, markSent, concludeDecision, type Due } from './decisions.ts';
import { askedAgainAt, closingSize, isLess, isNothing, slippageOf } from './rules.ts';
import { tellOutcome } from './telling.ts';

/*
 * Has the platform do what was decided, a few at a time. What is sent is written with its operation in one commit before the platform is
 * asked, and goes by `platformOperations`: whoever comes after a crash or a lost answer looks its tag up, and no order is sent twice.
 */

const decisionsAtOnce = 40;
/** One sweep asks for no more after so long: the next goes on with what is due then, closings first. */
const sweepMs = 10 * secondMs;

interface Hands {
  readonly key: PlatformKey;
  readonly platform: Platform;
  readonly context: JobContext;
}

/** What time it is while a sweep goes on: a platform that is slow makes it late for what was not when the sweep began. */
export interface Clocks {
  readonly clock: Pick<Clock, 'now'>;
  readonly monotonicMs?: MonotonicMs | undefined;
}

/** Sends what is due, and looks for what became of what was sent. Answers how many have ended. */
export async function sendCopies(of: Hands, { clock, monotonicMs: monotonic = monotonicMs }: Clocks): Promise<number> {
  const deadline = deadlineAfter(sweepMs, monotonic);
  const now = (): Hands => ({ ...of, context: { ...of.context, now: clock.now() } });
  const tried: number[] = [];
  let ended = 0;
  for (;;) {
    const { key, context } = now();
    const due = await dueDecisions(context.sql, { platform: key, now: context.now, tried, limit: decisionsAtOnce });
    if (due.length === 0) return ended;
    tried.push(...due.map(({ id }) => id));
    const outcomes = await inLanes(due, context.settings.copying.lanes, async (each) => sendOne(each, now()));
    const done = outcomes.filter(Boolean).length;
    ended += done;
    if (done > 0) await context.stale(undefined, ['copies']);
    if (deadline.leftMs() <= 0) return ended;
  }
}

/** Each lane takes the next; one that fails keeps the others from nothing, and is thrown when all are through. */
async function inLanes<Each, Result>(
  all: readonly Each[],
  lanes: number,
  work: (each: Each) => Promise<Result>,
): Promise<Result[]> {
  const waiting = all.values();
  const results: Result[] = [];
  const faults: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (const each of waiting) {
      try {
        results.push(await work(each));
      } catch (fault) {
        faults.push(fault);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (faults.length > 0) throw faults[0];
  return results;
}

/** True when it has ended with this. */
async function sendOne(due: Due, hands: Hands): Promise<boolean> {
  const { context, platform } = hands;
  const parts = { ...context, platform };
  const mayNot = async (): Promise<string | undefined> => (due.kind === 'open' ? whyNotOpened(due, context) : undefined);
  if (due.state === 'sent') {
    // What it came to is looked up whatever the platform says of the symbol.
    const outcome = await carryOut(parts, operationFor(due, hands.key, context), { mayNot });
    if (outcome.outcome === 'pending') return false;
    const told = await platform.symbol(due.symbol);
    return conclude(due, { outcome, symbol: told.outcome === 'done' ? told.symbol : undefined }, hands);
  }
  const planned = await planOf(due, hands);
  if (planned === 'later') return false;
  if (planned === 'not_offered') return refused(due, { code: 'unknown_symbol' }, hands);
  if ('reason' in planned) return end(due, hands, { state: 'skipped', reason: planned.reason });
  const { lots, followerPosition, symbol } = planned;
  const sent = { ...due, lots, followerPosition };
  const operation = operationFor(sent, hands.key, context);
  const claimed = await context.transact(async (sql) => {
    if (!(await markSent(sql, { id: due.id, tag: due.tag, lots, position: followerPosition }))) return undefined;
    return claim(context, operation, sql);
  });
  if (!claimed) return false;
  return conclude(sent, { outcome: await carryOut(parts, operation, { claimed, mayNot }), symbol }, hands);
}

/** What is opened late is another trade than the strategy's; what is closed or changed is never too late. */
function isTooLate({ kind, tradedAt }: Due, { now, settings }: JobContext): boolean {
  return kind === 'open' && tradedAt !== null && after(tradedAt, settings.copying.lateSeconds * secondMs) < now;
}

function whyNotOpened(due: Due, context: JobContext): 'paused' | 'closed_already' | 'too_late' | undefined {
  if (due.investmentStatus !== 'active') return 'paused';
  if (due.isGone) return 'closed_already';
  return isTooLate(due, context) ? 'too_late' : undefined;
}

interface Plan {
  readonly lots: string | null;
  readonly followerPosition: string | null;
  readonly symbol: TradingSymbol | undefined;
}
type Planned = Plan | { readonly reason: string } | 'not_offered' | 'later';

/** How large it is, and of which position; or why nothing is to be done. `later` while the platform does not tell. */
async function planOf(due: Due, hands: Hands): Promise<Planned> {
  if (due.kind === 'open') {
    const reason = whyNotOpened(due, hands.context);
    if (reason !== undefined) return { reason };
    const symbol = await symbolOf(due, hands);
    return typeof symbol === 'string' ? symbol : { lots: due.lots, followerPosition: null, symbol };
  }
  const { opening } = due;
  if (!opening || opening.position === null || opening.filled === null || isNothing(opening.open))
    return { reason: 'nothing_open' };
  const { position: followerPosition, filled } = opening;
  if (due.kind === 'stops') return { lots: null, followerPosition, symbol: undefined };
  const open = due.attempt === 1 ? opening.open : await openNow(due, followerPosition, hands.platform);
  if (open === 'unknown') return 'later';
  if (open === 'gone') return { reason: 'nothing_open' };
  const symbol = await symbolOf(due, hands);
  if (typeof symbol === 'string') return symbol;
  const lots = closingSize({ filled, open, left: due.leftPart ?? '0', of: due.leftOf ?? '0', limits: symbol });
  return isNothing(lots) ? { reason: 'already_smaller' } : { lots, followerPosition, symbol };
}

/** A way that is closed just now says nothing of the symbol. */
async function symbolOf({ symbol: name }: Due, { platform }: Hands): Promise<TradingSymbol | 'not_offered' | 'later'> {
  const told = await platform.symbol(name);
  if (told.outcome === 'done') return told.symbol;
  return told.outcome === 'unknown' || isPassing(told.code) ? 'later' : 'not_offered';
}

/** After something unforeseen the platform itself says how much is open. */
async function openNow({ number }: Due, position: string, platform: Platform): Promise<string> {
  const answer = await platform.positions(number);
  if (answer.outcome !== 'done') return 'unknown';
  return answer.positions.find((one) => one.position === position)?.lots ?? 'gone';
}

function operationFor(due: Due, platform: PlatformKey, { settings }: JobContext): Operation {
  const { id, tag, number: login, clientId, companyId, symbol, side, price } = due;
  const facts = { tag, purpose: 'copy', subject: `copy:${id}`, platform, login, clientId, companyId } as const;
  const stops = { stopLoss: due.stopLoss ?? undefined, takeProfit: due.takeProfit ?? undefined };
  const [lots, position] = [due.lots ?? '0', due.followerPosition ?? ''];
  if (due.kind === 'stops') return { ...facts, kind: 'position_stops', stops: { position, ...stops } };
  if (due.kind === 'close')
    return { ...facts, kind: 'close_position', trade: { symbol, side: side === 'buy' ? 'sell' : 'buy', lots, position } };
  const { deviationPoints } = settings.copying;
  const seen = price === null ? {} : { seen: { price, deviationPoints } };
  return { ...facts, kind: 'market_order', trade: { symbol, side, lots, ...seen, ...stops } };
}

interface Came {
  readonly outcome: Outcome;
  /** As far as the platform tells of it. */
  readonly symbol: TradingSymbol | undefined;
}

async function conclude(due: Due, { outcome, symbol }: Came, hands: Hands): Promise<boolean> {
  if (outcome.outcome === 'pending') return false;
  if (outcome.outcome === 'refused') return refused(due, { code: outcome.code, symbol }, hands);
  const { fill, finished } = outcome;
  if (due.kind === 'stops') return end(due, hands, { state: 'done', finished });
  // Somebody else has learned of it, and is writing it down.
  if (!fill) return false;
  const isPart = due.lots !== null && isLess(fill.lots, due.lots);
  const priced = due.price === null || due.kind !== 'open' ? undefined : due.price;
  const slippage =
    priced && symbol && slippageOf({ side: due.side, price: priced, filledPrice: fill.price, digits: symbol.digits });
  return end(due, hands, {
    state: isPart ? 'partly' : 'done',
    fill,
    finished,
    ...(slippage === undefined || slippage === '' ? {} : { slippage }),
  });
}

interface Why {
  readonly code: string;
  readonly symbol?: TradingSymbol | undefined;
}

/** What an opening was refused for is told; a closing is asked for until it is done. */
async function refused(due: Due, { code, symbol }: Why, hands: Hands): Promise<boolean> {
  const { now, settings, sql } = hands.context;
  const reason = reasonOf(code);
  if (due.kind === 'close' && reason !== 'nothing_open') {
    const market = reason === 'market_closed' && symbol ? marketAt(symbol.sessions, now) : undefined;
    const notBefore = askedAgainAt({ now, attempt: due.attempt, retryMs: settings.copying.retrySeconds * secondMs, market });
    await askAgain(sql, { id: due.id, tag: due.tag, reason, notBefore });
    return false;
  }
  return end(due, hands, { state: code === 'lost' ? 'lost' : due.kind === 'close' ? 'skipped' : 'refused', reason });
}

type Ending = Omit<Parameters<typeof concludeDecision>[1], 'id' | 'at'> & {
  readonly finished?: { readonly tag: string; readonly ticket: string } | undefined;
};

async function end(due: Due, { context }: Hands, { finished, ...concluded }: Ending): Promise<boolean> {
  return context.transact(async (sql) => {
    if (finished) await finishOperation(sql, finished);
    if (!(await concludeDecision(sql, { ...concluded, id: due.id, at: context.now }))) return false;
    if (due.kind === 'close' && concluded.state === 'partly') await closeRest(sql, due.id, context.now);
    await tellOutcome(sql, { due, concluded, now: context.now });
    return true;
  });
}

/** The platform's reasons in the words of decisions. */
const reasons: Readonly<Record<string, string>> = {
  not_enough_money: 'not_enough_margin',
  price_changed: 'slippage',
  wrong_price: 'slippage',
  market_closed: 'market_closed',
  wrong_volume: 'wrong_volume',
  close_volume: 'wrong_volume',
  unknown_symbol: 'symbol_not_offered',
  trade_disabled: 'account_not_active',
  close_only: 'account_not_active',
  account_disabled: 'account_not_active',
  no_permission: 'account_not_active',
  wrong_stops: 'wrong_stops',
  position_closed: 'nothing_open',
  too_many_positions: 'too_many_positions',
  lost: 'lost',
  paused: 'paused',
  closed_already: 'closed_already',
  too_late: 'too_late',
};

function reasonOf(code: string): string {
  return reasons[code] ?? 'refused_by_platform';
}
