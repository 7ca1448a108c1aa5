import { currencyCodes, readCurrency, type Currency } from '../base/currency.ts';
import { money, parseMinor, type Money } from '../base/money.ts';
import { alternativeMethods } from './alternativeMethods.ts';
import { bankMethods } from './bankMethods.ts';
import { cardMethods } from './cardMethods.ts';
import { ownBooksMethods } from './ownBooksMethods.ts';
import { prepaidCardMethods } from './prepaidCards.ts';
import type { RegionKey } from './regions/profile.ts';

/** The providers that a method can go through: each is a connector of ports/payments. */
export type PaymentProvider = 'praxis' | 'skrill' | 'netwallet' | 'nowpayments' | 'bank' | 'cardissuer';

/** What methods are for, which is what a client may ask for: each direction has its course in areas/payments. */
export const methodDirections = ['deposit', 'withdraw', 'transfer'] as const;
export type MethodDirection = (typeof methodDirections)[number];

/** What a method takes in one currency, in decimal strings of that currency. */
export interface MethodLimits {
  readonly min: string;
  /** The least that is exchanged into another currency, where that is more than `min`. */
  readonly minExchanged?: string;
  readonly max: string;
  /** Fee in basis points of the amount (1 % is 100); 0: free. */
  readonly feeBasisPoints: number;
  /** When the money arrives, as the form tells it. */
  readonly arrives: 'at_once' | 'within_an_hour' | 'within_a_day' | 'within_days';
  /** What lies there can leave, and nothing is moved there. */
  readonly isOutOnly?: true;
}

/** How a method pays out. */
export interface PayingOut {
  /**
   * `source`: back to what paid in by these methods, up to what each has brought, and nothing besides (trade rules, "Return to source").
   */
  readonly to: 'source';
  readonly of: readonly number[];
  /** Sources of a lower rank are paid back first: cards come before everything else. */
  readonly rank: number;
  /** For so many days a payment is given back as a refund of itself; later it is a payout to what paid it. */
  readonly refundDays: number;
  /** It cannot go back to where it came from by itself: it goes to the destination that the client names for the rest. */
  readonly isByDestination?: true;
  /** What a source is called whose provider has no name for it. */
  readonly name?: string;
}

/**
 * What return-to-source leaves goes to a destination that the client names, in the client's own name (trade rules). `wallet`: an e-mail
 * address at the provider; `bank`: an account at one of the banks of the client's country, in its currency; `wire`: an account at any
 * bank; `coin`: an address of a chain; `card`: a prepaid card that was issued to the client, which nobody names but chooses.
 */
