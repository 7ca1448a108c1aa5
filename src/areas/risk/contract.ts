import { z } from 'zod';
import { diligenceKinds, diligencePapers, riskFactorNames, riskLevels, riskValues } from '../../law/riskLevels.ts';
import { contract } from '../../protocol/call.ts';
import { approval, reason, rowId } from '../../protocol/staff.ts';

const moment = z.iso.datetime();
const level = z.enum(riskLevels);
const paper = z.enum(diligencePapers);

const factor = z.object({
  factor: z.enum(riskFactorNames),
  value: z.enum(riskValues),
  points: z.int(),
  /** It makes the risk high by itself. */
  is_decisive: z.boolean(),
});
export type RiskFactorShown = z.output<typeof factor>;

const risk = z.object({
  /** What holds: what was computed, or what two persons have put in its place. */
  level,
  computed_level: level,
  points: z.int(),
  /** Of the table that it was computed by. */
  version: z.string(),
  assessed_at: moment,
  factors: z.array(factor),
  override: z.object({ level, asked_by: z.string(), approved_by: z.string(), at: moment, reason: z.string() }).nullable(),
  /** The law asks for enhanced due diligence: nobody lowers it. */
  is_decided_by_law: z.boolean(),
  diligence: z.object({
    kind: z.enum(diligenceKinds),
    /** `is_there` is null where whoever reviews has to see it. */
    papers: z.array(z.object({ paper, is_there: z.boolean().nullable() })),
    needs_second: z.boolean(),
    review_months: z.int(),
  }),
  reviewed_at: moment.nullable(),
  /** Null while there is no business with the client. */
  review_due_at: moment.nullable(),
  is_overdue: z.boolean(),
  /** What the client was asked to send, as long as no review has ended it. */
  request: z
    .object({
      papers: z.array(paper),
      /** Those of them that were sent since, and not rejected. */
      sent: z.array(paper),
      asked_by: z.string(),
      asked_at: moment,
      due_at: moment,
      /** Since when they open no positions for it. */
      restricted_at: moment.nullable(),
      /** Since when compliance is to decide whether they stay. */
      escalated_at: moment.nullable(),
    })
    .nullable(),
  /** A second person is asked about another level, or about a review. */
  waits_for_second: z.boolean(),
});
export type RiskShown = z.output<typeof risk>;

const past = z.object({ at: moment, level, points: z.int(), version: z.string() });
const review = z.object({
  at: moment,
  level,
  papers: z.array(paper),
  reviewed_by: z.string(),
  approved_by: z.string().nullable(),
  reason: z.string(),
  next_at: moment,
});
export type RiskReview = z.output<typeof review>;

/** How risky a client is held to be, why, and what that demands: for the desk alone, no client hears of it. */
export const riskContract = contract({
  area: 'risk',
  calls: {
    ofClient: {
      method: 'GET',
      path: '/api/desk/risk/{client_id}',
      summary:
        'The risk of a client factor by factor, what due diligence follows from it, and what was computed and reviewed before.',
      who: 'staff',
      right: 'papers',
      audits: 'risk.read',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: z.object({
        /** Null until it was computed first. */
        risk: risk.nullable(),
        /** Something has changed that is to be computed yet. */
        is_due: z.boolean(),
        past: z.array(past),
        reviews: z.array(review),
      }),
      errors: { client_not_found: 404 },
      reads: ['cases', 'approvals'],
    },
    override: {
      method: 'POST',
      path: '/api/desk/risk/{client_id}/override',
      summary:
        'Asks for another level than what was computed, or (by `computed`) for the computed one again; a second person has to agree.',
      who: 'staff',
      right: 'papers',
      audits: 'risk.override',
      runs: 'transaction',
      input: z.object({ client_id: rowId, level: z.enum([...riskLevels, 'computed']), reason }),
      output: z.object({ approval }),
      errors: { client_not_found: 404, not_assessed: 409, same_level: 409, decided_by_law: 409, waits_for_second: 409 },
      stale: ['approvals', 'audit'],
    },
    review: {
      method: 'POST',
      path: '/api/desk/risk/{client_id}/review',
      summary: 'Says that what the level demands was looked at; of a high risk a second person has to agree.',
      who: 'staff',
      right: 'papers',
      audits: 'risk.review',
      runs: 'transaction',
      input: z.object({
        client_id: rowId,
        /** What was seen; all that the level demands, or 422. */
        papers: z.array(paper).max(diligencePapers.length),
        reason,
      }),
      output: z.object({ approval: approval.nullable() }),
      errors: {
        client_not_found: 404,
        not_assessed: 409,
        case_claimed: 409,
        waits_for_second: 409,
        papers_missing: 409,
        field_required: 422,
      },
      stale: ['cases', 'approvals', 'audit'],
    },
    askPapers: {
      method: 'POST',
      path: '/api/desk/risk/{client_id}/papers',
      summary:
        'Asks a client for papers that a review needs, until a day; then they are reminded, open no positions, and come before compliance.',
      who: 'staff',
      right: 'papers',
      audits: 'risk.ask_papers',
      runs: 'transaction',
      input: z.object({ client_id: rowId, papers: z.array(paper).min(1).max(diligencePapers.length), reason }),
      output: z.object({ due_at: moment }),
      errors: { client_not_found: 404, not_assessed: 409, papers_asked: 409 },
      stale: ['cases', 'audit'],
    },
    moreTime: {
      method: 'POST',
      path: '/api/desk/risk/{client_id}/papers/time',
      summary: 'Gives a client more days from now on to send what a review asks for, and takes back what had followed.',
      who: 'staff',
      right: 'papers',
      audits: 'risk.more_time',
      runs: 'transaction',
      input: z.object({ client_id: rowId, days: z.int().min(1).max(90), reason }),
      output: z.object({ due_at: moment }),
      errors: { client_not_found: 404, papers_not_asked: 409 },
      stale: ['cases', 'audit'],
    },
  },
});
