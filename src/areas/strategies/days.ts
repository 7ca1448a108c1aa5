import { utcDay } from '../../base/time.ts';
import { beginCourse, flowed, valued, type Course } from './rules.ts';
import type { DayRow, DayValue, DealOfStrategy } from './store.ts';

/* The days of a strategy out of its deals: the same deals give the same days, whenever and in however many pieces they are read. */

/** Where the deals have led to. */
export interface Walk {
  readonly course: Course;
  /** What deals brought and took, without the broker's credit. */
  readonly funds: bigint;
  readonly credit: bigint;
  readonly deals: number;
  /** Lots that are open, by position, in hundred-millionths. */
  readonly open: ReadonlyMap<string, bigint>;
}

export interface Told {
  readonly deals: readonly DealOfStrategy[];
  /** What the platform told of each day, and of today as it stands. */
  readonly values: ReadonlyMap<string, DayValue>;
  /** The equity just before a cash flow, by its ticket, where somebody read it. */
  readonly readings: ReadonlyMap<string, bigint>;
  /** yyyy-MM-dd, UTC, both included. */
  readonly from: string;
  readonly till: string;
}

/** Nothing has happened yet but that there is money. */
export function beginWalk({ funds, credit }: Pick<Walk, 'funds' | 'credit'>): Walk {
  return { course: beginCourse(funds), funds, credit, deals: 0, open: new Map() };
}

/** Every day from one to another, those without deals too: a position that is open moves the equity all the same. */
export function walkDays(start: Walk, told: Told): DayRow[] {
  const byDay = Map.groupBy(told.deals, ({ at }) => utcDay(at));
  const rows: DayRow[] = [];
  let walk = start;
  for (let day = told.from; day <= told.till; day = nextDay(day)) {
    const deals = byDay.get(day) ?? [];
    const ended = walkDay(walk, deals, told.readings);
    const value = told.values.get(day);
    const equity = equityAt(ended.walk, value);
    walk = { ...ended.walk, course: valued(ended.walk.course, equity) };
    rows.push({
      day,
      price: walk.course.price,
      peak: walk.course.peak,
      drawdown: walk.course.drawdown,
      startPrice: walk.course.startPrice,
      startBase: walk.course.startBase,
      funds: walk.funds,
      deals: walk.deals,
      equity,
      flow: ended.flow,
      result: ended.result,
      // What was open at its end counts as nothing where the platform did not tell of it.
      isEstimated: ended.isEstimated || (value === undefined && ended.walk.open.size > 0),
    });
  }
  return rows;
}

function walkDay(start: Walk, deals: readonly DealOfStrategy[], readings: Told['readings']) {
  let walk = start;
  let [flow, result, isEstimated] = [0n, 0n, false];
  for (const deal of deals) {
    const next = { ...walk, deals: walk.deals + 1 };
    if (isCredit(deal)) walk = { ...next, credit: walk.credit + deal.amount };
    else if (isFlow(deal)) {
      const read = readings.get(deal.ticket);
      // With nothing open the money is all there is, and that is known to the cent.
      isEstimated ||= read === undefined && walk.open.size > 0;
      walk = {
        ...next,
        course: flowed(walk.course, { equity: read ?? walk.funds, amount: deal.amount }),
        funds: walk.funds + deal.amount,
      };
      flow += deal.amount;
    } else {
      walk = { ...next, funds: walk.funds + deal.amount, open: openAfter(walk.open, deal) };
      result += deal.amount;
    }
  }
  return { walk, flow, result, isEstimated };
}

/** A day's end: the money, and what open positions stood at when the platform last told of that day. */
function equityAt({ funds, credit, open }: Walk, value: DayValue | undefined): bigint {
  return open.size === 0 || value === undefined ? funds : funds + value.equity - value.balance - credit;
}

const isCredit = ({ kind }: DealOfStrategy): boolean => kind === 'credit' || kind === 'bonus';
/** Whether a deal is money that came or went, and no result of trading. */
export const isFlow = ({ kind }: Pick<DealOfStrategy, 'kind'>): boolean => kind === 'balance' || kind === 'correction';

function openAfter(open: Walk['open'], { entry, position, lots }: DealOfStrategy): Walk['open'] {
  if (entry === null || position === null) return open;
  const left = (open.get(position) ?? 0n) + (entry === 'in' ? lotsOf(lots) : -lotsOf(lots));
  const next = new Map(open);
  if (left > 0n) next.set(position, left);
  else next.delete(position);
  return next;
}

/** Lots as a whole number of hundred-millionths. */
export function lotsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, 8).padEnd(8, '0'));
}

export function nextDay(day: string): string {
  return utcDay(new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000));
}
