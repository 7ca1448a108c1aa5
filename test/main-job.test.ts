import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../src/server/testing/app.ts';
import { openProgram, password, type Answer, type Program, type Visitor } from './outside/program.ts';

/*
 * The main job, driven from outside: sign in, deposit by card, see it arrive, move money between two currencies, open
 * accounts. Only the pinned interfaces and the OpenAPI document are known here.
 */

interface Account {
  readonly number: number;
  readonly currency: string;
  readonly platform: string;
  readonly type: string;
  readonly balance: string;
  readonly margin_free: string;
}

let app: TestApp;
let program: Program;
let visitor: Visitor;
let dollars: Account;
let euros: Account;

beforeAll(async () => {
  app = await openTestApp({ seeds: 'whole' });
  program = await openProgram(app.url);
  visitor = await program.signIn('global.active@atrium.test');
  const live = await liveAccounts();
  dollars = must(live.find(({ currency, platform }) => currency === 'USD' && platform === 'mt5'));
  euros = must(live.find(({ currency, platform }) => currency === 'EUR' && platform === 'mt4'));
});
afterAll(async () => app.close());

const get = (path: string, as = visitor): Promise<Answer> => program.ask({ path, as });
const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  program.ask({ method: 'POST', path, body, as: visitor, headers });
const process = (body: object, headers?: Readonly<Record<string, string>>) => post('api/payments_process', body, headers);
const liveAccounts = async (): Promise<Account[]> => (await get('api/accounts')).data.accounts.live;
const balanceOf = async (number: number): Promise<bigint> =>
  cents(must((await liveAccounts()).find((account) => account.number === number)).balance);
const transferOf = async (id: number) => (await get(`api/transfers?tid=${id}`)).data.transfer;
const depositOf = (amount: string, more: object = {}) =>
  process({
    action: 'confirm',
    transfer_type: 'deposit',
    account_number: dollars.number,
    amount,
    currency: 'USD',
    pm_id: 243,
    ...more,
  });

