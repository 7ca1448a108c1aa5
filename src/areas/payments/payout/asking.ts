import { percentOf } from '../../../base/amount.ts';
import { mainCurrency, type Currency } from '../../../base/currency.ts';
import type { ClientId, RemittanceId } from '../../../base/id.ts';
import {
  chargeOf,
  formatMinor,
  formatMoney,
  formatRate,
  money,
  parseMinor,
  worthIn,
  type Money,
  type Rate,
} from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import type { Said } from '../../../base/wording.ts';
import { methodOf, methodsOffered, routeOf, termsIn, type MethodTerms, type PaymentMethod } from '../../../law/methods.ts';
import type { Providers } from '../../../ports/payments/index.ts';
import { arrives as paces } from '../../../protocol/payment.ts';
import type { ClientProfile } from '../../../law/gates.ts';
import type { Settings } from '../../../settings/index.ts';
import { hasTraded } from '../../deals/face.ts';
import { quoteRate, type QuotedRate } from '../../rates/face.ts';
import { methodScopeOf } from '../quotes.ts';
import type { Remittance } from '../store.ts';
import type { ToldDestination } from './destinations.ts';
import { linesOf, sourcesOf, type NewLine, type WithdrawalLine } from './lines.ts';
import { planReturn, withFee, type GoesFirst, type ReturnLine, type RestTarget, type ReturnSource } from './returnToSource.ts';

/* What a withdrawal would come to, before anybody has agreed to it: its fees, and where it goes back to line by line. */

/** Whoever asks, and when. */
export interface WithdrawalAsking {
  readonly sql: Sql;
  readonly now: Date;
  readonly settings: Settings;
  readonly client: { readonly id: ClientId; readonly profile: ClientProfile };
  /** The broker's providers; where they are left out its accounts at banks are not asked for. */
  readonly payments?: Providers | undefined;
}

export type WithdrawalFee = 'no_trading' | 'small';

export interface PlannedWithdrawal {
  readonly amount: Money;
  readonly fees: readonly { readonly why: WithdrawalFee; readonly minor: bigint }[];
  readonly fee: Money;
  readonly lines: readonly PlannedLine[];
  /** What of the amount can go out to where the money came from; the whole of it when that is enough. */
  readonly most: Money;
  /** What has to go back by another method before any rest goes out. */
  readonly first?: GoesFirst | undefined;
}

export interface PlannedLine extends ReturnLine {
  readonly fee: bigint;
  readonly amount: bigint;
  readonly rate: Rate | null;
}

/** More lines than anybody reads: the rest is asked for once more. */
const mostLines = 40;

interface Planned {
  readonly amount: Money;
  /** What takes the rest; left out where the method that was chosen takes none. */
  readonly rest?: RestTarget | undefined;
  /** The deposits that it may go back to; any of the client's when left out. */
  readonly only?: ReadonlySet<number> | undefined;
  /** Staff has named where all of it goes: what it gives back is reckoned by the deposits, and none is paid by itself. */
  readonly isNamed?: boolean | undefined;
}

/** What the fees of trade rules come to for that amount, and what then goes back where. `fee` may be all of it, or more. */
export async function planWithdrawal(
  asking: WithdrawalAsking,
  { amount, rest: to, only, isNamed = false }: Planned,
): Promise<PlannedWithdrawal> {
  const { currency } = amount;
  const fees = await feesOf(asking, amount);
  const fee = money(
    fees.reduce((sum, { minor }) => sum + minor, 0n),
    currency,
  );
  const net = money(amount.minor - fee.minor, currency);
  if (net.minor <= 0n) return { amount, fees, fee, lines: [], most: amount };
  const own = (await payoutSources(asking)).filter(({ id }) => only === undefined || only.has(id));
  const sources = isNamed && to ? own.map((source) => payingTo(source, to)) : own;
  const paid = sources.map(({ left }) => left.currency);
  const rates = await ratesFor(asking, currency, to ? [...paid, to.currency] : paid);
  const rateTo = (to: Currency) => rates.get(to)?.exact;
  const { lines, rest, first } = planReturn({ net, sources, rateTo, most: mostLines, restTo: to });
  return {
    amount,
    fees,
    fee,
    lines: withFee(lines, fee.minor).map((line) => ({ ...line, rate: rates.get(line.pays.currency)?.rate ?? null })),
    most: money(amount.minor - rest, currency),
    first,
  };
}

function payingTo(source: ReturnSource, { methodId, provider }: RestTarget): ReturnSource {
  return { ...source, methodId, provider, isByDestination: true, isRefundable: false };
}

