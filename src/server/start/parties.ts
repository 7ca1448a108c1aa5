/** Which outside parties answer, as far as this process has asked them. */
export interface Parties {
  /**
   * The same port, listened to. What it answers as not known, or asks to send again later, is a party that did not answer; anything else
   * is one that did, be it a refusal. Each change is one line in the log.
   */
  watch<Port extends object>(party: string, vendor: string, port: Port): Port;
  /** By party; one that nobody has asked yet is not known to be away. */
  states(): ReadonlyMap<string, boolean>;
}

export function openParties(parts: {
  readonly log: { warn(facts: object, text: string): void };
  readonly nowMs: () => number;
}): Parties {
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
      return listenTo(port, (cause) => hear(of, cause));
    },
    states: () => new Map([...awaySince].map(([party, since]) => [party, since === undefined])),
  };
}

function listenTo<Port extends object>(port: Port, hear: (cause: string | undefined) => void): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function' || name === 'close') return value;
      return (...given: unknown[]): unknown => {
        const answer: unknown = value.apply(target, given);
        if (!(answer instanceof Promise)) return answer;
        return answer.then(
          (told: unknown) => {
            hear(causeIn(told));
            return told;
          },
          (error: unknown) => {
            hear(String(error));
            throw error;
          },
        );
      };
    },
  });
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
