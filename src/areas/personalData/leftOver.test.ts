import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

/* What an erasure used to leave behind: names in hits, files of staff about the client, and what providers have sent. */

let app: TestApp;
let compliance: StaffSignedIn;
let as: SignedIn;
beforeAll(async () => {
  app = await openTestApp();
  compliance = await app.signInStaff('compliance');
  as = await app.signIn('ng.active');
});
afterAll(() => app.close());

const run = (text: string, values: readonly unknown[] = []) => app.owner.sql.run(text, values);
const desk = (path: string) => app.call({ method: 'GET', path: `/api/desk/${path}`, as: compliance });
async function* once(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('pdf');
}
const object = (file: string) => app.opened.app.storage.get(`files/${file}`);
async function fileOf(client: number | null, about: string): Promise<string> {
  const id = crypto.randomUUID();
  await run(
    `insert into stored_file (id, client_id, staff_id, call, state, kind, bytes, sha256, name, about, created_at)
     values ($1, $2, case when $2::integer is null then (select min(id) from staff) end, 'x.y', 'kept', 'pdf', 3, 'x', 'Amina Bello.pdf', $3,
       now() - interval '2 hours')`,
    [id, client, about],
  );
  await app.opened.app.storage.put(`files/${id}`, { contentType: 'application/pdf', body: once(), maxBytes: 10 });
  return id;
}
/** They left so long ago, and what is due by now is taken away. */
async function leave(interval: string): Promise<void> {
  await run('delete from erasure_request where client_id = $1', [as.clientId]);
  await run(
    `insert into erasure_request (client_id, asked_by, asked_at, state, left_at, next_at, had_business)
     values ($1, 'client', now(), 'agreed', now() - $2::interval, now() - interval '1 minute', true)`,
    [as.clientId, interval],
  );
  await app.opened.worker?.sweep('personalData.erase');
  await app.drain();
}
async function payment(reference: string): Promise<number> {
  const { id } = await app.owner.sql.one<{ id: number }>(
    `insert into remittance (client_id, company_id, transfer_type, phase, reference, account_number, amount, currency, account_amount,
       account_currency, created_at, expires_at, saved_at, updated_at)
     values ($1, 3, 'deposit', 'failed', $2, 1, 100, 'USD', 100, 'USD', now(), now(), now(), now()) returning id`,
    [as.clientId, reference],
  );
  return id;
}
const message = (reference: string | null, digest: string) =>
  run(
    `insert into webhook_message (provider, digest, body, headers, verdict, reference)
     values ('praxis', $2, convert_to('{"payer":"Amina Bello"}', 'UTF8'), '{"x-signature":"1"}', 'accepted', $1)`,
    [reference, digest],
  );

test('the bytes of the picture go with its row, before anything else lapses', async () => {
  const file = await fileOf(as.clientId, `client:${as.clientId}`);
  const paper = await fileOf(as.clientId, 'document:1');
  await run('insert into client_picture (client_id, file_id, at) values ($1, $2, now())', [as.clientId, file]);
  await leave('1 hour');
  await app.opened.worker?.sweep('files.unkept');
  expect((await object(file)).outcome).toBe('absent');
  expect((await object(paper)).outcome).toBe('found');
});

test('hits, files of staff and messages of providers name nobody any more, and a hit can still be looked at and decided', async () => {
  const { id } = await app.owner.sql.one<{ id: number }>(
    `insert into screening_hit (client_id, list, entry_key, kind, entry_digest, client_digest, entry, typed, points, score, found_at)
     values ($1, 'un', 'K1', 'pep', 'a', 'b', '{"names":["AMINAH BELO"],"birthDates":[],"countries":[],"reasons":[]}',
       '{"names":["Amina Bello"],"birthDates":["1990-01-01"],"countries":["NG"]}', 90,
       '{"points":90,"name":{"points":90,"typed":"Amina Bello","listed":"AMINAH BELO","words":[{"one":"Amina","other":"AMINAH","value":0.9}]},
         "birthDate":{"points":0,"agreement":"unknown"},"country":{"points":0,"agreement":"unknown"}}', now()) returning id`,
    [as.clientId],
  );
  await run(`update screening_hit set status = 'false_hit', decided_at = now(), decided_by = 'x' where id = $1`, [id]);
  const staffs = await fileOf(null, 'dispute:1');
  const [paid, other] = [await payment('left-over-1234567'), await payment('left-over-7654321')];
  await run(
    `with d as (insert into dispute (client_id, company_id, remittance_id, reversal_id, provider, transaction_id, amount, currency, payment,
       status, opened_at, evidence_due_at, ended_at, ended_why, lifted_at)
       values ($1, 3, $2, $3, 'praxis', 't', 100, 'USD', '{}', 'lost', now(), now(), now(), 'accepted', now()) returning id)
     insert into dispute_evidence select $4, id, 'other', 'Amina Bello was there', 'compliance', now() from d`,
    [as.clientId, paid, other, staffs],
  );
  await message('left-over-1234567', 'one');
  await message('of-somebody-else', 'two');
  await leave('9 years');

  await run(`update screening_hit set status = 'open', decided_at = null, decided_by = null where id = $1`, [id]);
  const { data } = await desk(`screening/${id}`);
  expect(data.hit).toMatchObject({ typed: { names: [] }, factors: { name: { typed: '', listed: 'AMINAH BELO', words: [] } } });
  const { text } = await app.owner.sql.one<{ text: string }>('select h::text as text from screening_hit h where id = $1', [id]);
  expect(text).not.toMatch(/Amina Bello|"Amina"|1990/);
  const decided = await app.call({
    method: 'POST',
    path: `/api/desk/screening/${id}`,
    body: { decision: 'false_hit', reason_code: 'other_name', reason: 'As the papers say.' },
    as: compliance,
  });
  expect(decided.errors).toEqual([]);

  expect((await object(staffs)).outcome).toBe('absent');
  expect(await app.owner.sql.one('select name from stored_file where id = $1', [staffs])).toEqual({ name: 'erased' });
  expect(await app.owner.sql.one('select note from dispute_evidence where file_id = $1', [staffs])).toEqual({ note: '' });
  expect(
    await app.owner.sql.many(`select reference, convert_from(body, 'UTF8') as body, headers from webhook_message order by id`),
  ).toEqual([
    { reference: 'left-over-1234567', body: '', headers: {} },
    { reference: 'of-somebody-else', body: '{"payer":"Amina Bello"}', headers: { 'x-signature': '1' } },
  ]);
});
