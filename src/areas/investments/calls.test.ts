import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountNumber, clientId } from '../../base/id.ts';
import { instruments } from '../../law/investors.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import {
  changeInvestment,
  followersOf,
  investmentById,
  investmentOfAccount,
  investmentsOf,
  lockInvestment,
  writeShares,
} from './face.ts';
import { newestOffer } from '../strategies/face.ts';
import { insertInvestment } from './store.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ seeds: 'whole' });
});

afterAll(() => app.close());

test('a follow keeps the offer of its time, is there once, and goes along its table', async () => {
  const { sql } = app.opened.app.database;
  const at = app.opened.app.clock.now();
  const client = await app.signIn('ng.active');
  const strategy = await sql.one<{ id: number; number: number }>(`select id, number from strategy where name = 'Steady-hand'`);
  const account = await sql.one<{ number: number }>('select min(number) as number from trading_account where client_id = $1', [
    client.clientId,
  ]);
  const number = accountNumber(account.number);
  const of = {
    clientId: clientId(client.clientId),
    strategyId: strategy.id,
    number,
    offerId: (await newestOffer(sql, strategy.id)).id,
    share: 20,
    safetyMode: true,
    protection: 50,
    askedAt: at,
  };
  const id = Number(await insertInvestment(sql, of));
  expect(await insertInvestment(sql, of)).toBeUndefined();
  expect(await investmentById(sql, id)).toMatchObject({
    share: 20,
    status: 'opening',
    strategyNumber: strategy.number,
    startedAt: null,
  });
  const begin = { id, from: 'opening', to: 'active', why: 'first_money', at } as const;
  expect(await changeInvestment(sql, begin)).toBe(true);
  expect(await changeInvestment(sql, begin)).toBe(false);
  await expect(changeInvestment(sql, { ...begin, from: 'closed' })).rejects.toThrow('does not go');
  await writeShares(sql, id, { invested: 5n, highWater: 7n });
  expect(await lockInvestment(sql, id)).toMatchObject({ invested: 5n, highWater: 7n, startedAt: at });
  expect(await investmentOfAccount(sql, number)).toMatchObject({ id });
  expect((await investmentsOf(sql, of.clientId)).map((each) => each.id)).toEqual([id]);
  const followers = { strategyId: strategy.id, statuses: ['active'], limit: 10 } as const;
  expect((await followersOf(sql, followers)).map((each) => each.id)).toContain(id);
  expect(await followersOf(sql, { ...followers, after: id })).toEqual([]);
});

const base = 'api/direct/investment-program';
const ask = (as: SignedIn, path: string, body?: object) =>
  app.call({ method: body === undefined ? 'GET' : 'POST', path: `${base}/${path}`, as, ...(body && { body }) });
const walletOf = async (as: SignedIn) =>
  (await app.call({ method: 'GET', path: 'api/direct/wallets', as })).data.wallets.find(
    ({ currency }: { currency: string }) => currency === 'USD',
  );

const isFollowing = async (as: SignedIn): Promise<boolean> =>
  (await ask(as, `investment-account-exists/${as.clientId}`)).data.direct.exists;

const answers = {
  occupation: 'employed',
  retirement_date: '2050',
  education: 'bachelor',
  asset_value: 'to50',
  funds_sources: 'employment',
  annual_income: 'to50',
  monthly_percentage: 'm10',
  preservation: 100,
  income: 0,
  growth: 0,
  speculation: 0,
  riskier: '20',
  seeking: 'safety',
  outside_investments: 'nearly_all',
  horizon: 'y1',
  anticipation: 'inflation',
  reaction: 'sell_all',
  ...Object.fromEntries(instruments.map((each) => [`years_${each}`, 'none'])),
  assets_cash: 100,
  assets_bonds: 0,
  assets_shares: 0,
  assets_other: 0,
  agreement: true,
};

