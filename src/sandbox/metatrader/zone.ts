import { dayMs, minuteMs, secondMs, type Clock } from '../../base/time.ts';

/**
 * The wall clock of the server's room. All times that it writes and reads are what this clock shows; inside, the server counts in
 * UTC. Written apart from the portal's zones, so that the two cannot share a mistake.
 */
export interface ServerClock {
  /** What the clock shows at an instant. */
  shows(utcMs: number): number;
  /** The first and the last instant at which it shows that; the same but in the hour that comes twice in autumn. */
  firstAt(wallMs: number): number;
  lastAt(wallMs: number): number;
  /** Minutes from UTC in winter. */
  readonly winterMinutes: number;
  readonly hasSummer: boolean;
}

export const usualZone = 'Europe/Athens';

/** By a name of the IANA database, one with whole hours beside it ("America/New_York+7"), or minutes from UTC ("-300"). */
export function openServerClock(zone: string): ServerClock {
  const [, name = '', hours = ''] = /^([A-Z].*?)([+-]\d+)?$/i.exec(zone) ?? [];
  const beside = name === '' ? Number(zone) * minuteMs : Number(hours) * 60 * minuteMs;
  if (Number.isNaN(beside)) throw new RangeError(`the server's clock cannot stand in "${zone}"`);
  const reader = new Intl.DateTimeFormat('en-GB', {
    timeZone: name || 'UTC',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  const known = new Map<number, number>();
  const ahead = (utcMs: number): number => {
    const quarter = Math.floor(utcMs / (15 * minuteMs));
    const found = known.get(quarter);
    if (found !== undefined) return found;
    if (known.size > quartersMost) known.clear();
    const asked = aheadAt(reader, quarter * 15 * minuteMs) + beside;
    known.set(quarter, asked);
    return asked;
  };
  /** Every instant near by at which the clock shows that, the first one first; in the hour that spring leaves out, when it would have. */
  const instants = (wallMs: number): readonly number[] => {
    const [before, after] = [wallMs - ahead(wallMs - dayMs), wallMs - ahead(wallMs + dayMs)];
    if (before === after) return [before];
    const shown = [before, after].filter((utcMs) => utcMs + ahead(utcMs) === wallMs);
    return shown.length > 0 ? shown.toSorted((one, other) => one - other) : [before];
  };
  const [january, july] = [ahead(Date.UTC(2026, 0, 15)), ahead(Date.UTC(2026, 6, 15))];
  return {
    shows: (utcMs) => utcMs + ahead(utcMs),
    firstAt: (wallMs) => instants(wallMs).at(0) ?? wallMs,
    lastAt: (wallMs) => instants(wallMs).at(-1) ?? wallMs,
    winterMinutes: Math.min(january, july) / minuteMs,
    hasSummer: january !== july,
  };
}

/** Some hundreds of days. */
const quartersMost = 40_000;

function aheadAt(reader: Intl.DateTimeFormat, utcMs: number): number {
  const shown = new Map(reader.formatToParts(utcMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? 0;
  const wallMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wallMs - Math.floor(utcMs / secondMs) * secondMs;
}

/** By how much it is ahead of UTC now. */
export function minutesAhead(zone: ServerClock, clock: Clock): number {
  const nowMs = clock.now().getTime();
  return (zone.shows(nowMs) - nowMs) / minuteMs;
}
