import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isTradingPassword, platforms } from '../../law/platforms.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { outlastOperations } from '../../server/testing/operations.ts';
import { openingTopic } from './open.ts';

let app: TestApp;
let client: SignedIn;
beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('ng.active');
});
afterAll(async () => app.close());

const order = { account: 'standard', currency: 'USD', leverage: 100, swap_free: false, i_agree_tc: true };
const open = (group: 'live' | 'demo', body: object, as = client) =>
  app.call({ method: 'POST', path: `api/accounts/${group}`, body, as });
const fail = async (mode: string, count = 1) =>
  app.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'trading', mode, count } });
const statusOf = async (number: number) =>
  (await app.owner.sql.one<{ status: string }>('select status from trading_account where number = $1', [number])).status;
/** Brings the job's hour forward, as if the call's process had died a minute ago. */
const finishLeftOver = async (number: number) => {
  await outlastOperations(app);
  await app.owner.sql.run(`update outbox set due_at = now() - interval '1 day' where topic = $1 and payload->>'number' = $2`, [
    openingTopic,
    String(number),
  ]);
  await app.drain();
};

describe('a live account', () => {
  test('stands on the platform when the answer comes, with passwords that are shown this once', async () => {
    const answer = await open('live', order);
    expect(answer).toMatchObject({
      success: true,
      data: { accounts: { live: [{ type: 'standard', status: 'active', balance: '0.00', leverage: 100 }] } },
    });
    const { number, credentials } = answer.data;
    expect(isTradingPassword(platforms.mt4.password, credentials.password)).toBe(true);
    const platform = app.opened.app.platforms.mt4;
    const login = { login: number, which: 'main', password: credentials.password } as const;
    expect(await platform.checkPassword(login)).toMatchObject({ outcome: 'done', matches: true });
    const kept = await app.owner.sql.many('select * from trading_account where number = $1', [number]);
    expect(JSON.stringify(kept, (_name, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      credentials.password,
    );
  });

  test('is listed among the live ones and among those that hold nothing', async () => {
    const { data } = await app.call({ method: 'GET', path: 'api/accounts', as: client });
    expect(data.accounts.live).toHaveLength(1);
    expect(data.accounts.zero).toEqual(data.accounts.live);
    expect(data.accounts.demo).toEqual([]);
  });
});

test('a demo account comes with the play money that was asked for', async () => {
  const answer = await open('demo', { account: 'advantage mt5', currency: 'EUR', leverage: 500, demo_trade_balance: '2500.50' });
  expect(answer.data.accounts.demo).toMatchObject([{ status: 'active', balance: '2500.50', currency: 'EUR', is_demo: true }]);
});

test('the client is told by a notice of the new account', async () => {
  const { data } = await app.call({ method: 'GET', path: 'api/notifications', as: client });
  const told = data.notifications.filter((notice: { type: string }) => notice.type === 'account_opened');
  expect(told.length).toBeGreaterThan(0);
  // A demo account has its money, and takes no deposit.
  for (const { text, data: about } of told) expect(text.includes('Deposit to begin')).toBe(about.typeGroup === 'live');
});

describe('when the platform does not answer', () => {
  test('after it has opened the account, asking again finds it, and the passwords are right', async () => {
    await fail('timeout_after');
    const { data } = await open('live', { ...order, account: 'ecn mt5' });
    expect(data.accounts.live).toMatchObject([{ status: 'active' }]);
    const login = { login: data.number, which: 'main', password: data.credentials.password } as const;
    expect(await app.opened.app.platforms.mt5.checkPassword(login)).toMatchObject({ matches: true });
  });

  test('at all, the account stays in opening and the job opens it later, once', async () => {
    await fail('timeout_before', 2);
    const { data } = await open('demo', { account: 'ecn mt5', currency: 'USD', leverage: 100 });
    expect(data).toMatchObject({ credentials: null, accounts: { demo: [{ status: 'opening' }] } });
    await finishLeftOver(data.number);
    expect(await statusOf(data.number)).toBe('active');
    const platform = app.opened.app.platforms.mt5;
    expect(await platform.account(data.number)).toMatchObject({ account: { balance: 1_000_000n } });
    await finishLeftOver(data.number);
    expect(await platform.account(data.number)).toMatchObject({ account: { balance: 1_000_000n } });
  });

  test('but says that it is not well, the opening is refused for the moment, and its key opens one later', async () => {
    const body = { account: 'ecn mt5', currency: 'USD', leverage: 100, demo_trade_balance: '10000', i_agree_tc: true };
    const headers = { 'idempotency-key': 'opened-later' };
    const openOnce = () => app.call({ method: 'POST', path: 'api/accounts/demo', body, as: client, headers });
    await fail('error');
    expect(await openOnce()).toMatchObject({ httpStatus: 503, errors: [{ code: 'platform_unavailable' }] });
    expect((await openOnce()).data).toMatchObject({ accounts: { demo: [{ status: 'active' }] } });
  });

  test('to the play money, it is looked up and given once', async () => {
    // The first acting call is the opening itself, so the fault has to be planned for the second.
    const { data } = await open('demo', { account: 'advantage mt5', currency: 'USD', leverage: 100 });
    await app.owner.sql.run(`update trading_account set status = 'opening' where number = $1`, [data.number]);
    await app.owner.sql.run(`update outbox set done_at = null where topic = $1 and payload->>'number' = $2`, [
      openingTopic,
      String(data.number),
    ]);
    await finishLeftOver(data.number);
    expect(await statusOf(data.number)).toBe('active');
    expect(await app.opened.app.platforms.mt5.account(data.number)).toMatchObject({ account: { balance: 1_000_000n } });
  });
});

describe('an opening that may not be', () => {
  test('is refused on the field that breaks the rule, and nothing is written', async () => {
    const before = await app.owner.sql.one('select count(*) from trading_account');
    const answer = await open('live', { ...order, leverage: 150 });
    expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code: 'leverage_not_offered' }] });
    expect(answer.errors[0]?.validation_messages).toHaveProperty('leverage');
    expect(await app.owner.sql.one('select count(*) from trading_account')).toEqual(before);
  });

  test.each([
    ['a body without a type', { currency: 'USD' }, 'account'],
    ['a leverage that is a word', { ...order, leverage: 'much' }, 'leverage'],
    ['an object for a currency', { ...order, currency: {} }, 'currency'],
  ])('%s is refused in the envelope', async (...[, body, field]) => {
    const answer = await open('live', body);
    expect(answer).toMatchObject({ httpStatus: 422, success: false });
    expect(answer.errors[0]?.validation_messages).toHaveProperty(field);
  });

  test('is refused to clients from Hong Kong with the documents’ code', async () => {
    const answer = await open('live', order, await app.signIn('hk.active'));
    expect(answer).toMatchObject({ httpStatus: 403, errors: [{ code: 'we_are_not_accept_hongkong_clients' }] });
  });

  test('is refused beyond the number that the type allows, however many ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => open('live', { ...order, account: 'pro', leverage: 200 })),
    );
    expect(answers.filter((answer) => answer.success)).toHaveLength(2);
    expect(answers.filter((answer) => answer.errors[0]?.code === '10031')).toHaveLength(4);
  });
});

