import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { eicar, jpegFile, pdfFile, pngFile, sendForm } from '../../server/testing/files.ts';

let app: TestApp;
let compliance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  compliance = await app.signInStaff('compliance');
  admin = await app.signInStaff('admin');
});
afterAll(() => app.close());

const identity = {
  form_name: 'identity',
  doc_id: '4',
  doc_number: 'A1234567',
  issue_date: '2022-01-31',
  expiry_date: '2035-01-31',
};
const residence = { form_name: 'proof_of_residence', doc_id: '3', issue_date: '2026-11-01', whose: 'own' };
const picture = { name: 'paper.jpg', bytes: jpegFile() };

/** Application time begins with the wall's: days are told from it. */
const daysFrom = (days: number): string =>
  new Date(app.opened.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

const send = (as: SignedIn, fields: Readonly<Record<string, string>>, file: typeof picture | null = picture) =>
  sendForm(app.url, {
    path: '/api/documents',
    as,
    fields: { ...fields, ...(fields['issue_date'] === '2026-11-01' ? { issue_date: daysFrom(-20) } : {}) },
    ...(file ? { file } : {}),
  });
const list = async (as: SignedIn, query = '') => (await app.call({ method: 'GET', path: `documents${query}`, as })).data;
const info = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data;
const decide = (id: number, body: object, as: StaffSignedIn = compliance) =>
  app.call({ method: 'POST', path: `/api/desk/documents/${id}`, body: { reason: 'As it was seen.', ...body }, as });
const cases = async (queue: string): Promise<string[]> =>
  (await app.call({ method: 'GET', path: `/api/desk/queues/${queue}`, as: compliance })).data.items.map(
    ({ subject }: { subject: string }) => subject,
  );
const noticesOf = async (as: SignedIn): Promise<string[]> =>
  (await app.owner.sql.many<{ type: string }>('select type from notice where client_id = $1 order by id', [as.clientId])).map(
    ({ type }) => type,
  );
async function sent(as: SignedIn, fields: Readonly<Record<string, string>>, file = picture): Promise<number> {
  const { status, body } = await send(as, fields, file);
  expect([status, body.errors]).toEqual([200, []]);
  await app.drain();
  return body.data.document.id;
}

test('both papers are sent, looked at and approved, and money may move', async () => {
  const client = await app.signIn('global.full');
  expect(await list(client)).toMatchObject({
    documents: [],
    status: 'documents_requested',
    upload_disabled: { id: false, poc: false },
  });
  const id = await sent(client, identity);
  expect(await list(client)).toMatchObject({ status: 'documents_requested', upload_disabled: { id: true, poc: false } });
  expect((await info(client)).status_id).toBe(9);
  const por = await sent(client, residence);
  expect(await list(client)).toMatchObject({
    status: 'pending',
    upload_disabled: { id: true, poc: true },
    documents: [
      { id: por, documentType: 3, status: 5, status_name: 'pending', form_name: 'proof_of_residence', name: 'paper.jpg' },
      {
        id,
        documentType: 4,
        status: 5,
        dateOfIssue: '2022-01-31',
        expiryDate: '2035-01-31',
        documentTypeName: 'Proof of identity',
      },
    ],
  });
  expect((await info(client)).status_id).toBe(7);
  expect(await cases('identity')).toContain(`document:${id}`);
  expect(await cases('address')).toContain(`document:${por}`);

  expect((await decide(id, { decision: 'approved' })).data).toMatchObject({ approval: null, document: { status: 'approved' } });
  expect((await info(client)).status_id).toBe(7);
  await decide(por, { decision: 'approved' });
  expect(await info(client)).toMatchObject({ status_id: 12, gates: { deposit: null, open_live_account: null } });
  expect(await list(client)).toMatchObject({ status: 'approved', next: 'deposit', upload_disabled: { id: true, poc: true } });
  expect((await list(client, '?by_card=1')).next).toBeNull();
  expect(await noticesOf(client)).toEqual(['document_approved', 'document_approved', 'papers_approved']);
  expect([await cases('identity'), await cases('address')]).toEqual([[], []]);
  expect((await decide(por, { decision: 'approved' })).errors[0]?.code).toBe('not_waiting');
  expect((await send(client, identity)).body.errors[0].code).toBe('upload_disabled');
});

test('what is not accepted says what to mend, and is sent again; suspicion is never told', async () => {
  const client = await app.signIn('ke.full');
  const first = await sent(client, identity);
  expect((await decide(first, { decision: 'rejected' })).errors[0]).toMatchObject({
    code: 'field_required',
    validation_messages: { reason_code: expect.anything() },
  });
  await decide(first, { decision: 'rejected', reason_code: 'suspicion' });
  expect((await list(client)).papers.identity).toMatchObject({ id: first, status: 3, rejectionReason: ['not_accepted'] });
  const second = await sent(client, { ...identity, doc_number: 'B 2' });
  await decide(second, { decision: 'ask_again', reason_code: 'cropped' });
  const papers = await list(client);
  expect(papers).toMatchObject({ status: 'resubmission_requested', upload_disabled: { id: false } });
  expect(papers.documents[0]).toMatchObject({ id: second, status: 6, rejectionReason: ['cropped'] });
  expect(await noticesOf(client)).toEqual(['document_rejected', 'document_asked_again']);
  const { values } = await app.owner.sql.one<{ values: object }>(
    `select values from notice where client_id = $1 and type = 'document_rejected'`,
    [client.clientId],
  );
  expect(values).toEqual({ kind: 'identity', reason: 'not_accepted' });
  const trail = await app.owner.sql.many<{ detail: { reason_code: string } }>(
    `select detail from audit_event where action = 'document.decide' and subject = $1`,
    [`document:${first}`],
  );
  expect(trail.map(({ detail }) => detail.reason_code)).toEqual(['suspicion']);
});

test('a card has two sides: nobody looks at it before the second is there', async () => {
  const client = await app.signIn('cn.locked');
  expect((await send(client, { form_name: 'identity', reverse: '1' })).body.errors[0].code).toBe('reverse_without_front');
  const id = await sent(client, { ...identity, doc_number: 'C 3', reverse_follows: 'true' });
  expect((await list(client)).papers.identity).toMatchObject({ status: 1, waits_for_reverse: true });
  expect(await cases('identity')).toEqual([]);
  const { body } = await send(client, { form_name: 'identity', reverse: 'true' }, { name: 'back.png', bytes: pngFile() });
  expect(body.data.document).toMatchObject({ id, waits_for_reverse: false });
  await app.drain();
  expect(await cases('identity')).toEqual([`document:${id}`]);
  const { document } = (await app.call({ method: 'GET', path: `/api/desk/documents/${id}`, as: compliance })).data;
  expect(document.files).toMatchObject([
    { side: 'front', media_type: 'image/jpeg', scan: 'clean' },
    { side: 'reverse', media_type: 'image/png', scan: 'clean' },
  ]);
  const file = await fetch(`${app.url}/api/desk/files/${document.files[0].id}`, { headers: { cookie: compliance.cookie } });
  expect(Buffer.from(await file.arrayBuffer())).toEqual(jpegFile());
  // With the address on it the card proves both, and the lock to documents and profile is gone (document 3 §4).
  await decide(id, { decision: 'rejected', reason_code: 'unreadable' });
  const both = await sent(client, { ...identity, doc_number: 'C 3', id_is_por: '1' });
  expect((await list(client)).upload_disabled).toEqual({ id: true, poc: true });
  await decide(both, { decision: 'approved' });
  expect(await info(client)).toMatchObject({ status_id: 12, gates: { view: null } });
  expect((await list(client)).next).toBe('open');
});

test('what carries a virus is never anybody’s to look at, and the client is told to take a new picture', async () => {
  const client = await app.signIn('global.lead');
  const infected = { name: 'id.pdf', bytes: pdfFile({ also: `9 0 obj\n(${eicar})\nendobj\n` }) };
  const id = await sent(client, identity, infected);
  expect((await list(client)).papers.identity).toMatchObject({ id, status: 3, rejectionReason: ['infected'] });
  expect(await cases('identity')).toEqual([]);
  // The status of a client whose registration is not complete hangs on other things.
  expect((await info(client)).status_id).toBe(6);
});

test('the same document of somebody else needs two persons', async () => {
  const client = await app.signIn('global.my');
  const twin = await app.signIn('global.demo');
  await sent(client, { ...identity, doc_number: 'TWIN-77' });
  const id = await sent(twin, { ...identity, doc_number: 'twin 77' });
  const { data } = await decide(id, { decision: 'approved' });
  expect(data).toMatchObject({ document: { status: 'manual_processing', risks: ['shared'] }, approval: { kind: 'papers' } });
  expect((await decide(id, { decision: 'approved' })).errors[0]?.code).toBe('waits_for_second');
  const second = (approval: { id: number }, as: StaffSignedIn, decision = 'approve') =>
    app.call({
      method: 'POST',
      path: `/api/desk/approvals/${approval.id}`,
      body: { decision, reason: 'Twins, both are real.' },
      as,
    });
  expect((await second(data.approval, compliance)).errors[0]?.code).toBe('own_approval');
  // Who declines leaves it under the manual check, where it can be asked for again.
  expect((await second(data.approval, admin, 'decline')).errors).toEqual([]);
  const looked = await app.call({ method: 'GET', path: `/api/desk/documents/${id}`, as: compliance });
  expect(looked.data.document).toMatchObject({ status: 'manual_processing', is_waiting: true, waits_for_second: false });
  const again = await decide(id, { decision: 'approved' });
  expect([again.errors, again.data?.document.waits_for_second]).toEqual([[], true]);
  expect((await second(again.data.approval, admin)).errors).toEqual([]);
  expect((await list(twin)).papers.identity).toMatchObject({ status: 2 });
  expect(await noticesOf(twin)).toContain('document_approved');
});

test('what is wrong about a paper is told field by field, and nothing is kept of it', async () => {
  const client = await app.signIn('global.repeat');
  const { status, body } = await send(client, { ...identity, doc_number: 'Ж', expiry_date: '2020-01-01' });
  expect([status, body.errors[0].code, Object.keys(body.errors[0].validation_messages)]).toEqual([
    422,
    'documents_wrong',
    ['doc_number', 'expiry_date'],
  ]);
  expect(body.errors[0].validation_messages.doc_number).toHaveProperty('fill_in_field_with_english_only');
  expect((await send(client, identity, null)).body.errors[0]).toMatchObject({
    code: 'no_file_selected',
    validation_messages: { file: expect.anything() },
  });
  expect((await list(client)).documents).toEqual([]);
  // What had arrived is taken away after the answer.
  const kept = async () =>
    (
      await app.owner.sql.one<{ kept: number }>('select count(*)::integer as kept from stored_file where client_id = $1', [
        client.clientId,
      ])
    ).kept;
  await expect.poll(kept, { timeout: 60_000 }).toBe(0);
});

test('a payment method is proven by its own document, which opens no account and shuts none', async () => {
  const client = await app.signIn('ng.active');
  const methods = async (): Promise<object> =>
    Object.fromEntries(
      (await list(client)).payment_methods.map(({ doc_id, status }: { doc_id: number; status: string }) => [doc_id, status]),
    );
  const none = { 37: 'no_file_uploaded', 55: 'no_file_uploaded', 166: 'no_file_uploaded' };
  expect(await methods()).toEqual(none);
  const id = await sent(client, { form_name: 'payment_confirmation', doc_id: '37' });
  expect(await methods()).toEqual({ ...none, 37: 'pending' });
  expect(await cases('payment-proofs')).toEqual([`document:${id}`]);
  await decide(id, { decision: 'rejected', reason_code: 'cropped' });
  expect(await methods()).toEqual({ ...none, 37: 'rejected' });
  // Of payments there may be several at once.
  const [second] = [
    await sent(client, { form_name: 'payment_confirmation', doc_id: '37' }),
    await sent(client, { form_name: 'payment_confirmation', doc_id: '55' }),
  ];
  await decide(second, { decision: 'approved' });
  expect(await methods()).toEqual({ ...none, 37: 'approved', 55: 'pending' });
  expect((await list(client, '?form_name=payment_confirmation')).documents).toHaveLength(3);
  expect((await list(client, '?form_name=identity')).documents).toHaveLength(0);
  expect((await info(client)).status_id).toBe(12);
});

test('what was approved counts however much was sent since', async () => {
  await app.owner.sql.run(
    `update client set status_id = 9, has_approved_id = false, has_approved_residence = false where email = 'global.inactive@atrium.test'`,
  );
  const client = await app.signIn('global.inactive');
  const [id, card] = [
    await sent(client, { ...identity, doc_number: 'MANY-1' }),
    await sent(client, { form_name: 'payment_confirmation', doc_id: '37' }),
  ];
  await decide(id, { decision: 'approved' });
  await decide(card, { decision: 'approved' });
  await app.owner.sql.run(
    `insert into document (client_id, kind, type_id, status, created_at) select $1, 'other', 127, 5, now() from generate_series(1, 120)`,
    [client.clientId],
  );
  const papers = await list(client);
  expect(papers.papers.identity).toMatchObject({ id, status: 2 });
  expect(papers.payment_methods).toContainEqual(expect.objectContaining({ doc_id: 37, status: 'approved' }));
  expect(papers.documents).toHaveLength(30);
  const por = await sent(client, residence);
  await decide(por, { decision: 'approved' });
  expect((await info(client)).status_id).toBe(12);
});

test('a client has so much room a month, and closed clients send nothing', async () => {
  const client = await app.signIn('global.declined');
  const id = await sent(client, { form_name: 'other' });
  await app.owner.sql.run(`update stored_file set bytes = 250000000 where about = $1`, [`document:${id}`]);
  expect((await send(client, { form_name: 'other' })).body.errors[0].code).toBe('too_many_documents');
  const closed = await app.signIn('closed.client');
  expect((await send(closed, identity)).body.errors[0].code).toBe('upload_disabled');
  expect((await list(closed)).upload_disabled).toEqual({ id: true, poc: true });
});

test('somebody else’s papers are nobody’s to see, and who was approved before has nothing to send', async () => {
  const client = await app.signIn('global.active');
  expect(await list(client)).toMatchObject({ documents: [], status: 'approved', upload_disabled: { id: true, poc: true } });
  const agent = await app.signInStaff('agent');
  const { errors } = await app.call({ method: 'GET', path: '/api/desk/documents/1', as: agent });
  expect(errors[0]?.code).toBe('not_your_right');
});

test('a document that runs out is announced thirty, seven and one day before, and asked for anew', async () => {
  const client = await app.signIn('eu.lead');
  const id = await sent(client, { ...identity, doc_number: 'E 5', expiry_date: daysFrom(40) });
  await decide(id, { decision: 'approved' });
  const told = async () => (await noticesOf(client)).filter((type) => type.startsWith('document_exp'));
  const day = 86_400;
  const pass = async (days: number) => {
    await app.opened.clock.advance(days * day);
    await app.opened.worker?.sweep('documents.expiry');
    return (await told()).length;
  };
  const counts = [];
  for (const days of [5, 6, 1, 20, 1, 5, 1]) counts.push(await pass(days));
  expect(counts).toEqual([0, 1, 1, 1, 2, 2, 3]);
  expect((await list(client)).papers.identity.status).toBe(2);
  await pass(1);
  expect(await told()).toEqual(['document_expires', 'document_expires', 'document_expires', 'document_expired']);
  expect(await list(client)).toMatchObject({ status: 'resubmission_requested', papers: { identity: { id, status: 4 } } });
});

test('the samples of a company are there by their printed path, those of no company are not', async () => {
  const ask = (file: string) => app.call({ method: 'GET', path: `/api/sites/default/files/api/${file}` });
  const keys = async (file: string) => (await ask(file)).data.samples.map(({ key }: { key: string }) => key);
  expect(await keys('sampledocs-3.json')).toEqual(['passport', 'identity_card', 'driving_licence']);
  expect(await keys('sampledocs-4.json')).toEqual(['passport', 'identity_card']);
  expect(await keys('pordocs-1.json')).toContain('utility_bill');
  expect((await ask('pordocs-2.json')).httpStatus).toBe(404);
  // Document 3 §4: the Kenyan broker and China ask for others.
  expect(await keys('sampledocs-5.json')).toEqual(['identity_card', 'passport']);
  expect(await keys('pordocs-3.json?country=CN')).toEqual(['online_banking', 'household_register', 'utility_bill']);
  const proofs = async (name: string): Promise<object> =>
    (await list(await app.signIn(name))).payment_methods.map(({ proof }: { proof: string }) => proof);
  expect(await proofs('cn.active')).toEqual(['online_banking', 'union_pay']);
  expect(await proofs('ke.active')).toEqual(['local', 'bank', 'card']);
});
