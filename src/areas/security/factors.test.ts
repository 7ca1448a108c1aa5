import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientId as ofClient } from '../../base/id.ts';
import { seedPassword } from '../../../seed/personas.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { solveAltcha } from '../../server/testing/captcha.ts';
import { setFirstDelay } from '../../server/testing/throttling.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['rate_window', 'failure_streak']) await app.owner.sql.run(`delete from ${table}`);
});

type Body = Readonly<Record<string, unknown>>;
const post = (path: string, body: Body, as?: SignedIn) => app.call({ method: 'POST', path, body, ...(as ? { as } : {}) });
const get = (path: string, as: SignedIn) => app.call({ method: 'GET', path, as });
const signInWith = (name: string, more: Body = {}) =>
  post('/api/client/login', { id: `${name}@atrium.test`, password: seedPassword, ...more });
const password = seedPassword;
const told = (answer: Awaited<ReturnType<typeof post>>) => [answer.httpStatus, answer.errors[0]?.code];
/** No wait for what the test got wrong on purpose. */
const forgetFailures = () => app.owner.sql.run('delete from failure_streak');

/** What was sent to an address, the newest first. */
async function sentTo(email: string): Promise<readonly { subject: string; text: string; pin: string | null }[]> {
  await app.drain();
  const answer = await fetch(`${app.url}/sandbox/outbox?to=${email}`);
  return ((await answer.json()) as { messages: { subject: string; text: string; pin: string | null }[] }).messages;
}

/** Turns the app on; `code` gives the code of so many steps from now, of which each is good once. */
async function turnOn(name: string) {
  const client = await app.signIn(name);
  const { secret } = (await post('api/security/totp/begin', { password }, client)).data;
  const code = (step: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * step });
  const { recovery_codes: codes } = (await post('api/security/totp/finish', { code: code(0) }, client)).data;
  return { client, code, codes: codes as string[] };
}

