import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../src/server/testing/app.ts';
import { openProgram, type Answer, type Program, type Question, type Visitor } from './outside/program.ts';
import { refusal } from './outside/refusal.ts';

/* What an outside program gets for what it should not have sent: a named error, on the right field, and nothing changed. */

let app: TestApp;
let program: Program;
let visitor: Visitor;
let dollars: number;
let euros: number;
let demo: number;
let somebodyElses: number;
let before: unknown;

beforeAll(async () => {
  app = await openTestApp({ seeds: 'whole' });
  program = await openProgram(app.url);
  visitor = await program.signIn('global.active@atrium.test');
  const { live, demo: demos } = (await get('api/accounts')).data.accounts;
  dollars = live.find(({ currency }: { currency: string }) => currency === 'USD').number;
  euros = live.find(({ currency }: { currency: string }) => currency === 'EUR').number;
  demo = demos[0].number;
  const other = await program.signIn('ng.active@atrium.test');
  somebodyElses = (await get('api/accounts', other)).data.accounts.live[0].number;
});
afterAll(async () => app.close());
beforeEach(async () => {
  before = await holdings();
});
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever was refused, nothing may have changed
afterEach(async () => expect(await holdings()).toEqual(before));

const get = (path: string, as = visitor): Promise<Answer> => program.ask({ path, as });
const ask = (question: Omit<Question, 'as'>): Promise<Answer> => program.ask({ method: 'POST', ...question, as: visitor });
const process = (body: unknown): Promise<Answer> => ask({ path: 'api/payments_process', body });

/** Everything that a refusal must not touch. Equity breathes with the market, so balances stand for accounts. */
async function holdings(): Promise<unknown> {
  const { live, demo: demos } = (await get('api/accounts')).data.accounts;
  const balances = [...live, ...demos].map(({ number, balance }: { number: number; balance: string }) => [number, balance]);
  const { wallets } = (await get('api/direct/wallets')).data;
  const { transfers } = (await get('api/transfers?limit=100')).data;
  const { positions } = (await get(`api/trading/positions?account=${demo}`)).data;
  return { balances, wallets, transfers, positions: positions.map(({ position }: { position: string }) => position) };
}

describe('a deposit', () => {
  const deposit = (more: object) =>
    process({
      action: 'confirm',
      transfer_type: 'deposit',
      account_number: dollars,
      amount: '100.00',
      currency: 'USD',
      pm_id: 243,
      ...more,
    });

  test.each([
    ['an unknown action', { action: 'steal' }, 'validation_failed on action'],
    ['an amount that is a list', { amount: ['100'] }, 'validation_failed on amount'],
    ['an account that is an object', { account_number: {} }, 'validation_failed on account_number'],
    ['an account that is a text', { account_number: 'mine' }, 'validation_failed on account_number'],
    ['a method that is not a number', { pm_id: 'card' }, 'validation_failed on pm_id'],
    ['no type', { transfer_type: undefined }, 'field_required on transfer_type'],
    ['no account', { account_number: undefined }, 'field_required on account_number'],
    ['no amount', { amount: undefined }, 'field_required on amount'],
    ['no currency', { currency: undefined }, 'field_required on currency'],
    ['no method', { pm_id: undefined }, 'field_required on pm_id'],
    ['an account that does not exist', { account_number: 1 }, 'unknown_account on account_number'],
    ['an account number beyond all numbers', { account_number: '999999999999' }, 'unknown_account on account_number'],
    ['no amount at all', { amount: '0' }, 'bad_amount on amount'],
    ['less than nothing', { amount: '-100.00' }, 'bad_amount on amount'],
    ['thirds of a cent', { amount: '100.001' }, 'bad_amount on amount'],
    ['words', { amount: 'a hundred' }, 'bad_amount on amount'],
    ['an exponent', { amount: '1e3' }, 'bad_amount on amount'],
    ['too much', { amount: '9999999.00' }, 'limit_exceed on amount'],
    ['more than fits into any column', { amount: '99999999999999999999999999999999.00' }, 'bad_amount on amount'],
    ['a float that is not exact', { amount: 100.1000000001 }, 'bad_amount on amount'],
    ['too little', { amount: '1.00' }, 'limit_exceed on amount'],
    ['a currency that nobody knows', { currency: 'XXX' }, 'unknown_currency on currency'],
    ['a currency’s number that nobody knows', { currency: 1 }, 'unknown_currency on currency'],
    ['a currency that cards do not take', { currency: 'KES' }, 'currency_not_offered on currency'],
    ['a method that does not exist', { pm_id: 99_999 }, 'method_not_offered on pm_id'],
    ['a method of another country', { pm_id: 85 }, 'method_not_offered on pm_id'],
  ])('with %s is refused on its field', async (_what, more, said) => {
    expect(refusal(await deposit(more))).toBe(`422 ${said}`);
  });

  test('into somebody else’s account is refused like an account that does not exist', async () => {
    const answer = await deposit({ account_number: somebodyElses });
    expect(refusal(answer)).toBe('422 unknown_account on account_number');
    expect(answer.errors).toEqual((await deposit({ account_number: 1 })).errors);
  });

  test('into a demo account is refused', async () => {
    expect(refusal(await deposit({ account_number: demo }))).toBe('422 demo_account on account_number');
  });
});

