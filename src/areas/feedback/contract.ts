import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits, yesOrNo } from '../../protocol/digits.ts';
import { form } from '../../protocol/form.ts';
import { rowId } from '../../protocol/staff.ts';

export const scores = ['5', '4', '3', '2', '1'] as const;
export const countedScores = [1, 2, 3, 4, 5] as const;
const longestFeedback = 1000;

const feedbackInput = z.object({
  /** From 1, very bad, to 5, very good. */
  score: inDigits(z.int().min(1).max(5)),
  text: z.string().trim().max(longestFeedback).optional(),
  /** Whether the broker may write to the client about it. */
  may_contact: yesOrNo.optional(),
});

const line = z.object({
  id: z.string(),
  client_id: z.int(),
  /** Null: the client did not want to say. */
  score: z.literal([...countedScores]).nullable(),
  text: z.string(),
  may_contact: z.boolean(),
  at: z.iso.datetime(),
});
export type FeedbackLine = z.output<typeof line>;

/** What clients think of the portal (documents 1 §2 and 3 §2): asked only of whom `display_questionnaire` of client_info says. */
export const feedbackContract = contract({
  area: 'feedback',
  calls: {
    give: {
      method: 'POST',
      path: 'api/feedback',
      summary: 'What the client thinks of the portal; asked of whom client_info says so (`display_questionnaire`).',
      who: 'client',
      gate: 'view',
      runs: 'transaction',
      input: feedbackInput,
      output: z.object({}),
      errors: { feedback_not_asked: 409 },
      stale: ['client_info'],
    },
    note: {
      method: 'POST',
      path: 'api/feedback/event',
      summary: 'Not now (`put_off`: asked again after the next sign-in), or not at all this time (`declined`).',
      who: 'client',
      gate: 'view',
      runs: 'transaction',
      input: z.object({ event: z.enum(['put_off', 'declined']) }),
      output: z.object({}),
      errors: { feedback_not_asked: 409 },
      stale: ['client_info'],
    },
    list: {
      method: 'GET',
      path: '/api/desk/feedback',
      summary: 'What clients think of the portal, the latest first, with how many said what within a year.',
      who: 'staff',
      right: 'read_clients',
      audits: 'feedback.list',
      runs: 'read',
      input: z.object({ after: rowId.optional() }),
      output: z.object({
        feedback: z.array(line),
        next: z.string().nullable(),
        /** Of the last 365 days: how many gave each score, from 1 to 5. */
        counts: z.array(z.int()),
      }),
      errors: {},
      reads: ['cases'],
    },
  },
  forms: {
    give: form({
      sends: feedbackInput,
      fields: {
        score: { kind: 'choice', label: 'feedback.score', missing: 'feedback.score.missing' },
        text: { kind: 'lines', label: 'feedback.text', help: 'feedback.text.help', maxLength: longestFeedback, isOptional: true },
        may_contact: { kind: 'check', label: 'feedback.contact', isOptional: true },
      },
    }),
  },
  pages: {
    feedback: { path: 'feedback', title: 'page.feedback', gate: 'view' },
  },
  deskPages: {
    feedback: { path: 'feedback', title: 'feedback.desk.page', right: 'read_clients' },
  },
});
