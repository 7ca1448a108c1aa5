import { traceKinds } from '../../protocol/trace.ts';
import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { periodErrors } from '../../protocol/period.ts';
import { afterId } from '../../protocol/staff.ts';

/** A day, `yyyy-MM-dd` (UTC), or an instant. */
const periodEnd = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** What events are looked for by. */
export const auditFilters = {
  client_id: inDigits(z.int().min(1).max(2_147_483_647)).optional(),
  /** The local part of a staff member's address, a client's number, or the name of a vendor or a job. */
  actor: z.string().trim().max(200).optional(),
  /** Such as `session.sign_in`; a whole area as `session.`. */
  action: z.string().trim().max(100).optional(),
  from: periodEnd.optional(),
  /** Included, a day as a whole. */
  till: periodEnd.optional(),
};

const event = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.string(),
  actor_kind: z.enum(['client', 'staff', 'vendor', 'system']),
  action: z.string(),
  subject: z.string(),
  client_id: z.int().nullable(),
  /** Why a member of staff did it; null for whoever else did. */
  reason: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  /** What else was written down. */
  detail: z.record(z.string(), z.unknown()),
});
export type ShownEvent = z.infer<typeof event>;

const shownRefusal = z.object({
  day: z.iso.date(),
  call: z.string(),
  code: z.string(),
  /** A member of staff by the local part, `client`, or `nobody`. */
  who: z.string(),
  count: z.int(),
  /** Where the latest came from. */
  address: z.string(),
  /** The client whose session the latest came with. */
  client_id: z.int().nullable(),
  last_at: z.iso.datetime(),
});
export type ShownRefusal = z.infer<typeof shownRefusal>;

const shownTrace = z.object({
  day: z.iso.date(),
  kind: z.enum(traceKinds),
  /** `client:` and the number, or `network:` and the address, or `others` beyond what a day tells apart. */
  who: z.string(),
  client_id: z.int().nullable(),
  count: z.int(),
  /** The latest: which call, what it was answered, from where and by which browser. */
  call: z.string(),
  code: z.string(),
  address: z.string(),
  agent: z.string(),
  last_at: z.iso.datetime(),
});
export type ShownTrace = z.infer<typeof shownTrace>;

export type { TraceKind } from '../../protocol/trace.ts';

export const auditContract = contract({
  area: 'audit',
  calls: {
    events: {
      method: 'GET',
      path: '/api/desk/audit',
      summary: 'What was done, by whom and why, newest first.',
      who: 'staff',
      right: 'read_audit',
      audits: 'audit.read',
      runs: 'read',
      input: z.object({ ...auditFilters, after: afterId.optional(), limit: inDigits(z.int().min(1).max(100)).default(20) }),
      output: z.object({ events: z.array(event), next: z.string().nullable() }),
      errors: periodErrors,
      reads: ['audit'],
    },
    refusals: {
      method: 'GET',
      path: '/api/desk/audit/refusals',
      summary: 'Calls of the desk that were refused, counted by day, call, code and who it was; the latest first.',
      who: 'staff',
      right: 'read_audit',
      audits: 'refusal.read',
      runs: 'read',
      input: z.object({ limit: inDigits(z.int().min(1).max(100)).default(50) }),
      output: z.object({
        refusals: z.array(shownRefusal),
      }),
      errors: {},
      reads: ['audit'],
    },
    traces: {
      method: 'GET',
      path: '/api/desk/audit/traces',
      summary:
        'What clients and strangers tried: shut gates, writes without a token, accounts of others, throttled and stopped sign-ins, exports and renames, counted by day; the latest first.',
      who: 'staff',
      right: 'read_audit',
      audits: 'trace.read',
      runs: 'read',
      input: z.object({
        client_id: inDigits(z.int().positive()).optional(),
        limit: inDigits(z.int().min(1).max(100)).default(50),
      }),
      output: z.object({
        traces: z.array(shownTrace),
      }),
      errors: {},
      reads: ['audit'],
    },
  },
  deskPages: {
    events: {
      path: 'audit',
      query: ['client_id', 'actor', 'action', 'from', 'till'],
      title: 'desk.nav.audit',
      right: 'read_audit',
    },
    refusals: { path: 'audit/refusals', title: 'desk.nav.refusals', right: 'read_audit' },
  },
});
