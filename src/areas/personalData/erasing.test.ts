import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedPassword } from '../../../seed/personas.ts';
import { auditLedger } from '../../ledger/audit.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { dueKinds } from './rules.ts';

let app: TestApp;
let compliance: StaffSignedIn;
let admin: StaffSignedIn;
beforeAll(async () => {
  app = await openTestApp();
  compliance = await app.signInStaff('compliance');
  admin = await app.signInStaff('admin');
});
afterAll(() => app.close());

const ask = (as: SignedIn, password = seedPassword) =>
  app.call({ method: 'POST', path: 'api/personal-data/erasure', body: { password }, as });
const stateOf = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/personal-data/erasure', as })).data;
const path = (of: SignedIn) => `/api/desk/personal-data/${of.clientId}/erasure`;
const decide = (of: SignedIn, body: object) =>
  app.call({ method: 'POST', path: path(of), body: { reason: 'Asked for by the client.', ...body }, as: compliance });
const approve = (id: number, as = admin) =>
  app.call({ method: 'POST', path: `/api/desk/approvals/${id}`, body: { decision: 'approve', reason: 'Nothing is left.' }, as });
const sweep = () => app.opened.worker?.sweep('personalData.erase');
const rowsOf = async (table: string, { clientId }: SignedIn) =>
  Number((await app.owner.sql.one<{ count: bigint }>(`select count(*) from ${table} where client_id = $1`, [clientId])).count);
const clientRow = ({ clientId }: SignedIn) =>
  app.owner.sql.one<{ email: string; first_name: string; status_id: number }>(
    'select email, first_name, status_id from client where id = $1',
    [clientId],
  );
/** As if they had left so long ago. */
const leftBefore = ({ clientId }: SignedIn, interval: string) =>
  app.owner.sql.run(
    `update erasure_request set left_at = left_at - $2::interval, next_at = now() - interval '1 minute' where client_id = $1 and state = 'agreed'`,
    [clientId, interval],
  );

/** A paper with its file, a letter and a destination of theirs. */
async function leaveTraces({ clientId }: SignedIn): Promise<string> {
  const { sql } = app.owner;
  const id = crypto.randomUUID();
  await sql.run(
    `insert into document (client_id, kind, type_id, status, number, created_at) values ($1, 'identity', 3, 3, 'A123', now())`,
    [clientId],
  );
  await sql.run(
    `insert into stored_file (id, client_id, call, state, kind, bytes, sha256, name, about, created_at)
     values ($1, $2, 'documents.upload', 'kept', 'pdf', 3, 'x', 'Amina Bello passport.pdf', 'document:1', now())`,
    [id, clientId],
  );
  await app.opened.app.storage.put(`files/${id}`, { contentType: 'application/pdf', body: once(), maxBytes: 10 });
  await sql.run(
    `insert into own_destination (client_id, method_id, name, details, created_at) values ($1, 1, 'amina@example.com', '{}', now())`,
    [clientId],
  );
  await sql.run(`insert into mail_subscription (client_id, topic, is_on, at) values ($1, 'news', true, now())`, [clientId]);
  return id;
}

async function* once(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('pdf');
}

test('a client asks by the password, once, and stays when they change their mind', async () => {
  const as = await app.signIn('ke.active');
  expect((await ask(as, 'Guessed2026')).errors[0]?.code).toBe('wrong_password');
  expect((await ask(as)).errors).toEqual([]);
  expect(await stateOf(as)).toMatchObject({ state: 'waiting' });
  const both = await Promise.all([ask(as), ask(as)]);
  expect(both.every(({ success }) => !success)).toBe(true);
  expect(await app.call({ method: 'POST', path: 'api/personal-data/erasure/withdraw', body: {}, as })).toMatchObject({
    success: true,
  });
  expect((await decide(as, { decision: 'agree' })).errors[0]?.code).toBe('erasure_not_asked');
  expect(await stateOf(as)).toMatchObject({ state: 'withdrawn' });
});

test('the desk declines with a reason that the client reads', async () => {
  const as = await app.signIn('eu.active');
  await ask(as);
  expect((await decide(as, { decision: 'decline' })).errors[0]?.code).toBe('field_required');
  expect(await decide(as, { decision: 'decline', reason_code: 'not_you' })).toMatchObject({ success: true });
  expect(await stateOf(as)).toMatchObject({ state: 'declined', reason_code: 'not_you' });
});

