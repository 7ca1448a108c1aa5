import { hourMs, minuteMs, secondMs, type Clock } from '../../../base/time.ts';
import { openZone, type Zone, type ZoneRule } from '../../../base/zone.ts';
import type { Answer } from '../port.ts';
import type { Line } from './line.ts';
import { Fields } from './messages.ts';

/** What the server says of its clock: minutes east of UTC, whether it keeps daylight saving time, and whether that is in effect. */
export interface ToldTime {
  readonly zoneMinutes: number;
  readonly hasDaylight: boolean;
  readonly isDaylight: boolean;
}

/** So long the zone that was read is trusted; a setting of the server's can change at any time. */
const usualTrustMs = minuteMs;
/** When it could not be read again, the last known zone is used so long before the next attempt. */
const retryMs = 10 * secondMs;

/**
 * The server's zone. All its times are its own wall time (MetaQuotes, "Web API": /api/time/get), so whoever reads or asks for a
 * time goes through here. Read at the first need, every
 * minute, when clocks are changed, and after each sign-in: another server may have answered it.
 */
export class ServerTime {
  readonly #line: Line;
  readonly #clock: Clock;
  readonly #trustMs: number;
  readonly #configured: Zone | undefined;
  #zone: Zone | undefined;
  #trustedUntilMs = 0;
  #signIns = 0;
  #readAtSignIn = -1;
  #readInSeason = '';
  #reading: Promise<Answer<{ readonly zone: Zone }>> | undefined;

  constructor(line: Line, settings: { readonly clock: Clock; readonly rule?: ZoneRule; readonly trustMs?: number }) {
    this.#line = line;
    this.#clock = settings.clock;
    this.#trustMs = settings.trustMs ?? usualTrustMs;
    this.#configured = settings.rule && openZone(settings.rule);
  }

  /** A session was signed in: the server may have been set up anew. */
  signedIn(): void {
    this.#signIns += 1;
  }

  /** Reads something with times in it. When a session was signed in meanwhile and the zone is another now, it is read once more. */
  async read<Result extends object>(ask: (zone: Zone) => Promise<Answer<Result>>): Promise<Answer<Result>> {
    const first = await this.#known();
    if (first.outcome !== 'done') return first;
    const signIns = this.#signIns;
    const answer = await ask(first.zone);
    if (signIns === this.#signIns) return answer;
    const then = await this.#known();
    return then.outcome !== 'done' || isSame(then.zone.rule, first.zone.rule) ? answer : ask(then.zone);
  }

  async #known(): Promise<Answer<{ readonly zone: Zone }>> {
    if (this.#configured) return { outcome: 'done', zone: this.#configured };
    const isTrusted = this.#readInSeason === this.#season() && performance.now() < this.#trustedUntilMs;
    const isGood = isTrusted && this.#readAtSignIn === this.#signIns;
    if (this.#zone && isGood) return { outcome: 'done', zone: this.#zone };
    this.#reading ??= this.#readZone().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readZone(): Promise<Answer<{ readonly zone: Zone }>> {
    const answer = await this.#line.read({ path: '/api/time/get' }, (fields) => ({
      told: toldTimeOf(new Fields(fields.value('answer'))),
    }));
    if (answer.outcome === 'done') {
      const rule = ruleOf(answer.told, this.#clock.now().getTime());
      this.#zone = this.#zone && isSame(this.#zone.rule, rule) ? this.#zone : openZone(rule);
      this.#keepFor(this.#trustMs);
      return { outcome: 'done', zone: this.#zone };
    }
    // Without any zone nothing can be read: a guess could miss a deal, and money would move twice.
    if (!this.#zone) return answer;
    this.#keepFor(retryMs);
    return { outcome: 'done', zone: this.#zone };
  }

  #keepFor(ms: number): void {
    this.#trustedUntilMs = performance.now() + ms;
    this.#readAtSignIn = this.#signIns;
    this.#readInSeason = this.#season();
  }

  /** Another one whenever Europe or America changes its clocks: then the server tells which of them it follows. */
  #season(): string {
    const nowMs = this.#clock.now().getTime();
    return `${london.offsetMs(nowMs)} ${newYork.offsetMs(nowMs)}`;
  }
}

const london = openZone({ name: 'Europe/London', movedMinutes: 0 });
const newYork = openZone({ name: 'America/New_York', movedMinutes: 0 });

function toldTimeOf(answer: Fields): ToldTime {
  const isOn = (name: string): boolean => answer.has(name) && answer.whole(name) === 1;
  return { zoneMinutes: answer.whole('TimeZone'), hasDaylight: isOn('Daylight'), isDaylight: isOn('DaylightState') };
}

const isSame = (one: ZoneRule, other: ZoneRule): boolean => one.name === other.name && one.movedMinutes === other.movedMinutes;

/** Two clocks that are about to be changed are not changed in the same second. */
const besideMs = [0, -5 * minuteMs, 5 * minuteMs];

/**
 * The rule that agrees with what the server says of this moment: that of the European Union or that of the United States, whose
 * changes lie up to three weeks apart. The server does not say which; where both agree it is Europe's east of Greenwich and
 * America's west of it, and a configured zone decides it for certain. One that agrees with neither is taken as it stands now.
 */
export function ruleOf(told: ToldTime, nowMs: number): ZoneRule {
  const now = told.zoneMinutes + (told.isDaylight ? 60 : 0);
  const european: ZoneRule = { ...london.rule, movedMinutes: told.zoneMinutes };
  // New York stands five hours behind in winter.
  const american: ZoneRule = { ...newYork.rule, movedMinutes: told.zoneMinutes + 300 };
  const rules = told.zoneMinutes < 0 ? [american, european] : [european, american];
  const agrees = (rule: ZoneRule): boolean => {
    const zone = openZone(rule);
    return besideMs.some((ms) => zone.offsetMs(nowMs + ms) === now * minuteMs);
  };
  const fitting = told.hasDaylight ? rules.find(agrees) : undefined;
  return fitting ?? { name: 'UTC', movedMinutes: now };
}

/** The clock of the server and ours may differ: a deal that it has just written may lie a little ahead. */
const clocksDifferMs = 5 * minuteMs;

/** The instant at which the server's clock shows that. */
export function instantAt(zone: Zone, clock: Clock): InstantAt {
  const latestMs = clock.now().getTime() + clocksDifferMs;
  return (wallMs) => new Date(zone.toUtc(wallMs, latestMs));
}

export type InstantAt = (wallMs: number) => Date;

/** Longer than any change of a clock. */
const changeMs = 2 * hourMs;

/**
 * A span in the server's own seconds that holds every time that its clock shows between two instants. Where the clock is put back
 * within it, it begins or ends earlier or later by the hour that comes twice.
 */
export function wallSpan(zone: Zone, span: { readonly from: Date; readonly to: Date }): WallSpan {
  const [fromMs, toMs] = [span.from.getTime(), span.to.getTime()];
  const least = Math.min(zone.offsetMs(fromMs), zone.offsetMs(fromMs + changeMs));
  const most = Math.max(zone.offsetMs(toMs), zone.offsetMs(toMs - changeMs));
  return { fromSecond: Math.floor((fromMs + least) / secondMs), toSecond: Math.floor((toMs + most) / secondMs) };
}

export type WallSpan = Readonly<Record<'fromSecond' | 'toSecond', number>>;
