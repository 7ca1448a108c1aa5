import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { solveAltcha } from '../../server/testing/captcha.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['rate_window', 'challenge']) await app.owner.sql.run(`delete from ${table}`);
});

const post = (path: string, body: object, as?: SignedIn) =>
  app.call({ method: 'POST', path, body, ...(as === undefined ? {} : { as }) });
const signInWith = (id: string | number, password: string) => post('/api/client/login', { id, password });

interface Letter {
  readonly channel: string;
  readonly subject: string;
  readonly text: string;
  readonly pin: string | null;
}

/** What was sent to an address or a number, the newest first. */
async function sentTo(to: string): Promise<Letter[]> {
  await app.drain();
  const answer = await fetch(`${app.url}/sandbox/outbox?to=${encodeURIComponent(to)}`);
  return ((await answer.json()) as { messages: Letter[] }).messages;
}

const pinTo = async (to: string): Promise<string> => (await sentTo(to)).find(({ pin }) => pin !== null)?.pin ?? 'none';
const otherThan = (pin: string): string => String((Number(pin) + 1) % 10_000).padStart(4, '0');
const twice = (password: string) => ({ password, password2: password });

describe('The password for signing in', () => {
  const path = 'api/direct/client-change-password';
  const email = 'ng.active@atrium.test';

  test('is changed by a PIN that comes by mail and SMS, ends the other sessions, and is told by mail', async () => {
    const client = await app.signIn('ng.active');
    const other = await app.signIn('ng.active');
    const { mobile_phone: phone } = await app.owner.sql.one<{ mobile_phone: string }>(
      'select mobile_phone from client where id = $1',
      [client.clientId],
    );
    expect((await post(`${path}/sendpin`, {}, client)).data).toEqual({ method: 'email_sms', resend_seconds: 60 });
    const pin = await pinTo(email);
    expect(await pinTo(phone)).toBe(pin);
    expect(await post(`${path}/checkpin`, { pin }, client)).toMatchObject({ success: true });
    const refused = [
      [twice('short'), 'password_too_weak', 'password'],
      [twice('Sandbox2026!'), 'password_same_as_old', 'password'],
      [{ password: 'Harbour2026', password2: 'Harbour2027' }, 'passwords_differ', 'password2'],
    ] as const;
    for (const [typed, code, field] of refused) {
      const answer = await post(`${path}/password`, { pin, ...typed }, client);
      expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code, validation_messages: { [field]: expect.anything() } }] });
    }
    expect(await post(`${path}/password`, { pin, ...twice('Harbour2026') }, client)).toMatchObject({ success: true });
    expect((await app.call({ method: 'GET', path: 'api/client_info', as: other })).httpStatus).toBe(401);
    expect((await app.call({ method: 'GET', path: 'api/client_info', as: client })).httpStatus).toBe(200);
    expect((await signInWith(client.clientId, 'Sandbox2026!')).httpStatus).toBe(401);
    expect((await signInWith(client.clientId, 'Harbour2026')).httpStatus).toBe(200);
    expect((await sentTo(email)).some(({ subject }) => subject.includes('password was changed'))).toBe(true);
    // Whoever found a session and the mailbox open has all of this: so money goes nowhere new for a while.
    const { data } = await app.call({ method: 'GET', path: 'api/profile', as: client });
    expect(data.profile.cools_until).not.toBeNull();
    // One PIN is good for one change.
    const again = await post(`${path}/password`, { pin, ...twice('Harbour2028') }, client);
    expect(again.errors[0]?.code).toBe('pin_expired');
  });

  test('is changed by a PIN that is called too, where a number is known', async () => {
    const client = await app.signIn('investor.form');
    const numberIs = (to: string | null) =>
      app.owner.sql.run('update client set mobile_phone = $2, version = version + 1 where id = $1', [client.clientId, to]);
    await numberIs(null);
    expect(await post(`${path}/sendpin`, { method: 'voice' }, client)).toMatchObject({
      httpStatus: 422,
      errors: [{ code: 'no_phone', validation_messages: { method: expect.anything() } }],
    });
    await numberIs('+27821234599');
    const asked = await post(`${path}/sendpin`, { method: 'voice' }, client);
    expect(asked.data).toEqual({ method: 'voice', resend_seconds: 60 });
    const [call] = await sentTo('+27821234599');
    expect(call).toMatchObject({ channel: 'voice', pin: expect.stringMatching(/^\d{4}$/) });
    // Called and not written: nobody else reads it.
    expect(await pinTo('investor.form@atrium.test')).toBe('none');
    expect((await post(`${path}/password`, { pin: call?.pin, ...twice('Harbour2026') }, client)).errors).toEqual([]);
  });

  test('at one address for all steps too', async () => {
    const client = await app.signIn('provider.active');
    const one = (body: object) => post('api/client-reset-password', body, client);
    expect((await one({ action: 'sendpin' })).data).toMatchObject({ resend_seconds: 60 });
    const pin = await pinTo('provider.active@atrium.test');
    expect((await one({ action: 'password', pin, password: 'Harbour2027' })).errors[0]?.validation_messages).toHaveProperty(
      'password2',
    );
    expect(await one({ action: 'checkpin', pin })).toMatchObject({ success: true });
    expect(await one({ action: 'password', pin, ...twice('Harbour2026') })).toMatchObject({ success: true });
  });

  test('a wrong PIN ends it, another one comes after a minute, five wrong ones end the day', async () => {
    const client = await app.signIn('global.full');
    const address = 'global.full@atrium.test';
    for (let wrong = 1; wrong <= 5; wrong += 1) {
      const asked = await post(`${path}/sendpin`, {}, client);
      // From the fourth on a captcha comes first.
      if (wrong > 3) await post(`${path}/sendpin`, await solveAltcha(asked.data.captcha), client);
      const pin = await pinTo(address);
      expect(await post(`${path}/checkpin`, { pin: otherThan(pin) }, client)).toMatchObject({
        httpStatus: 422,
        errors: [{ code: 'pin_wrong', validation_messages: { pin: { pin_check: expect.any(String) } } }],
      });
      expect((await post(`${path}/checkpin`, { pin }, client)).errors[0]?.code).toBe('pin_expired');
      expect((await post(`${path}/sendpin`, {}, client)).errors[0]?.code).toBe('code_just_sent');
      await app.owner.sql.run(`update challenge set created_at = created_at - interval '61 seconds'`);
    }
    expect(await post(`${path}/sendpin`, {}, client)).toMatchObject({ httpStatus: 429, errors: [{ code: 'too_many_codes' }] });
    // Another purpose has a count of its own.
    expect((await post('api/reset-password', { action: 'sendpin', email: address })).errors[0]?.code).toBe('captcha_required');
  });

  test('of two changes with one PIN at once one is made', async () => {
    const client = await app.signIn('investor.active');
    await post(`${path}/sendpin`, {}, client);
    const pin = await pinTo('investor.active@atrium.test');
    const answers = await Promise.all(
      ['Harbour-A-1', 'Harbour-B-1'].map((password) => post(`${path}/password`, { pin, ...twice(password) }, client)),
    );
    expect(answers.map(({ success }) => success).toSorted()).toEqual([false, true]);
  });
});

