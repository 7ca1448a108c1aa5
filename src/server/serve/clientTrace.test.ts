import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../testing/app.ts';
import { openBookFixture } from '../testing/bookFixture.ts';
import { openClientTrace } from './clientTrace.ts';

let app: TestApp;
let client: SignedIn;
beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('global.active');
});
afterAll(() => app.close());
beforeEach(() => app.owner.sql.run('delete from client_trace'));

const agent = 'a browser';
/** What is traced is written beside the answer. */
const traced = async () => {
  const rows = () =>
    app.owner.sql.many<{ readonly kind: string }>(
      `select kind, who, client_id, count::integer, call, code, address, agent from client_trace order by kind, who`,
    );
  await expect.poll(rows, { timeout: 20_000 }).not.toEqual([]);
  return rows();
};
const call = (method: 'GET' | 'POST' | 'PATCH', path: string, more: object = {}) =>
  app.call({ method, path, as: client, headers: { 'user-agent': agent }, ...(method === 'GET' ? {} : { body: {} }), ...more });
const own = () => ({ who: `client:${client.clientId}`, client_id: client.clientId, address: '127.0.0.1', agent });

test('a write without its token', async () => {
  for (const _ of [1, 2]) await call('POST', 'api/sessions/end-others', { as: { ...client, token: 'none' } });
  // The second may be written after the first.
  await expect.poll(traced, { timeout: 20_000 }).toMatchObject([{ count: 2 }]);
  expect(await traced()).toEqual([
    { kind: 'token_missing', ...own(), count: 2, call: 'security.endOthers', code: 'invalid_auth_token' },
  ]);
});

test.each([
  ['an account', 'api/accounts/99999999', 'account_not_found'],
  ['an investment', 'api/direct/investment-program/investment-accounts/99999999', 'investment_not_found'],
  ['a client’s investments', 'api/direct/investment-program/investment-account-exists/99999999', 'profile_not_yours'],
  ['a file', 'api/exports/3f2c1f0e-7d7a-4d53-9a54-0f2a6f4f9f11/file', 'unknown_export'],
])('%s that is not theirs', async (_what, path, code) => {
  await call('GET', path);
  // Whoever asks for a file leaves a trace of that as well.
  await expect.poll(traced, { timeout: 20_000 }).toContainEqual(expect.objectContaining({ kind: 'not_theirs', ...own(), code }));
});

test('a gate that is shut', async () => {
  const locked = await app.signIn('cn.locked');
  expect((await call('GET', 'api/accounts', { as: locked })).httpStatus).toBe(403);
  const who = { who: `client:${locked.clientId}`, client_id: locked.clientId };
  expect(await traced()).toMatchObject([{ kind: 'gate_refused', ...who, call: 'accounts.overview', agent }]);
});

test('a file that was taken, and a name that was given', async () => {
  await fetch(`${app.url}/api/js/api/transfers-to-excel`, { headers: { cookie: client.cookie, 'user-agent': agent } });
  expect(await traced()).toMatchObject([{ kind: 'export', ...own(), code: 'done', call: 'history.spreadsheet' }]);
  const books = await openBookFixture(app);
  const number = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '1.00' });
  await app.owner.sql.run('delete from client_trace');
  expect((await call('PATCH', `api/accounts/${number}/name`, { body: { name: 'Savings' } })).httpStatus).toBe(200);
  expect(await traced()).toMatchObject([{ kind: 'rename', ...own(), code: 'done', call: 'accounts.rename' }]);
});

test('a sign-in that was throttled or stopped, by the network that it came from', async () => {
  const body = { id: 'nobody@atrium.test', password: 'Wrong2026!' };
  for (let tries = 0; tries < 4; tries += 1)
    await app.call({ method: 'POST', path: '/api/client/login', body, headers: { 'user-agent': agent } });
  expect(await traced()).toMatchObject([
    { kind: 'sign_in_throttled', who: 'network:127.0.0.1', client_id: null, code: 'too_many_attempts', agent },
  ]);
  const refused = await app.owner.sql.one<{ agent: string }>(
    `select detail->>'agent' as agent from audit_event where action = 'session.sign_in_refused' order by id desc limit 1`,
  );
  expect(refused.agent).toBe(agent);
  // The wait is over, and now a captcha is asked for, which nobody solves.
  for (let tries = 0; tries < 8; tries += 1) {
    await app.owner.sql.run(`update failure_streak set last_at = last_at - interval '600 seconds'`);
    await app.call({ method: 'POST', path: '/api/client/login', body, headers: { 'user-agent': agent } });
  }
  const stopped = async () => (await traced()).filter(({ kind }) => kind === 'sign_in_stopped');
  await expect
    .poll(stopped, { timeout: 20_000 })
    .toMatchObject([{ who: 'network:127.0.0.1', client_id: null, code: 'captcha_required', agent }]);
});

test('staff read it, of everybody or of one client', async () => {
  await call('GET', 'api/accounts/99999999');
  await traced();
  const as = await app.signInStaff('compliance');
  const read = async (query: string) =>
    (await app.call({ method: 'GET', path: `/api/desk/audit/traces${query}`, as })).data.traces;
  expect(await read(`?client_id=${client.clientId}`)).toMatchObject([{ kind: 'not_theirs', count: 1, agent }]);
  expect(await read('?client_id=1')).toEqual([]);
});

test('a day and kind has so many rows at most: whoever comes beyond is counted with the others', async () => {
  const now = new Date();
  await app.owner.sql.run(
    `insert into client_trace (day, kind, who, count, call, code, address, agent, first_at, last_at)
       select $1::date, 'token_missing', 'network:' || n, 1, '', '', '', '', now(), now() from generate_series(1, 10000) n`,
    [now.toISOString().slice(0, 10)],
  );
  const clock = { now: () => now, wall: () => now };
  const trace = openClientTrace({ sql: app.database.sql, clock, log: { warn: () => undefined } });
  for (const clientId of [7, 8, 9, 9])
    trace.note({ kind: 'token_missing', call: 'one', code: 'two', clientId, address: '203.0.113.7', agent });
  await trace.written();
  const { count } = await app.owner.sql.one<{ count: number }>('select count(*)::integer as count from client_trace');
  expect(count).toBe(10_001);
  expect(await app.owner.sql.many(`select count::integer, client_id from client_trace where who = 'others'`)).toEqual([
    { count: 4, client_id: null },
  ]);
});
