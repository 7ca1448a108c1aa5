import { after, dayMs, hourMs, minuteMs, secondMs } from '../../base/time.ts';
import { openZone, type Zone } from '../../base/zone.ts';
import { bell, mix, seedOf, share } from '../metatrader/noise.ts';
import { series, type Series } from './series.ts';

/** An event as the vendor sends it. */
export interface ToldEvent {
  readonly id: string;
  readonly revision: number;
  readonly starts_at: string;
  readonly state: 'scheduled' | 'tentative' | 'released' | 'cancelled';
  readonly country: string;
  readonly currency: string;
  readonly importance: string;
  readonly titles: Series['titles'];
  readonly unit: string;
  readonly actual: string | null;
  readonly forecast: string | null;
  readonly previous: string | null;
  /** When it became what it is: not sent. */
  readonly changedAt: Date;
}

const weekMs = 7 * dayMs;
/** The first Monday of 2026. */
const firstMonday = Date.parse('2026-01-05T00:00:00Z');
const publishedAheadMs = 28 * dayMs;
const zones = new Map<string, Zone>();

/** How an event goes on, which nothing but its name decides: nothing is stored, and every process has it alike. */
export function eventOf(of: Series, week: number, now: Date): ToldEvent | undefined {
  const seed = seedOf(`${of.key}/${week}`);
  const lot = share(mix(seed, 1));
  const planned = localInstant(of, week);
  const publishedAt = after(planned, -publishedAheadMs);
  if (publishedAt > now) return undefined;
  const forecast = of.usual + bell(mix(seed, 2)) * of.swing;
  const actual = forecast + bell(mix(seed, 3)) * of.swing * 0.6;
  const previous = of.usual + bell(mix(seedOf(`${of.key}/${week - of.every}`), 3)) * of.swing;
  const written = (value: number): string => value.toFixed(of.decimals).replace(/^-(0(?:\.0+)?)$/, '$1');
  const isMoved = lot >= 0.05 && lot < 0.1;
  const startsAt = isMoved ? after(planned, hourMs) : planned;
  // A day before: it is called off, or moved by an hour.
  const decidedAt = after(planned, -dayMs);
  const isLate = share(mix(seed, 4)) < 0.2;
  const releasedAt = after(startsAt, isLate ? 7 * minuteMs : 2 * secondMs);
  const isRevised = share(mix(seed, 5)) < 0.25;
  const base = {
    id: `${of.key}-${week}`,
    country: of.country,
    currency: of.currency,
    importance: of.importance,
    titles: of.titles,
    unit: of.unit,
    forecast: written(forecast),
    previous: written(previous),
  };
  const isDecided = decidedAt <= now && lot < 0.1;
  const scheduled = {
    ...base,
    revision: isDecided ? 2 : 1,
    starts_at: (isDecided ? startsAt : planned).toISOString(),
    state: 'scheduled' as const,
    actual: null,
    changedAt: isDecided ? decidedAt : publishedAt,
  };
  if (lot < 0.05) return isDecided ? { ...scheduled, state: 'cancelled' } : scheduled;
  if (releasedAt > now) return scheduled;
  const revisedAt = after(releasedAt, 2 * hourMs);
  const released = { ...scheduled, state: 'released' as const };
  if (!isRevised || revisedAt > now) return { ...released, revision: 3, actual: written(actual), changedAt: releasedAt };
  const step = 10 ** -of.decimals * (1 + Math.floor(share(mix(seed, 6)) * 3));
  return { ...released, revision: 4, actual: written(actual + step), changedAt: revisedAt };
}

function localInstant({ zone: name, hour, minute, weekday }: Series, week: number): Date {
  const zone = zones.get(name) ?? openZone({ name, movedMinutes: 0 });
  zones.set(name, zone);
  const day = firstMonday + week * weekMs + (weekday - 1) * dayMs;
  return new Date(zone.toUtc(day + hour * hourMs + minute * minuteMs));
}

/** All that is kept of them now: what began at most so long ago, and what is announced. In the order in which it changed. */
export function eventsAt(now: Date, keptMs: number): ToldEvent[] {
  const [first, last] = [-keptMs, publishedAheadMs].map((ms) => Math.floor((now.getTime() + ms - firstMonday) / weekMs));
  const weeks = Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, index) => (first ?? 0) + index);
  return weeks
    .flatMap((week) =>
      series.filter(({ every, week: begin }) => (week - begin) % every === 0).map((of) => eventOf(of, week, now)),
    )
    .filter((told) => told !== undefined)
    .toSorted((one, other) => one.changedAt.getTime() - other.changedAt.getTime() || (one.id < other.id ? -1 : 1));
}
