import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../base/time.ts';
import {
  maxTagLength,
  type Answer,
  type EndedOrder,
  type OrderChange,
  type PendingKind,
  type PendingOrder,
  type PendingPlacing,
  type Platform,
  type Stops,
} from '../port.ts';
import { askOn, type Line } from './line.ts';
import { Fields, isUndecided, lotsOf, recordsOf, refusalOf, retcodeOf, volumeOf } from './messages.ts';
import { isPrice, stopsOf } from './records.ts';
import { instantAt, wallSpan, type InstantAt, type ServerTime } from './serverTime.ts';
import type { Session } from './session.ts';

type PendingCalls = Pick<
  Platform,
  'orders' | 'ordersOf' | 'endedOrders' | 'placePending' | 'changePending' | 'cancelPending' | 'changeStops'
>;

interface PendingFacts {
  readonly symbol: Platform['symbol'];
  readonly fillTimeoutMs: number;
  readonly time: ServerTime;
  readonly clock: Clock;
  readonly pendingKinds: readonly PendingKind[];
}

const pageSize = 1000;
const loginsAtOnce = 100;
const pollEveryMs = 100;
/** EnTradeActions of a dealer (MetaQuotes, IMTRequest). */
const actions = { place: 201, changePosition: 202, changeOrder: 203, remove: 204 } as const;
/** EnOrderType: even numbers buy, odd ones sell. */
const types: Readonly<Record<PendingKind, number>> = { limit: 2, stop: 4, stop_limit: 6 };
const kinds: readonly PendingKind[] = ['limit', 'stop', 'stop_limit'];
/** EnOrderTime: until it is cancelled, or until the time given. */
const orderTimes = { untilCancelled: '0', specified: '2' } as const;
/** EnOrderState of orders that wait no more; partial fills end as cancelled or filled. */
const endedStates: Readonly<Record<number, EndedOrder['state']>> = { 2: 'cancelled', 4: 'filled', 5: 'rejected', 6: 'expired' };

/** Orders that wait for a price, and the stops of positions. */
export function pendingCalls(line: Line, facts: PendingFacts): PendingCalls {
  const { time, clock } = facts;
  const ask = (body: Readonly<Record<string, string>>, limit: Parameters<Platform['changeStops']>[1]): Promise<Answer<Done>> =>
    line.hold((session, deadline) => sendAndWait(session, { body, deadline }, facts.fillTimeoutMs), limit?.deadline);
  const read = (path: string, query: Readonly<Record<string, string | number>>) =>
    time.read((zone) =>
      line.read({ path, query }, (fields) => ({
        orders: recordsOf(fields.value('answer') ?? []).flatMap((record) => pendingOf(record, instantAt(zone, clock)) ?? []),
      })),
    );
  return {
    orders: (login) => read('/api/order/get_page', { login, offset: 0, total: pageSize }),
    async ordersOf(logins) {
      const orders: PendingOrder[] = [];
      for (let start = 0; start < logins.length; start += loginsAtOnce) {
        const part = await read('/api/order/get_batch', { login: logins.slice(start, start + loginsAtOnce).join(',') });
        if (part.outcome !== 'done') return part;
        orders.push(...part.orders);
      }
      return { outcome: 'done', orders };
    },
    endedOrders: ({ login, offset, total, ...span }) =>
      time.read((zone) => {
        const { fromSecond, toSecond } = wallSpan(zone, span);
        const query = { login, from: fromSecond, to: toSecond, offset, total: Math.min(total, pageSize) };
        return line.read({ path: '/api/history/get_page', query }, (fields) => ({
          orders: recordsOf(fields.value('answer') ?? []).flatMap((record) => endedOf(record, instantAt(zone, clock)) ?? []),
        }));
      }),
    placePending: (order, limit) => place(order, { facts, ask: (body) => ask(body, limit) }),
    async changePending(change, limit) {
      const { login, order, price, limitPrice = '0' } = change;
      const body = {
        Action: String(actions.changeOrder),
        Login: String(login),
        Order: order,
        PriceOrder: price,
        PriceTrigger: limitPrice,
      };
      const until = await untilOf(change, facts);
      return until.outcome === 'done' ? ask({ ...body, ...stopFields(change), ...until.fields }, limit) : until;
    },
    cancelPending: ({ login, order }, limit) =>
      ask({ Action: String(actions.remove), Login: String(login), Order: order }, limit),
    changeStops: ({ login, position, ...stops }, limit) =>
      ask({ Action: String(actions.changePosition), Login: String(login), Position: position, ...stopFields(stops) }, limit),
  };
}

interface Done {
  readonly order: string;
}

async function place(
  order: PendingPlacing,
  { facts, ask }: { facts: PendingFacts; ask: (body: Readonly<Record<string, string>>) => Promise<Answer<Done>> },
): Promise<Answer<Done>> {
  if (order.tag.length === 0 || order.tag.length > maxTagLength)
    throw new RangeError(`a tag has 1 to ${maxTagLength} characters, got "${order.tag}"`);
  if (!facts.pendingKinds.includes(order.kind)) return { outcome: 'refused', code: 'wrong_kind', message: order.kind };
  const found = await facts.symbol(order.symbol);
  if (found.outcome === 'unknown') return { outcome: 'refused', code: 'not_connected', message: found.reason };
  if (found.outcome === 'refused') return found;
  const volume = volumeOf(order.lots);
  if (volume === undefined) return { outcome: 'refused', code: 'wrong_volume', message: `"${order.lots}" lots` };
  const until = await untilOf(order, facts);
  if (until.outcome !== 'done') return until;
  return ask({
    Action: String(actions.place),
    Login: String(order.login),
    Symbol: order.symbol,
    Volume: String(volume),
    // ORDER_FILL_RETURN: what is not filled at once goes on waiting.
    TypeFill: '2',
    Type: String(types[order.kind] + (order.side === 'buy' ? 0 : 1)),
    PriceOrder: order.price,
    PriceTrigger: order.limitPrice ?? '0',
    Digits: String(found.symbol.digits),
    Comment: order.tag,
    ...stopFields(order),
    ...until.fields,
  });
}

