import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateTableCurrencies } from '../../law/rates.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;
let client: SignedIn;
beforeAll(async () => {
  app = await openTestApp();
  await app.opened.worker?.sweep('reference-rates');
  client = await app.signIn('ng.active');
});
afterAll(() => app.close());

interface RateLine {
  readonly from: string;
  readonly to: string;
  readonly original: string;
  readonly rate: string;
}

const ask = (query = '') => app.call({ method: 'GET', path: `api/rates${query}`, as: client });

describe('the conversion rates', () => {
  test('of today name every pair for deposits and withdrawals, with their age', async () => {
    const { data } = await ask();
    const pairs = rateTableCurrencies.length * (rateTableCurrencies.length - 1);
    expect(data.rates.deposit).toHaveLength(pairs);
    expect(data.rates.withdraw).toHaveLength(pairs);
    expect(data.is_fresh).toBe(true);
    expect(new Date(data.as_of).getTime()).toBeLessThanOrEqual(app.opened.clock.now().getTime());
    const lines: RateLine[] = data.rates.deposit;
    expect(lines.find(({ from, to }) => from === 'USD' && to === 'USC')).toEqual({
      from: 'USD',
      to: 'USC',
      original: '100',
      rate: '100',
    });
  });

  test('of a past day are those of that day, back to the first of 2017', async () => {
    const answers = await Promise.all(['?date=2017-01-01', '?date=2025-01-04', '?date=2025-01-03'].map(ask));
    const [first, weekend, friday] = answers.map(({ data }) => data);
    expect(first.rates.deposit.length).toBeGreaterThan(100);
    expect(first.as_of.slice(0, 10)).toBe('2016-12-30');
    expect(weekend.rates).toEqual(friday.rates);
  });

  test.each(['2016-12-31', '2099-01-01'])('are not known for %s, which is told at the field', async (date) => {
    const answer = await ask(`?date=${date}`);
    expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code: 'date_out_of_range' }] });
    expect(Object.keys(answer.errors[0]?.validation_messages ?? {})).toEqual(['date']);
    expect(answer.errors[0]?.errmsg).toContain('2017');
  });

  test('are not asked for with what is no day', async () => {
    expect(await ask('?date=yesterday')).toMatchObject({ httpStatus: 422 });
  });
});
