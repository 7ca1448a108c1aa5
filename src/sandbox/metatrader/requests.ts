import { dealActions } from './groups.ts';
import { done, pointsOf, priceText, refused, retcodes, secondsText, type DealResult, type Reply } from './messages.ts';
import type { User } from './rows.ts';
import { symbolByName, type SymbolFacts } from './symbols.ts';
import { commentLongest, pageMost, spanOf } from './trades.ts';
import { ofUser } from './users.ts';
import { loginList, wholeNumber, type Answering, type Call, type Vendor } from './vendor.ts';
import { orderStates, type WaitingOrder } from './waitingRows.ts';
import { factsOf } from './worth.ts';

/** What a dealer asks for on a client's behalf, how it went, and the orders that wait or did. */
export const requestCalls: Readonly<Record<string, Answering>> = {
  '/api/dealer/send_request': sendRequest,
  '/api/dealer/get_request_result': requestResult,
  '/api/order/get_page': (vendor, call) => ofUser(vendor, call, (user) => orderPage(vendor, call, user)),
  '/api/order/get_batch': orderBatch,
  '/api/history/get_page': (vendor, call) => ofUser(vendor, call, (user) => historyPage(vendor, call, user)),
};

/** EnTradeActions of a dealer. */
const actions = { execute: 200, place: 201, changePosition: 202, changeOrder: 203, remove: 204, closeBy: 208 } as const;

function sendRequest(vendor: Vendor, call: Call): Reply {
  const [login, action] = [wholeNumber(call, 'login'), wholeNumber(call, 'action')];
  if (login === undefined || action === undefined) return refused(retcodes.parameters);
  vendor.room.sweep(login);
  const user = vendor.state.user(login);
  const symbol = symbolOf(vendor, call, action);
  if (!user) return refused(retcodes.parameters);
  const prices = symbol && pricesOf(call, symbol);
  const result = symbol && prices ? resultOf(action, { vendor, call, user, symbol, prices }) : goneTarget(action);
  if (!result) return refused(retcodes.parameters);
  const id = String(call.results.size + 1);
  call.results.set(id, { request: call.parameters, result });
  return done({ answer: { ID: id } });
}

/** What is to be changed is not there. */
function goneTarget(action: number): DealResult | undefined {
  const nothing = { deal: 0, order: 0, price: 0, volume: 0 };
  if (action === actions.changePosition) return { ...nothing, retcode: retcodes.positionClosed };
  return action === actions.changeOrder || action === actions.remove ? { ...nothing, retcode: retcodes.orderGone } : undefined;
}

/** The symbol that is named, or that of the order or the position which is. */
function symbolOf({ state }: Vendor, call: Call, action: number): SymbolFacts | undefined {
  const named = call.parameters.get('symbol');
  if (named !== undefined) return symbolByName.get(named);
  if (action === actions.changePosition) {
    const position = state.position(wholeNumber(call, 'position') ?? 0);
    return position && factsOf(position.symbol);
  }
  const order = state.waiting.order(wholeNumber(call, 'order') ?? 0);
  return order && factsOf(order.symbol);
}

type Prices = Readonly<Record<'price' | 'trigger' | 'stopLoss' | 'takeProfit', number>>;

function pricesOf(call: Call, { digits }: SymbolFacts): Prices | undefined {
  const read = (name: string): number | undefined => pointsOf(call.parameters.get(name) ?? '0', digits);
  const [price, trigger, stopLoss, takeProfit] = ['priceorder', 'pricetrigger', 'pricesl', 'pricetp'].map(read);
  const isRead = price !== undefined && trigger !== undefined && stopLoss !== undefined && takeProfit !== undefined;
  return isRead ? { price, trigger, stopLoss, takeProfit } : undefined;
}

interface Asked {
  readonly vendor: Vendor;
  readonly call: Call;
  readonly user: User;
  readonly symbol: SymbolFacts;
  readonly prices: Prices;
}

function resultOf(action: number, { vendor, call, user, symbol, prices }: Asked): DealResult | undefined {
  const { room } = vendor;
  const [order, position] = [wholeNumber(call, 'order') ?? 0, wholeNumber(call, 'position') ?? 0];
  switch (action) {
    case actions.changePosition:
      return room.waiting.setStops(user, position, prices);
    case actions.closeBy:
      return room.closeBy({
        login: user.login,
        position,
        by: wholeNumber(call, 'positionby') ?? 0,
        comment: (call.parameters.get('comment') ?? '').slice(0, commentLongest),
      });
    case actions.remove:
      return room.waiting.remove(user, order);
    case actions.changeOrder:
      return room.waiting.change(user, order, { ...prices, expiresMs: expiryOf(vendor, call) });
    default:
  }
  const [type, volume] = [wholeNumber(call, 'type'), wholeNumber(call, 'volume')];
  const comment = (call.parameters.get('comment') ?? '').slice(0, commentLongest);
  if (type === undefined || volume === undefined) return undefined;
  const asked = { login: user.login, symbol: symbol.name, volume, comment, ...prices };
  if (action === actions.place) return room.waiting.place(user, { ...asked, type, expiresMs: expiryOf(vendor, call) });
  if (action !== actions.execute || (type !== dealActions.buy && type !== dealActions.sell)) return undefined;
  return room.execute({ ...asked, action: type, position, deviation: wholeNumber(call, 'pricedeviation') ?? 0 });
}