/** Asks again until it is as wished, as a program has to that is not told; at most ten seconds. */
async function until<Value>(look: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value> {
  for (let left = 1000; ; left -= 1) {
    const value = await look();
    if (isThere(value)) return value;
    if (left === 0) throw new Error(`it stayed ${JSON.stringify(value)}`);
    await pause(100);
  }
}

describe('signing in', () => {
  test('works with the e-mail and with the number, and answers token, public id and number', async () => {
    for (const id of ['global.active@atrium.test', visitor.clientId, String(visitor.clientId)]) {
      const answer = await program.ask({ method: 'POST', path: '/api/client/login', body: { id, password } });
      expect(answer).toMatchObject({ success: true, code: 200, data: { client_id: visitor.clientId } });
      expect(answer.data.token).not.toBe(answer.data.sid);
      const [cookie = ''] = answer.headers.getSetCookie();
      expect(cookie).toMatch(/HttpOnly/);
      expect(cookie).toMatch(/SameSite=Lax/);
      expect(cookie).not.toContain(answer.data.sid);
    }
  });

  test('answers alike for a wrong password and for somebody unknown', async () => {
    const wrong = { method: 'POST', path: '/api/client/login' } as const;
    const known = await program.ask({ ...wrong, body: { id: 'uk.active@atrium.test', password: 'not this one' } });
    const unknown = await program.ask({ ...wrong, body: { id: 'nobody@atrium.test', password: 'not this one' } });
    for (const answer of [known, unknown]) {
      expect(answer).toMatchObject({ status: 401, success: false, errors: [{ code: 'wrongCredentials' }] });
      expect(answer.errors).toEqual(known.errors);
    }
  });

  test('also answers under /api/js, and ends on the server', async () => {
    const answer = await program.ask({
      method: 'POST',
      path: '/api/js/api/client/login',
      body: { id: 'ng.active@atrium.test', password },
    });
    const as = { cookie: must(answer.headers.getSetCookie()[0]).split(';')[0] ?? '', token: answer.data.token, clientId: 0 };
    expect((await get('api/accounts', as)).success).toBe(true);
    expect((await program.ask({ method: 'POST', path: '/api/client/logout', body: {}, as })).success).toBe(true);
    expect(await get('api/accounts', as)).toMatchObject({ status: 401, errors: [{ code: 'no_session' }] });
  });

  test('a write with the cookie alone is refused, and with the token in the body it is not', async () => {
    const body = {
      action: 'confirm',
      transfer_type: 'deposit',
      account_number: dollars.number,
      amount: '100',
      currency: 'USD',
      pm_id: 243,
    };
    const headers = { cookie: visitor.cookie };
    const alone = await program.ask({ method: 'POST', path: 'api/payments_process', body, headers });
    expect(alone).toMatchObject({ status: 403, errors: [{ code: 'invalid_auth_token' }] });
    const carried = await program.ask({
      method: 'POST',
      path: 'api/payments_process',
      body: { ...body, token: visitor.token },
      headers,
    });
    expect(carried).toMatchObject({ success: true, data: { popup: null, pin_required: false } });
  });
});

describe('a deposit by card', () => {
  test('is quoted, saved, paid on the hosted page, and arrives with its timeline told', async () => {
    const before = await balanceOf(dollars.number);
    const confirmed = await depositOf('250.00');
    expect(confirmed.data).toMatchObject({
      quote: { amount: '250.00', currency: 'USD', account_amount: '250.00', account_currency: 'USD', rate: '1', fee: '0.00' },
      popup: null,
      pin_required: false,
    });
    const saved = await process({ action: 'save', remittance_id: confirmed.data.remittance_id });
    expect(saved.data.status).toBe('waiting_payment');
    const { transfer_id: id, redirect } = saved.data;
    const page = await fetch(redirect.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Approve payment');

    const reference = must(new URL(redirect.url).pathname.split('/').at(-1));
    const decided = await program.ask({
      method: 'POST',
      path: `/sandbox/payments/${reference}`,
      body: { outcome: 'approved' },
    });
    expect(decided.success).toBe(true);
    const transfer = await until(
      () => transferOf(id),
      ({ status }) => status === 'completed',
    );
    expect(transfer).toMatchObject({
      id,
      transfer_type: 'deposit',
      amount: '250.00',
      currency: 'USD',
      account_number: dollars.number,
      account_amount: '250.00',
      account_currency: 'USD',
    });
    expect(transfer.timeline.at(-1)).toMatchObject({ status: 'completed' });
    const moments = transfer.timeline.map(({ at }: { at: string }) => Date.parse(at));
    expect(moments).toEqual(moments.toSorted((a: number, b: number) => a - b));
    await until(
      () => balanceOf(dollars.number),
      (after) => after === before + 25_000n,
    );
  });

  test('in another currency says what arrives, and the documents’ number of the currency is as good as its letters', async () => {
    const byLetters = await depositOf('300.00', { currency: 'EUR' });
    const byNumber = await depositOf('300.00', { currency: 978 });
    expect(byNumber.data.quote).toMatchObject({ currency: 'EUR', account_currency: 'USD' });
    expect(byNumber.data.quote.rate).toBe(byLetters.data.quote.rate);
    expect(Number(byNumber.data.quote.rate)).toBeGreaterThan(0);
  });

  test('that the client declines stays out of the balance and says why', async () => {
    const before = await balanceOf(dollars.number);
    const { data } = await depositOf('120.00');
    const saved = await process({ action: 'save', remittance_id: data.remittance_id });
    const reference = must(new URL(saved.data.redirect.url).pathname.split('/').at(-1));
    await program.ask({ method: 'POST', path: `/sandbox/payments/${reference}`, body: { outcome: 'declined' } });
    const transfer = await until(
      () => transferOf(saved.data.transfer_id),
      ({ status }) => status === 'declined',
    );
    expect(transfer.reason).toMatch(/\w+ \w+/);
    expect(await balanceOf(dollars.number)).toBe(before);
  });

  test('saved twenty times at once is one transfer, one hosted page and one arrival', async () => {
    const before = await balanceOf(dollars.number);
    const { data } = await depositOf('100.00');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => process({ action: 'save', remittance_id: data.remittance_id })),
    );
    // Each answer has a seal of its own that leads on.
    const plain = (key: string, value: unknown) => (key === 'redirect_data' ? undefined : value);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data, plain))).size).toBe(1);
    const [{ data: saved }] = answers as [Answer];
    const reference = must(new URL(saved.redirect.url).pathname.split('/').at(-1));
    await program.ask({ method: 'POST', path: `/sandbox/payments/${reference}`, body: { outcome: 'approved' } });
    await until(
      () => transferOf(saved.transfer_id),
      ({ status }) => status === 'completed',
    );
    const again = await process({ action: 'save', remittance_id: data.remittance_id });
    expect(again.data).toMatchObject({ transfer_id: saved.transfer_id, status: 'completed' });
    expect(await balanceOf(dollars.number)).toBe(before + 10_000n);
  });
});

