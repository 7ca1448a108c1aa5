import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { pdfFile, sendForm } from '../../server/testing/files.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';

let app: TestApp;
let compliance: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app, ['verification.waiting']);
  compliance = await app.signInStaff('compliance');
});
afterAll(() => app.close());

const ask = async (as: SignedIn, call: string) => (await app.call({ method: 'GET', path: `api/direct/sumsub/${call}`, as })).data;
const list = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'documents', as })).data;
const info = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data;
const post = async (path: string, body: object) => {
  const answer = await app.call({ method: 'POST', path, body });
  expect(answer.errors).toEqual([]);
  return answer.data;
};
const fault = (mode: string, count = 1) =>
  post('/sandbox/faults', { target: 'verification', mode, ...(mode === 'none' ? {} : { count }) });
const decide = (as: SignedIn, body: object) => post(`/sandbox/verification/${as.clientId}`, body);

/** The vendor's message is on its way by itself: what it comes to is waited for. */
async function until(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  await expect
    .poll(
      async () => {
        await app.drain();
        return read();
      },
      { timeout: 60_000 },
    )
    .toEqual(expected);
}
const phaseOf = async (as: SignedIn): Promise<string | undefined> =>
  (await app.owner.sql.maybe<{ phase: string }>(`select phase from verification where reference = $1`, [String(as.clientId)]))
    ?.phase;
const papers = async (as: SignedIn): Promise<object> =>
  Object.fromEntries(
    Object.entries((await list(as)).papers).map(([kind, paper]) => [kind, (paper as { status: number } | null)?.status ?? null]),
  );
const noticesOf = async (as: SignedIn): Promise<string[]> =>
  (await app.owner.sql.many<{ type: string }>('select type from notice where client_id = $1 order by id', [as.clientId])).map(
    ({ type }) => type,
  );
const cases = async (): Promise<string[]> =>
  (await app.call({ method: 'GET', path: '/api/desk/queues/identity', as: compliance })).data.items.map(
    ({ subject }: { subject: string }) => subject,
  );
const atDesk = async (as: SignedIn) =>
  (await app.call({ method: 'GET', path: `/api/desk/verification/${as.clientId}`, as: compliance })).data;

test('a client is verified by the vendor as by the desk, and money may move', async () => {
  const client = await app.signIn('global.full');
  expect(await list(client)).toMatchObject({ vendor_flow: true, status: 'documents_requested' });
  const opened = await ask(client, 'init');
  expect(opened).toMatchObject({ success: true, isShouldLaunchSDK: true, accessToken: expect.stringMatching(/^.{20,}$/) });
  expect(await ask(client, 'check')).toMatchObject({ success: true, phase: 'open', is_calculated: false, next: null });
  await decide(client, { outcome: 'pending' });
  await until(() => papers(client), { identity: 8, residence: 8 });
  expect(await ask(client, 'status')).toEqual({ success: true, status: 'pending' });
  expect((await info(client)).status_id).toBe(7);
  // The vendor looks at them: nothing is sent here meanwhile, and the desk has no case.
  expect((await list(client)).upload_disabled).toEqual({ id: true, poc: true });
  expect(await cases()).toEqual([]);

  await decide(client, { outcome: 'approved' });
  await until(() => phaseOf(client), 'accepted');
  expect(await papers(client)).toEqual({ identity: 2, residence: 2 });
  expect(await info(client)).toMatchObject({ status_id: 12, gates: { deposit: null, open_live_account: null } });
  expect(await ask(client, 'check')).toMatchObject({
    phase: 'accepted',
    is_calculated: true,
    status: 'approved',
    next: 'deposit',
  });
  expect((await ask(client, 'check?by_card=1')).next).toBeNull();
  expect(await noticesOf(client)).toEqual(['document_approved', 'document_approved', 'papers_approved']);
  expect((await list(client)).papers.identity).toMatchObject({
    expiryDate: '2035-04-30',
    doc_number: expect.stringMatching(/^SB/),
  });
  expect(await ask(client, 'init')).toMatchObject({ isShouldLaunchSDK: false, accessToken: null });
  expect((await atDesk(client)).checks).toMatchObject([{ phase: 'accepted', differs: [], read: { name: expect.any(String) } }]);
});

