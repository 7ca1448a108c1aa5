import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { defaultSettings } from '../../settings/index.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { listenOnce } from '../../server/testing/database.ts';
import { solveAltcha } from '../../server/testing/captcha.ts';
import { setFirstDelay } from '../../server/testing/throttling.ts';
import { passwords } from './passwords.ts';

const password = 'Sandbox2026!';
let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  vi.restoreAllMocks();
  for (const table of ['failure_streak', 'rate_window']) await app.owner.sql.run(`delete from ${table}`);
});

const login = (body: object, as?: Omit<SignedIn, 'clientId'>) =>
  app.call({ method: 'POST', path: '/api/client/login', body, ...(as ? { headers: { cookie: as.cookie } } : {}) });
const email = (name: string) => `${name}@atrium.test`;
const asCookie = (answer: Awaited<ReturnType<typeof login>>): SignedIn => ({
  cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
  token: answer.data.token,
  clientId: answer.data.client_id,
});
const info = (as: Omit<SignedIn, 'clientId'>) => app.call({ method: 'GET', path: 'api/client_info', as });

const audits = () =>
  app.owner.sql.one<{ count: number }>(
    `select count(*)::integer as count from audit_event where action = 'session.sign_in_refused'`,
  );

test('a client signs in by e-mail or by number and gets a token, a public session id and a cookie that scripts cannot read', async () => {
  const answer = await login({ id: email('global.active'), password });
  expect(answer).toMatchObject({ success: true, code: 200 });
  const [cookie = ''] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
  expect(cookie).not.toContain(answer.data.sid);
  const byNumber = await login({ id: String(answer.data.client_id), password });
  expect(byNumber.data.client_id).toBe(answer.data.client_id);
});

test('an unknown e-mail, a wrong password and a deleted client get the same answer', async () => {
  await app.owner.sql.run(`update client set status_id = 4 where email = 'global.declined@atrium.test'`);
  const answers = await Promise.all([
    login({ id: 'nobody@atrium.test', password }),
    login({ id: email('global.full'), password: 'Wrong2026!' }),
    login({ id: email('global.declined'), password }),
    login({ id: 'not a name', password }),
    login({ id: 999_999_999, password }),
  ]);
  for (const answer of answers) expect(answer.httpStatus).toBe(401);
  expect(answers[0]?.errors[0]).toMatchObject({ code: 'wrongCredentials' });
  expect(new Set(answers.map(({ data, errors }) => JSON.stringify([data, errors]))).size).toBe(1);
});

test.each([
  ['a wrong password', email('global.full')],
  ['an unknown e-mail', 'nobody@atrium.test'],
  ['an unknown number', 999_999_999],
  ['what is no name at all', 'not a name'],
  ['a deleted client', email('global.declined')],
])('%s costs the same work: one password is compared and one refusal written down', async (_what, id) => {
  await app.owner.sql.run(`update client set status_id = 4 where email = 'global.declined@atrium.test'`);
  const verify = vi.spyOn(passwords, 'verify');
  const before = await audits();
  expect((await login({ id, password: 'Wrong2026!' })).httpStatus).toBe(401);
  expect(verify).toHaveBeenCalledTimes(1);
  expect((await audits()).count).toBe(before.count + 1);
});

test('every status but the deleted one may sign in', async () => {
  const names = ['global.lead', 'closed.client', 'closed.noneu', 'closed.uk', 'global.frozen', 'cn.locked'];
  const answers = await Promise.all(names.map((name) => login({ id: email(name), password })));
  expect(names.filter((_name, index) => !answers[index]?.success)).toEqual([]);
});