interface RestAsked {
  /** What leaves the account. */
  readonly from: Currency;
  /** The client's. */
  readonly country: string;
  /** The destination, where it was told. */
  readonly to?: Pick<ToldDestination, 'name' | 'details'> | undefined;
}

/** Where that method pays what return-to-source leaves; undefined where it pays no rest. */
export function restOf(method: PaymentMethod, { from, country, to }: RestAsked): RestTarget | undefined {
  const route = routeOf(method);
  if (!method.paysRest || !route) return undefined;
  // A card holds one currency, and a country's bank pays in its own; nobody else has cents.
  const own = to?.details.kind === 'card' ? to.details.currency : method.countries?.[country];
  const currency = own ?? mainCurrency(from);
  return { id: null, methodId: method.id, provider: route.provider, label: to?.name, isByDestination: true, currency };
}

/** What of a client's payments money can go back to now. */
export function payoutSources(asking: WithdrawalAsking): Promise<ReturnSource[]> {
  return sourcesOf(asking.sql, { clientId: asking.client.id, scope: scopeOf(asking), now: asking.now });
}

export function scopeOf(asking: Pick<WithdrawalAsking, 'settings' | 'client' | 'payments'>) {
  const { region, changes } = methodScopeOf(asking, 'withdraw', asking.payments);
  return { region, country: asking.client.profile.country, changes };
}

/** What a withdrawal of this client's would cost, before an amount is typed: in per cent of it, and of a small one in US dollars. */
export async function feesAhead({ sql, settings, client }: WithdrawalAsking) {
  const { noTradingBasisPoints, smallUnder, smallFee } = settings.withdraw;
  const isIdle = noTradingBasisPoints > 0 && !(await hasTraded(sql, client.id));
  const isSmallCharged = /[1-9]/.test(smallUnder) && /[1-9]/.test(smallFee);
  return {
    percent: percentOf(isIdle ? noTradingBasisPoints : 0),
    small: isSmallCharged ? { under: dollars(smallUnder), fee: dollars(smallFee), currency: 'USD' } : null,
  };
}

const dollars = (setting: string): string => formatMoney(money(parseMinor(setting, 'USD') ?? 0n, 'USD'));

async function feesOf(asking: WithdrawalAsking, amount: Money): Promise<PlannedWithdrawal['fees']> {
  const { noTradingBasisPoints, smallUnder, smallFee } = asking.settings.withdraw;
  const idle = noTradingBasisPoints > 0 && !(await hasTraded(asking.sql, asking.client.id));
  const under = await inCurrency(asking, smallUnder, amount.currency);
  const small = under && amount.minor < under.minor ? await inCurrency(asking, smallFee, amount.currency) : undefined;
  return [
    ...(idle ? [{ why: 'no_trading', minor: chargeOf(amount, BigInt(noTradingBasisPoints)).minor } as const] : []),
    ...(small && small.minor > 0n ? [{ why: 'small', minor: small.minor } as const] : []),
  ];
}

/** An amount of US dollars in a setting, in another currency at the day's rate; undefined where there is none. */
export async function inCurrency(
  { sql, now, settings }: Pick<WithdrawalAsking, 'sql' | 'now' | 'settings'>,
  dollars: string,
  to: Currency,
): Promise<Money | undefined> {
  const amount = money(parseMinor(dollars, 'USD') ?? 0n, 'USD');
  if (to === 'USD') return amount;
  const quoted = await quoteRate(sql, { from: 'USD', to, direction: 'transfer', at: now, rules: settings.rates });
  return quoted && worthIn(amount, to, quoted.rate);
}

/** The rates of now into other currencies, as a withdrawal is exchanged. */
export async function ratesFor(
  { sql, now, settings }: Pick<WithdrawalAsking, 'sql' | 'now' | 'settings'>,
  from: Currency,
  targets: readonly Currency[],
): Promise<ReadonlyMap<Currency, QuotedRate>> {
  const rates = new Map<Currency, QuotedRate>();
  for (const to of new Set(targets)) {
    if (to === from) continue;
    const quoted = await quoteRate(sql, { from, to, direction: 'withdraw', at: now, rules: settings.rates });
    if (quoted) rates.set(to, quoted);
  }
  return rates;
}

/** Whether what lines are exchanged at is what they would be exchanged at now. */
export async function holdRates(
  asking: Parameters<typeof ratesFor>[0],
  from: Currency,
  lines: readonly Pick<WithdrawalLine, 'paysCurrency' | 'rate'>[],
): Promise<boolean> {
  const rates = await ratesFor(
    asking,
    from,
    lines.map(({ paysCurrency }) => paysCurrency),
  );
  return lines.every(({ rate, paysCurrency }) => rate === null || rates.get(paysCurrency)?.rate === rate);
}

