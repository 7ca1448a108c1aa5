import { formatMinor } from '../../base/money.ts';
import { after, dayMs, hourMs, secondMs } from '../../base/time.ts';
import type { Sql } from '../../base/sql.ts';
import type { Answer, EndedOrder, Platform } from '../../ports/platform/port.ts';
import { dividendsOf, splitsOf, type KeptDividend, type KeptSplit } from '../deals/face.ts';
import type { TradingAccount } from './found.ts';
import { percentText } from './rules.ts';
import { shownEnded, shownPending } from './shown.ts';

/**
 * A page of ended orders is a span of time: so long at first, longer while nothing is found, shorter where a platform tells too many.
 * It lies between the longest in which nothing was and the shortest in which too many were.
 */
const spanDays = 30;
const mostOrders = 1000;
const mostSpans = 40;
const longestDays = 4000;

type Asked = Pick<TradingAccount, 'number' | 'openedAt'>;

/** What waits on an account (asked for on the first page) and what ended before an instant, the newest first; undefined: the platform does not tell. */
export async function ordersOf(
  platform: Pick<Platform, 'orders' | 'endedOrders'>,
  account: Asked,
  { before, now }: { readonly before: Date | undefined; readonly now: Date },
) {
  const placed = before === undefined ? await platform.orders(account.number) : undefined;
  if (placed !== undefined && placed.outcome !== 'done') return undefined;
  const ended = await endedBefore(platform, account, before ?? after(now, hourMs));
  if (ended.outcome !== 'done') return undefined;
  return {
    waiting: (placed?.orders ?? []).map(shownPending).toReversed(),
    orders: ended.orders.map(shownEnded).toReversed(),
    next: ended.earlier?.toISOString() ?? null,
  };
}

type Ended = { readonly orders: readonly EndedOrder[]; readonly earlier: Date | undefined };

async function endedBefore(platform: Pick<Platform, 'endedOrders'>, account: Asked, to: Date): Promise<Answer<Ended>> {
  let spanMs = spanDays * dayMs;
  let emptyMs = 0;
  let fullMs: number | undefined;
  for (let count = 0; count < mostSpans; count += 1) {
    const from = after(to, -spanMs);
    const answer = await platform.endedOrders({ login: account.number, from, to, offset: 0, total: mostOrders });
    if (answer.outcome !== 'done') return answer;
    const isWhole = answer.orders.length < mostOrders;
    const isAll = from <= account.openedAt || spanMs >= longestDays * dayMs;
    // A platform tells times in whole seconds.
    if (isWhole && (isAll || answer.orders.length > 0))
      return { outcome: 'done', orders: answer.orders, earlier: isAll ? undefined : after(from, -secondMs) };
    if (isWhole) emptyMs = spanMs;
    else fullMs = spanMs;
    if (fullMs !== undefined && fullMs - emptyMs <= secondMs) break;
    spanMs = fullMs === undefined ? 2 * spanMs : Math.ceil((emptyMs + fullMs) / 2 / secondMs) * secondMs;
  }
  return { outcome: 'refused', code: 'range_too_wide', message: `over ${mostOrders} orders in a second` };
}

const pageSize = 50;
const mostSplits = 20;

/** What shares brought an account before a day, and how those that were held were split. */
export async function sharesOf(sql: Sql, account: TradingAccount, before: string | undefined) {
  const page = await dividendsOf(sql, { number: account.number, before, limit: pageSize });
  const splits = before === undefined ? await splitsOf(sql, { number: account.number, limit: mostSplits }) : [];
  return {
    currency: account.currency,
    dividends: page.map((each) => shownDividend(each, account)),
    next: page.length < pageSize ? null : (page.at(-1)?.day ?? null),
    splits: splits.map(shownSplit),
  };
}

function shownDividend({ day, symbol, gross, tax }: KeptDividend, { currency }: TradingAccount) {
  const amount = (minor: bigint) => formatMinor(minor, currency);
  const percent = gross > 0n && tax <= 0n ? percentText(-tax, gross) : null;
  return { day, symbol, gross: amount(gross), tax: amount(tax), net: amount(gross + tax), tax_percent: percent };
}

function shownSplit({ at, symbol, position, lotsBefore, lotsAfter, priceBefore, priceAfter }: KeptSplit) {
  return {
    at: at.toISOString(),
    symbol,
    position,
    lots_before: lotsBefore,
    lots_after: lotsAfter,
    price_before: priceBefore,
    price_after: priceAfter,
  };
}
