import { currencies, type Currency } from '../../base/currency.ts';
import { formatMinor, parseMinor } from '../../base/money.ts';
import type { Valuation } from './dealing.ts';
import { dealActions, dealEntries } from './groups.ts';
import type { Deal, Position, User } from './rows.ts';
import { symbolByName } from './symbols.ts';
import { ofUser } from './users.ts';
import { loginList, wholeNumber, type Answering, type Call, type Vendor } from './vendor.ts';
import { done, priceText, refused, retcodes, secondsText, type Reply } from './messages.ts';
import { factsOf } from './worth.ts';

/** The calls that move money and trade, and those that read what came of it. */
export const tradeCalls: Readonly<Record<string, Answering>> = {
  '/api/trade/balance': balanceOperation,
  '/api/trade/check_margin': checkMargin,
  '/api/deal/get_page': (vendor, call) => ofUser(vendor, call, (user) => dealPage(vendor, call, [user.login])),
  '/api/deal/get_batch': dealBatch,
  '/api/position/get_batch': positionBatch,
};

const operationMost = 1_000_000_000n;
/** The vendor cuts a longer comment without a word. */
export const commentLongest = 31;

function balanceOperation(vendor: Vendor, call: Call): Reply {
  return ofUser(vendor, call, (known) => {
    vendor.room.sweep(known.login);
    const user = vendor.state.user(known.login) ?? known;
    const { currency } = vendor.room.group(user);
    const action = wholeNumber(call, 'type') ?? 0;
    const amount = parseMinor(call.parameters.get('balance') ?? '', currency);
    if (action < dealActions.balance || action > dealActions.bonus || amount === undefined || amount === 0n)
      return refused(retcodes.parameters);
    const most = operationMost * 10n ** BigInt(currencies[currency].decimals);
    if (amount > most || -amount > most) return refused(retcodes.amountTooLarge);
    if (call.parameters.get('check_margin') !== '0' && lacks({ vendor, user, action, amount })) return refused(retcodes.noMoney);
    const ticket = vendor.state.transact(() => {
      vendor.state.move(user.login, action === dealActions.credit ? { balance: 0n, credit: amount } : { balance: amount });
      return vendor.state.addDeal({
        ...moneyDeal,
        login: user.login,
        action,
        profit: amount,
        comment: (call.parameters.get('comment') ?? '').slice(0, commentLongest),
        timeMs: vendor.clock.now().getTime(),
      });
    });
    return done({ answer: { Ticket: String(ticket) } });
  });
}

/** What a deal that is no trade has in its trading fields. */
export const moneyDeal = {
  entry: 0,
  symbol: '',
  volume: 0,
  price: 0,
  openPrice: 0,
  storage: 0n,
  commission: 0n,
  position: 0,
} as const;

function lacks(operation: {
  readonly vendor: Vendor;
  readonly user: User;
  readonly action: number;
  readonly amount: bigint;
}): boolean {
  const { vendor, user, action, amount } = operation;
  if (amount > 0n) return false;
  const taken = -amount;
  if (action === dealActions.credit) return taken > user.credit;
  // Credit carries margin but is not the client's to take out.
  return taken > user.balance || taken > vendor.room.value(user).marginFree - user.credit;
}

/** One lot here is a hundred million; everywhere else ten thousand. */
const marginVolumeUnit = 10_000;

function checkMargin(vendor: Vendor, call: Call): Reply {
  return ofUser(vendor, call, (known) => {
    vendor.room.sweep(known.login);
    const user = vendor.state.user(known.login) ?? known;
    const symbol = symbolByName.get(call.parameters.get('symbol') ?? '');
    if (!symbol) return refused(retcodes.notFound);
    const [action, units] = [wholeNumber(call, 'type'), wholeNumber(call, 'volume')];
    const isOrder = (action === dealActions.buy || action === dealActions.sell) && units !== undefined && units > 0;
    if (!isOrder || units % marginVolumeUnit !== 0) return refused(retcodes.parameters);
    const then = vendor.room.valueWith(user, { symbol, action, volume: units / marginVolumeUnit });
    if (!then) return refused(retcodes.tradeDisabled);
    return done({
      answer: { new: marginRecord(vendor, user, then), current: marginRecord(vendor, user, vendor.room.value(user)) },
    });
  });
}

function marginRecord(vendor: Vendor, user: User, worth: Valuation) {
  const { currency } = vendor.room.group(user);
  return {
    Login: String(user.login),
    CurrencyDigits: String(currencies[currency].decimals),
    Balance: formatMinor(user.balance, currency),
    Credit: formatMinor(user.credit, currency),
    Margin: formatMinor(worth.margin, currency),
    MarginFree: formatMinor(worth.marginFree, currency),
    Equity: formatMinor(worth.equity, currency),
  };
}

export const pageMost = 1000;
const batchMost = 10_000;

