import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../server/testing/app.ts';
import { solveAltcha } from '../../server/testing/captcha.ts';
import { setCounted, setFirstDelay } from '../../server/testing/throttling.ts';
import { passwords } from './passwords.ts';

const password = 'Sandbox2026!';
const victim = 'global.full@atrium.test';
const home = '198.51.100.7';
let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ trustedProxies: ['127.0.0.1'] });
  await setFirstDelay(app, 300);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.owner.sql.run('delete from failure_streak');
  await app.owner.sql.run('delete from rate_window');
  await app.owner.sql.run('delete from known_device');
});

const login = (from: string, body: object, cookie = '') =>
  app.call({
    method: 'POST',
    path: '/api/client/login',
    body,
    headers: { 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) },
  });
const waitOver = () => app.owner.sql.run(`update failure_streak set last_at = last_at - interval '600 seconds'`);
const deviceOf = (answer: { headers: Headers }): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('atrium_device='))
    ?.split(';')[0] ?? '';
/** A stranger guesses from one network after the other, so that no wait stops it. */
async function guessFromEverywhere(times: number, id: string | number = victim): Promise<number[]> {
  const statuses: number[] = [];
  for (let guess = 0; guess < times; guess += 1) {
    statuses.push((await login(`203.0.113.${guess}`, { id, password: `Guess${guess}!` })).httpStatus);
  }
  return statuses;
}

describe('a stranger who guesses', () => {
  test('from the many networks that one site is given is seen as one site, and nobody else waits for it', async () => {
    const { perNetwork } = app.opened.app.settings().signIn;
    const counted = (count: number) => setCounted(app, 'sign_in:address:2001:db8:7::/48', { ...perNetwork, count });
    const from = (network: string) => login(network, { id: 'nobody@atrium.test', password: 'Guess2026!' });
    await counted(perNetwork.count - 1);
    expect((await from('[2001:db8:7:1::1]:4711')).httpStatus).toBe(401);
    await counted(perNetwork.count);
    const answer = await from('2001:db8:7:2::1');
    expect([answer.httpStatus, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await login('2001:db8:8:2::1', { id: 'nobody.else@atrium.test', password: 'Guess2026!' })).httpStatus).toBe(401);
  });

  test.each([
    { key: 'reset', path: 'api/reset-password', most: 80, body: { action: 'sendpin' } },
    {
      key: 'sign_up',
      path: 'api/register',
      most: 120,
      body: { country: 'ZA', phone: '+27821234599', password: 'Harbour2026!', tc_accept: true, terms_version: 1 },
    },
  ])(
    'has no more letters sent ($key) from the many networks of one site than from one office',
    async ({ key, path, most, body }) => {
      const from = (network: string) =>
        app.call({
          method: 'POST',
          path,
          body: { ...body, email: 'anybody@example.com' },
          headers: { 'x-forwarded-for': network },
        });
      const codeFrom = async (network: string) => (await from(network)).errors[0]?.code;
      const counted = (count: number) => setCounted(app, `${key}:captcha:2001:db8:7::/48`, { count, seconds: 900 });
      await counted(most - 1);
      expect(await codeFrom('2001:db8:7:1::1')).toBe('captcha_required');
      await counted(most);
      expect([await codeFrom('2001:db8:7:2::1'), await codeFrom('2001:db8:8:2::1')]).toEqual([
        'too_many_attempts',
        'captcha_required',
      ]);
    },
  );

  test('from many networks at once has five tries looked at and no more, before a captcha comes', async () => {
    const guesses = Array.from({ length: 14 }, (_none, at) => login(`203.0.113.${at}`, { id: victim, password: `Guess${at}!` }));
    const statuses = (await Promise.all(guesses)).map(({ httpStatus }) => httpStatus).toSorted();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(9).fill(429)]);
  });

  test('waits by himself: the client signs in from elsewhere at once', async () => {
    for (const _ of [1, 2, 3]) await login('203.0.113.1', { id: victim, password: 'Wrong2026!' });
    expect((await login('203.0.113.1', { id: victim, password })).errors[0]?.code).toBe('too_many_attempts');
    expect((await login(home, { id: victim, password })).httpStatus).toBe(200);
  });

  test('makes the client solve a captcha, and with it the client is in, however many guesses there were', async () => {
    expect(await guessFromEverywhere(14)).toEqual([...Array(5).fill(401), ...Array(9).fill(429)]);
    const asked = await login(home, { id: victim, password });
    expect(asked.errors[0]?.code).toBe('captcha_required');
    expect((await login(home, { id: victim, password, ...(await solveAltcha(asked.data.captcha)) })).httpStatus).toBe(200);
  });

  test('is asked for a captcha before each guess, from wherever it comes', async () => {
    await guessFromEverywhere(5);
    for (const from of ['192.0.2.1', '192.0.2.2']) {
      const asked = await login(from, { id: victim, password: 'Wrong2026!' });
      expect(asked.errors[0]?.code).toBe('captcha_required');
      const proof = await solveAltcha(asked.data.captcha);
      expect((await login(from, { id: victim, password: 'Wrong2026!', ...proof })).httpStatus).toBe(401);
    }
  });

  test('has no second row of guesses under the client number', async () => {
    const { clientId } = await app.signIn('global.full');
    for (const id of [victim, clientId]) {
      expect((await login('203.0.113.1', { id, password: 'Wrong2026!' })).httpStatus).toBe(401);
    }
    expect((await login('203.0.113.1', { id: String(clientId), password: 'Wrong2026!' })).httpStatus).toBe(429);
    expect((await login('203.0.113.1', { id: victim, password: 'Wrong2026!' })).httpStatus).toBe(429);
  });
});

