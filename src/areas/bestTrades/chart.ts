import { after } from '../../base/time.ts';
import { timeframes, type Timeframe } from '../../ports/platform/port.ts';
import { timeframeMs, type PriceBoard } from '../trading/face.ts';
import type { ChartPoint } from './contract.ts';
import type { TradeRow } from './store.ts';

const mostPoints = 120;

/** The shortest frame of which the whole trade has no more candles than a picture can show. */
export function frameFor(fromMs: number, toMs: number): Timeframe {
  return timeframes.find((frame) => (toMs - fromMs) / timeframeMs(frame) <= mostPoints) ?? '1mon';
}

export interface TradeChart {
  readonly points: readonly ChartPoint[];
  /** False: only its two ends are known. */
  readonly isWhole: boolean;
}

/** The price while the trade was open, from its opening to its closing. */
export async function chartOf(board: Pick<PriceBoard, 'candles'>, trade: TradeRow): Promise<TradeChart> {
  const { symbol, openedAt, openPrice, closedAt, closePrice, ticket, server } = trade;
  const closing = { at: closedAt.toISOString(), price: closePrice };
  if (openedAt === null || openPrice === null) return { points: [closing], isWhole: false };
  const opening = { at: openedAt.toISOString(), price: openPrice };
  const timeframe = frameFor(openedAt.getTime(), closedAt.getTime());
  const asked = { symbol, timeframe, from: openedAt, to: closedAt, name: `trade/${server}/${ticket}` };
  const answer = await board.candles(asked);
  if (answer.outcome !== 'done') return { points: [opening, closing], isWhole: false };
  const stepMs = timeframeMs(timeframe);
  const between = answer.candles
    .map(({ at, close }) => ({ at: after(at, stepMs), price: close }))
    .filter(({ at }) => at > openedAt && at < closedAt)
    .slice(0, mostPoints)
    .map(({ at, price }) => ({ at: at.toISOString(), price }));
  return { points: [opening, ...between, closing], isWhole: true };
}
