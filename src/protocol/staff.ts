import { z } from 'zod';
import type { ClientId } from '../base/id.ts';
import { approvalKinds, longestReason, shortestReason } from '../law/staff.ts';

/** Why a member of staff does it (interfaces §7): for the audit, never shown to a client. */
export const reason = z.string().trim().min(shortestReason).max(longestReason);

/** What a member of staff did: who, when and why, the call itself knows. */
export interface Act {
  /** To what, as `thing:id`. */
  readonly subject: string;
  readonly clientId?: ClientId;
  readonly before?: unknown;
  readonly after?: unknown;
  /** What else belongs to it. Never secrets: what is written here stays. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Something that was changed: the audit says what was before and what is after, null where there is nothing. */
export interface Change extends Act {
  readonly before: unknown;
  readonly after: unknown;
}

/** What waits for a second person. */
export const approval = z.object({
  id: z.int(),
  kind: z.enum(approvalKinds),
  /** The local part of the address. */
  asked_by: z.string(),
  asked_at: z.iso.datetime(),
});

/** The answer of a call whose effect a second person has to approve. */
export const approvalAnswer = z.object({ approval });

/** A client, as lists of the desk show one. */
export const clientLine = z.object({
  client_id: z.int(),
  name: z.string(),
  email: z.string(),
  company: z.int(),
  country: z.string(),
  /** The documents' name of it, such as APPROVED. */
  status: z.string(),
});

export type ClientLine = z.infer<typeof clientLine>;

/** Whole pages of lists that go by a row's number: `next` of one is `after` of the following one. */
export const afterId = z.string().regex(/^\d{1,18}$/);

/** A row's number in the path. */
export const rowId = z.string().regex(/^[1-9]\d{0,8}$/);
