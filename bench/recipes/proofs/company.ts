import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../../src/server/testing/app.ts';

let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('gh.active');
});
afterAll(() => app.close());

test('a client of the company is known as one, and reads its legal line', async () => {
  const { data } = await app.call({ method: 'GET', path: 'api/client_info', as: client });
  expect(data).toMatchObject({ company_id: 6, country: 'GH' });
  const countries = await import('../../../src/law/countries.ts');
  expect(countries.countries.find(({ iso2 }) => iso2 === 'GH')?.region_ids).toContain(6);
});

test('its accounts are opened by its rules, with numbers and groups of its own', async () => {
  const offer = (await app.call({ method: 'GET', path: 'api/account_types/demo', as: client })).data;
  expect(offer).toMatchObject({ demo: { balance: '5000' } });
  const { data } = await app.call({
    method: 'POST',
    path: 'api/accounts/live',
    body: { account: 'advantage mt5', currency: 'USD', leverage: 200, i_agree_tc: true },
    as: client,
  });
  expect(String(data.number)).toMatch(/^56[0-4]\d{6}$/);
  const { group } = await app.owner.sql.one<{ group: string }>(
    'select group_name as "group" from trading_account where number = $1',
    [data.number],
  );
  expect(group).toBe(String.raw`ghana\retail\advantage-mt5-USD`);
});

test('money can be paid in there', async () => {
  const { data } = await app.call({ method: 'GET', path: 'api/payments/deposit', as: client });
  expect(data.methods.map(({ pm_id }: { pm_id: number }) => pm_id)).toContain(340);
});
