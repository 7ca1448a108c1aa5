import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { outlastOperations } from '../../server/testing/operations.ts';
import { topUpTopic } from './topUp.ts';

let app: TestApp;
let client: SignedIn;
let demo: number;
let live: number;
beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('ng.active');
  const open = async (group: string) => {
    const body = { account: 'advantage mt5', currency: 'USD', leverage: 100, i_agree_tc: true };
    return (await app.call({ method: 'POST', path: `api/accounts/${group}`, body, as: client })).data.number;
  };
  demo = await open('demo');
  live = await open('live');
});
afterAll(async () => app.close());

const topUp = async (number: number, amount: string, as = client) =>
  app.call({ method: 'POST', path: `api/accounts/top-up/${number}`, body: { amount }, as });
const balanceOf = async (login: number) => {
  const answer = await app.opened.app.platforms.mt5.account(login);
  return answer.outcome === 'done' ? answer.account.balance : undefined;
};

test('a demo account gets more play money, and its list shows it at once', async () => {
  expect(await topUp(demo, '250.50')).toMatchObject({
    success: true,
    data: { status: 'done', account: { balance: '10250.50' } },
  });
  expect(await balanceOf(demo)).toBe(1_025_050n);
});

test('an answer that was lost is looked up by the job, and the money is given once', async () => {
  const before = (await balanceOf(demo)) ?? 0n;
  await app.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'trading', mode: 'timeout_after', count: 1 } });
  const answer = await topUp(demo, '300');
  expect(answer.success).toBe(true);
  await outlastOperations(app);
  await app.owner.sql.run(`update outbox set due_at = now() - interval '1 day' where topic = $1`, [topUpTopic]);
  await app.drain();
  expect(await balanceOf(demo)).toBe(before + 30_000n);
});

test('beyond what an account may hold it is refused on the field', async () => {
  const answer = await topUp(demo, '1000000');
  expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code: 'demo_balance_out_of_range' }] });
  expect(answer.errors[0]?.validation_messages).toHaveProperty('amount');
});

test('a live account gets none, and somebody else’s answers like one that does not exist', async () => {
  expect(await topUp(live, '100')).toMatchObject({ httpStatus: 422, errors: [{ code: 'account_is_live' }] });
  expect(await topUp(demo, '100', await app.signIn('ke.active'))).toMatchObject({ httpStatus: 404 });
});

test('account levels are told with the client’s own and the one after it', async () => {
  const { data } = await app.call({ method: 'GET', path: 'api/account-level', as: client });
  expect(data.levels.find((level: { is_own: boolean }) => level.is_own)).toMatchObject({ level: 'advantage', accounts: 1 });
  expect(data.levels.find((level: { is_next: boolean }) => level.is_next)).toMatchObject({ level: 'pro' });
});
