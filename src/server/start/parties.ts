import { minuteMs } from '../../base/time.ts';
import { isPassing } from '../../ports/platform/refusals.ts';

/** Which outside parties answer, as far as this process has asked them. */
export interface Parties {
  /**
   * The same port, listened to. What it answers as not known, or asks to send again later, is a party that did not answer; anything else
   * is one that did, be it a refusal. Each change is one line in the log.
   */
  watch<Port extends object>(party: string, vendor: string, port: Port): Port;
  /** By party; one that nobody has asked yet is not known to be away. */
  states(): ReadonlyMap<string, boolean>;
  /**
   * Since when what was asked last in vain of any of these parties has had no answer, by application time; undefined where all that was
   * asked of them was answered. Not well enough to answer is no answer here.
   */
  silentSince(parties: readonly string[]): Date | undefined;
}

export function openParties(parts: {
  readonly log: { warn(facts: object, text: string): void };
  readonly nowMs: () => number;
  /** Application time. */
  readonly now: () => Date;
}): Parties {
  const silences = openSilences(parts.now);
  const awaySince = new Map<string, number | undefined>();
  const hear = (of: { readonly party: string; readonly vendor: string }, cause: string | undefined): void => {
    const since = awaySince.get(of.party);
    if (cause !== undefined && since === undefined) {
      awaySince.set(of.party, parts.nowMs());
      parts.log.warn({ ...of, cause }, 'an outside party does not answer');
    } else if (cause === undefined && since !== undefined) {
      awaySince.set(of.party, undefined);
      parts.log.warn({ ...of, awaySeconds: Math.round((parts.nowMs() - since) / 1000) }, 'an outside party answers again');
    }
  };
  return {
    watch(party, vendor, port) {
      const of = { party, vendor };
      awaySince.set(party, undefined);
      return listenTo(port, (told, question) => {
        const cause = told instanceof Error ? String(told) : causeIn(told);
        hear(of, cause);
        silences.hear(party, question, cause !== undefined || isUnwell(told));
      });
    },
    silentSince: silences.since,
    states: () => new Map([...awaySince].map(([party, since]) => [party, since === undefined])),
  };
}

interface Silence {
  readonly party: string;
  readonly since: Date;
  /** Grows with each answer that did not come. */
  readonly last: number;
  readonly lastAt: Date;
}

/** A question that nobody has asked for so long, while others were answered, begins to be silent anew. */
const forgottenMs = minuteMs;

/** By party and what it was asked: one that tells its accounts may tell no prices. */
function openSilences(now: () => Date) {
  const silences = new Map<string, Silence>();
  const answeredAt = new Map<string, Date>();
  let count = 0;
  const isOver = ({ party, lastAt }: Silence, at: Date): boolean => {
    const answered = answeredAt.get(party);
    return answered !== undefined && answered > lastAt && at.getTime() - lastAt.getTime() > forgottenMs;
  };
  return {
    hear(party: string, question: string, isSilent: boolean): void {
      const key = `${party} ${question}`;
      const at = now();
      if (!isSilent) {
        answeredAt.set(party, at);
        silences.delete(key);
        return;
      }
      const before = silences.get(key);
      const since = before && !isOver(before, at) ? before.since : at;
      silences.set(key, { party, since, last: (count += 1), lastAt: at });
    },
    since(parties: readonly string[]): Date | undefined {
      const [latest] = [...silences.values()]
        .filter(({ party }) => parties.includes(party))
        .toSorted((one, other) => other.last - one.last);
      return latest?.since;
    },
  };
}

/** What else is asked of the same party stands in a desk of the port (`coins`, `cards`, `bank`): that is listened to as well. */
function listenTo<Port extends object>(port: Port, hear: (told: unknown, question: string) => void): Port {
  const desks = new WeakMap<object, object>();
  return new Proxy(port, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (isDesk(value)) {
        const known = desks.get(value) ?? listenTo(value, (told, question) => hear(told, `${String(name)}.${question}`));
        desks.set(value, known);
        return known;
      }
      if (typeof value !== 'function' || name === 'close') return value;
      return (...given: unknown[]): unknown => {
        const answer: unknown = value.apply(target, given);
        if (!(answer instanceof Promise)) return answer;
        return answer.then(
          (told: unknown) => {
            hear(told, String(name));
            return told;
          },
          (error: unknown) => {
            hear(error instanceof Error ? error : new Error(String(error)), String(name));
            throw error;
          },
        );
      };
    },
  });
}

function isDesk(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.values(value).some((each) => typeof each === 'function');
}

/** A platform that answers, and cannot do for the moment what it was asked. */
function isUnwell(told: unknown): boolean {
  if (typeof told !== 'object' || told === null) return false;
  const { outcome, code } = told as { outcome?: unknown; code?: unknown };
  return outcome === 'refused' && typeof code === 'string' && isPassing(code);
}

/** Why there is no answer in what a port told; undefined where the party has answered. */
function causeIn(told: unknown): string | undefined {
  if (told === false) return 'it cannot be reached';
  if (typeof told !== 'object' || told === null) return undefined;
  const { outcome, reason, success } = told as { outcome?: unknown; reason?: unknown; success?: unknown };
  if (outcome === 'unknown' || outcome === 'later') return String(reason);
  // The captcha's vendor is down, and the browser answers by itself.
  return success === 0 ? 'it gave no challenge' : undefined;
}
