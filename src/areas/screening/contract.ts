import { z } from 'zod';
import { hitReasons } from '../../law/screening.ts';
import { contract } from '../../protocol/call.ts';
import { approval, reason, rowId } from '../../protocol/staff.ts';

const moment = z.iso.datetime();
export const hitStatuses = ['open', 'false_hit', 'true_hit', 'superseded', 'lifted'] as const;
export type HitStatus = (typeof hitStatuses)[number];
export const hitDecisions = ['false_hit', 'true_hit', 'lift'] as const;
export type HitDecision = (typeof hitDecisions)[number];

const person = z.object({ names: z.array(z.string()), birth_dates: z.array(z.string()), countries: z.array(z.string()) });

const line = z.object({
  id: z.int(),
  list: z.string(),
  kind: z.enum(['sanctions', 'pep']),
  name: z.string(),
  /** From 0 to 100. */
  points: z.int(),
  status: z.enum(hitStatuses),
  found_at: moment,
});
export type HitLine = z.output<typeof line>;

const hit = line.extend({
  client_id: z.int(),
  /** What the client has typed, as it was compared. */
  typed: person,
  /** The list's entry, as it was compared. */
  entry: person.extend({ key: z.string(), reasons: z.array(z.string()) }),
  /** What the points are made of. */
  factors: z.object({
    name: z.object({
      points: z.int(),
      typed: z.string(),
      listed: z.string(),
      /** Word by word; the likeness in hundredths. */
      words: z.array(z.object({ typed: z.string(), listed: z.string(), likeness: z.int() })),
    }),
    birth_date: z.object({ points: z.int(), agreement: z.enum(['same', 'year', 'near', 'differs', 'unknown']) }),
    country: z.object({ points: z.int(), agreement: z.enum(['same', 'other', 'unknown']) }),
  }),
  /** The entry is not on the list any more. */
  is_removed: z.boolean(),
  /** A second person is asked whether it is true, or whether the restriction ends. */
  waits_for_second: z.boolean(),
  decided_by: z.string().nullable(),
  decided_at: moment.nullable(),
  reason_code: z.enum(hitReasons).nullable(),
});
export type Hit = z.output<typeof hit>;

const list = z.object({
  list: z.string(),
  checked_at: moment.nullable(),
  /** Why the last look brought nothing new; null when it did, or when nothing had changed. */
  failure: z.string().nullable(),
  /** Since when it cannot be read. */
  failing_since: z.iso.datetime().nullable(),
  /** For so long that what is paid out waits until it is read. */
  is_stale: z.boolean(),
  digest: z.string().nullable(),
  published_at: z.string().nullable(),
  imported_at: moment.nullable(),
  entries: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  /** When all clients had been compared with what it brought; null while that is under way. */
  screened_at: moment.nullable(),
});
export type ListState = z.output<typeof list>;

/** Clients beside lists of sanctions and of politically exposed persons: what was found, and what the desk decides of it. */
export const screeningContract = contract({
  area: 'screening',
  calls: {
    lists: {
      method: 'GET',
      path: '/api/desk/screening',
      summary: 'The lists that clients are screened against: which file of each is known, and whether the last look failed.',
      who: 'staff',
      right: 'papers',
      runs: 'read',
      input: z.object({}),
      output: z.object({ lists: z.array(list) }),
      errors: {},
      reads: ['cases'],
    },
    ofClient: {
      method: 'GET',
      path: '/api/desk/clients/{client_id}/screening',
      summary: 'What was found of a client on the lists, the newest first, and when the client was last compared with them.',
      who: 'staff',
      right: 'papers',
      audits: 'screening.read',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: z.object({
        hits: z.array(line),
        is_due: z.boolean(),
        is_held: z.boolean(),
        /** No date of birth is known, so that whoever has the name is a hit. */
        is_by_name_alone: z.boolean(),
        /** Lists that cannot be read for so long that what is paid out waits. */
        stale_lists: z.array(z.object({ list: z.string(), since: z.iso.datetime() })),
      }),
      errors: { client_not_found: 404 },
      reads: ['cases'],
    },
    look: {
      method: 'GET',
      path: '/api/desk/screening/{id}',
      summary: 'A hit: what the client has typed beside the list’s entry, and what the points are made of.',
      who: 'staff',
      right: 'papers',
      audits: 'screening.read',
      runs: 'read',
      input: z.object({ id: rowId }),
      output: z.object({ hit }),
      errors: { hit_not_found: 404 },
      reads: ['cases', 'approvals'],
    },
    decide: {
      method: 'POST',
      path: '/api/desk/screening/{id}',
      summary:
        'Says that it is somebody else, which is kept until the entry or the client changes; or that it is the client, or is not any more, which a second person has to agree to.',
      who: 'staff',
      right: 'papers',
      audits: 'screening.decide',
      runs: 'transaction',
      input: z.object({
        id: rowId,
        decision: z.enum(hitDecisions),
        /** Of a false or a true hit. */
        reason_code: z.enum(hitReasons).optional(),
        reason,
      }),
      output: z.object({ hit, approval: approval.nullable() }),
      errors: { hit_not_found: 404, not_waiting: 409, case_claimed: 409, waits_for_second: 409, field_required: 422 },
      stale: ['cases', 'approvals', 'audit'],
    },
  },
  deskPages: {
    lists: { path: 'screening', title: 'desk.nav.screening', right: 'papers' },
    hit: { path: 'screening/{id:int}', title: 'screening.desk.page', right: 'papers' },
  },
});