export interface PayingRest {
  readonly to: DestinationKind;
}
export const destinationKinds = ['wallet', 'bank', 'wire', 'coin', 'card'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** What stands in the place of a used destination's number while a new one of that kind is named. */
export const newDestination = (kind: DestinationKind): string => `new_${kind}`;

interface MethodRow {
  readonly id: number;
  /** Its name and hint are the sentences `money.method.<key>` and `money.method.<key>.hint`. */
  readonly key: string;
  /** Document 1 §3: group 6 is cards. The others are ours: 1 stays in the broker, 2 banks, 3 wallets elsewhere, 4 coins, 5 UnionPay. */
  readonly group: MethodGroup;
  /** Directions in which it is named by who knows it, and no choice of a form. */
  readonly unlistedIn?: readonly MethodDirection[];
  /** Of one that pays out. */
  readonly paysOut?: PayingOut;
  /** Of one that pays out more than came in by it. */
  readonly paysRest?: PayingRest;
  /** Through whom it goes, and what they call it, so that their page asks for nothing else; `own_books`: inside our own books. */
  readonly route: { readonly provider: PaymentProvider; readonly method: string } | 'own_books';
  /** Where it is offered only to clients of some countries: each in its own currency. */
  readonly countries?: Readonly<Partial<Record<string, Currency>>>;
  /** The paper that a new payment account of this kind needs (document 3: card 37, bank 55, local 166); none when left out. */
  readonly document?: 'card' | 'bank' | 'local';
  /** When somebody or something is at work for it; around the clock when left out. */
  readonly hours?: 'business';
  /** What is asked for besides the amount and its currency. */
  readonly fields?: readonly MethodField[];
  /** Direction × region × currency → limits. Every region says what it takes; null: the method is not offered there. */
  readonly offers: Readonly<Partial<Record<MethodDirection, Readonly<Record<RegionKey, CurrencyLimits | null>>>>>;
}

export type MethodGroup = 1 | 2 | 3 | 4 | 5 | 6;

/** A choice that a client makes, by the currency that is paid: where a currency has no choices nobody is asked. */
export interface MethodField {
  readonly name: MethodFieldName;
  readonly choices: Readonly<Partial<Record<Currency, readonly string[]>>>;
}
export type MethodFieldName = 'bank';

type CurrencyLimits = Readonly<Partial<Record<Currency, MethodLimits>>>;

/**
 * The payment methods that are offered. Each becomes a row here on the day its provider is built, because a method that is not built
 * must not be offered (`ports/payments/methods.test.ts` asks each row's provider for it).
 */
const rows = [
  ...cardMethods,
  ...alternativeMethods,
  ...bankMethods,
  ...prepaidCardMethods,
  ...ownBooksMethods,
] as const satisfies readonly MethodRow[];

export type MethodKey = (typeof rows)[number]['key'];
export interface PaymentMethod extends MethodRow {
  readonly key: MethodKey;
}
export const paymentMethods: readonly PaymentMethod[] = rows;
export const methodKeys: readonly MethodKey[] = rows.map(({ key }) => key);

/** The method of that id, whether it is offered anywhere or not; undefined for one that is no more. */
export function methodOf(id: number | null): PaymentMethod | undefined {
  return paymentMethods.find((method) => method.id === id);
}

/** The way outside that a method goes; undefined where the money stays in the broker. */
export function routeOf(method: PaymentMethod | undefined): Exclude<MethodRow['route'], 'own_books'> | undefined {
  return method === undefined || method.route === 'own_books' ? undefined : method.route;
}

/** Whether the method of that id goes by the provider of that name; by any where none is named. */
export function isRoutedBy(id: number, name: string | undefined): boolean {
  return name === undefined || routeOf(methodOf(id))?.provider === name.toLowerCase();
}

/** What a broker has changed of one cell; a setting. The last change of a cell wins, value by value. */
export interface MethodChange {
  readonly method: number;
  readonly direction: MethodDirection;
  readonly region: RegionKey;
  readonly currency: Currency;
  readonly min?: string | undefined;
  readonly minExchanged?: string | undefined;
  readonly max?: string | undefined;
  readonly feeBasisPoints?: number | undefined;
  /** Taken out of the offer, for a while or for good. */
  readonly isClosed?: boolean | undefined;
}

/** Where and under which changes one asks what is offered. */
export interface MethodScope {
  readonly direction: MethodDirection;
  readonly region: RegionKey;
  /** The client's; what is offered to anybody of the region when left out. */
  readonly country?: string;
  /** The broker's providers; any when left out. */
  readonly providers?: ReadonlySet<string>;
  /** Only what goes back to whoever has paid it without anybody naming where to: what is paid in may have to go back. */
  readonly goesBack?: boolean;
  readonly changes: readonly MethodChange[];
}

/** A method's terms in one currency, as money. */
export interface MethodTerms {
  readonly currency: Currency;
  readonly min: Money;
  /** The least that is exchanged into another currency. */
  readonly minExchanged: Money;
  readonly max: Money;
  readonly feeBasisPoints: number;
  readonly arrives: MethodLimits['arrives'];
  /** Of internal transfers: what lies there can leave, and nothing is moved there. */
  readonly isOutOnly: boolean;
}

/** A method with the currencies that it takes in a place, in the order of base/currency. */
export interface MethodOffer {
  readonly method: PaymentMethod;
  readonly terms: readonly MethodTerms[];
}

/** The methods offered in a place, in the order of the table. One that takes no currency there is not among them. */
export function methodsOffered(scope: MethodScope): readonly MethodOffer[] {
  return paymentMethods.flatMap((method) => offerOf(method, scope) ?? []);
}

/** Whether what was paid by it goes back there to what paid it without a destination that somebody has to name. */
export function goesBackByItself({ id }: PaymentMethod, scope: MethodScope): boolean {
  const back = { ...scope, direction: 'withdraw' } as const;
  return paymentMethods.some(
    (method) => method.paysOut?.of.includes(id) && method.paysOut.isByDestination !== true && termsOf(method, back).length > 0,
  );
}

/**
 * By what a payment that was made by a method goes back there. What goes back by itself does so wherever its client lives by now; a bank
 * pays to accounts of its client's country, in the currency of those, and a wire in its own. Undefined where none of them pays it.
 */
export function methodsPayingBack(
  scope: Omit<MethodScope, 'direction'>,
): (paidBy: number, currency: Currency) => PaymentMethod | undefined {
  const { country, ...anywhere } = scope;
  const here = methodsOffered({ ...scope, direction: 'withdraw' });
  const reaches = (method: PaymentMethod, currency: Currency): boolean => {
    if (method.paysOut?.isByDestination !== true) return true;
    const offer = here.find((each) => each.method.id === method.id);
    const to = method.paysRest?.to;
    if (!offer || (to !== 'bank' && to !== 'wire')) return offer !== undefined;
    const own = country === undefined ? undefined : method.countries?.[country];
    return own === undefined ? termsIn(offer, currency) !== undefined : own === currency;
  };
  const offers = methodsOffered({ ...anywhere, direction: 'withdraw' });
  return (paidBy, currency) =>
    offers.find(({ method }) => method.paysOut?.of.includes(paidBy) && reaches(method, currency))?.method;
}

/** Those of them that a form lets a client choose from. */
export function methodsListed(scope: MethodScope): readonly MethodOffer[] {
  return methodsOffered(scope).filter(({ method }) => !method.unlistedIn?.includes(scope.direction));
}

/** The method of that id if it is offered there; undefined otherwise. */
export function methodOffered(id: number, scope: MethodScope): MethodOffer | undefined {
  const method = paymentMethods.find((one) => one.id === id);
  return method && offerOf(method, scope);
}

function offerOf(method: PaymentMethod, scope: MethodScope): MethodOffer | undefined {
  if (scope.goesBack && !goesBackByItself(method, scope)) return undefined;
  const terms = termsOf(method, scope);
  return terms.length > 0 ? { method, terms } : undefined;
}

/** The terms of an offer in that currency, or undefined when it is not taken. */
export function termsIn(offer: MethodOffer, currency: Currency): MethodTerms | undefined {
  return offer.terms.find((terms) => terms.currency === currency);
}

/** Whether money is moved into an account of that currency by it. */
export function takesInto(offer: MethodOffer, currency: Currency): boolean {
  return termsIn(offer, currency)?.isOutOnly === false;
}

/** Document 2 §9 (readings, decision 3): the yuan, and 197, which is a label and no currency, go by UnionPay whichever card is named. */
export function depositRoute<Asked extends { readonly methodId: string | number; readonly currency: string | number }>(
  asked: Asked,
): Asked | (Asked & { readonly methodId: number; readonly currency: Currency }) {
  const isLabel = String(asked.currency).trim() === unionPayLabel;
  if (!isLabel && readCurrency(asked.currency) !== 'CNY') return asked;
  return methodOf(Number(asked.methodId))?.group === 6 || isLabel ? { ...asked, methodId: 318, currency: 'CNY' } : asked;
}

const unionPayLabel = '197';

/** The methods that pay to such destinations. */
export function methodsPaying(to: DestinationKind): readonly PaymentMethod[] {
  return paymentMethods.filter(({ paysRest }) => paysRest?.to === to);
}

/** What a client chooses from, for that method in that currency; empty where nothing is asked. */
export function choicesOf(method: PaymentMethod | undefined, name: MethodFieldName, currency: Currency): readonly string[] {
  return method?.fields?.find((field) => field.name === name)?.choices[currency] ?? [];
}

/** The currencies that a method has cells for in a place, whatever the broker has changed of them. */
export function cellsOf(method: PaymentMethod, { direction, region, country, providers }: MethodScope): CurrencyLimits {
  const provider = routeOf(method)?.provider;
  if (provider !== undefined && providers?.has(provider) === false) return {};
  const cells = method.offers[direction]?.[region] ?? {};
  if (method.countries === undefined || country === undefined) return cells;
  const own = method.countries[country];
  // What leaves is in the account's currency, and arrives in the country's.
  if (direction === 'withdraw') return own ? cells : {};
  const cell = own && cells[own];
  return own && cell ? { [own]: cell } : {};
}

function termsOf(method: PaymentMethod, scope: MethodScope): MethodTerms[] {
  const cells = cellsOf(method, scope);
  return currencyCodes.flatMap((currency) => {
    const cell = cells[currency];
    if (!cell) return [];
    const changes = scope.changes.filter(
      (change) =>
        change.method === method.id &&
        change.direction === scope.direction &&
        change.region === scope.region &&
        change.currency === currency,
    );
    if (latest(changes, ({ isClosed }) => isClosed)) return [];
    const min = inCurrency(latest(changes, (change) => change.min) ?? cell.min, currency);
    const exchanged = latest(changes, (change) => change.minExchanged) ?? cell.minExchanged;
    const minExchanged = exchanged === undefined ? min : inCurrency(exchanged, currency);
    return {
      currency,
      min,
      minExchanged: minExchanged.minor > min.minor ? minExchanged : min,
      max: inCurrency(latest(changes, ({ max }) => max) ?? cell.max, currency),
      feeBasisPoints: latest(changes, ({ feeBasisPoints }) => feeBasisPoints) ?? cell.feeBasisPoints,
      arrives: cell.arrives,
      isOutOnly: cell.isOutOnly ?? false,
    };
  });
}

/** The last change that says something about a value. */
function latest<Value>(changes: readonly MethodChange[], pick: (change: MethodChange) => Value | undefined): Value | undefined {
  return changes.map(pick).findLast((value) => value !== undefined);
}

function inCurrency(text: string, currency: Currency): Money {
  const minor = parseMinor(text, currency);
  if (minor === undefined) throw new Error(`${text} is no amount in ${currency}`);
  return money(minor, currency);
}
