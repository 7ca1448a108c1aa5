import { after, dayMs, hourMs, minuteMs, utcDay } from '../base/time.ts';

/*
 * When the European Central Bank's reference rates come to be (ecb.europa.eu, "Euro foreign exchange reference rates"): made
 * by the central banks' concertation at about 14:10 in Frankfurt, published at about 16:00, on TARGET's working days.
 */

/** From then on the markets tell anybody who looks what the day's rates are going to be. */
export function madeAt(day: string): Date {
  return inFrankfurt(day, 14 * hourMs + 10 * minuteMs);
}

/** "The reference rates are usually updated at around 16:00 CET every working day": Frankfurt's own time, summer or winter. */
export function publishedAt(day: string): Date {
  return inFrankfurt(day, 16 * hourMs);
}

/** The newest day whose rates had been made, or published, by then. */
export function lastReferenceDay(at: Date, by: typeof madeAt | typeof publishedAt): string {
  return firstBack(utcDay(at), (day) => isReferenceDay(day) && by(day) <= at);
}

/** The last working day before that one. */
export function referenceDayBefore(day: string): string {
  return firstBack(dayBack(day, 1), isReferenceDay);
}

/** Frankfurt is one hour ahead of UTC in winter and two in summer. */
function inFrankfurt(day: string, sinceMidnightMs: number): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  const year = noon.getUTCFullYear();
  const isSummer = noon >= lastSunday(year, 2) && noon < lastSunday(year, 9);
  return after(new Date(`${day}T00:00:00Z`), sinceMidnightMs - (isSummer ? 2 : 1) * hourMs);
}

/** Summer time runs from the last Sunday of March to the last of October, at 01:00 UTC (directive 2000/84/EC). */
function lastSunday(year: number, month: number): Date {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return after(last, -last.getUTCDay() * dayMs);
}

/** Longer than TARGET is ever closed. */
const mostClosedDays = 10;

function firstBack(day: string, holds: (day: string) => boolean): string {
  for (let back = 0; back <= mostClosedDays; back += 1) if (holds(dayBack(day, back))) return dayBack(day, back);
  throw new Error(`there is no working day before ${day}`);
}

function dayBack(day: string, days: number): string {
  return utcDay(new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs));
}

/** TARGET is closed on Saturdays, Sundays, these days, Good Friday and Easter Monday (ecb.europa.eu, "T2 – holidays"). */
const closedDays: ReadonlySet<string> = new Set(['01-01', '05-01', '12-25', '12-26']);

function isReferenceDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  const sinceEaster = (at.getTime() - easterSunday(at.getUTCFullYear())) / dayMs;
  return ![0, 6].includes(at.getUTCDay()) && !closedDays.has(day.slice(5)) && sinceEaster !== -2 && sinceEaster !== 1;
}

/** Easter Sunday by the Gregorian reckoning in its anonymous form (Nature, 20 April 1876), in milliseconds. */
function easterSunday(year: number): number {
  const [golden, century, within] = [year % 19, Math.floor(year / 100), year % 100];
  const moon = (19 * golden + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(within / 4) - moon - (within % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const days = moon + weekday - 7 * late + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}
