import type { EnvelopeError } from '../../protocol/envelope.ts';

/**
 * Why a call brought nothing. `refused`: the server says no, in words for the client. `fault`: ours went wrong.
 * `offline`: no answer came. `no-page`: a 404 or a bare 403, which is the 404 page (document 1 §4).
 */
export type FailureKind = 'refused' | 'fault' | 'offline' | 'no-page';

export class CallFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number;
  /** What the client can name to support: the request's id, as the server logged it. */
  readonly reference: string | undefined;
  readonly errors: readonly EnvelopeError[];
  /** What the screen needs to go on (the amount of a limit, the seconds of a wait). */
  readonly data: unknown;

  constructor(facts: {
    readonly kind: FailureKind;
    readonly status: number;
    readonly reference?: string | undefined;
    readonly errors?: readonly EnvelopeError[];
    readonly data?: unknown;
    readonly cause?: unknown;
  }) {
    super(`${facts.kind} (${facts.status}) ${facts.errors?.[0]?.code ?? ''}`.trim(), { cause: facts.cause });
    this.name = 'CallFailure';
    this.kind = facts.kind;
    this.status = facts.status;
    this.reference = facts.reference;
    this.errors = facts.errors ?? [];
    this.data = facts.data;
  }

  /** Since when an outside party has not answered, where that is why. */
  get since(): string | undefined {
    const { data } = this;
    const since: unknown = typeof data === 'object' && data !== null && 'since' in data ? data.since : undefined;
    return typeof since === 'string' ? since : undefined;
  }

  /** The first error's code, as declared in the contract. */
  get code(): string | undefined {
    return this.errors[0]?.code;
  }

  /** The first error's sentence and title, in the client's language. */
  get sentence(): string | undefined {
    return this.errors[0]?.errmsg || undefined;
  }

  get title(): string | undefined {
    return this.errors[0]?.errttl || undefined;
  }

  /** field → the first sentence about it. */
  get fields(): Readonly<Record<string, string>> {
    const fields: Record<string, string> = {};
    for (const { validation_messages: messages } of this.errors) {
      for (const [field, rules] of Object.entries(messages)) fields[field] ??= Object.values(rules)[0] ?? '';
    }
    return fields;
  }
}

/** The browser knows that it has no network. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}

/** Whatever went wrong, as a failure. What breaks without a network, such as a screen that cannot be fetched, is no fault of ours. */
export function failureOf(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error;
  return new CallFailure({ kind: isOffline() ? 'offline' : 'fault', status: 0, cause: error });
}
