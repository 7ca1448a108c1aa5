import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCounter, type Counter } from '../../server/testing/paymentsFixture.ts';
import type { StaffSignedIn } from '../../server/testing/app.ts';

let counter: Counter;
let staff: StaffSignedIn;
let today: string;
let yesterday: string;

beforeAll(async () => {
  counter = await openCounter('ng.active', { dollars: '100.00', wallet: '300.00' });
  staff = await counter.app.signInStaff('finance');
  const now = counter.app.opened.clock.now();
  today = now.toISOString().slice(0, 10);
  yesterday = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
  await counter.payments.save(await counter.payments.confirmed(counter.wallet, counter.dollars, '20.00'));
  await counter.books.hurry();
});
afterAll(async () => counter.app.close());

const told = async (day: string) =>
  (await counter.app.call({ method: 'GET', path: `/api/desk/treasury?day=${day}`, as: staff })).data;

test('a day’s balances sum to zero, and each line leads from what was there to what is there', async () => {
  const { trial, is_even: isEven } = await told(today);
  expect(isEven).toBe(true);
  const wallets = trial.find(
    ({ account, currency }: { account: string; currency: string }) => account === 'client:wallet' && currency === 'USD',
  );
  expect(wallets).toMatchObject({ company: 3, opening: '0.00', closing: '280.00', debit: '20.00', credit: '300.00' });
  expect(trial.find(({ account }: { account: string }) => account === 'client:trading')).toMatchObject({ closing: '120.00' });
});

test('clients’ money is required to the cent, and what was brought in is held', async () => {
  const { client_money: money } = await told(today);
  expect(money).toEqual([{ company: 3, currency: 'USD', required: '400.00', held: '400.00', over: '0.00', is_short: false }]);
});

test('the day before, nothing was there', async () => {
  expect(await told(yesterday)).toMatchObject({ trial: [], client_money: [], is_even: true });
});

test.each(['trial', 'client_money'])('%s is had as a file', async (table) => {
  const answer = await fetch(`${counter.app.url}/api/desk/treasury/file?day=${today}&table=${table}&format=csv`, {
    headers: { cookie: staff.cookie },
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/^\uFEFF?Company,Currency,/);
});
