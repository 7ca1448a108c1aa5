import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../../src/server/testing/app.ts';

let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('br.active');
});
afterAll(() => app.close());

const open = (leverage: number) =>
  app.call({
    method: 'POST',
    path: 'api/accounts/live',
    body: { account: 'advantage mt5', currency: 'USD', leverage, i_agree_tc: true },
    as: client,
  });

test('a client of the region opens an account at the region’s leverage, and at no more', async () => {
  expect((await open(500)).errors[0]?.code).toBe('leverage_not_offered');
  const { data } = await open(100);
  const { group } = await app.owner.sql.one<{ group: string }>(
    'select group_name as "group" from trading_account where number = $1',
    [data.number],
  );
  expect(group).toBe(String.raw`brazil\retail\advantage-mt5-USD`);
});

test('the region’s own currency can be paid in', async () => {
  const { data } = await app.call({ method: 'GET', path: 'api/payments/deposit', as: client });
  const [cards] = data.methods as { terms: { currency: string }[] }[];
  expect(cards?.terms.map(({ currency }) => currency)).toEqual(['USD', 'BRL']);
});