test('the same Idempotency-Key opens one account and answers alike, without the passwords, which are kept nowhere', async () => {
  const call = async () =>
    app.call({
      method: 'POST',
      path: 'api/accounts/live',
      body: { ...order, account: 'micro' },
      as: client,
      headers: { 'idempotency-key': 'micro-1' },
    });
  const first = await call();
  expect(first.data.credentials.password).toHaveLength(12);
  const second = await call();
  expect(second.data).toEqual({ ...first.data, credentials: null });
  const kept = await app.owner.sql.many<{ answer: string }>('select answer from idempotency');
  expect(kept.map((row) => row.answer).join('\n')).not.toContain(first.data.credentials.password);
});

test('the types of live accounts are those of the client’s own company, with the cap of its law', async () => {
  const { data } = await app.call({ method: 'GET', path: 'api/account_types/live', as: await app.signIn('eu.active') });
  const caps = data.account_types.map((type: { maxLeverage: number }) => type.maxLeverage);
  expect(caps.length).toBeGreaterThan(2);
  expect(Math.max(...caps)).toBe(30);
});

test('a key whose call died before its answer finds the account that it opened', async () => {
  const key = 'opening-that-died';
  const ask = () =>
    app.call({ method: 'POST', path: 'api/accounts/live', body: order, as: client, headers: { 'idempotency-key': key } });
  const first = await ask();
  expect(first.success).toBe(true);
  // As a process leaves it that died between its work and its answer, a minute ago.
  await app.owner.sql.run(
    `update idempotency set status = null, answer = null, created_at = now() - interval '5 minutes' where key = $1`,
    [key],
  );
  const again = await ask();
  expect([again.data.number, again.data.credentials]).toEqual([first.data.number, null]);
});
