import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedPassword } from '../../../seed/personas.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { holdSweeps } from '../../server/testing/telling.ts';

let app: TestApp;
let client: SignedIn;
let compliance: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  // The worker would take a file by its timer, and nobody could wait for it.
  await holdSweeps(app, ['exports.write']);
  client = await app.signIn('ng.active');
  compliance = await app.signInStaff('compliance');
});
afterAll(async () => app.close());

const begin = (body: object, as = client) => app.call({ method: 'POST', path: 'api/exports/personal', body, as });
const list = async (as = client) => (await app.call({ method: 'GET', path: 'api/exports/personal', as })).data.exports;
const fetched = async (id: string, as = client) => {
  const answer = await fetch(`${app.url}/api/js/api/exports/personal/${id}/file`, { headers: { cookie: as.cookie } });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** What the desk and the vendors say of a client, which the client never hears (readings, decision 29). */
const unsaid = ['watched for a mule', 'SUSPICIOUS-LABEL', 'suspicion', 'sanction-list-7'];

async function suspect(): Promise<void> {
  const { sql } = app.owner;
  const of = [client.clientId];
  await sql.run(
    `insert into approval (kind, action, subject, client_id, payload, reason, asked_by, asked_at)
     select 'papers', 'x', 'client:1', $1, '{}', 'watched for a mule', id, now() from staff limit 1`,
    of,
  );
  await sql.run(
    `insert into document (client_id, kind, type_id, status, reasons, created_at)
     values ($1, 'identity', 4, 3, '{suspicion}', now()), ($1, 'screening', 148, 3, '{suspicion}', now())`,
    of,
  );
  await sql.run(
    `insert into verification (client_id, purpose, reference, labels, staff_comment, created_at, phase_at)
     values ($1, 'profile', 'v-1', '{SUSPICIOUS-LABEL}', 'sanction-list-7', now(), now())`,
    of,
  );
  await sql.run(
    `insert into remittance (client_id, company_id, transfer_type, phase, reference, account_number, amount, currency, account_amount,
       account_currency, reason, created_at, expires_at, saved_at, updated_at)
     values ($1, 3, 'withdraw', 'declined', 'personal-1234567', 1, 12345, 'USD', 12345, 'USD', 'payments.reason.suspicion', now(), now(),
       now(), now())`,
    of,
  );
}

test('the password is asked, and the file has what is kept of the client, and nothing that may not be told', async () => {
  await suspect();
  expect((await begin({ format: 'json', password: 'Guessed2026' })).errors[0]?.code).toBe('wrong_password');
  expect(await list()).toEqual([]);
  const { data } = await begin({ format: 'json', password: seedPassword });
  await app.drain();
  expect(await list()).toMatchObject([{ id: data.id, state: 'ready', kind: 'personal_data', format: 'json' }]);
  const { status, bytes } = await fetched(data.id);
  expect(status).toBe(200);
  const text = bytes.toString('utf8');
  const { records } = JSON.parse(text) as { records: Record<string, Record<string, string>[]> };
  expect(records['client']).toMatchObject([{ id: String(client.clientId), email: 'ng.active@atrium.test', status_id: '12' }]);
  expect(records['remittance']).toContainEqual(
    expect.objectContaining({ amount: '123.45', currency: 'USD', status: 'declined' }),
  );
  expect(records['session']?.[0]).toMatchObject({ address: '127.0.0.1' });
  // What lists say of a client is kept like a paper, and is none of theirs.
  expect(records['document']?.map(({ kind }) => kind)).toContain('identity');
  expect(records['document']?.map(({ kind }) => kind)).not.toContain('screening');
  for (const words of unsaid) expect(text).not.toContain(words);
  expect(text).not.toMatch(/hash|argon2/);
});

test('another client’s file is as one that is not there, and its time ends', async () => {
  const [{ id }] = await list();
  const other = await app.signIn('ke.active');
  expect((await fetched(id, other)).status).toBe(404);
  await app.owner.sql.run('update export_file set expires_at = $2 where id = $1', [id, app.opened.clock.now()]);
  expect((await fetched(id)).status).toBe(404);
});

test('staff has it written for the client, who alone is told and fetches it', async () => {
  const path = `/api/desk/exports/personal/${client.clientId}`;
  const asked = await app.call({ method: 'POST', path, body: { format: 'pdf', reason: 'Asked for by letter.' }, as: compliance });
  expect(asked.errors).toEqual([]);
  await app.drain();
  const [file] = await list();
  expect(file).toMatchObject({ state: 'ready', format: 'pdf' });
  const { bytes } = await fetched(file.id);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const { count } = await app.owner.sql.one<{ count: bigint }>(
    `select count(*) from notice where client_id = $1 and type = 'personal_data_ready'`,
    [client.clientId],
  );
  expect(count).toBe(2n);
  const nobody = await app.call({
    method: 'POST',
    path: '/api/desk/exports/personal/999999',
    body: { format: 'pdf', reason: 'Nobody is there.' },
    as: compliance,
  });
  expect(nobody.errors[0]?.code).toBe('client_not_found');
});

test('what is kept, why and for how long is told by the client’s company', async () => {
  const ask = async (name: string) =>
    (await app.call({ method: 'GET', path: 'api/personal-data/retention', as: await app.signIn(name) })).data.kinds as {
      kind: string;
      years: number | null;
      law: string | null;
    }[];
  const [kenyan, global] = [await ask('ke.active'), await ask('ng.active')];
  expect(kenyan.find(({ kind }) => kind === 'identity')).toMatchObject({ years: 7, law: expect.stringContaining('Kenya') });
  expect(global.find(({ kind }) => kind === 'payments')).toMatchObject({ years: 5 });
  expect(global.map(({ kind }) => kind)).not.toContain('suspicion');
});
