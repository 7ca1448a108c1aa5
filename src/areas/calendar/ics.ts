import { after, minuteMs } from '../../base/time.ts';

/* Calendar files (RFC 5545). Instants are in UTC, so that every program shows them by its own clocks, in summer and in winter. */

export interface IcsEvent {
  readonly id: string;
  readonly startsAt: Date;
  readonly changedAt: Date;
  readonly isCancelled: boolean;
  readonly title: string;
  readonly text: string;
  /** So many minutes before it the program is to remind of it. */
  readonly alertMinutes: number | null;
}

/** Figures are out in a moment: they are shown as a quarter of an hour. */
const shownMinutes = 15;

export function icsOf(name: string, events: readonly IcsEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atrium//Economic calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function linesOf({ id, startsAt, changedAt, isCancelled, title, text, alertMinutes }: IcsEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(id)}@economic-calendar`,
    `DTSTAMP:${stamp(changedAt)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(after(startsAt, shownMinutes * minuteMs))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    ...(alertMinutes === null || isCancelled
      ? []
      : ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escaped(title)}`, `TRIGGER:-PT${alertMinutes}M`, 'END:VALARM']),
    'END:VEVENT',
  ];
}

/** "20260302T133000Z" */
function stamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** RFC 5545 §3.3.11; what a title must not bring along is a line of its own. */
function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);
}

const mostBytes = 75;

/** RFC 5545 §3.1: lines of at most 75 bytes, the next one begins with a blank. No character is cut in two. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const character of line) {
    // The blank that it begins with is one of them.
    const isFull = Buffer.byteLength(current + character) > mostBytes - (lines.length > 0 ? 1 : 0);
    if (isFull) lines.push(current);
    current = isFull ? character : current + character;
  }
  return [...lines, current].join('\r\n ');
}
