import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ObjectStorage, PutAnswer } from '../../ports/storage/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';
import { ofClients } from './kinds.ts';
import { openWriting } from './writing.ts';

const rows = 2300;
let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  // The worker would take a file by its timer, and nobody could wait for it.
  await holdSweeps(app, ['exports.write']);
  client = await app.signIn('ng.active');
  await app.owner.sql.run(
    `insert into remittance (client_id, company_id, transfer_type, phase, reference, account_number, amount, currency,
       account_amount, account_currency, created_at, expires_at, saved_at, updated_at)
     select c.id, c.company_id, 'deposit', 'declined', 'export-' || lpad(n::text, 8, '0'), 1, 10000 + n, 'USD', 10000 + n, 'USD',
       at, at, at, at
     from client c, generate_series(1, ${rows}) n, lateral (select now() - make_interval(mins => n) as at) moment where c.id = $1`,
    [client.clientId],
  );
});
afterAll(async () => app.close());

const begin = (body: object, as = client) => app.call({ method: 'POST', path: 'api/exports', body, as });
const asked = { kind: 'transfers', format: 'csv', status: 'cancelled' };
const list = async (as = client) => (await app.call({ method: 'GET', path: 'api/exports', as })).data.exports;
const found = async (id: string) => (await list()).find((each: { id: string }) => each.id === id);

async function fetched(id: string, as = client): Promise<{ status: number; name: string; text: string }> {
  const answer = await fetch(`${app.url}/api/js/api/exports/${id}/file`, { headers: { cookie: as.cookie } });
  return { status: answer.status, name: answer.headers.get('content-disposition') ?? '', text: await answer.text() };
}

async function written(body: object): Promise<string> {
  const { id } = (await begin(body)).data;
  await app.drain();
  return id;
}

test('a list that was asked for is written while nobody waits, whole, and only its owner can fetch it', async () => {
  const id = await written({ kind: 'transfers', format: 'csv' });
  expect(await found(id)).toMatchObject({ state: 'ready', rows_done: rows, rows_whole: rows });
  const { status, name, text } = await fetched(id);
  expect([status, name]).toEqual([200, 'attachment; filename="transfers.csv"']);
  expect(text.trimEnd().split('\r\n')).toHaveLength(rows + 1);
  const other = await app.signIn('global.active');
  expect((await fetched(id, other)).status).toBe(404);
  expect(await list(other)).toEqual([]);
});

test('a file is fetched until its time is over, and then it is gone from the store too', async () => {
  const id = await written(asked);
  expect((await fetched(id)).status).toBe(200);
  await app.owner.sql.run('update export_file set expires_at = $2 where id = $1', [id, app.opened.clock.now()]);
  expect((await fetched(id)).status).toBe(404);
  expect(await found(id)).toBeUndefined();
  await app.opened.worker?.sweep('exports.forget');
  expect((await app.opened.app.storage.get(`exports/${id}`)).outcome).toBe('absent');
  expect(await app.owner.sql.many('select 1 from export_file where id = $1', [id])).toEqual([]);
});

test('what a process left that died is written by whoever looks next, and what another is at is left alone', async () => {
  const [left, held] = [await written(asked), await written(asked)];
  const hold = `update export_file set state = 'writing', file_name = null, held_until = now() + make_interval(secs => $2) where id = $1`;
  await app.owner.sql.run(hold, [left, -1]);
  await app.owner.sql.run(hold, [held, 60]);
  await sweep(app, 'exports.write');
  expect(await found(left)).toMatchObject({ state: 'ready' });
  expect(await found(held)).toMatchObject({ state: 'writing' });
  expect((await fetched(held)).status).toBe(404);
  await app.owner.sql.run('delete from export_file where id = $1', [held]);
});

test('a store that does not answer is tried again twice, and then the client is told', async () => {
  const id = await written(asked);
  await app.owner.sql.run(`update export_file set state = 'waiting', attempts = 0 where id = $1`, [id]);
  const put = async (): Promise<PutAnswer> => ({ outcome: 'unknown', reason: 'no answer' });
  const storage: ObjectStorage = { ...app.opened.app.storage, put };
  const warnings: unknown[] = [];
  const needs = { ...app.opened.app, storage, log: { warn: (line: unknown) => warnings.push(line) } as never };
  const writing = openWriting(needs, ofClients(needs));
  const { sql, transact } = app.database;
  const settings = app.opened.settings.current();
  const told: string[] = [];
  const context: JobContext = {
    now: app.opened.clock.now(),
    settings,
    sql,
    transact,
    tellIn: async (_sql, event) => void told.push(event.topic),
    stale: async () => undefined,
  };
  const states: string[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await writing.write(id, context);
    states.push((await found(id)).state);
  }
  expect(states).toEqual(['waiting', 'waiting', 'failed']);
  expect(warnings).toHaveLength(3);
  expect(told).toHaveLength(3);
});

test('so many files are under way at once and no more, and one that is too long for pages is refused at once', async () => {
  const { underWay } = app.opened.settings.current().exports;
  await app.owner.sql.run(
    `insert into export_file (id, client_id, kind, asked, format, language, state, held_until, created_at, expires_at)
     select gen_random_uuid(), $1, 'transfers', '{}', 'csv', 'en', 'writing', now() + interval '1 hour', now(), now() + interval '1 day'
     from generate_series(1, $2)`,
    [client.clientId, underWay],
  );
  expect((await begin(asked)).errors[0]?.code).toBe('export_under_way');
  await app.owner.sql.run('delete from export_file where client_id = $1', [client.clientId]);
  expect(
    (await begin({ kind: 'statement', format: 'csv', number: '1', from: '2026-01-01', till: '2026-01-31' })).errors[0]?.code,
  ).toBe('unknown_account');
  expect((await begin({ ...asked, from: '2026-02-02', till: '2026-02-01' })).errors[0]?.code).toBe('period_reversed');
});