describe('The password of a trading account', () => {
  const path = 'api/direct/account-change-password';

  const email = 'ke.active@atrium.test';
  let client: SignedIn;
  const numbers = { mt4: 0, mt5: 0 };
  let foreign: number;
  const open = async (as: SignedIn, type: string): Promise<number> => {
    const order = { account: type, currency: 'USD', leverage: 100, swap_free: false, demo_trade_balance: '1000' };
    const answer = await app.call({ method: 'POST', path: 'api/accounts/demo', body: order, as });
    expect(answer.errors).toEqual([]);
    return answer.data.number;
  };
  beforeAll(async () => {
    client = await app.signIn('ke.active');
    numbers.mt4 = await open(client, 'standard');
    numbers.mt5 = await open(client, 'advantage mt5');
    foreign = await open(await app.signIn('global.my'), 'standard');
  });

  test.each([
    ['mt5', 'main'],
    ['mt4', 'investor'],
  ] as const)('on %s, the %s one, is changed on the platform and kept nowhere else', async (platform, which) => {
    const account = numbers[platform];
    await post(`${path}/sendpin`, { account }, client);
    const pin = await pinTo(email);
    const set = (typed: object) => post(`${path}/password`, { account, which, pin, ...typed }, client);
    expect((await set(twice('weak'))).errors[0]?.code).toBe('trading_password_too_weak');
    expect((await set(twice('Harbour-2026'))).errors).toEqual([]);
    const line = app.opened.app.platforms[platform];
    expect(await line.checkPassword({ login: account, which, password: 'Harbour-2026' })).toMatchObject({ matches: true });
    expect((await set(twice('Harbour-2027'))).errors[0]?.code).toBe('pin_expired');
    const audit = await app.owner.sql.many(`select detail from audit_event where action = 'account.change_password'`);
    expect(JSON.stringify(audit)).not.toContain('Harbour');
    await app.owner.sql.run('delete from challenge');
    await post(`${path}/sendpin`, { account }, client);
    const next = await pinTo(email);
    const same = await post(`${path}/password`, { account, which, pin: next, ...twice('Harbour-2026') }, client);
    expect(same.errors[0]).toMatchObject({ code: 'password_same_as_old' });
  });

  test('somebody else’s account is answered as an unknown one, and a PIN is good for one account alone', async () => {
    const unknown = await post(`${path}/sendpin`, { account: 999_999_999 }, client);
    expect(unknown.errors[0]?.code).toBe('account_not_found');
    expect(await post(`${path}/sendpin`, { account: foreign }, client)).toMatchObject({
      httpStatus: unknown.httpStatus,
      errors: unknown.errors,
    });
    const { mt4: first, mt5: second } = numbers;
    await post(`${path}/sendpin`, { account: first }, client);
    const pin = await pinTo(email);
    expect((await post(`${path}/checkpin`, { account: second, pin }, client)).errors[0]?.code).toBe('pin_expired');
    expect(await post(`${path}/checkpin`, { account: first, pin }, client)).toMatchObject({ success: true });
  });
});

