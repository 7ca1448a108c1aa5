import { z } from 'zod';
import {
  documentForms,
  documentOwners,
  documentReasons,
  documentStatusNames,
  identityCheckNames,
  papersWords,
  paymentProofKeys,
  paymentTypes,
  paymentWords,
  toldReasons,
} from '../../law/documents.ts';
import { contract, type CallSpec } from '../../protocol/call.ts';
import { deskDocument, registered } from '../../protocol/deskDocument.ts';
import { inDigits, yesOrNo } from '../../protocol/digits.ts';
import { shownFile, takenFile } from '../../protocol/file.ts';
import { paperBytes, paperKinds } from '../../protocol/fileKinds.ts';
import { form } from '../../protocol/form.ts';
import { approval, reason, rowId } from '../../protocol/staff.ts';

/** From whoever led here: the country of the flow, and whether the residence is asked for next. */
const flow = ['flowCountry', 'needPorDocument'] as const;
const moment = z.iso.datetime();
/** Empty: not told. */
const day = z.union([z.literal(''), z.iso.date()]);
/** Who has issued a proof of identity, ISO 3166 alpha-2; the client’s own country when left out. */
const issuer = z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/)]).optional();
const papers = { kinds: paperKinds, mostBytes: paperBytes } as const;

const shownDocument = z.object({
  id: z.int(),
  form_name: z.enum(documentForms),
  /** The number of its type (document 3 §3). */
  documentType: z.int(),
  documentTypeName: z.string(),
  /** 1 to 9 (document 3 §3). */
  status: z.literal([1, 2, 3, 4, 5, 6, 7, 8, 9]),
  status_name: z.enum(documentStatusNames),
  /** Of its first file. */
  name: z.string(),
  doc_number: z.string().nullable(),
  dateOfIssue: z.iso.date().nullable(),
  expiryDate: z.iso.date().nullable(),
  createdAt: moment,
  rejectionReason: z.array(z.enum(toldReasons)),
  /** Its reverse is still to come: nobody looks at it before. */
  waits_for_reverse: z.boolean(),
  files: z.array(shownFile.extend({ side: z.enum(['front', 'reverse']) })),
});
export type ShownDocument = z.infer<typeof shownDocument>;

const listInput = z.object({
  /** Those of one form alone. */
  form_name: z.enum(documentForms).optional(),
  /** When it was asked: says nothing, and keeps answers from being taken for each other. */
  hit: z.string().max(20).optional(),
  /** The client is about to pay by card: approved papers then lead nowhere else (document 3 §4). */
  by_card: yesOrNo.optional(),
  /** `older` of the page before. */
  after: inDigits(z.int().positive().max(2_147_483_647)).optional(),
});

const list = {
  method: 'GET',
  path: 'documents',
  summary:
    'What a client has sent as papers, page by page, the latest first, how far they are, and what is asked for next: `after` is `older` of the page before.',
  who: 'client',
  gate: 'view_documents',
  runs: 'read',
  input: listInput,
  output: z.object({
    documents: z.array(shownDocument),
    /** Where the next page begins; null on the last one. */
    older: z.int().nullable(),
    /** When it was answered, by application time. */
    timestamp: moment,
    /** How far identity and residence are, together. */
    status: z.enum(papersWords),
    /** The document that speaks for each; null while there is none. */
    papers: z.object({ identity: shownDocument.nullable(), residence: shownDocument.nullable() }),
    upload_disabled: z.object({ id: z.boolean(), poc: z.boolean() }),
    /** Whether a vendor's own page may look at them, instead of the desk. */
    vendor_flow: z.boolean(),
    /** How far each payment method is that a document proves; it needs action while it is not approved. */
    payment_methods: z.array(
      z.object({ doc_id: z.literal([...paymentTypes]), proof: z.enum(paymentProofKeys), status: z.enum(paymentWords) }),
    ),
    residence_proof: z.object({ asks_whose: z.boolean(), most_months: z.int() }),
    /** How far each check is: what was told (144), where one lives (145), and all of it (155). */
    checks: z.array(
      z.object({
        check: z.enum(identityCheckNames),
        documentType: z.int(),
        documentTypeName: z.string(),
        status_name: z.enum(documentStatusNames),
      }),
    ),
    /** Where approved papers lead to (document 3 §4); null: one stays. */
    next: z.enum(['open', 'deposit', 'list']).nullable(),
  }),
  errors: {},
  reads: ['documents'],
} as const satisfies CallSpec;