describe('a transfer', () => {
  const transfer = (more: object) =>
    process({
      action: 'confirm',
      transfer_type: 'transfer',
      account_number: dollars,
      target_account_number: euros,
      amount: '10.00',
      currency: 'USD',
      pm_id: 19,
      ...more,
    });

  test.each([
    ['of more than there is', { amount: '900000.00' }, 'not_enough_money on amount'],
    ['in the currency of neither account', { currency: 'GBP' }, 'wrong_currency on currency'],
    ['to nowhere', { target_account_number: undefined }, 'field_required on target_account_number'],
    ['to an account that does not exist', { target_account_number: 1 }, 'unknown_account on target_account_number'],
  ])('%s is refused on its field', async (_what, more, said) => {
    expect(refusal(await transfer(more))).toBe(`422 ${said}`);
  });

  test('to the account that it comes from is refused', async () => {
    expect(refusal(await transfer({ target_account_number: dollars }))).toBe('422 same_account on target_account_number');
  });

  test('out of or into somebody else’s account is refused', async () => {
    expect(refusal(await transfer({ account_number: somebodyElses }))).toBe('422 unknown_account on account_number');
    expect(refusal(await transfer({ target_account_number: somebodyElses }))).toBe(
      '422 unknown_account on target_account_number',
    );
  });
});

describe('a save', () => {
  test.each([
    ['of nothing', {}, 'field_required'],
    ['of a remittance that does not exist', { remittance_id: 1 }, 'unknown_remittance'],
  ])('%s is refused on its field', async (_what, more, said) => {
    expect(refusal(await process({ action: 'save', ...more }))).toBe(`422 ${said} on remittance_id`);
  });

  test('of somebody else’s remittance is refused like one that does not exist', async () => {
    const other = await program.signIn('ng.active@atrium.test');
    const body = {
      action: 'confirm',
      transfer_type: 'deposit',
      account_number: somebodyElses,
      amount: '200',
      currency: 'USD',
      pm_id: 243,
    };
    const confirmed = await program.ask({ method: 'POST', path: 'api/payments_process', body, as: other });
    expect(confirmed.errors).toEqual([]);
    const answer = await process({ action: 'save', remittance_id: confirmed.data.remittance_id });
    expect(refusal(answer)).toBe('422 unknown_remittance on remittance_id');
  });
});

describe('somebody else’s', () => {
  test('transfer and account answer as if they did not exist', async () => {
    const other = await program.signIn('ng.active@atrium.test');
    const theirs = (await get('api/transfers?limit=1', other)).data.transfers[0].id;
    expect(refusal(await get(`api/transfers?tid=${theirs}`))).toBe('404 unknown_transfer on tid');
    expect(refusal(await ask({ path: 'api/transfers/cancel', body: { tid: theirs } }))).toBe('404 unknown_transfer on tid');
    for (const part of ['', '/positions', '/trades', '/equity']) {
      expect(refusal(await get(`api/accounts/${somebodyElses}${part}`))).toBe('404 account_not_found');
    }
  });

  test('account cannot be traded, and its positions cannot be seen', async () => {
    const body = { account: somebodyElses, symbol: 'BTCUSD', side: 'buy', lots: '0.01' };
    expect(refusal(await ask({ path: 'api/trading/orders', body }))).toBe('422 unknown_account on account');
    expect(refusal(await get(`api/trading/positions?account=${somebodyElses}`))).toBe('422 unknown_account on account');
  });
});

describe('what belongs to somebody else answers exactly like what does not exist', () => {
  const nobodys = { account: 539_999_999, wallet: 939_999_999, transfer: 99_999_999 };
  type Ids = typeof nobodys;
  const body = (path: string, of: object, method: 'POST' | 'PATCH' = 'POST') => ({ method, path, body: of });
  const questions: readonly (readonly [what: string, ask: (ids: Ids) => Omit<Question, 'as'>])[] = [
    ['an account’s name', ({ account }) => body(`api/accounts/${account}/name`, { name: 'mine' }, 'PATCH')],
    ['an account’s leverage', ({ account }) => body(`api/accounts/${account}/leverage`, { leverage: 100 }, 'PATCH')],
    ['an account’s status', ({ account }) => body(`api/direct/accounts/${account}?action=status`, { status: 2 }, 'PATCH')],
    ['a wallet’s statement', ({ wallet }) => ({ method: 'GET', path: `api/direct/wallets/${wallet}/statement` })],
    ['accepting a transfer', ({ transfer }) => body('api/transfers/accept', { tid: transfer })],
    ['how a payment stands', ({ transfer }) => ({ method: 'GET', path: `api/payment-result?tid=${transfer}` })],
    [
      'what a deposit would bring',
      ({ wallet }) => ({
        method: 'GET',
        path: `api/payments/deposit/quote?account_number=${wallet}&amount=100&currency=USD&pm_id=243`,
      }),
    ],
    [
      'what a transfer would bring',
      ({ account }) => ({
        method: 'GET',
        path: `api/payments/transfer/quote?account_number=${account}&target_account_number=${euros}&amount=100`,
      }),
    ],
    ['closing a position', ({ account }) => body(`api/trading/positions/1/close`, { account })],
    [
      'the margin of an order',
      ({ account }) => ({ method: 'GET', path: `api/trading/margin?account=${account}&symbol=BTCUSD&side=buy&lots=0.01` }),
    ],
    [
      'a transfer out of a wallet',
      ({ wallet }) =>
        body('api/payments_process', {
          action: 'confirm',
          transfer_type: 'transfer',
          account_number: wallet,
          target_account_number: dollars,
          amount: '10',
        }),
    ],
  ];

  test.each(questions)('%s', async (_what, question) => {
    const theirs = await app.owner.sql.one<Ids>(
      `select (select number from trading_account where client_id <> $1 and not is_demo order by number desc limit 1) as account,
         (select number from wallet where client_id <> $1 order by number desc limit 1) as wallet,
         (select id from remittance where client_id <> $1 and saved_at is not null order by id desc limit 1) as transfer`,
      [visitor.clientId],
    );
    const [found, none] = [await ask(question(theirs)), await ask(question(nobodys))];
    expect(refusal(found)).toMatch(/^4(04|22) (unknown|account_not_found)/);
    expect([found.status, found.errors, found.data]).toEqual([none.status, none.errors, none.data]);
  });
});