test('nobody follows before the questionnaire, which the desk looks at, and a strategy beyond its risk only in safety mode', async () => {
  const client = await app.signIn('investor.form');
  const { number } = await app.database.sql.one<{ number: number }>(`select number from strategy where name = 'Night_owl'`);
  const wallet = await walletOf(client);
  const offer = async () => (await ask(client, `follow-offer/${number}`)).data.direct;
  const wish = async (more: object = {}) => ({
    acc_no: number,
    trans_account: wallet.number,
    amount: '150.00',
    offer_id: (await offer()).offer_id,
    protection: 50,
    i_agree_tc: true,
    i_agree_referral: true,
    ...more,
  });
  const code = async (more?: object) => (await ask(client, 'investment-accounts', await wish(more))).errors[0]?.code;
  expect(await code()).toBe('investor_form_required');
  const uneven = await ask(client, 'investor-questionnaire', { ...answers, preservation: 75 });
  expect(uneven.errors[0]).toMatchObject({ code: 'max_value_less_100' });
  const told = (await ask(client, 'investor-questionnaire', answers)).data.direct.investor;
  expect(told).toMatchObject({ status: 'waiting_form_approve', is_waiting: true, investorRisk: null });
  expect(await code()).toBe('investor_form_waits');
  const { id } = await app.owner.sql.one<{ id: number }>(
    'select max(id)::integer as id from investor_form where client_id = $1',
    [client.clientId],
  );
  const desk = await app.signInStaff('compliance');
  const body = { decision: 'approved', reason: 'Told by the test.' };
  expect((await app.call({ method: 'POST', path: `/api/desk/investors/${id}`, as: desk, body })).success).toBe(true);
  const approved = (await ask(client, 'investor')).data.direct.investor;
  expect(approved).toMatchObject({ status: 'time_to_deposit', investorRisk: 4 });
  expect(approved.suitabilityTestAnswers).toHaveLength(10);
  expect(approved.suitabilityTestAnswers[0]).toEqual({ id: 12, answer: 5 });
  expect(await code()).toBe('30005');
  const choice = (await ask(client, 'follow-managers?search=night')).data.direct;
  expect(choice).toMatchObject({ total_items: 1, managers: [{ acc_no: number, acc_name: 'Night_owl', suits: 'warned' }] });
  expect(await code({ safety_mode: true, i_agree_tc: false })).toBe('terms_not_accepted');
  expect(await code({ safety_mode: true, offer_id: 999_999 })).toBe('offer_changed');
  expect(await code({ safety_mode: true, amount: '5.00' })).toBe('minimum_too_small');
  expect(await code({ safety_mode: true, amount: '999999.00' })).toBe('not_enough_money');
});

