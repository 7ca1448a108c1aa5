import { z } from 'zod';
import { papersWords, toldReasons } from '../../law/documents.ts';
import { contract } from '../../protocol/call.ts';
import { yesOrNo } from '../../protocol/digits.ts';
import { reason, rowId } from '../../protocol/staff.ts';

/** How far the vendor is with a client; null: the client has not been there. */
const phase = z.enum(['open', 'pending', 'accepted', 'retry', 'final']).nullable();
export type ShownPhase = z.infer<typeof phase>;

const moment = z.iso.datetime();
const words = z.string().nullable();

const read = z.object({ name: words, birth_date: words, country: words, number: words, valid_until: words });

export const verificationContract = contract({
  area: 'verification',
  calls: {
    init: {
      method: 'GET',
      path: 'api/direct/sumsub/init',
      summary: 'Opens the page of the vendor that looks at papers: a token for it, where anything is still to be shown there.',
      who: 'client',
      gate: 'view_documents',
      runs: 'saga',
      rate: { count: 60, seconds: 3600 },
      input: z.object({
        /** Why the client is verified: as a whole, or on the way to a payment by card, which then goes on by itself. */
        verification_flow: z.enum(['profile', 'credit_card']).optional(),
      }),
      output: z.object({
        success: z.boolean(),
        accessToken: z.string().nullable(),
        isShouldLaunchSDK: z.boolean(),
        /** The origin of the vendor's page. */
        sdk_url: z.string(),
      }),
      errors: { verification_unavailable: 409, verification_not_answering: 503 },
    },
    status: {
      method: 'GET',
      path: 'api/direct/sumsub/status',
      summary: 'How far the papers of the client are, in a word.',
      who: 'client',
      gate: 'view_documents',
      runs: 'read',
      input: z.object({}),
      output: z.object({ success: z.boolean(), status: z.enum(papersWords) }),
      errors: {},
      reads: ['documents'],
    },
    check: {
      method: 'GET',
      path: 'api/direct/sumsub/check',
      summary: 'Asks the vendor how far it is, and says what it has decided, why, and where that leads to.',
      who: 'client',
      gate: 'view_documents',
      runs: 'saga',
      rate: { count: 600, seconds: 3600 },
      input: z.object({
        /** The client is about to pay by card: approved papers then lead nowhere else (document 3 §4). */
        by_card: yesOrNo.optional(),
      }),
      output: z.object({
        /** False where the vendor did not answer: what stands here is what it said before. */
        success: z.boolean(),
        status: z.enum(papersWords),
        phase,
        is_calculated: z.boolean(),
        /** What to mend. */
        reasons: z.array(z.enum(toldReasons)),
        /** What the vendor says to the client. */
        comment: words,
        next: z.enum(['open', 'deposit', 'list']).nullable(),
      }),
      errors: { verification_unavailable: 409 },
      reads: ['documents'],
    },
    ofClient: {
      method: 'GET',
      path: '/api/desk/verification/{client_id}',
      summary: 'What the vendor has said of a client, beside what the client has typed.',
      who: 'staff',
      right: 'papers',
      audits: 'verification.read',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: z.object({
        typed: z.object({ name: z.string(), birth_date: words, country: z.string(), number: words }),
        checks: z.array(
          z.object({
            id: z.int(),
            purpose: z.enum(['profile', 'scan']),
            applicant: words,
            phase: z.enum(['open', 'pending', 'accepted', 'retry', 'final']),
            words: z.string(),
            labels: z.array(z.string()),
            comment: words,
            staff_comment: words,
            read: read.nullable(),
            differs: z.array(z.enum(['name', 'birth_date'])),
            since: moment,
            looked_at: moment.nullable(),
          }),
        ),
        /** Whether a verdict waits for somebody who takes note of it. */
        is_waiting: z.boolean(),
      }),
      errors: { client_not_found: 404 },
      reads: ['cases'],
    },
    note: {
      method: 'POST',
      path: '/api/desk/verification/{client_id}',
      summary:
        "Takes note of the vendor's rejection for good: what follows from it is decided at the papers and by restrictions.",
      who: 'staff',
      right: 'papers',
      audits: 'verification.note',
      runs: 'transaction',
      input: z.object({ client_id: rowId, reason }),
      output: z.object({}),
      errors: { not_waiting: 409, case_claimed: 409 },
      stale: ['cases', 'audit'],
    },
  },
  pages: {
    online: {
      path: 'documents/verification',
      query: ['verification_flow'],
      title: 'page.verification',
      gate: 'view_documents',
    },
  },
});
