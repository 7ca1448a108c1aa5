import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { eicar, jpegFile, pdfFile, sendForm } from '../../server/testing/files.ts';
import { meanwhile, sweep } from '../../server/testing/telling.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const step = (as: SignedIn, name: string, body: object = {}) =>
  app.call({ method: 'POST', path: `api/direct/ocr/${name}`, body, as });
const code = async (as: SignedIn, name: string, body: object = {}) => (await step(as, name, body)).errors[0]?.code;
const status = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/direct/ocr/profile/status', as })).data;
const picture = (as: SignedIn, side: string, file = { name: 'side.jpg', bytes: jpegFile() }) =>
  sendForm(app.url, { path: '/api/js/api/direct/ocr/picture', as, fields: { side }, file });
const identity = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'documents', as })).data.papers.identity;
const fault = (mode: string) =>
  app.call({
    method: 'POST',
    path: '/sandbox/faults',
    body: { target: 'verification', mode, ...(mode === 'none' ? {} : { count: 1 }) },
  });
const card = { country: 'MY', document_type: 'identity_card' };

async function until(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  const settled = async (): Promise<unknown> => {
    await app.drain();
    return read();
  };
  await expect.poll(settled, { timeout: 60_000 }).toEqual(expected);
}
const submitted = async (as: SignedIn): Promise<number> =>
  (
    await app.owner.sql.one<{ known: number }>(
      `select count(*)::integer as known from verification_message where reference like $1 and type = 'applicantPending'`,
      [`${as.clientId}-scan-%`],
    )
  ).known;

test('a card is scanned side by side, read by the vendor and approved', async () => {
  const client = await app.signIn('global.full');
  const { countries, document_types: types } = (
    await app.call({ method: 'GET', path: 'api/direct/ocr/countries/list', as: client })
  ).data;
  expect([countries.includes('MY'), types]).toEqual([true, ['passport', 'identity_card', 'driving_licence']]);
  expect(await status(client)).toMatchObject({ flow: null, may_scan: true });
  expect(await code(client, 'complete-flow')).toBe('scan_not_there');
  expect(await code(client, 'create-flow', { ...card, country: 'XX' })).toBe('scan_type_not_taken');
  await step(client, 'create-flow', { country: 'ZA', document_type: 'passport' });
  const { data } = await step(client, 'create-flow', card);
  expect(data.flow).toMatchObject({ state: 'created', country: 'MY', sides: ['front', 'reverse'], scanned: [] });
  expect((await picture(client, 'front')).body.errors[0].code).toBe('scan_not_there');
  await Promise.all([step(client, 'move-to-waiting-for-scan'), step(client, 'move-to-waiting-for-scan')]);
  expect(await identity(client)).toMatchObject({ status: 7, status_name: 'ocr_pending' });
  expect(await code(client, 'create-flow', card)).toBe('scan_under_way');
  await picture(client, 'front');
  expect(await code(client, 'complete-flow')).toBe('scan_side_missing');
  // Taken again, and then the other side.
  expect((await picture(client, 'front')).body.errors).toEqual([]);
  expect((await picture(client, 'reverse')).body.data.flow.scanned).toEqual(['front', 'reverse']);
  const both = await Promise.all([step(client, 'complete-flow'), step(client, 'complete-flow')]);
  expect(both.map(({ errors }) => errors[0]?.code).toSorted()).toEqual(['scan_not_there', undefined]);
  expect(await identity(client)).toMatchObject({ status: 8, status_name: 'ocr_processing' });
  expect((await status(client)).flow.state).toBe('completed');
  await until(() => submitted(client), 1);
  await app.call({ method: 'POST', path: `/sandbox/verification/${client.clientId}`, body: { outcome: 'approved' } });
  await until(async () => (await identity(client)).status, 2);
  expect((await app.call({ method: 'GET', path: 'documents', as: client })).data).toMatchObject({
    status: 'documents_requested',
    papers: { residence: null },
  });
});

