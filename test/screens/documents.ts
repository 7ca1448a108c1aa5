import { pdfFile, pngFile } from '../../src/server/testing/files.ts';
import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'documents', path: 'documents', as: 'global.full' },
  { name: 'documents-states', path: 'documents', as: 'global.full', before: refused },
  { name: 'documents-approved', path: 'documents', as: 'global.active' },
  { name: 'documents-follow-up', path: 'documents?sent=1', as: 'global.full', open: standsOver, isOver: true },
  { name: 'documents-follow-up-registration', path: 'documents?sent=1', as: 'global.my', open: standsOver, isOver: true },
  { name: 'documents-warning', path: 'withdraw', as: 'global.full', open: standsOver, isOver: true },
  { name: 'documents-other', path: 'documents/other', as: 'global.full' },
  { name: 'documents-other-wrong', path: 'documents/other', as: 'global.full', open: sendEmpty },
  { name: 'documents-crop', path: 'verify-payment/upload?docTypeId=37', as: 'global.full', open: crop, isOver: true },
  { name: 'documents-list', path: 'documents/list', as: 'global.full', before: refused },
  { name: 'documents-list-empty', path: 'documents/list', as: 'global.full' },
  { name: 'documents-id', path: 'documents/id', as: 'global.full' },
  { name: 'documents-id-wrong', path: 'documents/id', as: 'global.full', open: sendEmpty },
  { name: 'documents-id-reverse', path: 'documents/id', as: 'global.full', before: halfSent },
  { name: 'documents-por', path: 'documents/por', as: 'global.full', open: whoseElse },
  { name: 'documents-payments', path: 'verify-payment', as: 'global.full', before: onePaymentRefused },
  { name: 'documents-payment', path: 'verify-payment/upload?docTypeId=37', as: 'global.full', open: sendEmpty },
  { name: 'documents-payments-china', path: 'verify-payment', as: 'cn.active' },
  { name: 'documents-por-again', path: 'documents/por', as: 'global.full', before: refused },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-documents', path: 'documents/7', at: 'desk', as: 'compliance', before: waiting },
  {
    name: 'desk-documents-reject',
    path: 'documents/7',
    at: 'desk',
    as: 'compliance',
    before: waiting,
    open: askToReject,
    isOver: true,
  },
  { name: 'desk-documents-pdf', path: 'documents/7', at: 'desk', as: 'compliance', before: asPdf, open: drawn },
  { name: 'desk-documents-risky', path: 'documents/7', at: 'desk', as: 'compliance', before: risky },
];

const line = (over: object) => ({
  id: 7,
  form_name: 'identity',
  documentType: 4,
  documentTypeName: 'Proof of identity',
  status: 3,
  status_name: 'rejected',
  name: 'passport.jpg',
  doc_number: 'A1234567',
  dateOfIssue: '2022-01-31',
  expiryDate: '2032-01-30',
  createdAt: '2026-11-20T09:30:00.000Z',
  rejectionReason: ['unreadable'],
  waits_for_reverse: false,
  files: [
    {
      id: '00000000-0000-4000-8000-000000000007',
      name: 'passport.jpg',
      bytes: 420_000,
      sent_at: '2026-11-20T09:30:00.000Z',
      side: 'front',
    },
  ],
  ...over,
});
const residence = {
  id: 8,
  form_name: 'proof_of_residence',
  documentType: 3,
  documentTypeName: 'Proof of residence',
  doc_number: null,
  dateOfIssue: '2026-10-01',
  expiryDate: null,
};

/** The identity could not be read, the residence was cut off and is asked for again, and an older identity has expired; more were sent before. */
async function refused(helpers: ScreenHelpers): Promise<void> {
  const again = line({ ...residence, status: 6, status_name: 'closed', rejectionReason: ['cropped'] });
  const old = line({ id: 5, status: 4, status_name: 'expired', rejectionReason: [] });
  await answering(helpers, {
    documents: [again, line({}), old],
    older: 5,
    papers: { identity: line({}), residence: again },
    status: 'resubmission_requested',
    upload_disabled: { id: false, poc: false },
  });
}

async function halfSent(helpers: ScreenHelpers): Promise<void> {
  const front = line({ status: 1, status_name: 'new', rejectionReason: [], waits_for_reverse: true });
  await answering(helpers, {
    documents: [front],
    papers: { identity: front, residence: null },
    upload_disabled: { id: true, poc: false },
  });
}

