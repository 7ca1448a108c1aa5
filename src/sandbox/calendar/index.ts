import { createHmac } from 'node:crypto';
import { dayMs, type Clock } from '../../base/time.ts';
import { openFaults, type Planned } from '../faults.ts';
import { listen, type Patience, type VendorAnswer, type VendorRequest } from '../listener.ts';
import { eventsAt, type ToldEvent } from './course.ts';

export interface CalendarKeys {
  readonly key: string;
  readonly secret: string;
}

export interface CalendarOptions extends CalendarKeys {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  readonly patience?: Patience;
}

export type CalendarLie = 'signature' | 'old' | 'figure' | 'early' | 'words';

export interface CalendarSandbox {
  readonly address: string;
  /**
   * Besides the faults of every vendor, of the next answer: it is signed by nobody, was signed an hour ago, has a figure that is none or
   * one before its release, or is no calendar at all.
   */
  lie(about: CalendarLie): void;
  fault(planned: Planned, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

/** Two weeks of the past are kept. */
const keptMs = 14 * dayMs;

/** Whoever keeps the economic calendar in the sandbox, by our own protocol (ports/calendar/signed). */
export async function startCalendar(options: CalendarOptions): Promise<CalendarSandbox> {
  const faults = openFaults();
  let lie: CalendarLie | undefined;
  const listener = await listen({
    host: options.host,
    port: options.port,
    failure: { status: 503, body: '' },
    fault: () => faults.takeForCall(),
    handle: (request) => {
      const told = lie;
      lie = undefined;
      return answer(options, request, told);
    },
    ...(options.patience ? { patience: options.patience } : {}),
  });
  return {
    address: listener.address,
    lie: (about) => {
      lie = about;
    },
    fault: (planned, count) => faults.set(planned, count),
    reset: () => {
      lie = undefined;
      faults.set('none', 0);
    },
    close: () => listener.close(),
  };
}

function answer({ key, secret, clock }: CalendarOptions, request: VendorRequest, lie: CalendarLie | undefined): VendorAnswer {
  if (request.method !== 'GET' || request.path !== '/v1/changes') return { status: 404, body: '' };
  const sign = (time: string, body: string) =>
    createHmac('sha256', secret).update(`${time}.${request.target}.${body}`).digest('hex');
  const { 'x-calendar-key': given, 'x-calendar-time': time, 'x-calendar-signature': signature } = request.headers;
  if (given !== key || signature !== sign(String(time), '')) return { status: 401, body: '{"error":"signature"}' };
  const limit = Math.min(500, Math.max(1, Number(request.query.get('limit') ?? 100)));
  const now = clock.now();
  const after = request.query.get('after') ?? '';
  const behind = eventsAt(now, keptMs).filter((told) => markOf(told) > after);
  const shown = behind.slice(0, limit);
  const last = shown.at(-1);
  const told = {
    as_of: now.toISOString(),
    events: shown.map(({ changedAt: _changedAt, ...event }) => ({ ...event, ...lieAbout(lie) })),
    mark: last ? markOf(last) : after === '' ? now.toISOString() : after,
    more: behind.length > shown.length,
  };
  const body = lie === 'words' ? '<html><body>It works!</body></html>' : JSON.stringify(told);
  const at = String(Math.floor(clock.wall().getTime() / 1000) - (lie === 'old' ? 3600 : 0));
  const signed = lie === 'signature' ? '0'.repeat(64) : sign(at, body);
  return { status: 200, headers: { 'x-calendar-time': at, 'x-calendar-signature': signed }, body };
}

/** What has changed later comes later, and two of one instant by their names. */
const markOf = ({ changedAt, id }: ToldEvent): string => `${changedAt.toISOString()}~${id}`;

function lieAbout(lie: CalendarLie | undefined): object {
  if (lie === 'figure') return { forecast: 'plenty' };
  return lie === 'early' ? { state: 'scheduled', actual: '1.0' } : {};
}