/** ORDER_TIME_SPECIFIED, as the server's clock shows it; any other kind of time waits until it is cancelled. */
const specifiedTime = 2;

function expiryOf({ zone }: Vendor, call: Call): number {
  const seconds = wholeNumber(call, 'timeexpiration') ?? 0;
  return wholeNumber(call, 'typetime') === specifiedTime && seconds > 0 ? zone.firstAt(seconds * 1000) : 0;
}

/** The answer stands under the request's number, once: as the confirmation and as the request with its result. */
function requestResult(_vendor: Vendor, call: Call): Reply {
  const answers: Record<string, unknown> = {};
  for (const id of (call.parameters.get('id') ?? '').split(',').slice(0, 100)) {
    const found = call.results.get(id);
    if (!found) continue;
    const digits = symbolByName.get(found.request.get('symbol') ?? '')?.digits ?? 0;
    answers[id] = [
      { result: confirmation(id, found.result, digits) },
      { answer: requestRecord(id, found.request, { result: found.result, digits }) },
    ];
  }
  return done(answers);
}

function confirmation(id: string, result: DealResult, digits: number) {
  return {
    ID: id,
    Retcode: result.retcode.split(' ')[0],
    Volume: String(result.volume),
    Price: priceText(result.price, digits),
    DealID: String(result.deal),
    OrderID: String(result.order),
    Comment: '',
  };
}

function requestRecord(
  id: string,
  request: ReadonlyMap<string, string>,
  filled: { readonly result: DealResult; readonly digits: number },
) {
  return {
    ID: id,
    Login: request.get('login'),
    Symbol: request.get('symbol'),
    Action: request.get('action'),
    Type: request.get('type'),
    Volume: request.get('volume'),
    Position: request.get('position') ?? '0',
    Comment: request.get('comment') ?? '',
    ResultRetcode: filled.result.retcode,
    ResultDeal: String(filled.result.deal),
    ResultOrder: String(filled.result.order),
    ResultVolume: String(filled.result.volume),
    ResultPrice: priceText(filled.result.price, filled.digits),
  };
}

function orderPage(vendor: Vendor, call: Call, user: User): Reply {
  const [offset, total] = [wholeNumber(call, 'offset') ?? 0, wholeNumber(call, 'total') ?? pageMost];
  if (offset < 0 || total < 0) return refused(retcodes.parameters);
  vendor.room.sweep(user.login);
  const orders = vendor.state.waiting.placed(user.login).slice(offset, offset + Math.min(total, pageMost));
  return done({ answer: orders.map((order) => orderRecord(vendor, order)) });
}

function orderBatch(vendor: Vendor, call: Call): Reply {
  const answer = vendor.state.users(loginList(call)).flatMap(({ login }) => {
    vendor.room.sweep(login);
    return vendor.state.waiting.placed(login).map((order) => orderRecord(vendor, order));
  });
  return done({ answer });
}

/** Orders that have ended, by when they did. */
function historyPage(vendor: Vendor, call: Call, user: User): Reply {
  const span = spanOf(vendor, call);
  const [offset, total] = [wholeNumber(call, 'offset') ?? 0, wholeNumber(call, 'total') ?? pageMost];
  if (!span || offset < 0 || total < 0) return refused(retcodes.parameters);
  vendor.room.sweep(user.login);
  const ended = vendor.state.waiting.ended({ login: user.login, ...span, offset, total: Math.min(total, pageMost) });
  return done({ answer: ended.map((order) => orderRecord(vendor, order)) });
}

function orderRecord({ zone, market, clock }: Vendor, order: WaitingOrder) {
  const symbol = factsOf(order.symbol);
  const { digits, contractSize } = symbol;
  const quote = market.quote(symbol, clock.now().getTime());
  const shown = (ms: number): number => (ms === 0 ? 0 : zone.shows(ms));
  return {
    Order: String(order.order),
    ExternalID: '',
    Login: String(order.login),
    Symbol: order.symbol,
    Digits: String(digits),
    ContractSize: contractSize.toFixed(2),
    State: String(order.state),
    TimeSetup: secondsText(shown(order.timeMs)),
    TimeSetupMsc: String(shown(order.timeMs)),
    TimeExpiration: secondsText(shown(order.expiresMs)),
    TimeDone: secondsText(shown(order.doneMs)),
    TimeDoneMsc: String(shown(order.doneMs)),
    Type: String(order.type),
    TypeTime: order.expiresMs === 0 ? '0' : String(specifiedTime),
    PriceOrder: priceText(order.price, digits),
    PriceTrigger: priceText(order.trigger, digits),
    PriceCurrent: priceText(order.type % 2 === 0 ? quote.ask : quote.bid, digits),
    PriceSL: priceText(order.stopLoss, digits),
    PriceTP: priceText(order.takeProfit, digits),
    VolumeInitial: String(order.volume),
    VolumeCurrent: order.state === orderStates.filled ? '0' : String(order.volume),
    PositionID: order.state === orderStates.filled ? String(order.order) : '0',
    Comment: order.comment,
  };
}