describe('an order', () => {
  const order = (more: object) =>
    ask({ path: 'api/trading/orders', body: { account: demo, symbol: 'BTCUSD', side: 'buy', lots: '0.01', ...more } });

  test.each([
    ['of a symbol that nobody knows', { symbol: 'NOSUCH' }, 'unknown_symbol on symbol'],
    ['of no lots', { lots: '0' }, 'wrong_volume on lots'],
    ['of more lots than the symbol allows', { lots: '99999' }, 'wrong_volume on lots'],
    ['between the steps of its lots', { lots: '0.011' }, 'wrong_volume on lots'],
  ])('%s is refused on its field', async (_what, more, said) => {
    expect(refusal(await order(more))).toBe(`422 ${said}`);
  });

  test.each(['0', '0.000', '-1', ''])('that saw a price of "%s" is not taken for one at any price', async (price) => {
    expect(refusal(await order({ price, deviation_points: 10 }))).toBe('422 validation_failed on price');
  });

  test('of another type is refused on its field', async () => {
    const answer = await order({ side: 'hold' });
    expect(refusal(answer)).toBe('422 validation_failed on side');
  });

  test('on a closed market says that it is closed and when it opens', async () => {
    const closed = async () => {
      const { ticks } = (await get('api/trading/ticks?symbols=EURUSD')).data;
      return ticks[0].is_open === false;
    };
    if (!(await closed())) {
      const days = (6 - new Date().getUTCDay() + 7) % 7 || 7;
      const noon = new Date();
      noon.setUTCHours(12, 0, 0, 0);
      const seconds = Math.round((noon.getTime() + days * 86_400_000 - Date.now()) / 1000);
      await program.ask({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: seconds } });
      before = await holdings();
    }
    expect(await closed()).toBe(true);
    expect(refusal(await order({ symbol: 'EURUSD' }))).toBe('422 market_closed on symbol');
  });
});

describe('opening an account', () => {
  const open = (more: object, group = 'demo') =>
    ask({
      path: `api/accounts/${group}`,
      body: {
        account_group: group,
        account: 'advantage mt5',
        currency: 'USD',
        leverage: 100,
        swap_free: false,
        i_agree_tc: true,
        ...more,
      },
    });

  test.each([
    ['of a type that does not exist', { account: 'golden' }, 'account_type_not_offered on account'],
    ['in a currency that the type does not have', { currency: 'NGC' }, 'account_currency_not_offered on currency'],
    ['with a leverage beyond the list', { leverage: 4999 }, 'leverage_not_offered on leverage'],
    [
      'with more play money than there is',
      { demo_trade_balance: '999999999' },
      'demo_balance_out_of_range on demo_trade_balance',
    ],
  ])('%s is refused on its field', async (_what, more, said) => {
    expect(refusal(await open(more))).toBe(`422 ${said}`);
  });
});

describe('an address', () => {
  test('that is no call answers 404 in the envelope', async () => {
    expect(refusal(await get('api/no_such_call'))).toBe('404 call_not_found');
    expect(refusal(await get('/api/nothing'))).toBe('404 call_not_found');
  });

  test('with a number that is none is refused on its field', async () => {
    expect(refusal(await get('api/accounts/abc'))).toBe('422 validation_failed on number');
    expect(refusal(await get('api/transfers?tid=abc'))).toBe('422 validation_failed on tid');
    expect(refusal(await get('api/rates?date=yesterday'))).toBe('422 validation_failed on date');
  });

  test('asked without a session answers 401', async () => {
    for (const path of ['api/accounts', 'api/dashboard', 'api/transfers', 'api/client_info', 'api/rates']) {
      expect(refusal(await program.ask({ path }))).toBe('401 no_session');
    }
  });
});
