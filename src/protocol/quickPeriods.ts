/** Days of UTC as `yyyy-MM-dd`, both included. */
export interface Days {
  readonly from: string;
  readonly till: string;
}

export const quickPeriods = ['thisMonth', 'lastMonth', 'thisYear', 'lastYear'] as const;
export type QuickPeriod = (typeof quickPeriods)[number];

/** The days of a period, as of that day. */
export function daysOf(period: QuickPeriod, today: Date): Days {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const day = (years: number, months: number, days: number): string =>
    new Date(Date.UTC(years, months, days)).toISOString().slice(0, 10);
  const periods: Readonly<Record<QuickPeriod, Days>> = {
    thisMonth: { from: day(year, month, 1), till: day(year, month, today.getUTCDate()) },
    lastMonth: { from: day(year, month - 1, 1), till: day(year, month, 0) },
    thisYear: { from: day(year, 0, 1), till: day(year, month, today.getUTCDate()) },
    lastYear: { from: day(year - 1, 0, 1), till: day(year, 0, 0) },
  };
  return periods[period];
}

/** Which of them it is; undefined for days of one's own. */
export function periodNamed({ from, till }: Days, today: Date): QuickPeriod | undefined {
  return quickPeriods.find((period) => {
    const days = daysOf(period, today);
    return days.from === from && days.till === till;
  });
}

/** A day as an address may have it; undefined for what is none. */
export function dayIn(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text) ? undefined : text;
}