test('a scan that is rejected says why, and another one begins', async () => {
  const client = await app.signIn('global.lead');
  await step(client, 'create-flow', { country: 'MY', document_type: 'passport' });
  await step(client, 'move-to-waiting-for-scan');
  await picture(client, 'front');
  // The vendor is away, and then its answer is lost: it is the same applicant all the same.
  await fault('error');
  await step(client, 'complete-flow');
  await until(async () => {
    await app.opened.clock.advance(600);
    return submitted(client);
  }, 1);
  const body = { outcome: 'rejected', labels: ['BACK_SIDE_MISSING'] };
  await app.call({ method: 'POST', path: `/sandbox/verification/${client.clientId}`, body });
  await until(async () => (await identity(client)).rejectionReason, ['cropped']);
  expect(await status(client)).toMatchObject({ may_scan: true });
  expect((await step(client, 'create-flow', card)).data.flow).toMatchObject({ state: 'created', scanned: [] });
});

test('whom the vendor has rejected for good has no second way in by a scan, and the desk decides what was begun', async () => {
  const client = await app.signIn('global.repeat');
  expect(await code(client, 'create-flow', { country: 'MY', document_type: 'passport' })).toBeUndefined();
  await step(client, 'move-to-waiting-for-scan');
  await picture(client, 'front');
  await step(client, 'complete-flow');
  await until(() => submitted(client), 1);
  await app.owner.sql.run(
    `insert into verification (client_id, purpose, reference, phase, created_at, phase_at) values ($1, 'profile', $2, 'final', $3, $3)`,
    [client.clientId, `${client.clientId}-before`, app.opened.clock.now()],
  );
  await app.call({ method: 'POST', path: `/sandbox/verification/${client.clientId}`, body: { outcome: 'approved' } });
  // Approved by the vendor, it waits for two persons.
  await until(async () => (await identity(client)).status, 5);
  const { id } = await app.owner.sql.one<{ id: number }>(
    `select id::integer as id from document where client_id = $1 and kind = 'identity' order by id desc limit 1`,
    [client.clientId],
  );
  const { data } = await app.call({ method: 'GET', path: `/api/desk/documents/${id}`, as: await app.signInStaff('compliance') });
  expect(data.document.risks).toContain('barred');
  expect(await code(client, 'create-flow', { country: 'MY', document_type: 'passport' })).toBe('upload_disabled');
});

test('what the vendor says of a scan falls on the paper that was scanned, not on a newer one', async () => {
  const client = await app.signIn('global.dormant');
  const set = 'status_id = 9, country = $2, has_approved_id = false, has_approved_residence = false';
  await app.owner.sql.run(`update client set ${set} where id = $1`, [client.clientId, 'MY']);
  app.opened.app.sessions.forgetClient(client.clientId);
  expect(await code(client, 'create-flow', { country: 'MY', document_type: 'passport' })).toBeUndefined();
  await step(client, 'move-to-waiting-for-scan');
  expect((await picture(client, 'front')).body.errors).toEqual([]);
  expect(await code(client, 'complete-flow')).toBeUndefined();
  await until(() => submitted(client), 1);
  await app.owner.sql.run(
    `insert into document (client_id, kind, type_id, status, via, decided_by, created_at)
     select client_id, kind, type_id, status, via, decided_by, created_at + interval '1 second' from document where client_id = $1`,
    [client.clientId],
  );
  const statuses = async () =>
    (
      await app.owner.sql.many<{ status: number }>('select status from document where client_id = $1 order by id', [
        client.clientId,
      ])
    ).map(({ status: each }) => each);
  expect(await statuses()).toEqual([8, 8]);
  await app.call({ method: 'POST', path: `/sandbox/verification/${client.clientId}`, body: { outcome: 'approved' } });
  await until(statuses, [2, 8]);
});