test('what is rejected says what to mend and is tried again; what is rejected for good is not, and the desk takes note', async () => {
  const client = await app.signIn('ke.full');
  await ask(client, 'init');
  await decide(client, { outcome: 'pending' });
  await decide(client, { outcome: 'rejected', labels: ['LOW_QUALITY', 'EXPIRATION_DATE'], comment: 'Too dark.' });
  await until(() => phaseOf(client), 'retry');
  expect(await papers(client)).toEqual({ identity: 3, residence: 8 });
  expect((await list(client)).papers.identity.rejectionReason).toEqual(['unreadable', 'expired']);
  expect(await ask(client, 'check')).toMatchObject({
    phase: 'retry',
    is_calculated: true,
    status: 'resubmission_requested',
    reasons: ['unreadable', 'expired'],
    comment: 'Too dark.',
    next: null,
  });
  expect((await ask(client, 'init')).isShouldLaunchSDK).toBe(true);
  // Shown again.
  await decide(client, { outcome: 'pending' });
  await until(() => papers(client), { identity: 8, residence: 8 });
  await decide(client, { outcome: 'rejected', labels: ['FORGERY'] });
  await until(() => phaseOf(client), 'final');
  expect(await papers(client)).toEqual({ identity: 3, residence: 3 });
  expect(await ask(client, 'check')).toMatchObject({ phase: 'final', reasons: ['not_accepted'], comment: null });
  expect((await ask(client, 'init')).isShouldLaunchSDK).toBe(false);
  const subject = `verification:${client.clientId}`;
  expect(await cases()).toContain(subject);
  expect(await atDesk(client)).toMatchObject({
    is_waiting: true,
    checks: [{ phase: 'final', labels: ['FORGERY'], staff_comment: expect.stringContaining('FORGERY') }],
  });
  const note = () =>
    app.call({
      method: 'POST',
      path: `/api/desk/verification/${client.clientId}`,
      body: { reason: 'Seen, account stays shut.' },
      as: compliance,
    });
  expect((await note()).errors).toEqual([]);
  expect((await note()).errors[0]?.code).toBe('not_waiting');
  expect(await cases()).not.toContain(subject);
  // Never to the client: neither the vendor's words for us, nor of what was suspected.
  expect(JSON.stringify([await list(client), await ask(client, 'check')])).not.toMatch(/FORGERY|suspicion|Seen by/);
});

test('messages twice, late, out of order, forged or never come to the same', async () => {
  const client = await app.signIn('cn.locked');
  await ask(client, 'init');
  await fault('forge');
  await decide(client, { outcome: 'pending' });
  await until(() => phaseOf(client), 'pending');
  await fault('reorder');
  await decide(client, { outcome: 'rejected', labels: ['LOW_QUALITY'] });
  await until(() => phaseOf(client), 'retry');
  await until(
    async () =>
      (
        await app.owner.sql.one<{ open: number }>(
          `select count(*)::integer as open from verification_message where processed_at is null`,
        )
      ).open,
    0,
  );
  expect([await phaseOf(client), await papers(client)]).toEqual(['retry', { identity: 3, residence: 8 }]);
  await fault('duplicate');
  await decide(client, { outcome: 'pending' });
  await until(() => phaseOf(client), 'pending');
  // The message is an hour late; the page asks, and so does the worker.
  await fault('delay');
  await decide(client, { outcome: 'approved' });
  await app.opened.clock.advance(10);
  expect(await ask(client, 'check')).toMatchObject({ phase: 'accepted', next: 'open' });
  expect(await info(client)).toMatchObject({ status_id: 12, gates: { view: null } });
  await fault('none');
  expect((await noticesOf(client)).filter((type) => type === 'papers_approved')).toHaveLength(1);
});