describe('a transfer between two accounts in two currencies', () => {
  const confirm = (amount: string) =>
    process({
      action: 'confirm',
      transfer_type: 'transfer',
      account_number: dollars.number,
      target_account_number: euros.number,
      amount,
      currency: 'USD',
      pm_id: 19,
    });

  test('brings what the quote said, saved twenty times at once', async () => {
    const before = { dollars: await balanceOf(dollars.number), euros: await balanceOf(euros.number) };
    const { data } = await confirm('50.00');
    expect(data.quote).toMatchObject({ amount: '50.00', currency: 'USD', account_currency: 'EUR' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => process({ action: 'save', remittance_id: data.remittance_id })),
    );
    expect(new Set(answers.map(({ data: saved }) => saved.transfer_id)).size).toBe(1);
    const transfer = await until(
      () => transferOf(answers[0]?.data.transfer_id),
      ({ status }) => status === 'completed',
    );
    expect(transfer.account_amount).toBe(data.quote.account_amount);
    expect(await balanceOf(dollars.number)).toBe(before.dollars - 5000n);
    expect(await balanceOf(euros.number)).toBe(before.euros + cents(data.quote.account_amount));
  });

  test('that together ask for more than there is cannot overdraw, however many run at once', async () => {
    const free = cents(must((await liveAccounts()).find(({ number }) => number === dollars.number)).margin_free);
    const before = { dollars: await balanceOf(dollars.number), euros: await balanceOf(euros.number) };
    // Six times a third: at most three of them fit into what is free.
    const third = free / 3n - 100n;
    const quotes = await Promise.all(Array.from({ length: 6 }, () => confirm(text(third))));
    const saved = await Promise.all(quotes.map(({ data }) => process({ action: 'save', remittance_id: data.remittance_id })));
    const ids = saved.flatMap(({ success, data }) => (success ? [data.transfer_id] : []));
    for (const answer of saved.filter(({ success }) => !success)) {
      expect(answer).toMatchObject({ status: 422, errors: [{ code: 'not_enough_money' }] });
      expect(answer.errors[0]?.validation_messages).toHaveProperty('amount.not_enough_money');
    }
    const ended = await Promise.all(
      ids.map((id) =>
        until(
          () => transferOf(id),
          ({ status }) => ['completed', 'declined', 'failed', 'cancelled'].includes(status),
        ),
      ),
    );
    const done = ended.filter(({ status }) => status === 'completed');
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(done.length).toBeLessThanOrEqual(3);
    const left = await balanceOf(dollars.number);
    expect(left).toBe(before.dollars - third * BigInt(done.length));
    expect(left).toBeGreaterThanOrEqual(0n);
    const arrived = done.reduce((sum, { account_amount: amount }) => sum + cents(amount), 0n);
    expect(await balanceOf(euros.number)).toBe(before.euros + arrived);
  });
});

describe('an Idempotency-Key', () => {
  test('gives the first answer again for the same body, and refuses another body', async () => {
    const headers = { 'Idempotency-Key': 'outside-1' };
    const body = { action: 'confirm', transfer_type: 'deposit', account_number: dollars.number, currency: 'USD', pm_id: 243 };
    const first = await process({ ...body, amount: '150.00' }, headers);
    const again = await process({ ...body, amount: '150.00' }, headers);
    expect(again.data).toEqual(first.data);
    const other = await process({ ...body, amount: '151.00' }, headers);
    expect(other).toMatchObject({ status: 409, errors: [{ code: 'idempotency_key_reused' }] });
  });

  test('opens one account, however often it is asked', async () => {
    const before = (await get('api/accounts/demo')).data.accounts.demo.length;
    const headers = { 'Idempotency-Key': 'outside-2' };
    const body = { account_group: 'demo', account: 'standard', currency: 'USD', leverage: 100, swap_free: false };
    const answers = await Promise.all(Array.from({ length: 4 }, () => post('api/accounts/demo', body, headers)));
    expect(answers.map(({ success }) => success)).toEqual([true, true, true, true]);
    expect(new Set(answers.map(({ data }) => data.number)).size).toBe(1);
    // The passwords are shown once, and kept nowhere that could show them again.
    expect(answers.filter(({ data }) => data.credentials !== null)).toHaveLength(1);
    expect((await get('api/accounts/demo')).data.accounts.demo).toHaveLength(before + 1);
  });
});

