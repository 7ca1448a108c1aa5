/** A date while it is chosen part by part (document 2 §5): `1990-02-` has no day yet. Sent as YYYY-MM-DD. */
export interface DateParts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

export type DatePart = keyof DateParts;

export function partsOfDate(text: string): DateParts {
  const [year = '', month = '', day = ''] = text.split('-');
  return { year, month, day };
}

/** What becomes of a date when one part is chosen. A day that the month does not have is asked for anew. */
export function withDatePart(text: string, part: DatePart, chosen: string): string {
  const parts = { ...partsOfDate(text), [part]: chosen };
  const day = Number(parts.day) > daysIn(parts) ? '' : parts.day;
  return `${parts.year}-${parts.month}-${day}`;
}

/** How many days there are to choose from: as many as any month has while the month is not known, and February's 29 without a year. */
export function daysIn({ year, month }: Pick<DateParts, 'year' | 'month'>): number {
  if (month === '') return 31;
  // The day before the first of the following month.
  return new Date(Date.UTC(year === '' ? 2000 : Number(year), Number(month), 0)).getUTCDate();
}

/** The date once it is whole, else nothing. */
export function wholeDate(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '';
}
