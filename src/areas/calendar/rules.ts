import { dayMs, hourMs, minuteMs } from '../../base/time.ts';
import { openZone, zoneRuleOf, type Zone } from '../../base/zone.ts';
import type { EconomicEvent } from './contract.ts';

/* Days by the clocks of a zone, and what a change of an event is. */

const zones = new Map<string, Zone>();
/** More than there are names in the IANA database. */
const mostZones = 1000;

/** The zone of that name; undefined where the IANA database has none. */
export function zoneNamed(name: string): Zone | undefined {
  const known = zones.get(name);
  if (known) return known;
  // Minutes and hours beside a name are for servers: here only names count.
  const rule = /^[A-Za-z]/.test(name) ? zoneRuleOf(name) : undefined;
  if (!rule || rule.movedMinutes !== 0) return undefined;
  const zone = openZone(rule);
  if (zones.size < mostZones) zones.set(name, zone);
  return zone;
}

export interface Span {
  readonly from: Date;
  /** The first instant behind it. */
  readonly to: Date;
}

/**
 * From the first instant of one day to the last of another, by the clocks of the zone. A day on which they are changed has 23 or 25
 * hours, and where midnight itself is left out a day begins when the clocks have been put forward.
 */
export function spanOf(zone: Zone, from: string, till: string): Span {
  return { from: startOf(zone, from), to: startOf(zone, addDays(till, 1)) };
}

function startOf(zone: Zone, day: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`);
  const at = zone.toUtc(wall);
  // Of a midnight that comes twice the first one begins the day.
  const earlier = at - hourMs;
  return new Date(zone.toWall(earlier) === wall ? earlier : at);
}

/** The day that the clocks of the zone show then. */
export function localDate(zone: Zone, instant: Date): string {
  return new Date(zone.toWall(instant.getTime())).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

export function daysBetween(from: string, till: string): number {
  return Math.round((Date.parse(`${till}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;
}

/** So long the calendar may be silent: it is read every ten seconds. */
const patienceMs = 2 * minuteMs;
/** A vendor that answers and has told nothing newer for so long has stopped. */
const frozenMs = 15 * minuteMs;

/** Since when the calendar is not to be relied on; undefined while all is well. */
export function brokenSince(
  feed: { readonly asOf: Date | null; readonly readAt: Date | null; readonly triedAt: Date | null },
  now: Date,
): Date | undefined {
  if (!feed.readAt || !feed.asOf) return feed.triedAt ?? undefined;
  if (now.getTime() - feed.readAt.getTime() > patienceMs) return feed.readAt;
  return now.getTime() - feed.asOf.getTime() > frozenMs ? feed.asOf : undefined;
}

export type Kept = Pick<EconomicEvent, 'state' | 'actual'> & { readonly startsAt: Date };

/** What a newer word of an event tells those who wait for it; undefined: nothing that they asked for. */
export function newsOf(before: Kept | undefined, told: Kept): 'released' | 'revised' | 'cancelled' | undefined {
  if (!before) return undefined;
  if (told.state === 'cancelled') return before.state === 'cancelled' ? undefined : 'cancelled';
  if (told.actual === null || told.actual === before.actual) return undefined;
  return before.actual === null ? 'released' : 'revised';
}