/** A line as it is kept. */
export function keptLine(line: PlannedLine, currency: Currency, destinationId: number | null): NewLine {
  const { source, way, amount, fee, leftOver, pays, rate } = line;
  const { methodId, provider, id, label, isByDestination } = source;
  return {
    methodId,
    provider,
    way,
    sourceId: id as RemittanceId | null,
    destinationId: isByDestination ? destinationId : null,
    label: label ?? null,
    amount,
    fee,
    leftOver,
    currency,
    paysAmount: pays.minor,
    paysCurrency: pays.currency,
    rate,
  };
}

/** A withdrawal as it was agreed, kept with it: as its form has shown it. Null for what is none. */
export async function keptSplit(sql: Sql, { id, type, amount, currency, details }: Remittance) {
  if (type !== 'withdraw') return null;
  const lines = await linesOf(sql, id);
  return {
    fees: [...(details?.fees ?? [])],
    lines: lines.map(({ methodId, way, label, sourceId, paysAmount, paysCurrency, rate, ...line }) => ({
      pm_id: methodId,
      way,
      to: label,
      transfer_id: sourceId,
      amount: formatMinor(line.amount, currency),
      currency,
      account_amount: formatMinor(paysAmount, paysCurrency),
      account_currency: paysCurrency,
      rate: rate === null ? null : formatRate(rate),
    })),
    most: formatMinor(amount, currency),
  };
}

/** Where a withdrawal goes as a text message may say it, which is short and may be read by others: the first place, and how many more. */
export async function goesTo(sql: Sql, id: RemittanceId): Promise<{ readonly first: Said; readonly others: number }> {
  const lines = await linesOf(sql, id);
  const places = new Map<string, Said>(
    lines.map(({ label, methodId }) => {
      const said = label === null ? { phrase: `money.method.${methodOf(methodId)?.key ?? ''}` } : shortened(label);
      return [JSON.stringify(said), said];
    }),
  );
  const [first = ''] = places.values();
  return { first, others: Math.max(0, places.size - 1) };
}

/** A text of two parts has room for so much, beside the longest amount. */
const mostShown = 30;

/** Enough for its owner to know it by, too little for anybody else; in letters that every telephone's alphabet has. */
export function shortened(label: string): string {
  const masked = label.split(' ').map((word) => {
    const [name = '', host] = word.split('@');
    if (host !== undefined) return `${name.slice(0, 1)}***@${host}`;
    return word.length >= 8 && /\d/.test(word) && !word.includes('*') ? `****${word.slice(-4)}` : word;
  });
  const text = masked.join(' ').replaceAll('•', '*');
  if (text.length <= mostShown) return text;
  // Its end tells one account from another of the same bank.
  const end = masked.length > 1 ? ` ${masked.at(-1)}`.slice(-10) : '';
  return `${text.slice(0, mostShown - 2 - end.length)}..${end}`;
}

type Pace = MethodTerms['arrives'];

/** When all of it has arrived: what goes to a wallet at once may go in part to a card, which takes days. */
export function arrivesBy(
  asking: Pick<WithdrawalAsking, 'settings' | 'client'>,
  plan: Pick<PlannedWithdrawal, 'amount' | 'lines'>,
): Pace {
  const offers = methodsOffered({ ...scopeOf(asking), direction: 'withdraw' });
  const paceOf = (id: number): Pace | undefined => {
    const offer = offers.find(({ method }) => method.id === id);
    return offer && termsIn(offer, plan.amount.currency)?.arrives;
  };
  const places = plan.lines.map(({ source }) => paces.options.indexOf(paceOf(source.methodId) ?? 'within_days'));
  return paces.options[Math.max(...places)] ?? 'within_days';
}

/** Fees and lines as forms show them before anything is sent. */
export function shownPlan({ fees, lines, amount: { currency }, most }: PlannedWithdrawal) {
  return {
    fees: fees.map(({ why, minor }) => ({ why, amount: formatMoney(money(minor, currency)) })),
    lines: lines.map(({ source, way, amount, pays, rate }) => ({
      pm_id: source.methodId,
      way,
      to: source.label ?? null,
      transfer_id: source.id,
      amount: formatMoney(money(amount, currency)),
      currency,
      account_amount: formatMoney(pays),
      account_currency: pays.currency,
      rate: rate === null ? null : formatRate(rate),
    })),
    most: formatMoney(most),
  };
}
