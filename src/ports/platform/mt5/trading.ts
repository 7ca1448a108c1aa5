import { after, dayMs, type Clock, type SendLimit } from '../../../base/time.ts';
import {
  maxTagLength,
  type Answer,
  type Deal,
  type ExpectedDeal,
  type FillAnswer,
  type MarginNeed,
  type Platform,
  type Position,
  type PositionsClosing,
  type SeenPrice,
  type Side,
  type Span,
  type TradingSymbol,
} from '../port.ts';
import { sendAndWait } from './fills.ts';
import { stopFields } from './pending.ts';
import { pairTrades } from './closedTrades.ts';
import type { Line } from './line.ts';
import { dealOf, positionOf } from './records.ts';
import { instantAt, wallSpan, type InstantAt, type ServerTime } from './serverTime.ts';
import { Fields, recordsOf, retcodeOf, volumeOf } from './messages.ts';

type TradingCalls = Pick<
  Platform,
  | 'positions'
  | 'positionsOf'
  | 'deals'
  | 'dealsOfAll'
  | 'findByTag'
  | 'closedTrades'
  | 'checkMargin'
  | 'marketOrder'
  | 'closePosition'
  | 'closePositionBy'
>;

const pageSize = 1000;
const pagesMost = 20;
/** How many logins go into one request, and how many requests one question may become. */
const loginsAtOnce = 100;
const batchesMost = 5;
/** Later than any clock of application time. */
const endOfTime = new Date('2100-01-01T00:00:00Z');
/** A tag is looked for from so long before: no mistake about the server's clock may hide a deal that is there. */
const tagLookBackMs = dayMs;
/** How far before a closing its opening is looked for. */
const longestHoldMs = 31 * dayMs;
/** EnTradeActions of a dealer (MetaQuotes, IMTRequest): TA_DEALER_POS_EXECUTE fills at market, TA_DEALER_CLOSE_BY closes by an opposite position. */
const actions = { executeAtMarket: 200, closeBy: 208 } as const;
/** This one call counts volume in 1/100000000 lot (MetaQuotes, "Check Margin for the Order"), all others in 1/10000. */
const marginVolumeUnit = 10_000;

interface TradingFacts {
  readonly symbol: Platform['symbol'];
  readonly fillTimeoutMs: number;
  readonly time: ServerTime;
  readonly clock: Clock;
}

/** Positions, deals and orders; and what makes them. */
export function tradingCalls(line: Line, facts: TradingFacts): TradingCalls {
  const records = recordCalls(line, facts);
  const fill = (order: DealerOrder, limit: SendLimit): Promise<FillAnswer> => fillAtMarket(line, { ...order, ...limit }, facts);
  return {
    ...records,
    async checkMargin({ login, symbol, side, lots }) {
      const volume = volumeOf(lots);
      if (volume === undefined) return { outcome: 'refused', code: 'wrong_volume', message: `"${lots}" lots` };
      const query = { login, symbol, type: side === 'buy' ? 0 : 1, volume: volume * marginVolumeUnit, price: 0 };
      return line.read({ path: '/api/trade/check_margin', query }, (fields) => marginNeedOf(new Fields(fields.value('answer'))));
    },
    marketOrder: (order, limit = {}) => fill(order, limit),
    async closePosition(order, limit = {}) {
      const open = await records.positions(order.login);
      if (open.outcome === 'unknown') return { outcome: 'refused', code: 'not_connected', message: open.reason };
      if (open.outcome === 'refused') return open;
      const position = open.positions.find((one) => one.position === order.position);
      if (!position) return { outcome: 'refused', code: 'position_closed', message: `no open position ${order.position}` };
      const { symbol } = position;
      const side = position.side === 'buy' ? 'sell' : 'buy';
      return fill({ ...order, symbol, side, lots: order.lots ?? position.lots }, limit);
    },
    async closePositionBy(order, limit = {}) {
      const open = await records.positions(order.login);
      if (open.outcome === 'unknown') return { outcome: 'refused', code: 'not_connected', message: open.reason };
      if (open.outcome === 'refused') return open;
      const [position, by] = [order.position, order.by].map((asked) => open.positions.find((one) => one.position === asked));
      if (!position || !by) return { outcome: 'refused', code: 'position_closed', message: `${order.position} or ${order.by}` };
      if (position.symbol !== by.symbol || position.side === by.side)
        return { outcome: 'refused', code: 'not_opposite', message: `${order.position} and ${order.by}` };
      return closeBy(line, { ...order, ...limit, symbol: position.symbol }, facts);
    },
  };
}

