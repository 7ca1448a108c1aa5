/** Days of a list, as its calls take them (`yyyy-MM-dd`, or instants of one form); either end may stay open. */
export interface AskedPeriod {
  readonly from?: string | undefined;
  readonly till?: string | undefined;
}

/** What every list with a period may refuse with; its field is `from`. */
export const periodErrors = { period_reversed: 422 } as const;

/** A period that ends before it begins finds nothing, which would look like an empty list. */
export function isReversed({ from, till }: AskedPeriod): boolean {
  return from !== undefined && till !== undefined && from > till;
}