test('wrong passwords in a row make one wait longer and longer, and the right one does not help meanwhile', async () => {
  await setFirstDelay(app, 100);
  const wrong = () => login({ id: email('global.full'), password: 'Wrong2026!' });
  const waitOver = () => app.owner.sql.run(`update failure_streak set last_at = last_at - interval '300 seconds'`);
  const delay = async (): Promise<number> => {
    const right = await login({ id: email('global.full'), password });
    expect(right).toMatchObject({ httpStatus: 429, errors: [{ code: 'too_many_attempts' }] });
    return Number(right.headers.get('retry-after'));
  };
  expect([(await wrong()).httpStatus, (await wrong()).httpStatus]).toEqual([401, 401]);
  const first = await delay();
  expect([first > 0, first <= 100]).toEqual([true, true]);
  await waitOver();
  expect((await wrong()).httpStatus).toBe(401);
  const second = await delay();
  expect([second > 100, second <= 200]).toEqual([true, true]);
  await waitOver();
  expect((await login({ id: email('global.full'), password })).httpStatus).toBe(200);
  expect((await wrong()).httpStatus).toBe(401);
  await setFirstDelay(app, defaultSettings.signIn.firstDelaySeconds);
});

test('signing in well is not limited', async () => {
  const answers = await Promise.all(Array.from({ length: 15 }, () => login({ id: email('global.my'), password })));
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(Array.from({ length: 15 }, () => 200));
});

test('after many failures a captcha comes first; solved, it opens one try', async () => {
  for (let failures = 0; failures < 5; failures += 1) {
    await login({ id: email('global.pending'), password: 'Wrong2026!' });
    await app.owner.sql.run(`update failure_streak set last_at = last_at - interval '600 seconds'`);
  }
  const asked = await login({ id: email('global.pending'), password });
  expect(asked.httpStatus).toBe(429);
  expect(asked.errors[0]?.code).toBe('captcha_required');
  const captcha = asked.data.captcha;
  expect(captcha).toMatchObject({ gt: 'altcha', success: 1 });
  const { validate } = await solveAltcha(captcha);
  const judged = await app.call({
    method: 'POST',
    path: 'api/direct/gee-test/validate/',
    body: { challenge: captcha.challenge, validate, seccode: '' },
  });
  expect(judged.httpStatus).toBe(200);
  const proof = { captcha_sid: judged.data.captcha_sid };
  expect((await login({ id: email('global.pending'), password: 'Wrong2026!', ...proof })).httpStatus).toBe(401);
  await app.owner.sql.run(`update failure_streak set last_at = last_at - interval '600 seconds'`);
  const again = await login({ id: email('global.pending'), password, ...proof });
  expect(again.httpStatus).toBe(422);
  expect(again.errors[0]?.code).toBe('wrong_captcha_code');
  const reused = await login({ id: email('global.pending'), password, challenge: captcha.challenge, validate });
  expect(reused.errors[0]?.code).toBe('wrong_captcha_code');
  const fresh = again.data.captcha;
  const done = await login({ id: email('global.pending'), password, ...(await solveAltcha(fresh)) });
  expect(done.httpStatus).toBe(200);
});

test('a challenge can be asked for, and a wrong answer is refused on its field', async () => {
  const captcha = await app.call({ method: 'GET', path: 'api/direct/gee-test/register/' });
  expect(captcha.data).toMatchObject({ gt: 'altcha', success: 1 });
  const answer = await app.call({
    method: 'POST',
    path: 'api/direct/gee-test/validate/',
    body: { challenge: captcha.data.challenge, validate: 'bm90aGluZw==' },
  });
  expect(answer.httpStatus).toBe(422);
  expect(answer.errors[0]?.validation_messages).toHaveProperty('captcha_code');
});

test('signing in again ends the session that the browser had', async () => {
  const first = asCookie(await login({ id: email('global.active'), password }));
  expect((await info(first)).httpStatus).toBe(200);
  const second = asCookie(await login({ id: email('eu.active'), password }, first));
  expect(second.cookie).not.toBe(first.cookie);
  expect((await info(first)).httpStatus).toBe(401);
  expect((await info(second)).data.id).toBe(second.clientId);
});

test('a secret that somebody else put into the browser opens nothing, before and after the client signs in with it', async () => {
  const planted = { cookie: `atrium_session=${'A'.repeat(43)}`, token: '' };
  const session = asCookie(await login({ id: email('global.active'), password }, planted));
  expect(session.cookie).not.toBe(planted.cookie);
  expect([(await info(planted)).httpStatus, (await info(session)).httpStatus]).toEqual([401, 200]);
});

