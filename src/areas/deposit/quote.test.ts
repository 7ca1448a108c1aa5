import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { ensureWallet } from '../fundingAccounts/face.ts';

let app: TestApp;
let client: SignedIn;
let wallet: number;
beforeAll(async () => {
  app = await openTestApp();
  await app.opened.worker?.sweep('reference-rates');
  client = await app.signIn('global.active');
  const order = { clientId: client.clientId, companyId: 3, currency: 'USD', now: app.opened.clock.now() } as const;
  wallet = (await ensureWallet(app.database.sql, order)).number;
});
afterAll(() => app.close());

const quote = (question: Readonly<Record<string, string>>, as = client) => {
  const query = new URLSearchParams({
    account_number: String(wallet),
    pm_id: '340',
    amount: '250',
    currency: 'EUR',
    ...question,
  });
  return app.call({ method: 'GET', path: `api/payments/deposit/quote?${query}`, as });
};

describe('what a deposit would bring', () => {
  test('is told with the rate, its age, the fee and the time, and nothing is kept of it', async () => {
    const { data } = await quote({});
    expect(data).toMatchObject({ amount: '250.00', currency: 'EUR', account_currency: 'USD', fee: '0.00', arrives: 'at_once' });
    expect(data.account_amount).toMatch(/^\d+\.\d{2}$/);
    expect(new Date(data.rate_as_of).getTime()).toBeLessThanOrEqual(app.opened.clock.now().getTime());
    expect(await app.database.sql.one('select count(*)::integer as count from remittance')).toEqual({ count: 0 });
  });

  test('in the account’s own currency needs no rate', async () => {
    expect((await quote({ currency: '840' })).data).toMatchObject({ account_amount: '250.00', rate: null, rate_as_of: null });
  });

  test.each([
    [{ account_number: '1' }, 'unknown_account', 'account_number'],
    [{ pm_id: '99' }, 'method_not_offered', 'pm_id'],
    [{ currency: 'XAU' }, 'currency_not_offered', 'currency'],
    [{ amount: 'much' }, 'bad_amount', 'amount'],
  ])('is refused at its field: %j', async (question, code, field) => {
    const answer = await quote(question);
    expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code }] });
    expect(Object.keys(answer.errors[0]?.validation_messages ?? {})).toEqual([field]);
  });

  test('is not told about somebody else’s account', async () => {
    expect(await quote({}, await app.signIn('eu.active'))).toMatchObject({ errors: [{ code: 'unknown_account' }] });
  });
});

describe('the method that deposits begin with', () => {
  const prefer = (method: unknown) =>
    app.call({ method: 'POST', path: 'api/update_preferred_method', body: { method }, as: client });
  const preferred = async () =>
    (await app.call({ method: 'GET', path: 'api/payments/deposit', as: client })).data.preferred_method;

  test('is what the client has chosen, until they choose none', async () => {
    expect(await preferred()).toBeNull();
    expect((await prefer(1010)).data).toEqual({ preferred_method: 1010 });
    expect((await prefer('1011')).data).toEqual({ preferred_method: 1011 });
    expect(await preferred()).toBe(1011);
    expect((await prefer(0)).data).toEqual({ preferred_method: null });
    expect(await preferred()).toBeNull();
  });

  test.each([318, 19, 999])('is none that the client cannot use: %i', async (method) => {
    expect(await prefer(method)).toMatchObject({
      httpStatus: 422,
      errors: [{ code: 'method_not_offered', validation_messages: { method: expect.anything() } }],
    });
    expect(await preferred()).toBeNull();
  });
});
