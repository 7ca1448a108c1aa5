import { openZone, type Zone } from '../base/zone.ts';
import { dayMs, hourMs } from '../base/time.ts';

/* The analyst's signals: what they are given for, and in which sessions of the day (document 3 §3, §9; the tables are our own rule). */

/** Document 3 §9: no date picker begins before. */
export const firstSignalDay = '2017-01-01';

/** What signals are given for, and with how many digits its prices are written. */
export const signalInstruments = {
  EURUSD: { digits: 5 },
  GBPUSD: { digits: 5 },
  USDJPY: { digits: 3 },
  AUDUSD: { digits: 5 },
  USDCHF: { digits: 5 },
  USDCAD: { digits: 5 },
  XAUUSD: { digits: 2 },
} as const satisfies Readonly<Record<string, { readonly digits: number }>>;
export type SignalInstrument = keyof typeof signalInstruments;
export const signalInstrumentNames = Object.keys(signalInstruments) as readonly SignalInstrument[];

/** The markets whose hours the sessions are, each with the clock on its wall. */
const markets = {
  tokyo: { zone: 'Asia/Tokyo', fromHour: 9, toHour: 15 },
  london: { zone: 'Europe/London', fromHour: 8, toHour: 16 },
  new_york: { zone: 'America/New_York', fromHour: 8, toHour: 16 },
} as const;
export type SignalMarket = keyof typeof markets;
export const signalMarkets = Object.keys(markets) as readonly SignalMarket[];

/** Document 3 §9: sessions are numbered. In the order in which they come on a date. */
export const signalSessions = [1, 2, 3] as const;
export type SignalSession = (typeof signalSessions)[number];

export const marketOfSession: Readonly<Record<SignalSession, SignalMarket>> = { 1: 'tokyo', 2: 'london', 3: 'new_york' };

export interface SessionTimes {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** What the clocks of its market show that day; null where they are never changed (document 3 §9). */
  readonly season: 'summer' | 'winter' | null;
  /** How far those clocks are ahead of UTC. */
  readonly offsetMinutes: number;
}

/** When a session of that date is. Each market changes its clocks on days of its own. */
export function sessionTimes(session: SignalSession, date: string): SessionTimes {
  const { zone: name, fromHour, toHour } = markets[marketOfSession[session]];
  const zone = zoneOf(name);
  const startsMs = at(zone, date, fromHour);
  const [offset, winter, summer] = [zone.offsetMs(startsMs), ...offsetsOfYear(zone, date)];
  const season = winter === summer ? null : offset === summer ? 'summer' : 'winter';
  return { startsAt: new Date(startsMs), endsAt: new Date(at(zone, date, toHour)), season, offsetMinutes: offset / 60_000 };
}

/** Until when the signals of a date hold: the trading day ends at 17:00 in New York. */
export function endOfSignalDay(date: string): Date {
  return new Date(at(zoneOf(markets.new_york.zone), date, 17));
}

/** Markets rest from Saturday to Sunday. */
export function isWeekend(date: string): boolean {
  const day = new Date(`${date}T12:00:00Z`).getUTCDay();
  return day === 0 || day === 6;
}

const at = (zone: Zone, date: string, hour: number): number => zone.toUtc(Date.parse(`${date}T00:00:00Z`) + hour * hourMs);

/** The smaller and the larger of the offsets of January and July: north of the equator the clocks are put forward in summer. */
function offsetsOfYear(zone: Zone, date: string): [number, number] {
  const january = Date.parse(`${date.slice(0, 4)}-01-01T12:00:00Z`);
  const both = [zone.offsetMs(january), zone.offsetMs(january + 181 * dayMs)] as const;
  return [Math.min(...both), Math.max(...both)];
}

const zones = new Map<string, Zone>();

function zoneOf(name: string): Zone {
  const known = zones.get(name) ?? openZone({ name, movedMinutes: 0 });
  zones.set(name, known);
  return known;
}