function dealPage(vendor: Vendor, call: Call, logins: readonly number[]): Reply {
  const span = spanOf(vendor, call);
  const [offset, total] = [wholeNumber(call, 'offset') ?? 0, wholeNumber(call, 'total') ?? pageMost];
  if (!span || offset < 0 || total < 0) return refused(retcodes.parameters);
  for (const login of logins) vendor.room.sweep(login);
  const deals = vendor.state.deals({ logins, ...span, offset, total: Math.min(total, pageMost) });
  return done({ answer: dealRecords(vendor, deals) });
}

/** Deals by logins, or of every group with the mask `*`; cut answers say so with return code 14. */
function dealBatch(vendor: Vendor, call: Call): Reply {
  const span = spanOf(vendor, call);
  const isAll = call.parameters.get('group') === '*';
  const logins = loginList(call);
  if (!span || (!isAll && logins.length === 0)) return refused(retcodes.parameters);
  const deals = vendor.state.deals({ ...(isAll ? {} : { logins }), ...span, offset: 0, total: batchMost });
  const answer = dealRecords(vendor, deals);
  return deals.length < batchMost ? done({ answer }) : { retcode: retcodes.incomplete, answer };
}

/** From and to are what the server's clock showed; a span that ends before it begins is no span. */
export function spanOf({ zone }: Vendor, call: Call): { readonly fromMs: number; readonly toMs: number } | undefined {
  const [from, to] = [wholeNumber(call, 'from'), wholeNumber(call, 'to')];
  if (from === undefined || to === undefined || to < from) return undefined;
  return { fromMs: zone.firstAt(from * 1000), toMs: zone.lastAt(to * 1000) + 999 };
}

/** Whose they are is asked once a login: of each there are many. */
function dealRecords(vendor: Vendor, deals: readonly Deal[]) {
  const known = new Map<number, Currency>();
  const currencyOf = (login: number): Currency => {
    const user = vendor.state.user(login);
    const currency = user ? vendor.room.group(user).currency : 'USD';
    known.set(login, currency);
    return currency;
  };
  return deals.map((deal) => dealRecord(vendor, deal, known.get(deal.login) ?? currencyOf(deal.login)));
}

function dealRecord(vendor: Vendor, deal: Deal, currency: Currency) {
  const symbol = symbolByName.get(deal.symbol);
  const digits = symbol?.digits ?? 0;
  const market = symbol && vendor.market.quote(symbol, deal.timeMs);
  return {
    Deal: String(deal.ticket),
    ExternalID: '',
    Login: String(deal.login),
    Order: String(deal.position),
    Action: String(deal.action),
    Entry: String(deal.entry),
    Digits: String(digits),
    DigitsCurrency: String(currencies[currency].decimals),
    ContractSize: symbol ? symbol.contractSize.toFixed(2) : '0.00',
    Time: secondsText(vendor.zone.shows(deal.timeMs)),
    TimeMsc: String(vendor.zone.shows(deal.timeMs)),
    Symbol: deal.symbol,
    Price: priceText(deal.price, digits),
    PricePosition: priceText(deal.entry === dealEntries.in ? 0 : deal.openPrice, digits),
    MarketBid: priceText(market?.bid ?? 0, digits),
    MarketAsk: priceText(market?.ask ?? 0, digits),
    RateProfit: rateText(symbol ? vendor.market.rate(symbol.profit, currency, deal.timeMs) : 0n),
    Volume: String(deal.volume),
    VolumeClosed: String(deal.entry === dealEntries.in ? 0 : deal.volume),
    Profit: formatMinor(deal.profit, currency),
    Storage: formatMinor(deal.storage, currency),
    Commission: formatMinor(deal.commission, currency),
    PositionID: String(deal.position),
    Reason: String(deal.reason ?? 0),
    Comment: deal.comment,
  };
}

/** Rates are times ten to the tenth. */
function rateText(rate: bigint): string {
  const digits = String(rate).padStart(11, '0');
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`;
}

function positionBatch(vendor: Vendor, call: Call): Reply {
  const answer = vendor.state.users(loginList(call)).flatMap((user) => {
    vendor.room.sweep(user.login);
    return vendor.state.positions(user.login).map((position) => positionRecord(vendor, user, position));
  });
  return done({ answer });
}

function positionRecord(vendor: Vendor, user: User, position: Position) {
  const { currency } = vendor.room.group(user);
  const { digits, contractSize } = factsOf(position.symbol);
  const now = vendor.room.positionNow(position, user);
  return {
    Position: String(position.position),
    ExternalID: '',
    Login: String(position.login),
    Symbol: position.symbol,
    Action: String(position.action),
    Digits: String(digits),
    DigitsCurrency: String(currencies[currency].decimals),
    ContractSize: contractSize.toFixed(2),
    TimeCreate: secondsText(vendor.zone.shows(position.timeMs)),
    TimeCreateMsc: String(vendor.zone.shows(position.timeMs)),
    PriceOpen: priceText(position.price, digits),
    PriceCurrent: priceText(now.price, digits),
    PriceSL: priceText(position.stopLoss, digits),
    PriceTP: priceText(position.takeProfit, digits),
    Volume: String(position.volume),
    Profit: formatMinor(now.profit, currency),
    Storage: formatMinor(position.storage, currency),
    Comment: position.comment,
  };
}
