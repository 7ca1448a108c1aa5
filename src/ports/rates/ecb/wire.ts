import { parseRate, type Rate } from '../../../base/money.ts';
import { dayMs } from '../../../base/time.ts';
import type { RateDay } from '../port.ts';

/**
 * The files of eurofxref: Envelope/Cube/Cube[@time]/Cube[@currency,@rate], units of the currency for one euro. Days come
 * newest first; attributes stand in either kind of quotes. The files hold no text and no entities, so tags are all there is.
 * Answers the days oldest first, or what is wrong with the file in words. A file is taken whole or not at all.
 */
export function readReference(xml: string): RateDay[] | string {
  if (!/<(?:\w+:)?Envelope\b/.test(xml)) return 'the file is no envelope of reference rates';
  const days = new Map<string, Map<string, Rate>>();
  let current: Map<string, Rate> | undefined;
  for (const [, attributes = ''] of xml.matchAll(/<Cube\s+([^<>]*?)\s*\/?>/g)) {
    const time = attribute(attributes, 'time');
    if (time !== undefined) {
      if (!isDay(time)) return `"${time}" is no day`;
      current = new Map();
      days.set(time, current);
      continue;
    }
    const currency = attribute(attributes, 'currency');
    const rate = parseRate(attribute(attributes, 'rate') ?? '');
    if (!current || currency === undefined || !/^[A-Z]{3}$/.test(currency)) return 'a rate stands outside of a day';
    // The history has "N/A" for currencies before they were quoted.
    if (rate !== undefined) current.set(currency, rate);
  }
  const read = [...days].filter(([, rates]) => rates.size > 0);
  if (read.length === 0) return 'the file holds no rates';
  return read
    .map(([day, rates]) => ({ day, publishedAt: publishedAt(day), rates }))
    .toSorted((first, second) => (first.day < second.day ? -1 : 1));
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:'([^']*)'|"([^"]*)")`).exec(attributes);
  return found?.[1] ?? found?.[2];
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** "The reference rates are usually updated at around 16:00 CET every working day": Frankfurt's own time, summer or winter. */
export function publishedAt(day: string): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  const year = noon.getUTCFullYear();
  const isSummer = noon >= lastSunday(year, 2) && noon < lastSunday(year, 9);
  return new Date(`${day}T${isSummer ? '14' : '15'}:00:00Z`);
}

/** Summer time runs from the last Sunday of March to the last of October, at 01:00 UTC (directive 2000/84/EC). */
function lastSunday(year: number, month: number): Date {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return new Date(last.getTime() - last.getUTCDay() * dayMs);
}
