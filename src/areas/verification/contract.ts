import { z } from 'zod';
import { papersWords, toldReasons } from '../../law/documents.ts';
import { contract } from '../../protocol/call.ts';
import { takenFile } from '../../protocol/file.ts';
import { paperBytes, paperKinds } from '../../protocol/fileKinds.ts';
import { form } from '../../protocol/form.ts';
import { yesOrNo } from '../../protocol/digits.ts';
import { reason, rowId } from '../../protocol/staff.ts';

/** How far the vendor is with a client; null: the client has not been there. */
const phase = z.enum(['open', 'pending', 'accepted', 'retry', 'final']).nullable();
export type ShownPhase = z.infer<typeof phase>;

const moment = z.iso.datetime();
const words = z.string().nullable();

const read = z.object({ name: words, birth_date: words, country: words, number: words, valid_until: words });

const papers = { kinds: paperKinds, mostBytes: paperBytes } as const;
export const scannedTypes = ['passport', 'identity_card', 'driving_licence'] as const;
const scannedType = z.enum(scannedTypes);

const scanFlow = z.object({
  id: z.int(),
  state: z.enum(['created', 'waiting', 'completed', 'rejected']),
  /** Of the document, ISO 3166 alpha-2. */
  country: z.string(),
  document_type: scannedType,
  /** The sides that are asked for, and those that are here. */
  sides: z.array(z.enum(['front', 'reverse'])),
  scanned: z.array(z.enum(['front', 'reverse'])),
});
const scanOutput = z.object({ flow: scanFlow });
const scanInput = z.object({ country: z.string().length(2), document_type: scannedType });
const pictureInput = z.object({ side: z.enum(['front', 'reverse']), file: takenFile });

/** Of a scan's steps (document 3 §7): what changes something comes with the token. */
const scanStep = {
  method: 'POST',
  who: 'client',
  gate: 'view_documents',
  runs: 'transaction',
  rate: { count: 60, seconds: 3600 },
  output: scanOutput,
  stale: ['documents', 'client_info', 'dashboard'],
} as const;

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
    scanCountries: {
      method: 'GET',
      path: 'api/direct/ocr/countries/list',
      summary: 'The countries whose documents can be scanned, and which of them the client’s company takes.',
      who: 'client',
      gate: 'view_documents',
      runs: 'read',
      input: z.object({}),
      output: z.object({ countries: z.array(z.string()), document_types: z.array(scannedType) }),
      errors: {},
    },
    scanStatus: {
      method: 'GET',
      path: 'api/direct/ocr/profile/status',
      summary: 'How far the last scan of the client is; null: there was none.',
      who: 'client',
      gate: 'view_documents',
      runs: 'read',
      input: z.object({}),
      output: z.object({ status: z.enum(papersWords), may_scan: z.boolean(), flow: scanFlow.nullable() }),
      errors: {},
      reads: ['documents'],
    },
    createFlow: {
      ...scanStep,
      path: 'api/direct/ocr/create-flow',
      summary:
        'Begins to scan a document: its country and type are chosen. Chosen again before anything was scanned, it is the other.',
      input: scanInput,
      errors: { verification_unavailable: 409, upload_disabled: 409, scan_under_way: 409, scan_type_not_taken: 422 },
    },
    moveToWaiting: {
      ...scanStep,
      path: 'api/direct/ocr/move-to-waiting-for-scan',
      summary: 'The camera is open: the scan waits for the pictures.',
      input: z.object({}),
      errors: { scan_not_there: 409, upload_disabled: 409 },
    },
    scanPicture: {
      ...scanStep,
      path: 'api/direct/ocr/picture',
      summary: 'The picture of one side; taken again it takes the place of the one before.',
      input: pictureInput,
      errors: { scan_not_there: 409, too_many_documents: 409 },
      takesFile: papers,
    },
    completeFlow: {
      ...scanStep,
      path: 'api/direct/ocr/complete-flow',
      summary: 'All sides are there: the vendor reads them.',
      input: z.object({}),
      errors: { scan_not_there: 409, scan_side_missing: 409 },
    },
    rejectFlow: {
      ...scanStep,
      path: 'api/direct/ocr/reject-flow',
      summary: 'The scan is given up; papers may be sent in another way.',
      input: z.object({}),
      errors: { scan_not_there: 409 },
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
  forms: {
    scan: form({
      sends: scanInput,
      fields: {
        country: { kind: 'select', label: 'verification.scan.country' },
        document_type: { kind: 'select', label: 'verification.scan.type' },
      },
    }),
    picture: form({
      sends: pictureInput,
      supplied: ['side'],
      fields: { file: { kind: 'file', label: 'verification.scan.file', takes: papers } },
    }),
  },
  pages: {
    scan: { path: 'documents/scan', title: 'page.scan', gate: 'view_documents' },
    online: {
      path: 'documents/verification',
      query: ['verification_flow'],
      title: 'page.verification',
      gate: 'view_documents',
    },
  },
});
