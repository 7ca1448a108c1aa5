import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '../../settings/index.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';

const password = 'Sandbox2026!';
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const login = (body: object) => app.call({ method: 'POST', path: '/api/client/login', body });
const email = (name: string) => `${name}@atrium.test`;
const asCookie = (answer: Awaited<ReturnType<typeof login>>): SignedIn => ({
  cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
  token: answer.data.token,
  clientId: answer.data.client_id,
});
const info = (as: SignedIn) => app.call({ method: 'GET', path: 'api/client_info', as });

test('a session is used by what its client does, and not by what a page asks for while nobody is there', async () => {
  const answer = await login({ id: email('in.gold'), password });
  const session = asCookie(answer);
  const { idleSeconds } = defaultSettings.session;
  const rest = (bySeconds: number) =>
    app.owner.sql.run('update session set seen_at = seen_at - make_interval(secs => $2) where sid = $1', [
      answer.data.sid,
      bySeconds,
    ]);
  const away = { 'x-background': '1' };
  const ask = (headers: Record<string, string> = {}) =>
    app.call({ method: 'GET', path: 'api/client_info', as: { ...session, token: '' }, headers });
  await rest(idleSeconds - 100);
  expect((await ask(away)).httpStatus).toBe(200);
  await rest(200);
  expect((await ask(away)).httpStatus).toBe(401);
  const back = await login({ id: email('in.gold'), password });
  const used = { ...asCookie(back), token: back.data.token };
  await app.owner.sql.run('update session set seen_at = seen_at - make_interval(secs => $2) where sid = $1', [
    back.data.sid,
    idleSeconds - 100,
  ]);
  // Whoever moves at the terminal asks for nothing: what is shown there is pushed.
  expect((await app.call({ method: 'POST', path: 'api/session/used', as: used, body: {} })).httpStatus).toBe(200);
  const seen = await app.owner.sql.one<{ fresh: boolean }>(
    `select seen_at > now() - interval '60 seconds' as fresh from session where sid = $1`,
    [back.data.sid],
  );
  expect(seen.fresh).toBe(true);
});

test('what a terminal has pushed to it is no use of the session while nobody touches it', async () => {
  const answer = await login({ id: email('global.active'), password });
  const session = asCookie(answer);
  const seenLately = async (): Promise<boolean> => {
    const seen = await app.owner.sql.one<{ lately: boolean }>(
      `select seen_at > now() - interval '60 seconds' as lately from session where sid = $1`,
      [answer.data.sid],
    );
    return seen.lately;
  };
  const watch = async (headers: Record<string, string>) => {
    const body = { stream: 'x'.repeat(20), tab: 'one' };
    expect((await app.call({ method: 'POST', path: 'api/trading/watch', as: session, body, headers })).errors).toEqual([]);
  };
  await app.owner.sql.run(`update session set seen_at = seen_at - interval '100 seconds' where sid = $1`, [answer.data.sid]);
  await watch({ 'x-background': '1' });
  expect(await seenLately()).toBe(false);
  await watch({});
  expect(await seenLately()).toBe(true);
});

test('ending a client ends every session of theirs in the same moment, and their streams', async () => {
  const [ended, other] = [await login({ id: email('global.frozen'), password }), await login({ id: email('ke.full'), password })];
  const heard = fetch(`${app.url}/api/js/stream`, { headers: { cookie: asCookie(ended).cookie } });
  const stream = (await heard).body?.getReader();
  await app.owner.sql.run(`update client set status_id = 4 where email = 'global.frozen@atrium.test'`);
  for (let piece = await stream?.read(); piece?.done === false; piece = await stream?.read());
  expect([(await info(asCookie(ended))).httpStatus, (await info(asCookie(other))).httpStatus]).toEqual([401, 200]);
  await app.owner.sql.run(`update client set status_id = 14 where email = 'global.frozen@atrium.test'`);
  expect((await info(asCookie(ended))).httpStatus).toBe(401);
});
