import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';

const waiting = 600;
let app: TestApp;
let finance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  // The worker would take a file by its timer, and nobody could wait for it.
  await holdSweeps(app, ['exports.write_at_desk']);
  finance = await app.signInStaff('finance');
  admin = await app.signInStaff('admin');
  await app.owner.sql.run(
    `insert into desk_case (queue, subject, client_id, detail, opened_at)
     select 'withdrawals', 'transfer:' || n, (select min(id) from client), '{"amount":"=1+1"}', now() from generate_series(1, ${waiting}) n`,
  );
});
afterAll(async () => app.close());

const today = (): string => app.opened.clock.now().toISOString().slice(0, 10);
const begin = (body: object, as = finance) => app.call({ method: 'POST', path: '/api/desk/exports', body, as });
const queue = { table: 'queues/withdrawals', format: 'csv', reason: 'the monthly review' };
const list = async (as = finance) => (await app.call({ method: 'GET', path: '/api/desk/exports', as })).data.exports;
const found = async (id: string, as = finance) => (await list(as)).find((each: { id: string }) => each.id === id);

async function written(body: object, as = finance): Promise<string> {
  const { id } = (await begin(body, as)).data;
  await app.drain();
  return id;
}

async function fetched(id: string, as = finance): Promise<{ status: number; name: string; text: string }> {
  const answer = await fetch(`${app.url}/api/desk/exports/${id}/file`, { headers: { cookie: as.cookie } });
  return { status: answer.status, name: answer.headers.get('content-disposition') ?? '', text: await answer.text() };
}

const audited = (action: string) =>
  app.owner.sql.many<{ actor_id: string; detail: Record<string, unknown> }>(
    'select actor_id, detail from audit_event where action = $1 order by id',
    [action],
  );

async function withRole<Result>(role: string, work: () => Promise<Result>): Promise<Result> {
  const set = (to: string) => app.owner.sql.run('update staff set role = $2 where id = $1', [finance.staffId, to]);
  await set(role);
  return work().finally(() => set('finance'));
}

test('a queue is written whole while nobody waits, fetched by whoever asked, and in the audit with its reason both times', async () => {
  const id = await written(queue);
  expect(await found(id)).toMatchObject({
    state: 'ready',
    table: 'queues/withdrawals',
    title: 'Withdrawals',
    rows_done: waiting,
    rows_whole: waiting,
    reason: 'the monthly review',
  });
  const { status, name, text } = await fetched(id);
  expect([status, name]).toEqual([200, 'attachment; filename="queues-withdrawals.csv"']);
  const [titles, ...lines] = text.split('\r\n');
  expect(titles).toBe('Case,Client,Opened,Deadline,Taken by,What is known');
  expect(lines.filter((line) => line.startsWith('transfer '))).toHaveLength(waiting);
  for (const action of ['desk_export.begin', 'desk_export.fetch'])
    expect((await audited(action)).at(-1)).toMatchObject({
      actor_id: 'finance',
      detail: { list: 'queues/withdrawals', format: 'csv', why: 'the monthly review' },
    });
});

test('nobody else fetches it, and nobody without a reason, the right or filters that fit has anything written', async () => {
  const id = await written(queue);
  expect((await fetched(id, admin)).status).toBe(404);
  expect(await found(id, admin)).toBeUndefined();
  const refused = async (body: object, as = finance) => {
    const { httpStatus, errors } = await begin(body, as);
    return [httpStatus, errors[0]?.code];
  };
  const agent = await app.signInStaff('agent');
  expect(await refused(queue, agent)).toEqual([403, 'not_your_right']);
  expect(await refused({ ...queue, table: 'audit.events' })).toEqual([403, 'not_your_right']);
  expect(await refused({ ...queue, table: 'clients.secrets' })).toEqual([404, 'unknown_table']);
  expect(await refused({ ...queue, table: 'treasury.trial' })).toEqual([422, 'bad_filters']);
  expect(await refused({ ...queue, table: 'reconciliations.book', asked: { from: '2026-01-01', till: '2026-03-01' } })).toEqual([
    422,
    'bad_filters',
  ]);
  expect((await begin({ ...queue, reason: undefined })).httpStatus).toBe(422);
  // A filter that the list does not have would stand in the audit, and the file would hold everything.
  expect(await refused({ ...queue, asked: { client_id: '1' } })).toEqual([422, 'bad_filters']);
  expect(await refused({ ...queue, asked: { constructor: '1' } })).toEqual([422, 'bad_filters']);
});