describe('a browser that the client has signed in from before', () => {
  test('is known by a cookie that scripts cannot read, and needs no captcha for what strangers did', async () => {
    const first = await login(home, { id: victim, password });
    expect(first.headers.getSetCookie().find((cookie) => cookie.startsWith('atrium_device='))).toMatch(/HttpOnly/i);
    await guessFromEverywhere(9);
    expect((await login(home, { id: victim, password })).errors[0]?.code).toBe('captcha_required');
    const again = await login(home, { id: victim, password }, deviceOf(first));
    expect(again.httpStatus).toBe(200);
    expect(deviceOf(again)).toBe(deviceOf(first));
  });

  test('gets past a stranger who guesses from the same network', async () => {
    const device = deviceOf(await login(home, { id: victim, password }));
    for (const _ of [1, 2, 3]) await login(home, { id: victim, password: 'Wrong2026!' });
    expect((await login(home, { id: victim, password })).httpStatus).toBe(429);
    expect((await login(home, { id: victim, password }, device)).httpStatus).toBe(200);
  });

  test('waits for its own failures, and is asked for a captcha after many', async () => {
    const device = deviceOf(await login(home, { id: victim, password }));
    const wrong = () => login(home, { id: victim, password: 'Wrong2026!' }, device);
    expect([(await wrong()).httpStatus, (await wrong()).httpStatus, (await wrong()).httpStatus]).toEqual([401, 401, 429]);
    for (const _ of [1, 2, 3]) {
      await waitOver();
      expect((await wrong()).httpStatus).toBe(401);
    }
    await waitOver();
    expect((await login(home, { id: victim, password }, device)).errors[0]?.code).toBe('captcha_required');
  });

  test('is known for that client alone, and a made-up one for nobody', async () => {
    const other = deviceOf(await login(home, { id: 'eu.active@atrium.test', password }));
    await guessFromEverywhere(9);
    for (const cookie of [other, `atrium_device=${'A'.repeat(43)}`, 'atrium_device=x']) {
      expect((await login(home, { id: victim, password }, cookie)).errors[0]?.code).toBe('captcha_required');
    }
  });
});

describe('a captcha', () => {
  const register = async (query = '') => (await app.call({ method: 'GET', path: `api/direct/gee-test/register/${query}` })).data;
  const validate = (body: object) => app.call({ method: 'POST', path: 'api/direct/gee-test/validate/', body });
  const askedOf = async (id: string) => (await login(home, { id, password })).data.captcha;

  test('that was put to one client does not open the sign-in of another, and is used up by it', async () => {
    await guessFromEverywhere(5);
    await guessFromEverywhere(5, 'global.my@atrium.test');
    const proof = await solveAltcha(await askedOf(victim));
    const other = await login(home, { id: 'global.my@atrium.test', password, ...proof });
    expect(other.errors[0]?.code).toBe('wrong_captcha_code');
    expect((await login(home, { id: victim, password, ...proof })).errors[0]?.code).toBe('wrong_captcha_code');
  });

  test('that was exchanged for a number for one client is no good for another, and then for nobody', async () => {
    await guessFromEverywhere(5);
    await guessFromEverywhere(5, 'global.my@atrium.test');
    const { captcha_sid } = (await validate({ ...(await solveAltcha(await register())), id: victim })).data;
    const other = await login(home, { id: 'global.my@atrium.test', password, captcha_sid });
    expect(other.errors[0]?.code).toBe('wrong_captcha_code');
    expect((await login(home, { id: victim, password, captcha_sid })).errors[0]?.code).toBe('wrong_captcha_code');
  });

  test('of an action that there is not is refused, and a challenge that was never put is none', async () => {
    const proof = await solveAltcha(await register('?action=sign_in'));
    expect((await validate({ ...proof, action: 'withdraw' })).httpStatus).toBe(422);
    await app.owner.sql.run(`delete from challenge where channel = 'captcha'`);
    expect((await validate(proof)).errors[0]?.code).toBe('wrong_captcha_code');
  });

  test('for another action opens no sign-in', async () => {
    await guessFromEverywhere(5);
    const { captcha_sid } = (await validate(await solveAltcha(await register()))).data;
    await app.owner.sql.run(`update challenge set action = 'something_else' where channel = 'captcha'`);
    expect((await login(home, { id: victim, password, captcha_sid })).errors[0]?.code).toBe('wrong_captcha_code');
  });
});

test('a burst of guesses at one client is looked at one by one and stopped', async () => {
  const verify = vi.spyOn(passwords, 'verify');
  const guesses = Array.from({ length: 30 }, (_, index) => login(home, { id: victim, password: `Guess${index}!` }));
  const answers = await Promise.all(guesses);
  expect(verify.mock.calls.length).toBe(2);
  verify.mockRestore();
  expect(answers.filter(({ httpStatus }) => httpStatus === 401)).toHaveLength(2);
  expect(answers.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(28);
});
