import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { rowId } from '../../protocol/staff.ts';

/** The queues of interfaces §7. The desk lists those that something is put into. */
export const queueNames = [
  'withdrawals',
  'deposits',
  'unmatched',
  'differences',
  'chargebacks',
  'identity',
  'address',
  'payment-proofs',
  'professional',
  'duplicates',
  'tax',
  'screening',
  'moves',
  'providers',
  'gold-delivery',
  'investors',
  'erasure',
  'risk-reviews',
  'access',
  'strategy-news',
] as const;
export type QueueName = (typeof queueNames)[number];

const moment = z.iso.datetime();

const item = z.object({
  id: z.int(),
  queue: z.enum(queueNames),
  /** What it is about, as `thing:id`. */
  subject: z.string(),
  client_id: z.int().nullable(),
  /** What the queue shows of it. */
  detail: z.record(z.string(), z.unknown()),
  opened_at: moment,
  /** By when it should be decided, in hours of business; null where nothing is promised. */
  due_at: moment.nullable(),
  is_late: z.boolean(),
  /** Who works on it, by the local part of the address; null when nobody does. */
  claimed_by: z.string().nullable(),
  claimed_until: moment.nullable(),
});
export type CaseItem = z.infer<typeof item>;

const queue = z.enum(queueNames);
const one = z.object({ queue, id: rowId });
// A queue asks for a right of its own.
const ofQueue = { queue_not_found: 404, not_your_right: 403 } as const;
const errors = { ...ofQueue, case_not_found: 404 } as const;

export const casesContract = contract({
  area: 'cases',
  calls: {
    queues: {
      method: 'GET',
      path: '/api/desk/queues',
      summary: 'The queues that the role works on, with how many wait in each and since when.',
      who: 'staff',
      right: 'work_queues',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        queues: z.array(z.object({ queue, count: z.int(), oldest_at: moment.nullable() })),
        /** Whether the hours of business run now, and when they next stop or begin. */
        office: z.object({ is_open: z.boolean(), changes_at: moment }),
      }),
      errors: {},
      reads: ['cases'],
    },
    items: {
      method: 'GET',
      path: '/api/desk/queues/{queue}',
      summary: 'What waits in a queue, oldest first.',
      who: 'staff',
      right: 'work_queues',
      audits: 'queue.read',
      runs: 'read',
      input: z.object({ queue, after: rowId.optional() }),
      output: z.object({ items: z.array(item), next: z.string().nullable() }),
      errors: ofQueue,
      reads: ['cases'],
    },
    claim: {
      method: 'POST',
      path: '/api/desk/queues/{queue}/{id}/claim',
      summary: 'Takes a case for fifteen minutes, so that nobody else works on it meanwhile; again: for fifteen more.',
      who: 'staff',
      right: 'work_queues',
      takesReason: false,
      audits: 'case.claim',
      runs: 'transaction',
      input: one,
      output: z.object({ item }),
      errors: { ...errors, case_claimed: 409, case_closed: 409 },
      stale: ['cases', 'audit'],
    },
    release: {
      method: 'POST',
      path: '/api/desk/queues/{queue}/{id}/release',
      summary: 'Gives a case back that one has taken.',
      who: 'staff',
      right: 'work_queues',
      takesReason: false,
      audits: 'case.release',
      runs: 'transaction',
      input: one,
      output: z.object({ item }),
      errors: { ...errors, case_not_claimed: 409, case_closed: 409 },
      stale: ['cases', 'audit'],
    },
  },
  deskPages: {
    /** The first page: the queues, and what else waits for who is signed in. */
    start: { path: '', title: 'desk.nav.start', right: 'own_session' },
    queue: { path: 'queues/{queue}', title: 'desk.nav.queue', right: 'work_queues' },
  },
});