describe('opening an account', () => {
  test.each(['live', 'demo'] as const)('a %s one of an offered type answers it by its group, with its number', async (group) => {
    const { account_types: types } = (await get(`api/account_types/${group}`)).data;
    const type = must(types.find(({ name }: { name: string }) => name === 'advantage mt5'));
    const { _embedded: inside } = type;
    const leverage = inside.leverageList.data.at(-1);
    const answer = await post(`api/accounts/${group}`, {
      account_group: group,
      account: type.name,
      currency: 'EUR',
      leverage,
      swap_free: false,
      i_agree_tc: true,
      ...(group === 'demo' ? { demo_trade_balance: '10000' } : {}),
    });
    const opened = answer.data.accounts[group].at(-1);
    expect(opened).toMatchObject({ type: 'advantage mt5', platform: 'mt5', currency: 'EUR', leverage, is_promo: false });
    expect(answer.data.number).toBe(opened.number);
    const listed = (await get('api/accounts')).data.accounts[group].find((one: Account) => one.number === opened.number);
    expect(listed).toMatchObject({ status: 'active', balance: group === 'demo' ? '10000.00' : '0.00' });
  });
});

describe('the lists', () => {
  test('of transfers lead on by their cursor, each transfer once, the newest first', async () => {
    const seen: { id: number; created_at: string }[] = [];
    for (let after: string | null = ''; after !== null;) {
      const { data }: Answer = await get(`api/transfers?limit=7${after === '' ? '' : `&after=${after}`}`);
      expect(data.transfers.length).toBeLessThanOrEqual(7);
      seen.push(...data.transfers);
      after = data.next;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen.map(({ created_at: at }) => at)).toEqual(
      seen
        .map(({ created_at: at }) => at)
        .toSorted()
        .toReversed(),
    );
    const deposits = await get('api/transfers?transfer_type=deposit&from=2020-01-01&till=2099-01-01');
    expect(new Set(deposits.data.transfers.map((one: { transfer_type: string }) => one.transfer_type))).toEqual(
      new Set(['deposit']),
    );
    expect(await get('api/transfers?limit=1000')).toMatchObject({ status: 422 });
  });

  test.each([
    'api/dashboard',
    'api/client_info',
    'api/accounts',
    'api/accounts/live',
    'api/accounts/demo',
    'api/accounts/zero',
    'api/account_types/live',
    'api/account_types/demo',
    'api/transfers/overview',
    'api/payments/deposit',
    'api/payments/transfer',
    'api/rates',
    'api/rates?date=2026-01-15',
    'api/direct/wallets',
    'api/direct/inbox',
    'api/cards',
    'api/notifications',
    'api/trading/accounts',
    'api/trading/symbols',
    'api/trading/ticks?symbols=BTCUSD,EURUSD',
    'api/trading/candles?symbol=BTCUSD&timeframe=1d',
  ])('GET %s answers what the document says', async (path) => {
    const before = program.checked();
    expect(await get(path)).toMatchObject({ success: true, errors: [] });
    expect(program.checked()).toBe(before + 1);
  });

  test('of one account answer what the document says', async () => {
    for (const part of ['', '/positions', '/trades', '/equity']) {
      expect(await get(`api/accounts/${dollars.number}${part}`)).toMatchObject({ success: true });
    }
  });
});

function must<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('it is missing');
  return value;
}

/** Amounts of currencies with two decimals, exactly. */
function cents(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

function text(minor: bigint): string {
  return `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
}
