import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;
let client: SignedIn;
beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('ng.active');
});
afterAll(async () => app.close());

const stock = { account: 'advantage stock', currency: 'USD', leverage: 1, i_agree_tc: true };
const agreed = { ...stock, non_professional: true, i_agree_nasdaq: true };
const open = async (body: object, as = client) => app.call({ method: 'POST', path: 'api/accounts/live', body, as });
const form = async (what: 'get' | 'save', body: object, as = client) =>
  app.call({ method: 'POST', path: `api/direct/client-stocks-form/${what}`, body: { account_type_id: 60, ...body }, as });
const overview = async () => (await app.call({ method: 'GET', path: 'api/direct/stock-trading', as: client })).data;

describe('an account for shares', () => {
  test('asks for the confirmation and the exchange’s agreement at their fields', async () => {
    for (const [body, field] of [
      [stock, 'non_professional'],
      [{ ...stock, non_professional: true }, 'i_agree_nasdaq'],
    ] as const) {
      const answer = await open(body);
      expect(answer.httpStatus).toBe(422);
      expect(answer.errors[0]?.validation_messages).toHaveProperty(field);
    }
  });

  test('comes after a trading account, by the documents’ code', async () => {
    expect(await open(agreed)).toMatchObject({ httpStatus: 422, errors: [{ code: '10041' }] });
    expect((await open({ account: 'advantage mt5', currency: 'USD', leverage: 100 })).success).toBe(true);
    expect(await open(agreed)).toMatchObject({ httpStatus: 422, errors: [{ code: 'stock_form_required' }] });
  });

  test('is open once the parts of the form that were asked for are complete, and one more is refused by 10031', async () => {
    const asked = (await form('get', {})).data;
    expect(asked).toMatchObject({
      showCommonStockQuestionnaire: true,
      showExtraStockQuestionnaire: true,
      showW8BENForm: true,
      advantage_stock_data: { client_has_enabled_stock: false },
    });
    const told = {
      occupation_id: 'student',
      annual_income_id: 'to20',
      saving_investments_id: 'to50',
      investment_objectives_id: 'growth',
      tin_number: '12345-678',
    };
    const unsigned = await form('save', { ...told, signature: 'Somebody Else' });
    expect(unsigned).toMatchObject({ httpStatus: 422, errors: [{ code: 'signature_wrong' }] });
    expect((await overview()).w8ben.state).toBe('none');
    const saved = await form('save', { ...told, signature: asked.client_name });
    expect(saved.data.w8ben).toMatchObject({ state: 'valid', valid_until: expect.stringMatching(/^\d{4}-12-31$/) });
    expect((await form('get', {})).data).toMatchObject({ showW8BENForm: false, client_tin_number: '12345-678' });
    expect(await open(agreed)).toMatchObject({
      success: true,
      data: { accounts: { live: [{ type_id: 60, status: 'active' }] } },
    });
    expect((await overview()).types).toMatchObject([
      { account_type_id: 60, account: { currency: 'USD' } },
      { account_type_id: 49 },
    ]);
    expect(await open(agreed)).toMatchObject({ errors: [{ code: '10031' }] });
    const kept = await app.owner.sql.many('select non_professional from stock_agreement');
    expect(kept).toEqual([{ non_professional: true }]);
  });

  test('is not opened with a W-8BEN that has lapsed', async () => {
    await app.owner.sql.run(`update w8ben set valid_until = date '2020-12-31'`);
    expect((await overview()).w8ben).toMatchObject({ state: 'lapsed', days_left: 0 });
    expect(await open({ ...agreed, account: 'stock mt5' })).toMatchObject({ errors: [{ code: 'stock_form_required' }] });
  });

  test.each([
    ['eu.active', 'account_type_not_offered', 'stock_not_available_here'],
    ['uk.active', 'account_type_not_offered', 'stock_not_available_here'],
    ['ke.active', 'account_type_not_offered', 'stock_not_available_here'],
    ['global.pending', 'documents_under_review', '10045'],
  ])('is not for %s', async (name, opening, saving) => {
    const as = await app.signIn(name);
    expect((await open(agreed, as)).errors[0]?.code).toBe(opening);
    expect((await form('save', {}, as)).errors[0]?.code).toBe(saving);
  });
});

test('types for shares are offered in English alone', async () => {
  const types = async (lang: string) => {
    const { data } = await app.call({ method: 'GET', path: `api/account_types/live?lang=${lang}`, as: client });
    return data.account_types.map(({ name }: { name: string }) => name);
  };
  expect(await types('en')).toEqual(expect.arrayContaining(['advantage stock', 'stock mt5']));
  expect(await types('ar')).not.toContain('advantage stock');
});