test('the lock screen lets the same client back in, also after the session ran out, and nobody else', async () => {
  const session = asCookie(await login({ id: email('global.active'), password }));
  await app.owner.sql.run(`update session set seen_at = seen_at - interval '2 hours'`);
  const other = await login({ id: email('eu.active'), password, p: 'lock' }, session);
  expect(other.httpStatus).toBe(401);
  expect(other.errors[0]?.code).toBe('wrongCredentials');
  const back = await login({ id: email('global.active'), password, p: 'lock' }, session);
  expect(back.httpStatus).toBe(200);
  expect((await info(asCookie(back))).httpStatus).toBe(200);
});

test('a session ends when its longest time is over, however busy it was', async () => {
  const answer = await login({ id: email('global.active'), password });
  const session = asCookie(answer);
  const { absoluteSeconds } = defaultSettings.session;
  const age = (bySeconds: number) =>
    app.owner.sql.run(
      `update session set created_at = created_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2),
         seen_at = now() where sid = $1`,
      [answer.data.sid, bySeconds],
    );
  // An hour before its end it is still good; client_info is always read anew, never believed from before.
  await age(absoluteSeconds - 3600);
  expect((await info(session)).httpStatus).toBe(200);
  await age(3600);
  expect((await info(session)).httpStatus).toBe(401);
});

test('the database keeps nothing that opens a session: neither the cookie’s secret nor the token', async () => {
  const session = asCookie(await login({ id: email('global.active'), password }));
  const secret = session.cookie.split('=')[1] ?? '';
  expect(secret).toMatch(/^[\w-]{43}$/);
  const rows = await app.owner.sql.many<{ readonly kept: string }>('select to_jsonb(session)::text as kept from session');
  const kept = rows.map((row) => row.kept).join('\n');
  for (const opens of [secret, session.token]) {
    const raw = Buffer.from(opens, 'base64url').toString('hex');
    for (const written of [opens, raw, Buffer.from(opens).toString('hex')]) expect(kept).not.toContain(written);
  }
});

test('letters are written in the language that a client signs in with, where the company offers it', async () => {
  const speaks = async (name: string, language: string) => {
    const path = `/api/client/login?lang=${language}`;
    await app.call({ method: 'POST', path, body: { id: email(name), password } });
    return app.owner.sql.one('select language from client where email = $1', [email(name)]);
  };
  expect(await speaks('global.active', 'ar')).toEqual({ language: 'ar' });
  expect(await speaks('global.active', 'zh')).toEqual({ language: 'zh' });
  // Document 2 §6: the EU company speaks English only.
  expect(await speaks('eu.active', 'ar')).toEqual({ language: 'en' });
});

test('signing out ends the session on the server at once and leads on within this site only', async () => {
  const session = asCookie(await login({ id: email('global.active'), password }));
  expect((await info(session)).httpStatus).toBe(200);
  const out = await app.call({ method: 'POST', path: '/api/client/logout', body: { redirect: '/en/login' }, as: session });
  expect(out).toMatchObject({ success: true, data: { redirect: '/en/login' } });
  expect(out.headers.getSetCookie()[0]).toMatch(/=;.*Expires=Thu, 01 Jan 1970/);
  expect((await info(session)).httpStatus).toBe(401);
  for (const redirect of ['//evil.example', 'https://evil.example', '/\\evil']) {
    const next = asCookie(await login({ id: email('global.active'), password }));
    const answer = await app.call({ method: 'POST', path: '/api/client/logout', body: { redirect }, as: next });
    expect(answer.data).toEqual({ redirect: null });
  }
});

test('signing out asks for the token while there is a session, and for nothing without one', async () => {
  const session = asCookie(await login({ id: email('global.active'), password }));
  const headers = { cookie: session.cookie };
  const bare = await app.call({ method: 'POST', path: '/api/client/logout', body: {}, headers });
  expect(bare.httpStatus).toBe(403);
  expect(bare.errors[0]?.code).toBe('invalid_auth_token');
  expect((await app.call({ method: 'POST', path: '/api/client/logout', body: {} })).httpStatus).toBe(200);
});

test('client_info tells a new tab the token, and what the client may do with the reason in words', async () => {
  const session = await app.signIn('global.full');
  const { data } = await info(session);
  expect(data).toMatchObject({ id: session.clientId, token: session.token, status_id: 9, company_id: 3, region: 'global' });
  expect(data.gates.view).toBeNull();
  expect(data.gates.deposit).toMatchObject({ code: 'upload_documents', next: 'documents' });
  expect(data.gates.deposit.message).not.toContain('error.');
});

