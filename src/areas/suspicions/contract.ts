import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { afterId, reason, rowId } from '../../protocol/staff.ts';

const moment = z.iso.datetime();
export const suspicionStates = ['open', 'proposed', 'reported', 'dismissed'] as const;
export const suspicionActions = ['propose_report', 'propose_dismiss', 'agree', 'disagree'] as const;
export type SuspicionAction = (typeof suspicionActions)[number];
/** What a fact can be about: something of that client's. */
export const aboutKinds = ['client', 'remittance', 'document', 'note', 'screening', 'case'] as const;
export type AboutKind = (typeof aboutKinds)[number];

const about = z.object({
  about: z.enum(aboutKinds).default('client'),
  /** Its number; of the client none. */
  about_id: rowId.optional(),
});

const line = z.object({
  id: z.int(),
  client_id: z.int(),
  state: z.enum(suspicionStates),
  opened_at: moment,
  due_at: moment,
  is_late: z.boolean(),
});
export type SuspicionLine = z.output<typeof line>;

const act = z.object({ id: z.int(), action: z.enum(suspicionActions), by: z.string(), at: moment, reason: z.string() });
export type SuspicionAct = z.output<typeof act>;

const file = line.extend({
  /** The newest of them, in their order. */
  facts: z.array(z.object({ id: z.int(), subject: z.string(), text: z.string(), told_by: z.string(), at: moment })),
  facts_total: z.int(),
  proposal: z.enum(['report', 'dismiss']).nullable(),
  proposed_by: z.string().nullable(),
  proposed_at: moment.nullable(),
  proposal_reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: moment.nullable(),
  decision_reason: z.string().nullable(),
  /** What was proposed, agreed to and given back, the newest first, each with why; the words stand here alone. */
  acts: z.array(act),
  /** What who asks may do now. */
  actions: z.array(z.enum(suspicionActions)),
});
export type SuspicionFile = z.output<typeof file>;

const notThere = { suspicion_not_found: 404 } as const;

/** What is suspected of clients. Whoever works with clients may tell of something; that there is a file only those learn who have the right. */
export const suspicionsContract = contract({
  area: 'suspicions',
  calls: {
    raise: {
      method: 'POST',
      path: '/api/desk/suspicions/raise/{client_id}',
      summary:
        'Tells compliance of something suspicious; the answer is the same whether there is a file, and such a number, or not.',
      who: 'staff',
      right: 'read_clients',
      audits: 'suspicion.raise',
      auditsReason: false,
      runs: 'transaction',
      // So many of a member of staff and a day (our own rule).
      rate: { count: 100, seconds: 86_400 },
      input: about.extend({ client_id: rowId, reason }),
      output: z.object({}),
      errors: { client_not_found: 404 },
      stale: ['audit', 'cases'],
    },
    list: {
      method: 'GET',
      path: '/api/desk/suspicions',
      summary: 'The files that are open, what is due first on top; or those that were decided, newest first.',
      who: 'staff',
      right: 'suspicions',
      audits: 'suspicion.read',
      runs: 'read',
      input: z.object({
        which: z.enum(['open', 'decided']).default('open'),
        client_id: rowId.optional(),
        after: afterId.optional(),
        limit: inDigits(z.int().min(1).max(100)).default(50),
      }),
      output: z.object({ files: z.array(line), next: z.string().nullable() }),
      errors: {},
      reads: ['cases'],
    },
    look: {
      method: 'GET',
      path: '/api/desk/suspicions/{id}',
      summary: 'A file: what was seen, by whom, what is proposed, and what was decided.',
      who: 'staff',
      right: 'suspicions',
      audits: 'suspicion.read',
      runs: 'read',
      input: z.object({ id: rowId }),
      output: z.object({ file }),
      errors: notThere,
      reads: ['cases'],
    },
    report: {
      method: 'GET',
      path: '/api/desk/suspicions/{id}/report',
      summary: 'The report of a file, for the authority.',
      who: 'staff',
      right: 'suspicions',
      audits: 'suspicion.export',
      runs: 'read',
      answersFile: 'application/octet-stream',
      input: z.object({ id: rowId, format: z.enum(['pdf', 'csv', 'xlsx']) }),
      output: z.object({}),
      errors: notThere,
    },
    attach: {
      method: 'POST',
      path: '/api/desk/suspicions/{id}/facts',
      summary: 'Adds a fact to a file that is open: a payment, a paper, a note, a match, a case, or what is known of the client.',
      who: 'staff',
      right: 'suspicions',
      audits: 'suspicion.attach',
      auditsReason: false,
      runs: 'transaction',
      input: about.extend({ id: rowId, reason }),
      output: z.object({ file }),
      errors: { ...notThere, about_unknown: 422, suspicion_decided: 409 },
      stale: ['audit', 'cases'],
    },
    decide: {
      method: 'POST',
      path: '/api/desk/suspicions/{id}',
      summary: 'Proposes to report or to dismiss; somebody else agrees, or gives it back.',
      who: 'staff',
      right: 'suspicions',
      audits: 'suspicion.decide',
      auditsReason: false,
      runs: 'transaction',
      input: z.object({
        id: rowId,
        action: z.enum(suspicionActions),
        /** Which proposal is agreed to, and the last fact that was read: what has changed since is refused. */
        proposed_at: moment.optional(),
        last_fact: z.int().optional(),
        reason,
      }),
      output: z.object({ file }),
      errors: { ...notThere, suspicion_action: 409, suspicion_changed: 409, own_proposal: 403 },
      stale: ['audit', 'cases'],
    },
  },
  deskPages: {
    list: { path: 'suspicions', title: 'suspicions.desk.title', right: 'suspicions' },
    file: { path: 'suspicions/{id:int}', title: 'suspicions.desk.file', right: 'suspicions' },
  },
});
