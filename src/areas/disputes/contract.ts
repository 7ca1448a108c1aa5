import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { shownFile, takenFile } from '../../protocol/file.ts';
import { paperBytes, paperKinds } from '../../protocol/fileKinds.ts';
import { afterId, approval, reason, rowId } from '../../protocol/staff.ts';

export const disputeStatuses = ['open', 'sent', 'won', 'lost', 'dropped'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** Why a dispute is over. */
export const endings = ['won_back', 'accepted', 'too_late', 'bank_decided', 'nothing_taken'] as const;

/** What a bank takes as evidence that its customer has paid, and has had what was paid for (our own list). */
export const evidenceKinds = ['payment_proof', 'identity', 'terms', 'activity', 'correspondence', 'other'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

export const evidenceFile = { kinds: paperKinds, mostBytes: paperBytes } as const;

const moment = z.iso.datetime();

const line = z.object({
  id: z.int(),
  client_id: z.int(),
  /** The payment that is disputed, and the transfer that took it back. */
  transfer_id: z.int(),
  reversal_id: z.int(),
  amount: z.string(),
  currency: z.string(),
  status: z.enum(disputeStatuses),
  opened_at: moment,
  evidence_due_at: moment,
  is_late: z.boolean(),
  /** The client may do less because of it. */
  is_restricting: z.boolean(),
});
export type DisputeLine = z.infer<typeof line>;

const evidence = shownFile.extend({
  kind: z.enum(evidenceKinds),
  note: z.string(),
  added_by: z.string(),
  scan: z.enum(['waiting', 'clean', 'infected', 'refused']),
});

const dispute = line.extend({
  name: z.string(),
  provider: z.string(),
  /** The provider's numbers of the payment and of the chargeback. */
  transaction: z.string(),
  payment: z.object({
    reference: z.string(),
    transaction: z.string().nullable(),
    paid_at: moment.nullable(),
    card: z.string().nullable(),
    payer: z.string().nullable(),
    account: z.int(),
  }),
  /** Of the debt that it has left, what is owed still; null where none was left. */
  owed: z.string().nullable(),
  evidence: z.array(evidence),
  /** Sign-ins of the client, the newest first: who has paid was signed in. */
  sign_ins: z.array(z.object({ at: moment, address: z.string(), agent: z.string() })),
  sent_at: moment.nullable(),
  ended_at: moment.nullable(),
  ended_why: z.enum(endings).nullable(),
  ended_by: z.string().nullable(),
});
export type Dispute = z.infer<typeof dispute>;

const notThere = { dispute_not_found: 404 } as const;
const stale = ['cases', 'approvals', 'audit'] as const;

export const disputesContract = contract({
  area: 'disputes',
  calls: {
    list: {
      method: 'GET',
      path: '/api/desk/disputes',
      summary: 'Disputes of all clients or of one, the newest first: chargebacks that arrived, by how far they are.',
      who: 'staff',
      right: 'chargebacks',
      audits: 'dispute.list',
      runs: 'read',
      input: z.object({ client_id: rowId.optional(), status: z.enum(disputeStatuses).optional(), after: afterId.optional() }),
      output: z.object({ disputes: z.array(line), next: z.string().nullable() }),
      errors: {},
      reads: ['cases'],
    },
    look: {
      method: 'GET',
      path: '/api/desk/disputes/{id}',
      summary: 'A dispute with its payment, its evidence and the clock that it has to be sent by.',
      who: 'staff',
      right: 'chargebacks',
      audits: 'dispute.read',
      runs: 'read',
      input: z.object({ id: rowId }),
      output: z.object({ dispute }),
      errors: notThere,
      reads: ['cases'],
    },
    file: {
      method: 'GET',
      path: '/api/desk/disputes/{id}/file',
      summary: 'The facts of a dispute and the list of its evidence as a file, as they go to the provider beside the papers.',
      who: 'staff',
      right: 'chargebacks',
      audits: 'dispute.export',
      runs: 'read',
      answersFile: 'application/octet-stream',
      input: z.object({ id: rowId, format: z.enum(['pdf', 'csv', 'xlsx']) }),
      output: z.object({}),
      errors: notThere,
    },
    evidence: {
      method: 'POST',
      path: '/api/desk/disputes/{id}/evidence',
      summary: 'Adds a paper to the evidence while the clock runs.',
      who: 'staff',
      right: 'chargebacks',
      audits: 'dispute.evidence',
      runs: 'transaction',
      takesFile: evidenceFile,
      input: z.object({
        id: rowId,
        kind: z.enum(evidenceKinds),
        /** What it shows. */
        note: z.string().trim().min(3).max(500),
        file: takenFile,
        reason,
      }),
      output: z.object({}),
      errors: { ...notThere, evidence_closed: 409, too_many_papers: 409 },
      stale,
    },
    act: {
      method: 'POST',
      path: '/api/desk/disputes/{id}',
      summary:
        'Says that the evidence was sent, that the dispute is not contested, or that the bank has decided against the broker; or lifts the client’s restriction once it is over, which asks a second person.',
      who: 'staff',
      right: 'chargebacks',
      audits: 'dispute.act',
      runs: 'transaction',
      input: z.object({ id: rowId, action: z.enum(['send', 'accept', 'lost', 'lift']), reason }),
      output: z.object({ status: z.enum(disputeStatuses), approval: approval.nullable() }),
      errors: { ...notThere, action_not_offered: 409, case_claimed: 409, debt_not_paid: 409 },
      stale,
    },
  },
  deskPages: {
    list: { path: 'disputes', query: ['status'], title: 'desk.nav.disputes', right: 'chargebacks' },
    dispute: { path: 'disputes/{id:int}', title: 'disputes.page', right: 'chargebacks' },
  },
});