function readPositions(
  line: Line,
  { time, clock }: TradingFacts,
  logins: readonly number[],
): Promise<Answer<{ readonly positions: readonly Position[] }>> {
  return time.read((zone) =>
    line.read({ path: '/api/position/get_batch', query: { login: logins.join(',') } }, (fields) => ({
      positions: recordsOf(fields.value('answer') ?? []).map(positionOf(instantAt(zone, clock))),
    })),
  );
}

async function readPositionsOfAll(line: Line, facts: TradingFacts, logins: readonly number[]) {
  if (logins.length > loginsAtOnce * batchesMost)
    throw new RangeError(`at most ${loginsAtOnce * batchesMost} accounts at once, got ${logins.length}`);
  const positions: Position[] = [];
  for (let start = 0; start < logins.length; start += loginsAtOnce) {
    const batch = await readPositions(line, facts, logins.slice(start, start + loginsAtOnce));
    if (batch.outcome !== 'done') return batch;
    positions.push(...batch.positions);
  }
  return { outcome: 'done', positions } as const;
}

function recordCalls(
  line: Line,
  facts: TradingFacts,
): Pick<Platform, 'positions' | 'positionsOf' | 'deals' | 'dealsOfAll' | 'findByTag' | 'closedTrades'> {
  const { time, clock } = facts;
  const readDeals = (span: Span & { readonly login: number }): Promise<Answer<{ readonly deals: readonly Deal[] }>> =>
    time.read((zone) => readAll(line, { login: span.login, ...wallSpan(zone, span), instant: instantAt(zone, clock) }));
  return {
    positions: (login) => readPositions(line, facts, [login]),
    positionsOf: (logins) => readPositionsOfAll(line, facts, logins),
    deals: ({ login, offset, total, ...span }) =>
      time.read((zone) => readPage(line, { login, offset, total, ...wallSpan(zone, span), instant: instantAt(zone, clock) })),
    dealsOfAll: (span) =>
      time.read((zone) => {
        const { fromSecond, toSecond } = wallSpan(zone, span);
        return line.read({ path: '/api/deal/get_batch', query: { group: '*', from: fromSecond, to: toSecond } }, (fields) => ({
          deals: inOrder(recordsOf(fields.value('answer') ?? []).map(dealOf(instantAt(zone, clock)))),
          complete: retcodeOf(fields.value('retcode')) !== 14,
        }));
      }),
    async findByTag({ login, tag, since, expected }) {
      const all = await readDeals({ login, from: after(since, -tagLookBackMs), to: endOfTime });
      if (all.outcome !== 'done') return all;
      return { outcome: 'done', deals: all.deals.filter((deal) => deal.tag === tag && isExpected(deal, expected)) };
    },
    async closedTrades({ login, from, to, offset, total }) {
      const all = await readDeals({ login, from: new Date(Math.max(0, from.getTime() - longestHoldMs)), to });
      if (all.outcome !== 'done') return all;
      const trades = pairTrades(all.deals).filter((trade) => trade.closedAt >= from && trade.closedAt <= to);
      return { outcome: 'done', trades: trades.slice(offset, offset + total) };
    },
  };
}