test('a strategy is followed from the first money to the last, and the book has every step of it', async () => {
  const client = await app.signIn('investor.active');
  const { sql } = app.database;
  const strategy = await sql.one<{ id: number; number: number; client: number }>(
    `select id, number, client_id as client from strategy where name = 'Steady-hand'`,
  );
  const wallet = await walletOf(client);
  const { offer_id, suits } = (await ask(client, `follow-offer/${strategy.number}`)).data.direct;
  const body = {
    acc_no: strategy.number,
    trans_account: wallet.number,
    amount: '500.00',
    offer_id,
    safety_mode: suits !== 'yes',
    protection: 40,
    i_agree_tc: true,
    i_agree_referral: true,
  };
  expect((await ask(client, 'investment-accounts?state=closed')).data.direct.total_items).toBe(0);
  const followed = (await ask(client, 'investment-accounts', body)).data.direct;
  expect(followed.transfer.status).toBe('completed');
  const { id, acc_no: account } = followed.investment_account;
  expect(followed.investment_account).toMatchObject({
    status: 'active',
    invested: '500.00',
    high_water: '500.00',
    protected_equity: '200.00',
    remun_fee: 20,
  });
  expect((await ask(client, 'investment-accounts', body)).errors[0]?.code).toBe('already_following');
  expect((await ask(client, `manager-accounts/${strategy.number}`)).data.direct.strategy.investment_id).toBe(id);
  expect(await isFollowing(client)).toBe(true);

  // Nobody moves its money or trades on it but by the follow.
  const transfer = {
    action: 'confirm',
    transfer_type: 'transfer',
    account_number: account,
    target_account_number: wallet.number,
  };
  const moved = await app.call({
    method: 'POST',
    path: 'api/payments_process',
    as: client,
    body: { ...transfer, amount: '10.00' },
  });
  expect(moved.errors[0]?.code).toBe('investment_account');
  const order = { account, symbol: 'EURUSD', side: 'buy', lots: '0.01' };
  expect((await app.call({ method: 'POST', path: 'api/trading/orders', as: client, body: order })).success).toBe(false);
  const { live, investment } = (await app.call({ method: 'GET', path: 'api/accounts', as: client })).data.accounts;
  expect(live.map(({ number }: { number: number }) => number)).not.toContain(account);
  expect(investment.map(({ number }: { number: number }) => number)).toContain(account);

  const add = { action: 'add_funds', strategy_id: strategy.id, amount: '100.00' };
  const refused = await ask(client, 'add-funds', { ...add, trans_account: 1 });
  expect(refused).toMatchObject({ code: 422, errors: [{ code: 'unknown_account' }] });
  expect(Object.keys(refused.errors[0]?.validation_messages ?? {})).toEqual(['trans_account']);
  const added = (await ask(client, 'add-funds', { ...add, trans_account: wallet.number })).data.direct;
  expect(added.investment_account).toMatchObject({ invested: '600.00', high_water: '600.00' });
  const taken = (await ask(client, 'withdraw', { id, type: 'withdraw', amount: '150.00' })).data.direct;
  expect(taken.transfer.status).toBe('completed');
  expect(taken.investment_account).toMatchObject({ invested: '450.00', high_water: '450.00' });
  const statement = (await ask(client, `investor-statement?investorId=${client.clientId}&id=${strategy.id}`)).data.direct;
  expect(statement).toMatchObject({ orders: { closed: [], next: null }, strategy: { id } });

  const end = (providerId: number) =>
    app.call({
      method: 'DELETE',
      path: `${base}/unsubscribe?providerId=${providerId}&strategyId=${strategy.id}`,
      as: client,
    });
  expect((await end(1)).errors[0]?.code).toBe('investment_not_found');
  expect((await end(strategy.client)).data.direct.investment_account.status).toBe('closing');
  await app.opened.worker?.sweep('investments.ending');
  await app.opened.worker?.sweep('investments.ending');
  const details = (await ask(client, `investment-accounts/${id}`)).data.direct;
  expect(details.investment_account).toMatchObject({ status: 'closed', invested: '0.00', high_water: '0.00' });
  const closed = (await ask(client, 'investment-accounts?state=closed')).data.direct;
  expect(closed.investment_accounts).toMatchObject([{ id, acc_no: account, status: 'closed', ended_at: expect.any(String) }]);
  expect((await walletOf(client)).balance).toBe(wallet.balance);
  expect(await sql.many(`select why from investment_step where investment_id = $1 order by id`, [id])).toEqual([
    { why: 'asked' },
    { why: 'first_money' },
    { why: 'unsubscribed' },
    { why: 'emptied' },
  ]);
});

