import { divideRounded, formatMinor } from '../../base/money.ts';
import type { Currency } from '../../base/currency.ts';
import type { Review, ReviewedPair } from '../../protocol/strategyReview.ts';
import { avatars, type ListedStrategy } from './contract.ts';
import { dayPriceOf } from './figuring.ts';
import type { ListedRow } from './listed.ts';
import { daysBetween, fallPercent, monthlyPrices, rebased, shownPercent, shownPrice } from './rules.ts';
import type { PairRow, SpreadRow } from './reviewed.ts';
import type { DayRow } from './store.ts';

/** Which of the pictures stands for a manager. */
export const avatarOf = (client: number): number => (client % avatars) + 1;

export function shownListed(row: ListedRow, now: Date): ListedStrategy {
  return {
    acc_no: row.number,
    acc_name: row.name,
    acc_curr: row.currency,
    remun_fee: row.share,
    min_amount: formatMinor(row.minimum, row.currency),
    ts: row.figuredAt.toISOString(),
    owner_id: row.clientId,
    leader_id: row.clientId,
    nickname: row.nickname,
    avatar: avatarOf(row.clientId),
    country: row.country,
    profit: shownPercent(row.totalReturn),
    month_profit: shownPercent(row.monthReturn),
    drawdown: fallPercent(row.drawdown),
    risk: row.risk,
    age: daysBetween(row.since, now),
    is_estimated: row.isEstimated,
  };
}

/** A chart is drawn whole: of a long history as many days as it can show, the last one always. */
const mostPoints = 400;

export function shownReturns(days: readonly DayRow[]) {
  const step = Math.max(1, Math.ceil(days.length / mostPoints));
  const shown = ({ day, price }: { readonly day: string; readonly price: bigint }) => ({
    date_time: `${day}T00:00:00.000Z`,
    unit_price: shownPrice(price),
  });
  const prices = days.map(dayPriceOf);
  return {
    total_profit_history: prices.filter((_day, index) => (days.length - 1 - index) % step === 0).map(shown),
    monthly_profit_history: monthlyPrices(prices).map(shown),
    last_month_profit_history: rebased(prices.slice(-31)).map(shown),
  };
}

export function shownReview(currency: Currency, pairs: readonly PairRow[], spread: readonly SpreadRow[]): Review {
  return {
    currency,
    review_symbol: { pairs: pairs.map((row) => shownPair(row, currency)), totals_and_stats: totalsOf(pairs, currency) },
    trading_review: {
      buy: spreadBy(spread, (row) => row.buy),
      sell: spreadBy(spread, (row) => row.sell),
      profitable: spreadBy(spread, (row) => row.profitable),
      unprofitable: spreadBy(spread, (row) => row.unprofitable),
    },
  };
}

function shownPair(row: PairRow, currency: Currency): ReviewedPair {
  return {
    symbol: row.symbol,
    buy: row.buy,
    sell: row.sell,
    loss: row.loss,
    profit: row.profit,
    avg_loss: formatMinor(averageOf(row.lost, row.loss), currency),
    avg_profit: formatMinor(averageOf(row.won, row.profit), currency),
    avg_pips: row.pips,
    stop_loss: row.stopped,
    take_profit: row.taken,
    avg_sl: row.stopPips,
    avg_tp: row.takePips,
    avg_duration: Number(averageOf(row.seconds, row.timed)),
  };
}

function totalsOf(pairs: readonly PairRow[], currency: Currency): Review['review_symbol']['totals_and_stats'] {
  const sum = (of: (row: PairRow) => number): number => pairs.reduce((all, row) => all + of(row), 0);
  const [buy, sell] = [sum((row) => row.buy), sum((row) => row.sell)];
  const total = buy + sell;
  const best = pairs.reduce((so, row) => (row.best > so ? row.best : so), 0n);
  const worst = pairs.reduce((so, row) => (row.worst < so ? row.worst : so), 0n);
  const seconds = pairs.reduce((all, row) => all + row.seconds, 0n);
  return {
    total_sell_perc: partOf(sell, total),
    total_buy_perc: partOf(buy, total),
    total_profit_perc: partOf(
      sum((row) => row.profit),
      total,
    ),
    total_loss_perc: partOf(
      sum((row) => row.loss),
      total,
    ),
    total_stop_loss_perc: partOf(
      sum((row) => row.stopped),
      total,
    ),
    total_take_profit_perc: partOf(
      sum((row) => row.taken),
      total,
    ),
    biggest_profit: formatMinor(best, currency),
    biggest_loss: formatMinor(worst, currency),
    total_trades: total,
    avg_duration: Number(
      averageOf(
        seconds,
        sum((row) => row.timed),
      ),
    ),
  };
}

const averageOf = (sum: bigint, count: number): bigint => (count === 0 ? 0n : divideRounded(sum, BigInt(count)));

function partOf(count: number, of: number): string {
  return shownPercent(of === 0 ? 0n : divideRounded(BigInt(count) * 10_000n, BigInt(of)));
}

/** Every hour and every day of the week, those without trades too. */
function spreadBy(rows: readonly SpreadRow[], of: (row: SpreadRow) => number): Record<string, number> {
  const known = new Map(rows.map((row) => [row.key, of(row)]));
  const keys = [
    ...Array.from({ length: 24 }, (_each, hour) => `h${hour}`),
    ...Array.from({ length: 7 }, (_each, day) => `d${day}`),
  ];
  return Object.fromEntries(keys.map((key) => [key, known.get(key) ?? 0]));
}