test('client_info tells who the client is by every name that the documents have for it', async () => {
  const { data } = await info(await app.signIn('eu.pro'));
  expect(data).toMatchObject({ status_id: 12, status: 'APPROVED', client_category: 2, clientCategory: 2, branch_id: 1 });
  expect(data.lastName).toBe(data.surname);
});

test('whoever has as many accounts as can be open at once is told so before choosing one', async () => {
  const session = await app.signIn('global.my');
  expect((await info(session)).data.client_can_open_account).toBe(true);
  await app.owner.sql.run(
    `insert into trading_account (number, client_id, company_id, platform, is_demo, type_key, currency, leverage, swap_free,
       group_name, status, opened_at, mirrored_from, demo_balance)
     select 439000000 + i, $1, 3, 'mt4', true, 'standard', 'USD', 100, false, 'demo', case i when 1 then 'opening' else 'active' end,
       now(), now(), 100000 from generate_series(1, 20) i`,
    [session.clientId],
  );
  expect((await info(session)).data).toMatchObject({ client_can_open_account: false, gates: { open_demo_account: null } });
  await app.owner.sql.run(`update trading_account set status = 'archived' where number = 439000002`);
  expect((await info(session)).data.client_can_open_account).toBe(true);
  await app.owner.sql.run('delete from trading_account where client_id = $1', [session.clientId]);
});

test('the first answer after signing in brings what rides along, the next only to a tab that asks who is signed in', async () => {
  const session = await app.signIn('global.active');
  const list = () => app.call({ method: 'GET', path: 'api/notifications', as: session });
  const first = await list();
  expect(first.client_info?.id).toBe(session.clientId);
  expect(first.notifications).toBeDefined();
  expect(first.inbox_count).toBeDefined();
  expect((await list()).client_info).toBeUndefined();
  expect((await info(session)).client_info?.id).toBe(session.clientId);
});

test('a client has so many sessions at most; the one unseen for longest ends', async () => {
  const answer = await login({ id: email('ke.full'), password });
  const first = asCookie(answer);
  // A sandbox has room for a thousand, because many share one client there.
  await app.owner.sql.run(
    `insert into session (sid, secret_hash, client_id, address, agent, created_at, seen_at, expires_at)
     select 'crowd-' || n, sha256(n::text::bytea), $1, '', '', now(), now(), now() + interval '1 day'
       from generate_series(1, 998) n`,
    [answer.data.client_id],
  );
  await login({ id: email('ke.full'), password });
  expect((await info(first)).httpStatus).toBe(200);
  const ended = await listenOnce(app.database, 'session_ended');
  await login({ id: email('ke.full'), password });
  expect(await ended.payload, 'announced, so that nobody goes on believing in it').toBe(answer.data.sid);
  await expect.poll(async () => (await info(first)).httpStatus).toBe(401);
});

test('sign-in, refusal and sign-out stand in the audit trail, without what was typed', async () => {
  const rows = await app.owner.sql.many<{ action: string; detail: unknown; subject: string }>(
    `select action, detail, subject from audit_event where action like 'session.%'`,
  );
  expect(new Set(rows.map((row) => row.action))).toEqual(
    new Set(['session.sign_in', 'session.unlock', 'session.sign_out', 'session.sign_in_refused']),
  );
  expect(JSON.stringify(rows)).not.toMatch(/Sandbox2026|Wrong2026|not a name/);
});

test('a body that fits nothing is refused field by field', async () => {
  const answer = await login({ id: '', password: 7 });
  expect(answer.httpStatus).toBe(422);
  expect(Object.keys(answer.errors[0]?.validation_messages ?? {}).toSorted()).toEqual(['id', 'password']);
  const rules = async (body: object) => (await login(body)).errors[0]?.validation_messages;
  expect(await rules({})).toMatchObject({ id: { required: 'Fill this in.' }, password: { required: 'Fill this in.' } });
  expect(await rules({ id: -1, password })).toEqual({ id: { too_small_number: 'The least is 1.' } });
});