test('a scan that is given up leaves the way by hand open, and what is infected goes to nobody', async () => {
  const client = await app.signIn('ke.full');
  expect(await code(client, 'create-flow', { country: 'KE', document_type: 'driving_licence' })).toBe('scan_type_not_taken');
  await step(client, 'create-flow', { country: 'KE', document_type: 'passport' });
  await step(client, 'move-to-waiting-for-scan');
  expect((await step(client, 'reject-flow')).data.flow.state).toBe('rejected');
  expect(await code(client, 'reject-flow')).toBe('scan_not_there');
  expect((await app.call({ method: 'GET', path: 'documents', as: client })).data.upload_disabled.id).toBe(false);
  await step(client, 'create-flow', { country: 'KE', document_type: 'passport' });
  await step(client, 'move-to-waiting-for-scan');
  await picture(client, 'front', { name: 'id.pdf', bytes: pdfFile({ also: `9 0 obj\n(${eicar})\nendobj\n` }) });
  await step(client, 'complete-flow');
  await until(async () => {
    await app.opened.clock.advance(60);
    return (await identity(client)).rejectionReason;
  }, ['infected']);
  expect(await submitted(client)).toBe(0);
});

test('what is scanned counts as sent however often it is taken again, and what nobody needs is forgotten', async () => {
  const client = await app.signIn('global.pending');
  const files = () =>
    app.owner.sql.many<{ id: string; state: string }>(
      'select id, state from stored_file where client_id = $1 order by created_at',
      [client.clientId],
    );
  await step(client, 'create-flow', { country: 'MY', document_type: 'passport' });
  await step(client, 'move-to-waiting-for-scan');
  for (let count = 0; count < 30; count += 1) expect((await picture(client, 'front')).body.errors).toEqual([]);
  const more = await picture(client, 'front');
  expect([more.status, more.body.errors[0].code]).toEqual([409, 'too_many_documents']);
  expect((await files()).filter(({ state }) => state === 'kept')).toHaveLength(1);
  // The sweep looks at what is older than the slowest call.
  await app.owner.sql.run(`update stored_file set created_at = created_at - interval '2 hours' where client_id = $1`, [
    client.clientId,
  ]);
  await app.opened.worker?.sweep('files.unkept');
  const [left, ...none] = await files();
  expect([left?.state, none]).toEqual(['kept', []]);
  // Nobody comes back to it.
  await app.opened.clock.advance(8 * 86_400);
  await app.opened.worker?.sweep('verification.abandoned');
  await app.opened.worker?.sweep('files.unkept');
  expect(await files()).toEqual([]);
  expect((await app.opened.app.storage.get(`files/${left?.id}`)).outcome).toBe('absent');
  const again = await app.signIn('global.pending');
  expect((await status(again)).flow.state).toBe('rejected');
});

test('one who cannot be followed keeps nobody else waiting, and is asked about again behind the others', async () => {
  const at = app.opened.clock.now();
  for (const [name, applicant] of [
    ['uk.active', 'sweep-fails'],
    ['ng.active', 'sweep-follows'],
  ] as const) {
    const client = await app.signIn(name);
    await app.owner.sql.run(
      `insert into verification (client_id, purpose, reference, applicant, phase, created_at, phase_at, looked_at)
       values ($1, 'profile', $2, $2, 'pending', $3, $3, $3::timestamptz - interval '59 days')`,
      [client.clientId, applicant, at],
    );
  }
  const { verification } = app.opened.app;
  if (!verification) throw new Error('the sandbox has a vendor that looks at papers');
  const state = { phase: 'pending', words: 'pending', labels: [], comment: null, staffComment: null, read: null } as const;
  const lookUp: typeof verification.lookUp = async (applicant) => {
    if (applicant === 'sweep-fails') throw new Error('told by the test');
    return { outcome: 'found', state: { ...state, applicant, reference: applicant } };
  };
  const looked = () =>
    app.owner.sql.many<{ applicant: string; isLooked: boolean }>(
      `select applicant, looked_at >= $1::timestamptz as "isLooked" from verification where applicant like 'sweep-%' order by id`,
      [at],
    );
  await app.opened.clock.advance(61);
  await meanwhile(verification, { lookUp }, () => sweep(app, 'verification.waiting'));
  expect(await looked()).toEqual([
    { applicant: 'sweep-fails', isLooked: true },
    { applicant: 'sweep-follows', isLooked: true },
  ]);
  await app.owner.sql.run(`delete from verification where applicant like 'sweep-%'`);
});