describe('an authenticator app', () => {
  test('counts once a code of it was given, and from then on the password alone lets nobody in', async () => {
    const client = await app.signIn('global.active');
    expect(told(await post('api/security/totp/begin', { password: 'not mine' }, client))).toEqual([422, 'wrong_password']);
    const begun = await post('api/security/totp/begin', { password }, client);
    expect(begun.data.uri).toContain('global.active');
    expect(told(await post('api/security/totp/finish', { code: '000000' }, client))).toEqual([422, 'wrong_code']);
    expect((await signInWith('global.active')).httpStatus).toBe(200);

    const { code, codes } = await turnOn('global.active');
    const next = code(1);
    expect(codes).toHaveLength(10);
    expect((await get('api/security/factors', client)).data).toMatchObject({ recovery_codes_left: 10, totp: {} });
    const asked = await signInWith('global.active');
    expect([told(asked), asked.data]).toEqual([[401, 'second_factor_required'], { factors: ['totp', 'recovery'] }]);
    expect(told(await signInWith('global.active', { code: '000000' }))).toEqual([422, 'wrong_code']);
    // Who has the code and not the password learns nothing of either.
    expect(told(await signInWith('global.active', { password: 'x', code: next }))).toEqual([401, 'wrongCredentials']);
    await forgetFailures();
    const within = await signInWith('global.active', { code: next });
    expect(within.httpStatus).toBe(200);
    expect(told(await signInWith('global.active', { code: next }))).toEqual([422, 'wrong_code']);
    const [event] = await app.owner.sql.many<{ detail: { factor: string } }>(
      `select detail from audit_event where action = 'session.sign_in' and subject = $1`,
      [`session:${within.data.sid}`],
    );
    expect(event?.detail.factor).toBe('totp');
  });

  test('is lost: a recovery code lets in once, and its owner is told', async () => {
    const { client, codes } = await turnOn('eu.active');
    const [first = '', second = ''] = codes;
    expect((await signInWith('eu.active', { code: first.toUpperCase().replaceAll('-', ' ') })).httpStatus).toBe(200);
    expect(told(await signInWith('eu.active', { code: first }))).toEqual([422, 'wrong_code']);
    await app.drain();
    const { notifications } = (await get('api/notifications', client)).data;
    const used = notifications.find(({ type, text }: { type: string; text: string }) =>
      [type === 'second_factor_changed', text.includes('9 are left')].every(Boolean),
    );
    expect(used).toBeDefined();
    await forgetFailures();
    const renewed = await post('api/security/recovery-codes', { password, code: second }, client);
    expect(renewed.data.recovery_codes).toHaveLength(10);
    expect(told(await signInWith('eu.active', { code: codes[2] }))).toEqual([422, 'wrong_code']);
  });

  test('is turned off by password and code alone, and wrong ones make one wait', async () => {
    const { client, codes } = await turnOn('uk.active');
    const remove = (proof: Body) => post('api/security/factors/remove', { kind: 'totp', ...proof }, client);
    const asked = await remove({ password });
    expect([told(asked), asked.data]).toEqual([[422, 'second_factor_required'], { factors: ['totp', 'recovery'] }]);
    expect(told(await remove({ password, code: '000000' }))).toEqual([422, 'wrong_code']);
    expect(told(await remove({ password: 'guessed', code: codes[0] }))).toEqual([422, 'wrong_password']);
    expect(told(await remove({ password, code: codes[0] }))).toEqual([429, 'too_many_attempts']);
    await forgetFailures();
    expect((await remove({ password, code: codes[0] })).httpStatus).toBe(200);
    expect((await get('api/security/factors', client)).data).toEqual({ totp: null, passkeys: [], recovery_codes_left: 0 });
    expect((await signInWith('uk.active')).httpStatus).toBe(200);
    expect(told(await remove({ password }))).toEqual([404, 'factor_gone']);
  });

  test('is neither turned on nor off while the account is frozen, and is afterwards', async () => {
    const { client, codes } = await turnOn('investor.waiting');
    const [first = '', second = ''] = codes;
    const late = await app.signIn('provider.new');
    const begun = await post('api/security/totp/begin', { password }, late);
    const code = generateSync({ secret: begun.data.secret, epoch: Math.floor(Date.now() / 1000) });
    for (const as of [client, late]) expect((await post('api/security/freeze', {}, as)).errors).toEqual([]);
    // Whoever made them freeze it, and sits in a session, locks nobody out of having it back.
    const tried = [
      ['totp/begin', { password }, late],
      ['totp/finish', { code }, late],
      ['passkeys/begin', { password }, late],
      ['factors/remove', { kind: 'totp', password, code: first }, client],
      ['recovery-codes', { password, code: first }, client],
    ] as const;
    for (const [path, body, as] of tried)
      expect(told(await post(`api/security/${path}`, body, as))).toEqual([403, 'account_frozen']);
    expect((await get('api/security/factors', late)).data).toMatchObject({ totp: null, passkeys: [] });
    await app.owner.sql.run('update client set status_id = 12, version = version + 1 where status_id = 14 and id = any($1)', [
      [client.clientId, late.clientId],
    ]);
    for (const { clientId } of [client, late]) app.opened.app.sessions.forgetClient(ofClient(clientId));
    expect((await post('api/security/factors/remove', { kind: 'totp', password, code: second }, client)).errors).toEqual([]);
  });

  test('is nobody else’s: one client’s codes open nothing of another', async () => {
    const { codes } = await turnOn('ng.active');
    await turnOn('ke.active');
    expect(told(await signInWith('ke.active', { code: codes[0] }))).toEqual([422, 'wrong_code']);
  });

  test('is asked for by a new password for a forgotten one too, and a wrong code ends the PIN', async () => {
    const { codes } = await turnOn('in.gold');
    const email = 'in.gold@atrium.test';
    const reset = (body: Body) => post('api/reset-password', { email, ...body });
    const typed = { action: 'password', password: 'Harbour2026', password2: 'Harbour2026' };
    const sendPin = async () => {
      await app.owner.sql.run('delete from challenge');
      const asked = await reset({ action: 'sendpin' });
      await reset({ action: 'sendpin', ...(await solveAltcha(asked.data.captcha)) });
      return (await sentTo(email)).find(({ pin }) => pin !== null)?.pin ?? 'none';
    };
    const pin = await sendPin();
    expect(told(await reset({ ...typed, pin }))).toEqual([401, 'second_factor_required']);
    expect(told(await reset({ ...typed, pin, code: '000000' }))).toEqual([422, 'wrong_code']);
    expect(told(await reset({ ...typed, pin, code: codes[0] }))).toEqual([422, 'pin_expired']);
    expect((await signInWith('in.gold', { code: codes[0] })).httpStatus).toBe(200);
    const again = await sendPin();
    expect((await reset({ ...typed, pin: again, code: codes[1] })).data).toMatchObject({ sid: expect.any(String) });
    // A recovery code that was spent so is told of like one at sign-in.
    expect((await sentTo(email)).some(({ text }) => text.includes('8 are left'))).toBe(true);
  });
});

