import type { AnswerOf } from '../../../ui/api/send.ts';
import { levelNames, pivotTimeframes, type pivotsContract } from '../contract.ts';

export type Distances = AnswerOf<(typeof pivotsContract)['calls']['priceLevels']>;

/**
 * Whether what was answered can be drawn: it may come from somebody else than our own server, which checks what it answers, and the
 * browser has no schema of answers.
 */
export function isDrawable(told: unknown): told is Distances {
  if (!isRecord(told)) return false;
  const { symbol, timeframe, digits, current_price: price, distances, chart } = told;
  const isFramed = typeof symbol === 'string' && pivotTimeframes.some((each) => each === timeframe);
  const isPriced = isDecimal(price) && Number.isInteger(digits) && levelNames.every((name) => isLevel(told[name]));
  return isFramed && isPriced && isRecord(distances) && Object.values(distances).every(isDistance) && areCandles(chart);
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDecimal(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d{1,12}(\.\d{1,10})?$/.test(value);
}

function isLevel(value: unknown): boolean {
  return value === null || isDecimal(value);
}

function isDistance(value: unknown): boolean {
  return isRecord(value) && Number.isInteger(value['points']) && isDecimal(value['percent']);
}

function areCandles(value: unknown): boolean {
  const prices = ['open', 'high', 'low', 'close'] as const;
  const isCandle = (each: unknown): boolean =>
    isRecord(each) && !Number.isNaN(Date.parse(String(each['at']))) && prices.every((name) => isDecimal(each[name]));
  return Array.isArray(value) && value.length <= 1000 && value.every(isCandle);
}