test('who waits is asked for when no message comes', async () => {
  const client = await app.signIn('global.pending');
  await ask(client, 'init');
  await decide(client, { outcome: 'pending' });
  await until(() => phaseOf(client), 'pending');
  await fault('delay');
  await decide(client, { outcome: 'rejected' });
  const phases: unknown[] = [];
  // Whoever could not be followed is asked about again behind the others.
  for (const seconds of [1, 61, 62]) {
    if (seconds === 61) await fault('error');
    await app.opened.clock.advance(seconds);
    await sweep(app, 'verification.waiting');
    phases.push(await phaseOf(client));
  }
  expect(phases).toEqual(['pending', 'pending', 'retry']);
  await fault('none');
});

test('another name or birthday than was typed is for two persons at the desk', async () => {
  const client = await app.signIn('global.lead');
  await ask(client, 'init');
  await decide(client, { outcome: 'approved', read: { lastName: 'Somebodyelse' } });
  await until(() => phaseOf(client), 'accepted');
  expect(await papers(client)).toEqual({ identity: 5, residence: 5 });
  const { documents } = await list(client);
  const identity = documents.find(({ documentType }: { documentType: number }) => documentType === 4);
  expect(await cases()).toContain(`document:${identity.id}`);
  const looked = (await app.call({ method: 'GET', path: `/api/desk/documents/${identity.id}`, as: compliance })).data;
  expect(looked.document).toMatchObject({ risks: ['differs'], via: 'vendor', is_waiting: true });
  expect(looked.document.read.name).toContain('Somebodyelse');
  expect(looked.registered.name).not.toContain('Somebodyelse');
  expect((await atDesk(client)).checks[0].differs).toEqual(['name']);
  const body = { decision: 'approved', reason: 'Married since.' };
  const { data } = await app.call({ method: 'POST', path: `/api/desk/documents/${identity.id}`, body, as: compliance });
  expect(data).toMatchObject({ approval: { kind: 'papers' }, document: { status: 'manual_processing' } });
});

test('what was accepted without being read is for two persons at the desk', async () => {
  const client = await app.signIn('uk.lead');
  await decide(client, { outcome: 'approved', read: { number: '' } });
  await until(() => phaseOf(client), 'accepted');
  expect(await papers(client)).toEqual({ identity: 5, residence: 2 });
});

test('a passport is the same wherever its holder lives, and another one by the same number of another country', async () => {
  for (const [name, lives, country, identity] of [
    ['global.inactive', 'MY', 'GBR', 2],
    ['global.dormant', 'MY', 'IRL', 2],
    ['global.declined', 'ZA', 'GBR', 5],
  ] as const) {
    const client = await app.signIn(name);
    const set = 'status_id = 9, country = $2, has_approved_id = false, has_approved_residence = false';
    await app.owner.sql.run(`update client set ${set} where id = $1`, [client.clientId, lives]);
    await decide(client, { outcome: 'approved', read: { number: 'TRAVEL 77', country } });
    await until(() => phaseOf(client), 'accepted');
    expect([name, await papers(client)]).toMatchObject([name, { identity }]);
  }
});