describe('an authenticator app, of somebody signed in,', () => {
  test('is asked for by another password too, at both addresses, and a wrong code ends the PIN', async () => {
    const { client, codes } = await turnOn('eu.pro');
    const pinNow = async () => {
      await app.owner.sql.run('delete from challenge');
      await post('api/direct/client-change-password/sendpin', {}, client);
      return (await sentTo('eu.pro@atrium.test')).find(({ pin }) => pin !== null)?.pin ?? 'none';
    };
    const typed = { password: 'Harbour2026', password2: 'Harbour2026' };
    const change = (body: Body) => post('api/direct/client-change-password/password', { ...typed, ...body }, client);
    const pin = await pinNow();
    const asked = await change({ pin });
    expect([told(asked), asked.data]).toEqual([[422, 'second_factor_required'], { factors: ['totp', 'recovery'] }]);
    expect(told(await change({ pin, code: '000000' }))).toEqual([422, 'wrong_code']);
    expect(told(await change({ pin, code: codes[0] }))).toEqual([422, 'pin_expired']);
    const again = await pinNow();
    const byAction = (body: Body) => post('api/client-reset-password', { action: 'password', ...typed, ...body }, client);
    expect(told(await byAction({ pin: again }))).toEqual([422, 'second_factor_required']);
    expect((await byAction({ pin: again, code: codes[0] })).errors).toEqual([]);
    expect(told(await signInWith('eu.pro', { password: typed.password }))).toEqual([401, 'second_factor_required']);
  });
});

describe('a device', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
  const signInBy = (agent: string, id = 'cn.active@atrium.test') =>
    app.call({ method: 'POST', path: '/api/client/login', body: { id, password }, headers: { 'user-agent': agent } });
  const letters = async (email = 'cn.active@atrium.test') =>
    (await sentTo(email)).filter(({ subject }) => subject.includes('new device')).length;

  test('that nobody has signed in from is told of, once, and the first of all is not', async () => {
    await signInBy('node');
    expect(await letters()).toBe(0);
    await signInBy(firefox);
    expect(await letters()).toBe(1);
    await signInBy(firefox.replaceAll('133', '134'));
    await signInBy('node');
    expect(await letters()).toBe(1);
  });

  test('that somebody signs in from first is told of where another one has signed up', async () => {
    const email = 'signed.up@example.com';
    const typed = { country: 'ZA', email, phone: '+27 82 123 4577', password, tc_accept: true, terms_version: 1 };
    const asked = await post('api/register', typed);
    const begun = await post('api/register', { ...typed, ...(await solveAltcha(asked.data.captcha)) });
    const cookie = begun.headers.getSetCookie().map((each) => each.split(';')[0]);
    const [letter] = await sentTo(email);
    const confirm = { method: 'POST', path: 'api/register/confirm', body: { pin: letter?.pin } } as const;
    expect((await app.call({ ...confirm, headers: { cookie: cookie.join('; ') } })).errors).toEqual([]);
    await signInBy(firefox, email);
    expect(await letters(email)).toBe(1);
    await signInBy('node', email);
    expect(await letters(email)).toBe(1);
  });
});

test('of passwords guessed at once in a session, whatever they are for, no more are tried than one after the other', async () => {
  const client = await app.signIn('hk.active');
  const usual = app.opened.settings.current().signIn.firstDelaySeconds;
  await setFirstDelay(app, 300);
  const wrong = { password: 'not mine' };
  const asked: readonly (readonly [path: string, body: Body])[] = [
    ['api/security/totp/begin', wrong],
    ['api/profile/secondary-email/remove', wrong],
    ['api/personal-data/erasure', wrong],
    ['api/exports/personal', { ...wrong, format: 'json' }],
  ];
  try {
    const answers = await Promise.all(asked.concat(asked, asked).map(async ([path, body]) => post(path, body, client)));
    const codes = answers.map(({ errors }) => errors[0]?.code);
    // The wait begins with the second failure.
    expect(codes.filter((code) => code === 'wrong_password')).toHaveLength(2);
    expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(10);
    expect(told(await post('api/security/totp/begin', { password }, client))).toEqual([429, 'too_many_attempts']);
  } finally {
    await setFirstDelay(app, usual);
  }
});