export function stopFields({ stopLoss, takeProfit }: Stops) {
  return { PriceSL: stopLoss ?? '0', PriceTP: takeProfit ?? '0' };
}

type Until = Answer<{ readonly fields: Readonly<Record<string, string>> }>;

/** Its end by the server's own clock. Without that clock nothing is sent. */
async function untilOf({ expiresAt }: Pick<OrderChange, 'expiresAt'>, { time }: PendingFacts): Promise<Until> {
  if (expiresAt === undefined) return { outcome: 'done', fields: { TypeTime: orderTimes.untilCancelled, TimeExpiration: '0' } };
  const until = await time.read(async (zone) => ({
    outcome: 'done' as const,
    fields: {
      TypeTime: orderTimes.specified,
      TimeExpiration: String(wallSpan(zone, { from: expiresAt, to: expiresAt }).fromSecond),
    },
  }));
  return until.outcome === 'unknown' ? { outcome: 'refused', code: 'not_connected', message: until.reason } : until;
}

interface Sent {
  readonly body: Readonly<Record<string, string>>;
  readonly deadline: NonNullable<Parameters<Session['call']>[0]['deadline']>;
}

/** Results come only to the connection that sent the request, so both calls hold one session. */
async function sendAndWait(session: Session, { body, deadline }: Sent, timeoutMs: number): Promise<Answer<Done>> {
  const sent = await askOn(session, { path: '/api/dealer/send_request', body, deadline }, (fields) => ({
    id: new Fields(fields.value('answer')).text('ID'),
  }));
  if (sent.outcome !== 'done') return sent;
  for (let attempt = 0; attempt * pollEveryMs < timeoutMs; attempt++) {
    if (attempt > 0) await pause(pollEveryMs);
    const result = await askOn(session, { path: '/api/dealer/get_request_result', query: { id: sent.id } }, (fields) => ({
      done: resultOf(fields, sent.id),
    }));
    // Once sent, a request that cannot be followed any more is unknown, whatever kept us from following it.
    if (result.outcome !== 'done')
      return { outcome: 'unknown', reason: result.outcome === 'unknown' ? result.reason : result.message };
    if (result.done) return result.done;
  }
  return { outcome: 'unknown', reason: `no result within ${timeoutMs} ms` };
}

function resultOf(fields: Fields, id: string): Answer<Done> | undefined {
  const answer = resultRecord(fields, id);
  if (answer === 'unknown') return { outcome: 'unknown', reason: 'the server no longer knows the request' };
  if (!answer) return undefined;
  const words = answer.text('ResultRetcode');
  const retcode = retcodeOf(words);
  // 10001 to 10003: on its way; 10008 to 10010: placed, done, done in part; 10025: it was so before.
  if (retcode === undefined || retcode <= 10_003) return undefined;
  if ((retcode >= 10_008 && retcode <= 10_010) || retcode === 10_025)
    return { outcome: 'done', order: answer.text('ResultOrder') };
  return isUndecided(retcode)
    ? { outcome: 'unknown', reason: words }
    : { outcome: 'refused', code: refusalOf(retcode), message: words };
}

/** The vendor documents the results beside `retcode`; some builds put them under `answer`. An empty list means: not yet. */
export function resultRecord(fields: Fields, id: string): Fields | 'unknown' | undefined {
  const results = fields.value(id) ?? (fields.has('answer') ? new Fields(fields.value('answer')).value(id) : undefined);
  if (results === undefined) return 'unknown';
  const record = recordsOf(results).find((part) => part.has('answer'));
  return record && new Fields(record.value('answer'));
}

/** What waits for its price; an order that is only on its way to the market is none. */
function pendingOf(record: Fields, instant: InstantAt): PendingOrder | undefined {
  const type = record.whole('Type');
  const kind = kinds.find((each) => Math.floor(type / 2) * 2 === types[each]);
  if (!kind) return undefined;
  const limitPrice = record.has('PriceTrigger') ? record.text('PriceTrigger') : '0';
  const expiresMs = record.has('TimeExpiration') ? record.whole('TimeExpiration') * 1000 : 0;
  return {
    order: record.text('Order'),
    login: record.whole('Login'),
    symbol: record.text('Symbol'),
    side: type % 2 === 0 ? 'buy' : 'sell',
    lots: lotsOf(record.text('VolumeInitial')),
    kind,
    price: record.text('PriceOrder'),
    limitPrice: kind === 'stop_limit' && isPrice(limitPrice) ? limitPrice : undefined,
    currentPrice: record.text('PriceCurrent'),
    ...stopsOf(record),
    expiresAt: expiresMs === 0 ? undefined : instant(expiresMs),
    placedAt: instant(record.wallMs('TimeSetup')),
    tag: record.text('Comment'),
  };
}

function endedOf(record: Fields, instant: InstantAt): EndedOrder | undefined {
  const [pending, state] = [pendingOf(record, instant), endedStates[record.whole('State')]];
  if (!pending || !state) return undefined;
  const { currentPrice: _now, ...order } = pending;
  return { ...order, state, endedAt: instant(record.wallMs('TimeDone')) };
}
