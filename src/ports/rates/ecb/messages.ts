import { parseRate, type Rate } from '../../../base/money.ts';
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
  for (const [, attributes = ''] of xml.matchAll(/<Cube(\s[^<>]*)>/g)) {
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
  return read.map(([day, rates]) => ({ day, rates })).toSorted((first, second) => (first.day < second.day ? -1 : 1));
}

/** The history has tens of thousands of rates: each pattern is made once. */
const patterns = {
  time: /(?:^|\s)time\s*=\s*(?:'([^']*)'|"([^"]*)")/,
  currency: /(?:^|\s)currency\s*=\s*(?:'([^']*)'|"([^"]*)")/,
  rate: /(?:^|\s)rate\s*=\s*(?:'([^']*)'|"([^"]*)")/,
};

function attribute(attributes: string, name: keyof typeof patterns): string | undefined {
  const found = patterns[name].exec(attributes);
  return found?.[1] ?? found?.[2];
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
