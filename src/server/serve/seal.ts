import type { RefusalDetail } from '../../base/refusal.ts';
import type { Envelope, EnvelopeError } from '../../protocol/envelope.ts';
import type { Say } from './words.ts';

/** Seals what a handler answered. */
export function sealed<Data>(data: Data, code: number): Envelope<Data> {
  return { success: true, data, errors: [], code };
}

/** Seals a refusal: its sentence in the client's language, at its field when it has one. */
export function refused(refusal: { code: string; status: number; detail: RefusalDetail }, say: Say): Envelope<unknown> {
  const { code, status, detail } = refusal;
  const sentence = say(`error.${code}`, detail.values);
  const title = titleOf(code, say);
  const several = Object.entries(detail.fields ?? {}).map(([field, { rule, phrase }]) => [field, { [rule]: say(phrase) }]);
  const messages = detail.field ? { [detail.field]: { [detail.rule ?? code]: sentence } } : Object.fromEntries(several);
  const error: EnvelopeError = { code, errttl: title, errmsg: sentence, validation_messages: messages };
  return { success: false, data: detail.data ?? {}, errors: [error], code: status };
}

/** Seals what the schema found wrong: every field with the rule it broke. */
export function invalid(issues: readonly FieldIssue[], say: Say): Envelope<unknown> {
  // Without a prototype: fields are named by the caller, and may be called "constructor".
  const messages: Record<string, Record<string, string>> = Object.create(null);
  for (const issue of issues) {
    const field = (messages[issue.field] ??= {});
    field[issue.rule] ??= say(issue.message, issue.values);
  }
  const error: EnvelopeError = {
    code: 'validation_failed',
    errttl: titleOf('validation_failed', say),
    errmsg: say('error.validation_failed'),
    validation_messages: messages,
  };
  return { success: false, data: {}, errors: [error], code: 422 };
}

/** One field that does not fit, as message id and values. */
export interface FieldIssue {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Seals a fault of ours: nothing of its cause goes out but the reference that the log has too. */
export function failed(reference: string, say: Say): Envelope<unknown> {
  const error: EnvelopeError = {
    code: 'internal_error',
    errttl: titleOf('internal_error', say),
    errmsg: say('error.internal_error', { reference }),
    validation_messages: {},
  };
  return { success: false, data: { reference }, errors: [error], code: 500 };
}

function titleOf(code: string, say: Say): string {
  const id = `error.${code}.title`;
  const title = say(id);
  return title === id ? say('error.title') : title;
}