test('of a strategy that was followed before and is again, each follow has its own statement', async () => {
  const client = await app.signIn('in.gold');
  const { sql } = app.owner;
  const strategy = await sql.one<{ id: number }>(`select id from strategy where name = 'Steady-hand'`);
  const followed = async (status: string): Promise<number> => {
    const { number } = await sql.one<{ number: number }>(
      `insert into investment (client_id, strategy_id, number, offer_id, share, safety_mode, protection, status, asked_at)
       select $1, $2, (select max(number) from trading_account a where not exists (select from investment i where i.number = a.number)
         and not exists (select from closed_trade t where t.number = a.number)), max(id), 20, false, 50, $3, now()
         from strategy_offer where strategy_id = $2 returning number`,
      [client.clientId, strategy.id, status],
    );
    await sql.run(
      `insert into closed_trade (server, ticket, number, position, symbol, side, lots, close_price, profit, swap, commission, closed_at)
       values ('mt4', 's' || $1::text, $1::integer, $1::text, 'EURUSD', 'buy', 1, 1.1, 100, 0, 0, now())`,
      [number],
    );
    return number;
  };
  expect(await isFollowing(client)).toBe(false);
  const earlier = await followed('closed');
  // What is over is none.
  expect(await isFollowing(client)).toBe(false);
  const again = await followed('active');
  expect(await isFollowing(client)).toBe(true);
  const ticketsOf = async (more = ''): Promise<unknown> => {
    const { errors, data } = await ask(client, `investor-statement?investorId=${client.clientId}&id=${strategy.id}${more}`);
    return errors[0]?.code ?? data.direct.orders.closed.map(({ ticket }: { ticket: string }) => ticket);
  };
  expect(await ticketsOf()).toEqual([`s${again}`]);
  expect(await ticketsOf(`&account=${earlier}`)).toEqual([`s${earlier}`]);
  expect(await ticketsOf('&account=1')).toBe('investment_not_found');
});

test('what is followed tells its parts by symbol, its months and its days', async () => {
  const client = await app.signIn('investor.active');
  const { sql } = app.owner;
  const [{ id, acc_no: number }] = (await ask(client, 'investment-accounts')).data.direct.investment_accounts;
  await sql.run('delete from platform_deal where number = $1', [number]);
  await sql.run('delete from closed_trade where number = $1', [number]);
  const traded = async (ticket: string, of: { symbol: string; lots: number; entry: 'in' | 'out' }) =>
    sql.run(
      `insert into platform_deal (server, ticket, number, kind, entry, symbol, lots, price, profit, swap, commission, tag, at, is_posted)
       values ('mt5', $2, $1, 'buy', $5, $3, $4, 1.1, 0, 0, 0, '', now(), false)`,
      [number, ticket, of.symbol, of.lots, of.entry],
    );
  await traded('part-1', { symbol: 'EURUSD', lots: 149.99, entry: 'in' });
  await traded('part-2', { symbol: 'GBPUSD', lots: 50, entry: 'in' });
  await traded('part-3', { symbol: 'XAUUSD', lots: 0.01, entry: 'in' });
  // What closes opens nothing anew.
  await traded('part-4', { symbol: 'GBPUSD', lots: 50, entry: 'out' });
  for (const [ticket, profit, day] of [
    ['month-1', 1200, '2026-03-02'],
    ['month-2', -200, '2026-03-31'],
    ['month-3', 50, '2026-04-01'],
  ] as const)
    await sql.run(
      `insert into closed_trade (server, ticket, number, position, symbol, side, lots, close_price, profit, swap, commission, closed_at)
       values ('mt5', $2, $1, $2, 'EURUSD', 'buy', 1, 1.1, $3, -1, -2, $4)`,
      [number, ticket, profit, `${day}T12:00:00Z`],
    );
  const dayBefore = (days: number): string =>
    new Date(app.opened.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
  await sql.run('delete from equity_snapshot where number = $1', [number]);
  const kept =
    'insert into equity_snapshot (number, day, balance, equity) values ($1, $2, 100000, 101041), ($1, $3, 100000, 101197)';
  await sql.run(kept, [number, dayBefore(3), dayBefore(30)]);
  const { investment_account: told } = (await ask(client, `investment-accounts/${id}`)).data.direct;
  expect(told.sharesByInstrument).toEqual([
    { symbol: 'EURUSD', share: '74.9950' },
    { symbol: 'GBPUSD', share: '25.0000' },
    { symbol: 'XAUUSD', share: '0.0050' },
  ]);
  expect(told.reports).toEqual([
    { month: '2026-04-01', trades: 1, result: '0.47' },
    { month: '2026-03-01', trades: 2, result: '9.94' },
  ]);
  expect(told.daily_equity_stats).toEqual([
    { date: dayBefore(30), equity: '1011.97' },
    { date: dayBefore(3), equity: '1010.41' },
  ]);
});
