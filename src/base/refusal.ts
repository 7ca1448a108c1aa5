import type { Wording } from './wording.ts';

/** What a refusal says beyond its code. */
export interface RefusalDetail {
  /** The input field that the client can mend. */
  readonly field?: string;
  /** The rule that the field broke; the code when left out. */
  readonly rule?: string;
  /** Where several fields are at fault at once: of each the rule and the id of its sentence. */
  readonly fields?: Readonly<Record<string, { readonly rule: string; readonly phrase: string }>>;
  /** Values for the sentence's places; seconds as numbers. */
  readonly values?: Wording;
  /** Data that the screen needs to go on, sent as `data` of the envelope. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * A refusal is meant for the client: a named code, declared in a contract, with a sentence in the catalog.
 * Anything else that is thrown is a fault of ours.
 */
export class Refusal<Code extends string = string> extends Error {
  readonly code: Code;
  readonly detail: RefusalDetail;

  constructor(code: Code, detail: RefusalDetail = {}) {
    super(`refused: ${code}`);
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
  }
}

/** The answer of a rule: either what was asked for, or why not. */
export type Verdict<Value, Code extends string> =
  | { readonly ok: true; readonly value: Value }
  | ({ readonly ok: false; readonly code: Code } & RefusalDetail);
