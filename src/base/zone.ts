import { dayMs, hourMs, minuteMs } from './time.ts';

/**
 * A clock on a wall somewhere: how far it stands from UTC follows the named zone's own rules (the IANA database, by way of
 * Intl), moved by some minutes. "America/New_York" moved by 420 is what many trading servers keep: New York plus seven hours.
 */
export interface ZoneRule {
  /** A name of the IANA database. */
  readonly name: string;
  readonly movedMinutes: number;
}

const furthestMinutes = 18 * 60;

/**
 * A zone as a configuration writes it: minutes east of UTC ("120", "-300"), a name of the IANA database ("Europe/Athens"), or a
 * name and whole hours beside it ("America/New_York+7"). Undefined when it is none of them.
 */
export function zoneRuleOf(text: string): ZoneRule | undefined {
  const minutes = /^[+-]?\d{1,4}$/.test(text) ? Number(text) : undefined;
  if (minutes !== undefined) return isWithinReach(minutes) ? { name: 'UTC', movedMinutes: minutes } : undefined;
  const [, name = '', hours = '0'] = /^([A-Za-z][\w/+-]*?)([+-]\d{1,2})?$/.exec(text) ?? [];
  // "Etc/GMT+5" is a name of the database itself.
  if (isKnown(text)) return { name: text, movedMinutes: 0 };
  return isKnown(name) && isWithinReach(Number(hours) * 60) ? { name, movedMinutes: Number(hours) * 60 } : undefined;
}

const isWithinReach = (minutes: number): boolean => Math.abs(minutes) <= furthestMinutes;

function isKnown(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

export interface Zone {
  readonly rule: ZoneRule;
  /** How far the wall clock is ahead of UTC at that instant; negative west of it. */
  offsetMs(utcMs: number): number;
  /** What the wall clock shows, as the milliseconds that UTC would have when it shows the same. */
  toWall(utcMs: number): number;
  /**
   * The instant at which the wall clock shows that. An hour that comes twice in autumn is the later one, unless that lies after
   * `latestMs`; one that spring leaves out counts as if the clock had not been changed yet.
   */
  toUtc(wallMs: number, latestMs?: number): number;
}

/** Days kept with their offset: some years of a history. */
const daysMost = 5000;

export function openZone(rule: ZoneRule): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: rule.name, timeZoneName: 'longOffset' });
  /** UTC days on which the clock is not changed, with their offset; the others have to be asked for each instant. */
  const days = new Map<number, number | undefined>();
  const asked = (utcMs: number): number => writtenOffset(format, utcMs) + rule.movedMinutes * minuteMs;
  const offsetMs = (utcMs: number): number => {
    const day = Math.floor(utcMs / dayMs);
    if (!days.has(day)) {
      if (days.size >= daysMost) days.clear();
      const [first, last] = [asked(day * dayMs), asked((day + 1) * dayMs)];
      days.set(day, first === last ? first : undefined);
    }
    return days.get(day) ?? asked(utcMs);
  };
  return {
    rule,
    offsetMs,
    toWall: (utcMs) => utcMs + offsetMs(utcMs),
    toUtc(wallMs, latestMs = Infinity) {
      // Before and after whatever change lies near; no zone changes its clock twice in two days.
      const [before, after] = [offsetMs(wallMs - dayMs), offsetMs(wallMs + dayMs)];
      const [earlier, later] = [wallMs - before, wallMs - after];
      const isLater = later + offsetMs(later) === wallMs && (later <= latestMs || earlier + offsetMs(earlier) !== wallMs);
      return isLater ? later : earlier;
    },
  };
}

/** "GMT+02:00", "GMT-04:30:10" or "GMT" for none. */
function writtenOffset(format: Intl.DateTimeFormat, utcMs: number): number {
  const text = format.formatToParts(utcMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const match = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!match) throw new Error(`${format.resolvedOptions().timeZone} has the offset "${text}"`);
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match;
  const ms = Number(hours) * hourMs + Number(minutes) * minuteMs + Number(seconds) * 1000;
  return sign === '-' ? -ms : ms;
}