/** By its own clock the server's order is not that of the instants in the hour that comes twice. */
function inOrder(deals: readonly Deal[]): Deal[] {
  return deals.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** The dealer fills it at market, or says why not. */
async function fillAtMarket(line: Line, order: DealerOrder & SendLimit, facts: TradingFacts): Promise<FillAnswer> {
  requireTag(order.tag);
  const found = await facts.symbol(order.symbol);
  if (found.outcome === 'unknown') return { outcome: 'refused', code: 'not_connected', message: found.reason };
  if (found.outcome === 'refused') return found;
  const volume = volumeOf(order.lots);
  if (volume === undefined) return { outcome: 'refused', code: 'wrong_volume', message: `"${order.lots}" lots` };
  const body = requestBody(order, volume, found.symbol);
  const outcome = await line.hold(
    (session, deadline) => sendAndWait(session, { path: '/api/dealer/send_request', body, deadline }, facts.fillTimeoutMs),
    order.deadline,
  );
  // An opening's position carries the number of its order; a closing keeps the position that it was for.
  return outcome.outcome === 'filled' && order.position !== undefined ? { ...outcome, position: order.position } : outcome;
}

async function closeBy(
  line: Line,
  order: PositionsClosing & SendLimit & { readonly symbol: string },
  facts: TradingFacts,
): Promise<FillAnswer> {
  const { login, symbol, position, by, tag } = order;
  requireTag(tag);
  const body = {
    Action: String(actions.closeBy),
    Login: String(login),
    Symbol: symbol,
    Position: position,
    PositionBy: by,
    Comment: tag,
  };
  const outcome = await line.hold(
    (session, deadline) => sendAndWait(session, { path: '/api/dealer/send_request', body, deadline }, facts.fillTimeoutMs),
    order.deadline,
  );
  return outcome.outcome === 'filled' ? { ...outcome, position } : outcome;
}

function requireTag(tag: string): void {
  if (tag.length === 0 || tag.length > maxTagLength)
    throw new RangeError(`a tag has 1 to ${maxTagLength} characters, got "${tag}"`);
}

/** The account's states before the order and with it. */
function marginNeedOf(answer: Fields): MarginNeed {
  const [now, then] = [new Fields(answer.value('current')), new Fields(answer.value('new'))];
  const digits = now.whole('CurrencyDigits');
  return {
    margin: then.minor('Margin', digits) - now.minor('Margin', digits),
    marginFree: now.minor('MarginFree', digits),
    marginFreeAfter: then.minor('MarginFree', digits),
  };
}

function isExpected(deal: Deal, expected: ExpectedDeal): boolean {
  if (deal.kind !== expected.kind) return false;
  if ('amount' in expected) return deal.profit === expected.amount;
  const [done, asked] = [volumeOf(deal.lots) ?? 0, volumeOf(expected.lots) ?? 0];
  const isSamePosition = expected.position === undefined || deal.position === expected.position;
  return deal.symbol === expected.symbol && deal.entry === expected.entry && done > 0 && done <= asked && isSamePosition;
}

interface Page {
  readonly login: number;
  readonly fromSecond: number;
  readonly toSecond: number;
  readonly offset: number;
  readonly total: number;
  readonly instant: InstantAt;
}

async function readPage(line: Line, page: Page): Promise<Answer<{ readonly deals: readonly Deal[] }>> {
  if (page.total > pageSize) throw new RangeError(`at most ${pageSize} deals a page, got ${page.total}`);
  const query = { login: page.login, from: page.fromSecond, to: page.toSecond, offset: page.offset, total: page.total };
  return line.read({ path: '/api/deal/get_page', query }, (fields) => ({
    deals: recordsOf(fields.value('answer') ?? []).map(dealOf(page.instant)),
  }));
}

async function readAll(line: Line, span: Omit<Page, 'offset' | 'total'>): Promise<Answer<{ readonly deals: readonly Deal[] }>> {
  const deals: Deal[] = [];
  for (let page = 0; page < pagesMost; page++) {
    const answer = await readPage(line, { ...span, offset: page * pageSize, total: pageSize });
    if (answer.outcome !== 'done') return answer;
    deals.push(...answer.deals);
    if (answer.deals.length < pageSize) return { outcome: 'done', deals };
  }
  return { outcome: 'refused', code: 'range_too_wide', message: `more than ${pageSize * pagesMost} deals` };
}

interface DealerOrder {
  readonly login: number;
  readonly symbol: string;
  readonly side: Side;
  readonly lots: string;
  readonly seen?: SeenPrice;
  readonly tag: string;
  readonly position?: string;
  readonly stopLoss?: string | undefined;
  readonly takeProfit?: string | undefined;
}

function requestBody(order: DealerOrder, volume: number, symbol: TradingSymbol): Readonly<Record<string, string>> {
  return {
    Action: String(actions.executeAtMarket),
    Login: String(order.login),
    Symbol: order.symbol,
    Volume: String(volume),
    TypeFill: '0',
    Type: order.side === 'buy' ? '0' : '1',
    PriceOrder: order.seen?.price ?? '0',
    PriceDeviation: String(order.seen?.deviationPoints ?? 0),
    Digits: String(symbol.digits),
    Position: order.position ?? '0',
    Comment: order.tag,
    ...stopFields(order),
  };
}
