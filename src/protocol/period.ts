import { after, dayMs } from '../base/time.ts';

/** Ends of a list's period, as its calls take them: a day of UTC (`yyyy-MM-dd`) or an instant; either may stay open. */
export interface AskedPeriod {
  readonly from?: string | undefined;
  readonly till?: string | undefined;
}

/** What every list with a period may refuse with; its field is `from`. */
export const periodErrors = { period_reversed: 422 } as const;

/** A period that ends before it begins finds nothing, which would look like an empty list. */
export function isReversed(asked: AskedPeriod): boolean {
  const { from, till } = periodOf(asked);
  return from !== undefined && till !== undefined && from >= till;
}

/** The period in instants: the first is included and the last is not. A day is meant whole. */
export function periodOf({ from, till }: AskedPeriod): { readonly from: Date | undefined; readonly till: Date | undefined } {
  return {
    from: from === undefined ? undefined : beginOf(from),
    till: till === undefined ? undefined : after(beginOf(till), isDay(till) ? dayMs : 1),
  };
}

function beginOf(end: string): Date {
  return new Date(isDay(end) ? `${end}T00:00:00Z` : end);
}

function isDay(end: string): boolean {
  return !end.includes('T');
}