test('two persons agree; the client is out at once, what the law has kept lapses later, and book and trail stay whole', async () => {
  const as = await app.signIn('ng.active');
  const file = await leaveTraces(as);
  await ask(as);
  const looked = (await app.call({ method: 'GET', path: path(as), as: compliance })).data;
  expect(looked.lapsing.find(({ kind }: { kind: string }) => kind === 'preferences')).toMatchObject({
    until: null,
    stays: false,
  });
  expect(looked.lapsing.find(({ kind }: { kind: string }) => kind === 'identity')).toMatchObject({ until: expect.any(String) });
  const { data } = await decide(as, { decision: 'agree' });
  expect((await decide(as, { decision: 'agree' })).errors[0]?.code).toBe('already_asked');
  expect((await approve(data.approval.id, compliance)).errors[0]?.code).toBe('own_approval');
  expect((await approve(data.approval.id)).errors).toEqual([]);
  expect((await app.call({ method: 'GET', path: 'api/client_info', as })).httpStatus).toBe(401);
  await app.drain();
  await sweep();
  expect(await rowsOf('session', as)).toBe(0);
  expect(await rowsOf('mail_subscription', as)).toBe(0);
  expect(await clientRow(as)).toMatchObject({ email: 'ng.active@atrium.test', status_id: 4 });
  expect((await app.opened.app.storage.get(`files/${file}`)).outcome).toBe('found');
  const letter = await app.owner.sql.one<{ values: { until: string; laws: string } }>(
    `select values from notice where client_id = $1 and type = 'erasure_agreed'`,
    [as.clientId],
  );
  expect(letter.values).toMatchObject({ kept: 'some', laws: expect.stringContaining('FATF') });

  await leftBefore(as, '6 years');
  await sweep();
  await app.drain();
  expect(await clientRow(as)).toMatchObject({ email: `erased-${as.clientId}@erased.invalid`, first_name: '' });
  expect((await app.opened.app.storage.get(`files/${file}`)).outcome).toBe('absent');
  const left = await app.owner.sql.many<{ text: string }>(
    `select row(d.*)::text as text from document d where client_id = $1 union all
     select row(f.*)::text from stored_file f where client_id = $1 union all
     select row(o.*)::text from own_destination o where client_id = $1 union all
     select row(n.*)::text from notice n where client_id = $1`,
    [as.clientId],
  );
  expect(left.map(({ text }) => text).join()).not.toMatch(/A123|Amina|amina|FATF/);
  const { detail } = await app.owner.sql.one<{ detail: { records: Record<string, { rows: number; digest: string }> } }>(
    `select detail from audit_event where client_id = $1 and action = 'client.erased' order by id desc limit 1`,
    [as.clientId],
  );
  expect(detail.records['document']).toMatchObject({ rows: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const { state } = await app.owner.sql.one<{ state: string }>('select state from erasure_request where client_id = $1', [
    as.clientId,
  ]);
  expect(state).toBe('done');
  expect(await auditLedger(app.owner.sql, { scope: 'whole' })).toEqual([]);
});

test('with a payment under way nobody is erased, whoever has agreed', async () => {
  const as = await app.signIn('uk.active');
  await ask(as);
  const { data } = await decide(as, { decision: 'agree' });
  await app.owner.sql.run(
    `insert into remittance (client_id, company_id, transfer_type, phase, reference, account_number, amount, currency, account_amount,
       account_currency, created_at, expires_at, saved_at, updated_at)
     values ($1, 4, 'deposit', 'waiting_payment', 'erasing-1234567', 1, 100, 'USD', 100, 'USD', now(), now(), now(), now())`,
    [as.clientId],
  );
  expect((await approve(data.approval.id)).errors[0]?.code).toBe('approval_outdated');
  expect((await decide(as, { decision: 'agree' })).errors[0]?.code).toBe('something_left');
  expect(await clientRow(as)).toMatchObject({ status_id: 12 });
});

test('what lapses follows from the years of the company; who did no business is gone after a day', () => {
  const leftAt = new Date('2020-03-01T00:00:00Z');
  const at = (company: 1 | 3 | 4 | 5, hadBusiness: boolean, now: string) => [
    ...dueKinds({ company, leftAt, hadBusiness }, new Date(now)).due,
  ];
  expect(at(3, true, '2025-02-28T00:00:00Z')).not.toContain('identity');
  expect(at(3, true, '2025-03-01T00:00:00Z')).toContain('identity');
  expect(at(5, true, '2025-03-01T00:00:00Z')).not.toContain('identity');
  expect(at(3, false, '2020-03-02T00:00:00Z')).toContain('identity');
  expect(at(1, true, '2100-01-01T00:00:00Z')).not.toContain('book');
});

test('sign-ins lapse after thirteen months, and who was closed long ago has left then', async () => {
  const as = await app.signIn('global.dormant');
  const { sql } = app.owner;
  await sql.run(`update session set seen_at = '2015-01-01', expires_at = '2015-01-02' where client_id = $1`, [as.clientId]);
  await sql.run(`update client set status_id = 5, registered_at = '2014-01-01' where id = $1`, [as.clientId]);
  await sql.run(`update client set closed_at = '2015-01-01' where id = $1`, [as.clientId]);
  await app.opened.worker?.sweep('personalData.lapse');
  expect(await rowsOf('session', as)).toBe(0);
  await app.opened.worker?.sweep('personalData.lapse');
  await sweep();
  expect(await clientRow(as)).toMatchObject({ email: `erased-${as.clientId}@erased.invalid` });
});
