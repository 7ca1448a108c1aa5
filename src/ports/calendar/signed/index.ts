import { createHmac, timingSafeEqual } from 'node:crypto';
import { boundedText } from '../../../base/body.ts';
import { minuteMs, type Clock } from '../../../base/time.ts';
import type { CalendarAnswer, EconomicCalendar } from '../port.ts';
import { readChanges } from './messages.ts';

/**
 * Our own protocol (readings, 31): `GET /v1/changes?limit=…&after=…` answers `{ as_of, events, mark, more }`. Both sides sign:
 * `x-calendar-signature = hex HMAC-SHA256(secret, x-calendar-time + "." + target + "." + body)`, the time in seconds, the target as it
 * was asked for and the body empty in a question, so that no answer passes for another's.
 */
export interface SignedCalendarSettings {
  readonly address: string;
  readonly key: string;
  readonly secret: string;
  /** How long one call may take. Five seconds when left out. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
}

const mostEvents = 500;
const mostAnswerBytes = 1024 * 1024;
/** An answer that was signed longer ago is an old one, sent once more by somebody. */
const mostAgeMs = 2 * minuteMs;

export function openSignedCalendar(settings: SignedCalendarSettings): EconomicCalendar {
  return { read: (mark) => read(settings, mark) };
}

async function read(settings: SignedCalendarSettings, mark: string | null): Promise<CalendarAnswer> {
  const { address, key, secret, clock } = settings;
  const target = `/v1/changes?${new URLSearchParams({ limit: String(mostEvents), ...(mark === null ? {} : { after: mark }) })}`;
  const time = secondsOf(clock.wall());
  try {
    const response = await fetch(address + target, {
      headers: {
        accept: 'application/json',
        'x-calendar-key': key,
        'x-calendar-time': time,
        'x-calendar-signature': signatureOf(secret, [time, target, '']),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs ?? 5000),
    });
    const text = await boundedText(response.body, mostAnswerBytes);
    if (response.status !== 200) return unknown(`the calendar was answered by ${response.status}`);
    const at = response.headers.get('x-calendar-time') ?? '';
    const signature = response.headers.get('x-calendar-signature') ?? '';
    if (!isSame(signature, signatureOf(secret, [at, target, text]))) return unknown('the calendar is not signed by its vendor');
    if (Math.abs(clock.wall().getTime() - Number(at) * 1000) > mostAgeMs)
      return unknown('the calendar was signed at another time');
    const changes = readChanges(text, mostEvents);
    return typeof changes === 'string' ? unknown(changes) : { outcome: 'done', ...changes };
  } catch (error) {
    return unknown(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
}

const secondsOf = (instant: Date): string => String(Math.floor(instant.getTime() / 1000));

function signatureOf(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('.'), 'utf8').digest('hex');
}

/** Compared in constant time. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given, 'utf8'), Buffer.from(expected, 'utf8')];
  return one.length === other.length && timingSafeEqual(one, other);
}

function unknown(reason: string): CalendarAnswer {
  return { outcome: 'unknown', reason };
}
