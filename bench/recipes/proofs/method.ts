import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCounter, type Counter } from '../../../src/server/testing/paymentsFixture.ts';

let counter: Counter;

beforeAll(async () => {
  counter = await openCounter('global.active', { dollars: '100.00', wallet: '100.00' });
});
afterAll(() => counter.app.close());

test('the method is offered where the law offers it, and a payment goes by it', async () => {
  const { payments, dollars } = counter;
  const { data } = await payments.get('api/payments/deposit');
  expect(data.methods.map(({ key }: { key: string }) => key)).toContain('local_card');
  await payments.startDeposit(dollars, '1000.00', { pm_id: 341, currency: 'ZAR' });
});