test('whoever has another role by the time it is written, or fetched, has lost it', async () => {
  // With the asking itself: the worker may begin to write at once.
  await app.owner.sql.run(
    `create rule another_role as on insert to desk_export do also update staff set role = 'agent' where id = ${finance.staffId}`,
  );
  const { id: asked } = (await begin(queue)).data;
  await app.owner.sql.run('drop rule another_role on desk_export');
  await withRole('agent', () => app.drain());
  expect(await found(asked)).toMatchObject({ rows_done: 0 });
  expect((await fetched(asked)).status).toBe(404);
  await app.owner.sql.run('delete from desk_export where id = $1', [asked]);
  const id = await written(queue);
  await withRole('agent', async () => {
    expect((await fetched(id)).status).toBe(403);
    expect(await list()).toEqual([]);
  });
  expect((await fetched(id)).status).toBe(200);
});

test('a file is there until its time is over, and so many are under way at once', async () => {
  const id = await written(queue);
  await app.owner.sql.run('update desk_export set expires_at = $2 where id = $1', [id, app.opened.clock.now()]);
  expect((await fetched(id)).status).toBe(404);
  await app.opened.worker?.sweep('exports.forget_at_desk');
  expect((await app.opened.app.storage.get(`exports/${id}`)).outcome).toBe('absent');
  await app.owner.sql.run('delete from desk_export');
  const { underWay } = app.opened.settings.current().deskExports;
  await app.owner.sql.run(
    `insert into desk_export (id, staff_id, list, asked, format, reason, state, held_until, created_at, expires_at)
     select gen_random_uuid(), $1, 'queues/withdrawals', '{}', 'csv', 'of a test', 'writing', now() + interval '1 hour', now(),
       now() + interval '1 day' from generate_series(1, $2)`,
    [finance.staffId, underWay],
  );
  expect((await begin(queue)).errors[0]?.code).toBe('export_under_way');
  await app.owner.sql.run('delete from desk_export');
});

test('the audit of one client is in that client’s own, and a number that nobody has is no fault', async () => {
  const { id: client } = await app.owner.sql.one<{ id: number }>('select min(id) as id from client');
  const events = {
    table: 'audit.events',
    format: 'csv',
    reason: 'a request of the client',
    asked: { client_id: String(client) },
  };
  const id = await written(events, admin);
  expect((await fetched(id, admin)).status).toBe(200);
  const { count } = await app.owner.sql.one<{ count: number }>(
    `select count(*)::integer as count from audit_event where action like 'desk_export.%' and client_id = $1`,
    [client],
  );
  expect(count).toBe(2);
  const nobody = await written({ ...events, asked: { client_id: '999999999' } }, admin);
  expect(await found(nobody, admin)).toMatchObject({ state: 'ready' });
});

test('one press that is sent twice, at both processes at once, is one file', async () => {
  const headers = { 'idempotency-key': 'desk-export-twice' };
  const press = () => app.call({ method: 'POST', path: '/api/desk/exports', body: queue, as: finance, headers });
  const answers = await Promise.all([press(), press()]);
  await app.drain();
  const again = await press();
  const ids = new Set([...answers, again].flatMap(({ data }) => (data?.id ? [data.id] : [])));
  expect(ids.size).toBe(1);
});

test('what a process left that died is written by whoever looks next', async () => {
  const id = await written(queue);
  await app.owner.sql.run(
    `update desk_export set state = 'writing', file_name = null, held_until = now() - interval '1 second' where id = $1`,
    [id],
  );
  await sweep(app, 'exports.write_at_desk');
  expect(await found(id)).toMatchObject({ state: 'ready' });
});

test('every list that an area names is written in every format', async () => {
  const { deskTables } = await import('../../server/served.ts').then(({ withDesk }) => withDesk(app.opened.app));
  const filters = (key: string): object => {
    if (key === 'reconciliations.banks') return {};
    if (key.startsWith('reconciliations.')) return { from: today(), till: today() };
    return ['treasury.trial', 'treasury.client_money', 'treasury.lying'].includes(key) ? { day: today() } : {};
  };
  const most = app.opened.settings.current().exports.mostRows;
  const needs = { sql: app.database.sql, say: app.opened.app.words.in('en'), now: app.opened.clock.now(), mostRows: most };
  expect(deskTables.map(({ key }) => key)).toEqual([...new Set(deskTables.map(({ key }) => key))]);
  for (const table of deskTables) {
    const opened = await table.open(filters(table.key), needs);
    // A title that nobody has said is shown by its id.
    const unsaid = opened?.table.columns.filter(({ title }) => /^[a-z][\w-]*\.[\w.-]+$/.test(title));
    expect([table.key, unsaid]).toEqual([table.key, []]);
    let count = 0;
    for await (const page of opened?.table.rows ?? []) count += page.length;
    expect(count).toBeGreaterThanOrEqual(0);
  }
  for (const format of ['pdf', 'xlsx']) {
    const id = await written({ ...queue, format }, admin);
    expect(await found(id, admin)).toMatchObject({ state: 'ready' });
  }
});