async function onePaymentRefused(helpers: ScreenHelpers): Promise<void> {
  await answering(helpers, {
    documents: [line({ form_name: 'payment_confirmation', documentType: 37 })],
    payment_methods: [
      { doc_id: 37, proof: 'card', status: 'rejected' },
      { doc_id: 55, proof: 'bank', status: 'pending' },
      { doc_id: 166, proof: 'local', status: 'no_file_uploaded' },
    ],
  });
}

async function answering({ page }: ScreenHelpers, told: object): Promise<void> {
  await answerCalls(page, /\/api\/js\/documents\?/, async (asked) => {
    const answer = await asked.fetch();
    const body = (await answer.json()) as { data: object };
    await asked.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...told } } });
  });
}

async function sendEmpty({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('documents.send') }).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

async function whoseElse({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByLabel(say('documents.field.whose')).selectOption('other');
  await page.getByLabel(say('documents.field.whoseElse')).waitFor();
}

async function standsOver({ page }: ScreenHelpers): Promise<void> {
  await page.getByRole('dialog').waitFor();
}

async function crop({ page, say }: ScreenHelpers): Promise<void> {
  const buffer = pngFile({ width: 320, height: 200 });
  await page.getByLabel(say('ui.file.choose')).setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: say('ui.file.edit') }).click();
  await page.getByRole('img', { name: say('ui.picture.chosen') }).waitFor();
}

function waiting(helpers: ScreenHelpers): Promise<void> {
  return lookedAt(helpers, {});
}

function risky(helpers: ScreenHelpers): Promise<void> {
  const over = {
    status: 'manual_processing',
    waits_for_second: true,
    risks: ['shared', 'country', 'barred'],
    kind: 'residence',
    whose: 'spouse',
    files: [],
  };
  return lookedAt(helpers, over);
}

/** A paper that waits, with both of its sides. */
async function lookedAt({ page }: ScreenHelpers, over: object): Promise<void> {
  const file = { bytes: 420_000, sent_at: '2026-11-20T09:30:00.000Z', media_type: 'image/png', scan: 'clean' };
  const document = {
    id: 7,
    client_id: 100_011,
    kind: 'identity',
    type: 4,
    via: 'client',
    status: 'pending',
    number: 'A1234567',
    issue_date: '2022-01-31',
    expiry_date: '2032-01-30',
    is_residence_too: false,
    whose: null,
    comment: null,
    sent_at: '2026-11-20T09:30:00.000Z',
    reasons: [],
    decided_by: null,
    decided_at: null,
    risks: [],
    is_waiting: true,
    waits_for_second: false,
    files: [
      { ...file, id: '00000000-0000-4000-8000-000000000007', name: 'front.png', side: 'front' },
      { ...file, id: '00000000-0000-4000-8000-000000000008', name: 'back.png', side: 'reverse' },
    ],
    ...over,
  };
  const registered = {
    name: 'Farah Aziz',
    country: 'MY',
    status: 'PENDING',
    birth_date: '1990-02-03',
    address: '12 Jalan Ampang, Kuala Lumpur, 50450',
    document_number: 'A1234567',
  };
  await answerCalls(page, /\/api\/desk\/documents\/7\?/, (asked) =>
    asked.fulfill({ json: { success: true, data: { document, registered }, errors: [], code: 200 } }),
  );
  await answerCalls(page, /\/api\/desk\/files\//, (asked) =>
    asked.fulfill({ contentType: 'image/png', body: pngFile({ width: 320, height: 200 }) }),
  );
}

/** One that came as a PDF. */
async function asPdf(helpers: ScreenHelpers): Promise<void> {
  const file = {
    id: '00000000-0000-4000-8000-000000000007',
    name: 'bill.pdf',
    bytes: 80_000,
    sent_at: '2026-11-20T09:30:00.000Z',
  };
  await lookedAt(helpers, { files: [{ ...file, side: 'front', media_type: 'application/pdf', scan: 'clean' }] });
  await answerCalls(helpers.page, /\/api\/desk\/files\//, (asked) =>
    asked.fulfill({ contentType: 'application/pdf', body: pdfFile() }),
  );
}

async function drawn({ page }: ScreenHelpers): Promise<void> {
  await page.locator('canvas[data-drawn="true"]').waitFor();
}

async function askToReject({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('documents.desk.reject') }).click();
  await page.getByRole('dialog').waitFor();
}
