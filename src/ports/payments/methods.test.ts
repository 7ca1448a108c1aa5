import { afterAll, beforeAll, expect, test } from 'vitest';
import { currencyCodes } from '../../base/currency.ts';
import { paymentMethods, routeOf } from '../../law/methods.ts';
import { paymentConnectors, paymentRequest, type PortBench } from '../../server/testing/paymentPort.ts';

const benches = new Map<string, PortBench>();
beforeAll(async () => {
  for (const { name, raise } of paymentConnectors) benches.set(name, await raise());
});
afterAll(async () => {
  for (const bench of benches.values()) await bench.close();
});

/** Each row that goes outside, once for each currency that it takes of anybody. */
const paidOutside = paymentMethods.flatMap((method) => {
  const route = routeOf(method);
  const cells = new Set(Object.values(method.offers.deposit ?? {}).flatMap((taken) => Object.keys(taken ?? {})));
  const currencies = currencyCodes.filter((currency) => cells.has(currency));
  return route ? currencies.map((currency) => ({ id: method.id, key: method.key, currency, route })) : [];
});

test.each(paidOutside)('a deposit by $id ($key) in $currency is taken by its provider', async ({ id, currency, route }) => {
  const bench = benches.get(route.provider);
  if (!bench) throw new Error(`nothing stands in for ${route.provider}, which method ${id} goes through`);
  const reference = `R-${id}-${currency}`;
  const request = { ...paymentRequest(bench, reference), amount: { minor: 25_000n, currency }, methodKey: route.method };
  expect(await bench.payments.startPayment(request)).toMatchObject({ outcome: 'started' });
  expect(bench.provider.page(reference)).toMatchObject({ amount: { currency } });
  const named = bench.provider.page(reference)?.method;
  expect(route.provider === 'praxis' ? named : route.method).toBe(route.method);
});

test('a method that the provider does not have is refused', async () => {
  const bench = benches.get('praxis');
  if (!bench) throw new Error('nothing stands in for praxis');
  const answer = await bench.payments.startPayment({ ...paymentRequest(bench, 'R-0'), methodKey: 'Barter' });
  expect(answer).toMatchObject({ outcome: 'refused', code: 'rejected_by_provider' });
});
