import type { Candle } from './candles.ts';

/**
 * What has to be drawn so that what is drawn becomes `now`: the newest candles that changed or came, or everything anew. Candles of
 * longer ago that are drawn and told no more stay.
 */
export function candleChanges(drawn: readonly Candle[], now: readonly Candle[]): readonly Candle[] | 'anew' {
  const last = drawn.at(-1);
  const first = now[0];
  if (!last || !first) return 'anew';
  const start = drawn.findIndex(({ at }) => at === first.at);
  const end = now.findIndex(({ at }) => at === last.at);
  if (start === -1 || end === -1) return 'anew';
  const [earlier, same] = [drawn.slice(start, -1), now.slice(0, end)];
  const isSame = earlier.length === same.length && earlier.every((candle, index) => isEqual(candle, same[index]));
  if (!isSame) return 'anew';
  return isEqual(last, now[end]) ? now.slice(end + 1) : now.slice(end);
}

function isEqual(one: Candle, other: Candle | undefined): boolean {
  if (one === other) return true;
  const { at, open, high, low, close } = one;
  return other?.at === at && other.open === open && other.high === high && other.low === low && other.close === close;
}
