import { after, dayMs, hourMs, minuteMs, utcDay } from '../../base/time.ts';
import type { Every, Order, SkipReason } from './contract.ts';

/** When an order of dates is due: a day, a weekday (1 is Monday) or a day of the month. */
export interface Dates {
  readonly every: Every;
  /** yyyy-MM-dd */
  readonly onDate: string | null;
  readonly day: number | null;
}

/** The first date of the order later than an instant; undefined when there is none any more. `hour` is UTC. */
export function nextDate({ every, onDate, day }: Dates, then: Date, hour: number): Date | undefined {
  if (every === 'once') {
    const only = onDate === null ? undefined : after(new Date(`${onDate}T00:00:00Z`), hour * hourMs);
    return only && only > then ? only : undefined;
  }
  const isMeant = every === 'week' ? isWeekday(day ?? 1) : isDayOfMonth(day ?? 1);
  const today = nextHour(then, hour);
  for (let ahead = 0; ahead <= longestWait; ahead++) {
    const each = after(today, ahead * dayMs);
    if (isMeant(each)) return each;
  }
  return undefined;
}

/** More days than lie between two dates of any order. */
const longestWait = 62;

/** When an order that is made, or gone on with, now is first due, and from when its profit counts; undefined when its date is over. */
export function timingOf(
  { occasion, every, onDate, day }: Omit<Dates, 'every'> & { readonly occasion: Order['occasion']; readonly every: Every | null },
  now: Date,
  hour: number,
): { readonly nextAt: Date | null; readonly countedFrom: Date | null } | undefined {
  if (occasion === 'profit') return { nextAt: nextHour(now, hour), countedFrom: now };
  if (every === null) return { nextAt: null, countedFrom: null };
  const nextAt = nextDate({ every, onDate, day }, now, hour);
  return nextAt && { nextAt, countedFrom: null };
}

/** The next time that it is that hour, later than an instant. */
export function nextHour(then: Date, hour: number): Date {
  const today = after(new Date(`${utcDay(then)}T00:00:00Z`), hour * hourMs);
  return today > then ? today : after(today, dayMs);
}

const isWeekday = (weekday: number) => (each: Date) => each.getUTCDay() === weekday % 7;

/** A month that has no such day has it on its last. */
const isDayOfMonth = (day: number) => (each: Date) => {
  const last = new Date(Date.UTC(each.getUTCFullYear(), each.getUTCMonth() + 1, 0)).getUTCDate();
  return each.getUTCDate() === Math.min(day, last);
};

/** Deals of the last minutes may not have been told: profit is counted until so long before it is looked at. */
export const countedBehindMs = 15 * minuteMs;

/** Refusals that say something of the moment alone: the same may go through a little later. */
const passing: ReadonlySet<string> = new Set(['platform_unavailable', 'rate_not_available']);

/** What becomes of a run that was refused: nothing yet, while it may go through later and is not too old; else it is skipped. */
export function skippedFor(
  code: string,
  of: { readonly at: Date; readonly now: Date; readonly retryHours: number },
): SkipReason | undefined {
  const isYoung = of.now.getTime() - of.at.getTime() < of.retryHours * hourMs;
  if (passing.has(code)) return isYoung ? undefined : 'unavailable';
  return reasons[code] ?? 'not_allowed';
}

const reasons: Readonly<Record<string, SkipReason>> = {
  not_enough_money: 'not_enough_money',
  // What open positions need is not free.
  '20037': 'not_enough_money',
  '20034': 'bonus',
  debt_open: 'debt',
  account_not_active: 'account',
  unknown_account: 'account',
  demo_account: 'account',
  same_account: 'account',
  account_under_review: 'review',
  limit_exceed: 'limit',
  bad_amount: 'limit',
  arrives_as_nothing: 'limit',
  exchange_limit: 'exchange_limit',
};

/** What is typed into the form of a new order. */
export type OrderWish = Readonly<
  Record<
    | 'account_number'
    | 'target_account_number'
    | 'occasion'
    | 'moves'
    | 'share'
    | 'above'
    | 'every'
    | 'on'
    | 'weekday'
    | 'day'
    | 'amount',
    string
  >
>;

export const emptyWish: OrderWish = {
  occasion: 'deposit',
  account_number: '',
  target_account_number: '',
  moves: '',
  share: '',
  above: '',
  every: '',
  on: '',
  weekday: '',
  day: '',
  amount: '',
};

/** What is chosen of a few begins with one of them, wherever it comes to be asked. */
export function completed(wish: OrderWish): OrderWish {
  const isDeposit = wish.occasion === 'deposit';
  const moves = isDeposit ? wish.moves || 'share' : '';
  const every = wish.occasion === 'dates' ? wish.every || 'month' : '';
  return {
    ...wish,
    moves,
    share: moves === 'share' ? wish.share || '50' : '',
    every,
    weekday: every === 'week' ? wish.weekday || '1' : '',
    day: every === 'month' ? wish.day || '1' : '',
  };
}

/** An amount is asked for where no share and no profit says what moves. */
export function hiddenOf({ occasion, moves }: OrderWish): readonly 'amount'[] {
  return occasion === 'profit' || (occasion === 'deposit' && moves !== 'amount') ? ['amount'] : [];
}
