import { LRUCache } from 'lru-cache';
import { dayMs } from '../../base/time.ts';
import { seedOf, walk } from '../metatrader/noise.ts';
import { valuesInDollars, type Value } from '../metatrader/symbols.ts';

/** In the order of the Bank's own files, with the decimals that it gives them. */
const quoted: readonly (readonly [currency: string, decimals: number])[] = [
  ['USD', 4],
  ['JPY', 2],
  ['CZK', 3],
  ['DKK', 4],
  ['GBP', 5],
  ['HUF', 2],
  ['PLN', 4],
  ['RON', 4],
  ['SEK', 4],
  ['CHF', 4],
  ['ISK', 2],
  ['NOK', 4],
  ['TRY', 4],
  ['AUD', 4],
  ['BRL', 4],
  ['CAD', 4],
  ['CNY', 4],
  ['HKD', 4],
  ['IDR', 2],
  ['ILS', 4],
  ['INR', 4],
  ['KRW', 2],
  ['MXN', 4],
  ['MYR', 4],
  ['NZD', 4],
  ['PHP', 3],
  ['SGD', 4],
  ['THB', 3],
  ['ZAR', 4],
];

/** In dollars, for those that the sandbox's markets do not trade. */
const untraded: Readonly<Record<string, Value>> = {
  DKK: { price: 1.16 / 7.46, daily: 0.0045 },
  RON: { price: 1 / 4.36, daily: 0.005 },
  ISK: { price: 1 / 122, daily: 0.005 },
  ILS: { price: 1 / 3.4, daily: 0.005 },
  KRW: { price: 1 / 1400, daily: 0.005 },
  PHP: { price: 1 / 57.5, daily: 0.003 },
};

/** The days from `since` on whose rates are out by now: TARGET's working days, from 16:00 in Frankfurt on. */
export function referenceDays(since: string, now: Date): string[] {
  const days: string[] = [];
  const { day: today, hour } = inFrankfurt(now);
  for (let at = Date.parse(`${since}T00:00:00Z`); at <= now.getTime(); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (isWorkingDay(day) && (day < today || (day === today && hour >= 16))) days.push(day);
  }
  return days;
}

const frankfurt = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' });

function inFrankfurt(at: Date): { readonly day: string; readonly hour: number } {
  const [day = '', time = ''] = frankfurt.format(at).split(' ');
  return { day, hour: Number.parseInt(time, 10) };
}

/** TARGET is closed on Saturdays, Sundays and these days (ecb.europa.eu, "T2 – holidays"). */
const closedDays: ReadonlySet<string> = new Set(['01-01', '05-01', '12-25', '12-26']);

function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !closedDays.has(day.slice(5)) && !isEasterClosing(day);
}

/** Good Friday and Easter Monday, by the Gregorian reckoning of Easter (Meeus, Astronomical Algorithms, chapter 8). */
function isEasterClosing(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  const easter = easterSunday(Number(day.slice(0, 4)));
  return at === easter - 2 * dayMs || at === easter + dayMs;
}

function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const within = year % 100;
  const lift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - lift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(within / 4) - epact - (within % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const sum = epact + weekday - 7 * late + 114;
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1);
}

/** The file as the Bank writes it, the newest day first (ecb.europa.eu, eurofxref-daily.xml). */
export function referenceFile(days: readonly string[], seed: string): string {
  const cubes = days.toReversed().map((day) => cubeOf(day, seed));
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
${cubes.join('\n')}
\t</Cube>
</gesmes:Envelope>
`;
}

/** A day's rates never change, and the whole history is asked for whenever the sandbox is filled. */
const known = new LRUCache<string, string>({ max: 10_000 });

function cubeOf(day: string, seed: string): string {
  const kept = known.get(`${seed}/${day}`);
  if (kept !== undefined) return kept;
  const euro = inDollars('EUR', day, seed);
  const rates = quoted.map(([currency, decimals]) => {
    return `\t\t\t<Cube currency='${currency}' rate='${(euro / inDollars(currency, day, seed)).toFixed(decimals)}'/>`;
  });
  const cube = `\t\t<Cube time='${day}'>\n${rates.join('\n')}\n\t\t</Cube>`;
  known.set(`${seed}/${day}`, cube);
  return cube;
}

/** The day's value on the sandbox's markets, which close at the same values. */
function inDollars(currency: string, day: string, seed: string): number {
  const value = valuesInDollars[currency] ?? untraded[currency];
  if (!value) throw new Error(`no value is known for ${currency}`);
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs);
  return value.price * Math.exp(value.daily * walk(seedOf(`${seed}/value/${currency}`), number));
}