test('the desk and the vendor at once end in one state, and what the desk has decided stays', async () => {
  const client = await app.signIn('eu.lead');
  await app.owner.sql.run('update client set status_id = 9 where id = $1', [client.clientId]);
  await ask(client, 'init');
  await decide(client, { outcome: 'pending' });
  await until(() => papers(client), { identity: 8, residence: 8 });
  // Of what the vendor looks at the desk decides nothing; a paper that came by hand it does.
  const { documents } = await list(client);
  const [first] = documents as { id: number }[];
  const desk = (id: number, decision: string) =>
    app.call({
      method: 'POST',
      path: `/api/desk/documents/${id}`,
      body: { decision, reason_code: 'unreadable', reason: 'As it was seen.' },
      as: compliance,
    });
  expect((await desk(first?.id ?? 0, 'approved')).errors[0]?.code).toBe('not_waiting');
  // The vendor is forgotten after a day, and the paper comes by hand.
  await app.opened.clock.advance(25 * 3600);
  const sent = await sendForm(app.url, {
    path: '/api/documents',
    as: client,
    fields: { form_name: 'identity', doc_number: 'HAND-1', no_issue_date: '1', no_expiry_date: '1', id_is_por: '1' },
    file: { name: 'id.pdf', bytes: pdfFile() },
  });
  expect(sent.body.errors).toEqual([]);
  await app.drain();
  await Promise.all([desk(sent.body.data.document.id, 'approved'), decide(client, { outcome: 'approved' })]);
  await until(() => phaseOf(client), 'accepted');
  expect([await papers(client), (await info(client)).status_id]).toEqual([{ identity: 2, residence: 2 }, 12]);
  // For good, a day later: the vendor takes back what it has said, not what the desk has.
  await decide(client, { outcome: 'rejected', labels: ['SANCTIONS'] });
  await until(() => phaseOf(client), 'final');
  expect((await list(client)).papers.identity).toMatchObject({ id: sent.body.data.document.id, status: 2 });
  const { items } = (await app.call({ method: 'GET', path: '/api/desk/queues/identity', as: compliance })).data;
  const found = items.find(({ subject }: { subject: string }) => subject === `verification:${client.clientId}`);
  expect(found.detail).toMatchObject({ approved_by_desk: true, labels: 'SANCTIONS' });
  const screened = await app.owner.sql.one(`select status from document where client_id = $1 and kind = 'screening'`, [
    client.clientId,
  ]);
  expect(screened).toEqual({ status: 3 });
  expect((await list(client)).documents.some(({ documentType }: { documentType: number }) => documentType === 148)).toBe(false);
});

test('whom the vendor knows and we have never sent there is verified all the same', async () => {
  const client = await app.signIn('global.repeat');
  await decide(client, { outcome: 'approved' });
  await until(() => phaseOf(client), 'accepted');
  expect(await papers(client)).toEqual({ identity: 2, residence: 2 });
});

test('a message that is not theirs, about nobody of ours or said once more changes nothing', async () => {
  const client = await app.signIn('global.demo');
  const send = async (body: object, secret: string) => {
    const raw = JSON.stringify(body);
    const digest = createHmac('sha256', secret).update(raw).digest('hex');
    const headers = { 'x-payload-digest': digest, 'x-payload-digest-alg': 'HMAC_SHA256_HEX' };
    return (await fetch(`${app.url}/api/webhooks/verification/sumsub`, { method: 'POST', body: raw, headers })).status;
  };
  const message = {
    applicantId: 'a1',
    externalUserId: String(client.clientId),
    type: 'applicantReviewed',
    reviewStatus: 'completed',
    reviewResult: { reviewAnswer: 'GREEN' },
    createdAt: '2026-11-23 03:10:00+0000',
  };
  expect(await send(message, 'a guess')).toBe(403);
  const forged = await app.owner.sql.one(`select reason, (times > 0) as counted from refused_message where provider = 'sumsub'`);
  expect(forged).toEqual({ reason: 'wrong_signature', counted: true });
  await app.drain();
  expect([await phaseOf(client), await papers(client)]).toEqual([undefined, { identity: null, residence: null }]);
});

test('the vendor that does not answer is told, and asked again', async () => {
  const client = await app.signIn('global.my');
  await fault('error');
  const { errors, httpStatus } = await app.call({ method: 'GET', path: 'api/direct/sumsub/init', as: client });
  expect([httpStatus, errors[0]?.code]).toEqual([503, 'verification_not_answering']);
  // Its answer was lost: it is the same applicant that is found.
  await fault('timeout_after');
  expect((await app.call({ method: 'GET', path: 'api/direct/sumsub/init', as: client })).httpStatus).toBe(503);
  expect((await ask(client, 'init')).isShouldLaunchSDK).toBe(true);
  await app.opened.clock.advance(10);
  await fault('error');
  expect(await ask(client, 'check')).toMatchObject({ success: false, phase: 'open' });
  await fault('none');
  const closed = await app.signIn('closed.client');
  expect(await ask(closed, 'init')).toMatchObject({ isShouldLaunchSDK: false, accessToken: null });
});