describe('A forgotten password', () => {
  const ask = async (body: object) => {
    const first = await post('api/reset-password', body);
    if (first.errors[0]?.code !== 'captcha_required') return first;
    return post('api/reset-password', { ...body, ...(await solveAltcha(first.data.captcha)) });
  };

  test('is set anew by the PIN of the letter, signs in and ends every session that stood', async () => {
    const before = await app.signIn('uk.active');
    const email = 'uk.active@atrium.test';
    const asked = await post('api/reset-password', { action: 'sendpin', email });
    expect(asked).toMatchObject({ httpStatus: 429, errors: [{ code: 'captcha_required' }] });
    expect((await ask({ action: 'sendpin', email: 'UK.active@atrium.test' })).data).toEqual({
      method: 'email_sms',
      resend_seconds: 60,
    });
    const pin = await pinTo(email);
    expect(await post('api/reset-password', { action: 'checkpin', email, pin })).toMatchObject({ success: true });
    const weak = await post('api/reset-password', { action: 'password', email, pin, ...twice('weak') });
    expect(weak.errors[0]?.code).toBe('password_too_weak');
    const answer = await post('api/reset-password', { action: 'password', email, pin, ...twice('Harbour2026') });
    expect(answer.data).toMatchObject({ company_id: 4, client_id: before.clientId, sid: expect.any(String) });
    expect((await app.call({ method: 'GET', path: 'api/client_info', as: before })).httpStatus).toBe(401);
    const cookie =
      answer.headers
        .getSetCookie()
        .find((each) => each.startsWith('atrium_session='))
        ?.split(';')[0] ?? '';
    const as = { cookie, token: answer.data.token, clientId: before.clientId };
    expect((await app.call({ method: 'GET', path: 'api/client_info', as })).data.id).toBe(before.clientId);
  });

  test('on the site of another company tells whose client one is, and keeps the region', async () => {
    const email = 'ke.active@atrium.test';
    const told = async () =>
      app.owner.sql.many<{ values: object }>(
        `select n.values from notice n join client c on c.id = n.client_id
          where c.email = $1 and n.type = 'password_reset_elsewhere'`,
        [email],
      );
    const reset = async (site: string, password: string) => {
      await app.owner.sql.run('delete from challenge');
      await ask({ action: 'sendpin', email });
      const pin = await pinTo(email);
      return post('api/reset-password', { action: 'password', email, pin, site, ...twice(password) });
    };
    const own = await reset('global', 'Harbour2026');
    expect(own.data.company_id).toBe(5);
    expect(own.headers.getSetCookie().find((each) => each.startsWith('show_region='))).toMatch(
      /^show_region=global;.*Max-Age=15724800/,
    );
    expect(await told()).toEqual([]);
    expect((await reset('uk', 'Harbour2027')).data.company_id).toBe(5);
    expect(await told()).toEqual([{ values: { company: { phrase: 'moves.company.5' } } }]);
    expect(await post('api/reset-password', { action: 'checkpin', email, pin: '0000', site: 'mars' })).toMatchObject({
      httpStatus: 422,
    });
  });

  test('an address that is nobody’s is answered alike at every step, and reads a letter of its own', async () => {
    const [known, unknown] = ['eu.active@atrium.test', 'nobody@example.com'];
    const steps = async (email: string) => {
      const answers = [await ask({ action: 'sendpin', email }), await ask({ action: 'sendpin', email })];
      const pin = (await pinTo(email)) === 'none' ? '0000' : otherThan(await pinTo(email));
      answers.push(await post('api/reset-password', { action: 'checkpin', email, pin }));
      answers.push(await post('api/reset-password', { action: 'password', email, pin, ...twice('Harbour2026') }));
      // The seconds to wait go on running.
      const told = (text: string): string => text.replaceAll(/\d+/g, 'n');
      return answers.map(({ httpStatus, data, errors }) => ({ httpStatus, data, errors: told(JSON.stringify(errors)) }));
    };
    expect(await steps(unknown)).toEqual(await steps(known));
    const [letter] = await sentTo(unknown);
    expect(letter).toMatchObject({ pin: null, subject: 'There is no account with this address' });
  });

  test('who may not sign in has nothing to reset', async () => {
    const { id } = await app.owner.sql.one<{ id: number }>(`select id from client where email = 'global.declined@atrium.test'`);
    await app.owner.sql.run('update client set status_id = 4 where id = $1', [id]);
    await ask({ action: 'sendpin', email: 'global.declined@atrium.test' });
    expect(await pinTo('global.declined@atrium.test')).toBe('none');
  });
});