const uploadInput = z.object({
  form_name: z.enum(documentForms),
  /** The number of the document's type; the form's own when left out. */
  doc_id: inDigits(z.int().min(1).max(999)).optional(),
  doc_number: z.string().trim().max(40).optional(),
  doc_country: issuer,
  issue_date: day.optional(),
  no_issue_date: yesOrNo.optional(),
  expiry_date: day.optional(),
  no_expiry_date: yesOrNo.optional(),
  /** Of a proof of identity: it bears the address too. */
  id_is_por: yesOrNo.optional(),
  /** In whose name a proof of residence is. */
  whose: z.enum(['', ...documentOwners]).optional(),
  comment: z.string().trim().max(300).optional(),
  /** The file is the reverse of the proof of identity that waits for it. */
  reverse: yesOrNo.optional(),
  /** The reverse is sent next. */
  reverse_follows: yesOrNo.optional(),
  file: takenFile,
});

export type { DeskDocument } from '../../protocol/deskDocument.ts';

export const documentsContract = contract({
  area: 'documents',
  calls: {
    list,
    /** As programs find it that know where documents are sent to. */
    listBeside: { ...list, path: '/api/documents' },
    upload: {
      method: 'POST',
      path: '/api/documents',
      summary: 'Sends a paper: its file, and what is typed about it. The reverse of a card is a second sending.',
      who: 'client',
      gate: 'view_documents',
      runs: 'transaction',
      rate: { count: 40, seconds: 3600 },
      input: uploadInput,
      output: z.object({ document: shownDocument }),
      errors: { documents_wrong: 422, upload_disabled: 409, too_many_documents: 409, reverse_without_front: 409 },
      takesFile: papers,
      stale: ['documents', 'client_info', 'dashboard'],
    },
    samples: {
      method: 'GET',
      path: '/api/sites/default/files/api/{file}',
      summary: 'What a company takes as proof of identity (`sampledocs-3.json`) and of residence (`pordocs-3.json`).',
      who: 'anyone',
      runs: 'read',
      input: z.object({
        file: z.string().regex(/^(?:sampledocs|pordocs)-[1-9]\d{0,2}\.json$/),
        /** Of a country that has others inside the company, ISO 3166 alpha-2. */
        country: z.string().length(2).optional(),
      }),
      output: z.object({
        samples: z.array(z.object({ key: z.string(), name: z.string(), shows: z.array(z.string()) })),
      }),
      errors: { unknown_file: 404 },
    },
    ofClient: {
      method: 'GET',
      path: '/api/desk/documents',
      summary: 'The papers of a client, the latest first, page by page: `after` is `next` of the page before.',
      who: 'staff',
      right: 'read_clients',
      audits: 'document.list',
      runs: 'read',
      input: z.object({ client_id: rowId, after: rowId.optional() }),
      output: z.object({ documents: z.array(deskDocument), next: z.string().nullable() }),
      errors: {},
      reads: ['cases'],
    },
    look: {
      method: 'GET',
      path: '/api/desk/documents/{id}',
      summary: 'A paper with what was typed about it, beside what the client told at the registration.',
      who: 'staff',
      right: 'papers',
      audits: 'document.read',
      runs: 'read',
      input: z.object({ id: rowId }),
      output: z.object({ document: deskDocument, registered }),
      errors: { document_not_found: 404 },
      reads: ['cases'],
    },
    decide: {
      method: 'POST',
      path: '/api/desk/documents/{id}',
      summary:
        'Approves a paper, rejects it for a listed reason, or asks for another copy. The approval of a risky one asks a second person.',
      who: 'staff',
      right: 'papers',
      audits: 'document.decide',
      runs: 'transaction',
      input: z.object({
        id: rowId,
        decision: z.enum(['approved', 'rejected', 'ask_again']),
        /** Of what is not approved. */
        reason_code: z.enum(documentReasons).optional(),
        reason,
      }),
      output: z.object({ document: deskDocument, approval: approval.nullable() }),
      errors: {
        document_not_found: 404,
        not_waiting: 409,
        case_claimed: 409,
        field_required: 422,
        waits_for_second: 409,
        file_not_checked: 409,
      },
      stale: ['cases', 'approvals', 'audit'],
    },
  },
  forms: {
    identity: form({
      sends: uploadInput,
      always: { form_name: 'identity' },
      fields: {
        doc_number: { kind: 'text', label: 'documents.field.number', maxLength: 40 },
        doc_country: { kind: 'country', label: 'documents.field.country' },
        no_issue_date: { kind: 'check', label: 'documents.field.noIssueDate', isOptional: true },
        issue_date: {
          kind: 'date',
          label: 'documents.field.issueDate',
          years: { from: -9, till: 0 },
          when: { field: 'no_issue_date', is: [false] },
        },
        no_expiry_date: { kind: 'check', label: 'documents.field.noExpiryDate', isOptional: true },
        expiry_date: {
          kind: 'date',
          label: 'documents.field.expiryDate',
          years: { from: 0, till: 20 },
          when: { field: 'no_expiry_date', is: [false] },
        },
        file: { kind: 'file', label: 'documents.field.front', takes: papers },
        reverse_follows: { kind: 'check', label: 'documents.field.reverseFollows', isOptional: true },
        id_is_por: { kind: 'check', label: 'documents.field.isResidenceToo', isOptional: true },
      },
    }),
    reverse: form({
      sends: uploadInput,
      always: { form_name: 'identity', reverse: true },
      fields: { file: { kind: 'file', label: 'documents.field.reverse', takes: papers } },
    }),
    residence: form({
      sends: uploadInput,
      always: { form_name: 'proof_of_residence' },
      fields: {
        whose: { kind: 'select', label: 'documents.field.whose' },
        comment: {
          kind: 'text',
          label: 'documents.field.whoseElse',
          maxLength: 300,
          when: { field: 'whose', is: ['other'] },
        },
        issue_date: { kind: 'date', label: 'documents.field.issuedOn', years: { from: -1, till: 0 } },
        file: { kind: 'file', label: 'documents.field.file', takes: papers },
      },
    }),
    other: form({
      sends: uploadInput,
      always: { form_name: 'other' },
      fields: {
        comment: { kind: 'text', label: 'documents.field.what', maxLength: 300 },
        file: { kind: 'file', label: 'documents.field.file', takes: papers },
      },
    }),
    payment: form({
      sends: uploadInput,
      always: { form_name: 'payment_confirmation' },
      supplied: ['doc_id'],
      fields: {
        comment: { kind: 'text', label: 'documents.field.about', maxLength: 300, isOptional: true },
        file: { kind: 'file', label: 'documents.field.file', takes: papers },
      },
    }),
  },
  pages: {
    verifyPayment: { path: 'verify-payment', title: 'page.documents.payments', gate: 'view_documents' },
    uploadPayment: {
      path: 'verify-payment/upload',
      query: ['docTypeId'],
      title: 'page.documents.payment',
      gate: 'view_documents',
    },
    sendOther: { path: 'documents/other', title: 'page.documents.other', gate: 'view_documents' },
    verifyProfile: { path: 'documents', query: [...flow, 'sent'], title: 'nav.documents', gate: 'view_documents' },
    documentsList: { path: 'documents/list', title: 'page.documents.list', gate: 'view_documents' },
    verifyIdentity: { path: 'documents/id', query: flow, title: 'page.documents.id', gate: 'view_documents' },
    verifyResidence: { path: 'documents/por', query: flow, title: 'page.documents.por', gate: 'view_documents' },
  },
  deskPages: {
    document: { path: 'documents/{id:int}', title: 'documents.desk.page', right: 'papers' },
  },
});
