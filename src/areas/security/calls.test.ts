import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 <b>x</b>';
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function signIn(name: string, agent = chrome): Promise<SignedIn & { sid: string }> {
  const answer = await app.call({
    method: 'POST',
    path: '/api/client/login',
    body: { id: `${name}@atrium.test`, password: 'Sandbox2026!' },
    headers: { 'user-agent': agent },
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { cookie, token: answer.data.token, clientId: answer.data.client_id, sid: answer.data.sid };
}
const sessions = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/sessions', as })).data.sessions;
const end = (as: SignedIn, sid: string) => app.call({ method: 'POST', path: 'api/sessions/end', as, body: { sid } });
const endOthers = (as: SignedIn) => app.call({ method: 'POST', path: 'api/sessions/end-others', as, body: {} });
const status = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).httpStatus;

test('a client sees from which devices and where they are signed in, this one marked, and nobody else’s', async () => {
  const [phone, desk] = [
    await signIn(
      'global.active',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
    ),
    await signIn('global.active'),
  ];
  await signIn('eu.active');
  const seen = await sessions(desk);
  expect(seen.map(({ sid, is_current, browser, system }: Record<string, unknown>) => [sid, is_current, browser, system])).toEqual(
    [
      [desk.sid, true, 'Chrome', 'Windows'],
      [phone.sid, false, 'Safari', 'iPhone'],
    ],
  );
  expect(seen[0]).toMatchObject({ address: '127.0.0.1', signed_in_at: expect.any(String), used_at: expect.any(String) });
  expect(JSON.stringify(seen)).not.toContain('<b>');
});

test('one session is ended at once, written down, and its owner is told', async () => {
  const [lost, own] = [await signIn('uk.active'), await signIn('uk.active')];
  expect(await status(lost)).toBe(200);
  expect((await end(own, lost.sid)).httpStatus).toBe(200);
  expect([await status(lost), await status(own)]).toEqual([401, 200]);
  const [event] = await app.owner.sql.many(
    `select action, subject, actor_kind from audit_event where action = 'session.end' and client_id = $1`,
    [own.clientId],
  );
  expect(event).toMatchObject({ subject: `session:${lost.sid}` });
  const info = await app.call({ method: 'GET', path: 'api/notifications', as: own });
  expect(info.data.notifications.map(({ type }: { type: string }) => type)).toContain('session_ended');
});

test('all others are ended at once, and this one stays', async () => {
  const others = [await signIn('ng.active'), await signIn('ng.active')];
  const own = await signIn('ng.active');
  const stranger = await signIn('ke.active');
  expect((await endOthers(own)).data).toEqual({ ended: 2 });
  expect(await Promise.all([...others, own, stranger].map(status))).toEqual([401, 401, 200, 200]);
  expect((await endOthers(own)).data).toEqual({ ended: 0 });
});

test('who has signed in and who has tried is told page by page, to the client alone', async () => {
  await signIn('in.gold', 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0');
  await app.call({ method: 'POST', path: '/api/client/login', body: { id: 'in.gold@atrium.test', password: 'guessed' } });
  const own = await signIn('in.gold');
  const page = async (as: SignedIn, query = '') =>
    (await app.call({ method: 'GET', path: `api/security/sign-ins${query}`, as })).data;
  const { sign_ins: rows, next } = await page(own);
  expect(rows.map(({ outcome, browser }: Record<string, unknown>) => [outcome, browser])).toEqual([
    ['signed_in', 'Chrome'],
    ['refused', null],
    ['signed_in', 'Firefox'],
  ]);
  expect([rows[0].address, next]).toEqual(['127.0.0.1', null]);
  const older = await page(own, `?after=${rows[0].id}`);
  expect(older.sign_ins.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['refused', 'signed_in']);
  const other = await signIn('investor.form');
  expect((await page(other)).sign_ins).toHaveLength(1);
});

test('nobody ends somebody else’s session, nor one that is not there, nor this one by this way', async () => {
  const [own, foreign] = [await signIn('cn.active'), await signIn('hk.active')];
  for (const sid of [foreign.sid, 'nothing', own.sid]) {
    const answer = await end(own, sid);
    expect([answer.httpStatus, answer.errors[0]?.code]).toEqual([404, 'unknown_session']);
  }
  expect([await status(own), await status(foreign)]).toEqual([200, 200]);
});