test('after three PINs within a day a captcha comes before the next one, for both passwords', async () => {
  const client = await app.signIn('global.active');
  const order = { account: 'standard', currency: 'USD', leverage: 100, swap_free: false, demo_trade_balance: '1000' };
  const number = (await post('api/accounts/demo', order, client)).data.accounts.demo.at(-1).number as number;
  const wizards = [
    ['api/direct/client-change-password', {}],
    ['api/direct/account-change-password', { account: number }],
  ] as const;
  for (const [path, of] of wizards) {
    const ask = (body: object = {}) => post(`${path}/sendpin`, { ...of, ...body }, client);
    for (let sent = 0; sent < 3; sent += 1) {
      expect((await ask()).errors).toEqual([]);
      await app.opened.clock.advance(61);
    }
    const asked = await ask();
    expect(asked).toMatchObject({ httpStatus: 429, errors: [{ code: 'captcha_required' }] });
    const { captcha } = asked.data as { captcha: { challenge: string } };
    const proof = await solveAltcha(captcha);
    const wrong = await ask({ ...proof, validate: 'AAAA' });
    expect(wrong).toMatchObject({ httpStatus: 422, errors: [{ code: 'wrong_captcha_code' }] });
    expect((await ask(proof)).errors).toEqual([]);
    await app.opened.clock.advance(61);
    // Good once, and for nothing else.
    expect((await ask(proof)).errors[0]?.code).toBe('wrong_captcha_code');
    const other = await post('api/direct/gee-test/validate/', { ...proof, action: 'change_password', id: client.clientId });
    expect(other.errors[0]?.code).toBe('wrong_captcha_code');
  }
});
