import { z } from 'zod';
import { gateActions } from '../law/gates.ts';
import { nextPages } from '../law/nextPages.ts';
import { sites } from '../law/regions/profile.ts';
import { interposedNames } from '../law/interposed.ts';

/** One error of an answer. `errttl` and `errmsg` are sentences in the client's language. */
export const envelopeError = z.object({
  code: z.string(),
  errttl: z.string(),
  errmsg: z.string(),
  /** field → rule → sentence; empty where no field is at fault */
  validation_messages: z.record(z.string(), z.record(z.string(), z.string())),
});
export type EnvelopeError = z.infer<typeof envelopeError>;

/** What the client is, and what the client may do; the same shape wherever it travels. */
export const clientInfo = z.object({
  id: z.number().int(),
  status_id: z.number().int(),
  /** The documents' name of it, such as APPROVED. */
  status: z.string(),
  company_id: z.number().int(),
  branch_id: z.number().int(),
  region: z.string(),
  /** The version of the site that the client came in by. */
  site: z.enum(sites),
  country: z.string(),
  client_category: z.number().int(),
  /** The same, as document 3 §3 names it. */
  clientCategory: z.number().int(),
  title: z.string(),
  name: z.string(),
  surname: z.string(),
  /** The same, as document 3 §3 names it. */
  lastName: z.string(),
  email: z.string(),
  mobile_phone: z.string().nullable(),
  language: z.string(),
  registrationDate: z.string(),
  asm: z.string().nullable(),
  at_passed: z.boolean(),
  at_failed_first_attempt: z.boolean(),
  is_password_change_required: z.boolean(),
  is_terms_agreed: z.boolean(),
  is_name_empty: z.boolean(),
  /** Asked what they think of the portal: then, and only then, the page `feedback` is there. */
  display_questionnaire: z.boolean(),
  /** Whether the client is told of sign-ins from new devices, and of deposits: everybody is, and nobody can turn it off. */
  login_notifications: z.boolean(),
  deposit_notifications: z.boolean(),
  /** `no_tin_allowed`: whether where they pay taxes (where they live, until that was told) somebody can be without a tax number. */
  tax_info: z.object({ no_tin_allowed: z.boolean() }),
  /** The page of introducing brokers; null: the client has none. */
  ib_page: z.string().nullable(),
  /** In the control group of an experiment, or in none. */
  ab_testing_control_group_or_not_joined: z.boolean(),
  /** Names the client's picture, so that a newer one is told from it; null where there is none. */
  picture: z.string().nullable(),
  canRefer: z.boolean(),
  isKenyaBroker: z.boolean(),
  /** False when a gate is shut, or when the client has as many accounts as can be open at once (document 3 §6). */
  client_can_open_account: z.boolean(),
  /** What has to be dealt with first, over whichever page; null where nothing is. */
  interposes: z.enum(interposedNames).nullable(),
  /** gate → null when open, else why not and which page opens it */
  gates: z.record(
    z.enum(gateActions),
    z.object({ code: z.string(), message: z.string(), next: z.enum(nextPages).optional() }).nullable(),
  ),
});
export type ClientInfo = z.infer<typeof clientInfo>;

export const notification = z.object({
  id: z.string(),
  type: z.string(),
  level: z.enum(['success', 'processing', 'error', 'warning', 'info']),
  title: z.string(),
  text: z.string(),
  status: z.string(),
  is_closable: z.boolean(),
  /** The client has followed it, or marked it read, in whichever browser. */
  is_read: z.boolean(),
  display: z.enum(['once', 'always']),
  direction: z.enum(['api', 'local']),
  /** The address of the page that it leads to, in the reader's language. */
  target: z.string().nullable(),
  /** Pages on which it is not shown, by their paths below the language as the portal's pages are declared. */
  hidden_on: z.array(z.string()),
  data: z.record(z.string(), z.unknown()),
  created_at: z.string(),
});
export type Notification = z.infer<typeof notification>;

/** The answer of every JSON call (interfaces §2). */
export interface Envelope<Data> {
  readonly success: boolean;
  readonly data: Data;
  readonly errors: readonly EnvelopeError[];
  readonly code: number;
  readonly client_info?: ClientInfo;
  readonly notifications?: readonly Notification[];
  readonly inbox_count?: number;
}
