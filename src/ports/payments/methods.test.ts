import { afterAll, beforeAll, expect, test } from 'vitest';
import { currencyCodes } from '../../base/currency.ts';
import { coins } from '../../law/coins.ts';
import { companyIds, homeRegions } from '../../law/regions/profile.ts';
import { sandboxAccounts } from '../../sandbox/bank/accounts.ts';
import { paymentMethods, routeOf } from '../../law/methods.ts';
import { allPayoutConnectors } from '../../server/testing/cardPort.ts';
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
  // Coins are asked for one by one, below; of a bank nothing is asked.
  if (route?.provider === 'nowpayments' || route?.provider === 'bank') return [];
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

const transferred = paymentMethods.flatMap(({ id, key, offers, ...method }) =>
  routeOf({ id, key, offers, ...method })?.provider === 'bank'
    ? companyIds.flatMap((company) =>
        Object.keys(offers.deposit?.[homeRegions[company]] ?? {}).map((currency) => ({ id, key, company, currency })),
      )
    : [],
);

test.each(transferred)(
  'a deposit by $id ($key) in $currency has an account of company $company to arrive at',
  ({ company, currency }) => {
    expect(sandboxAccounts.filter((account) => account.company === company && account.currency === currency)).toHaveLength(1);
  },
);

const worth = { minor: 25_000n, currency: 'USD' } as const;
const left = coins.filter(({ key }) => key !== 'USDT-OMNI');

test.each(left)('a deposit in $key is priced and given an address by the desk', async ({ key, coin, code, hasMemo }) => {
  const bench = benches.get('nowpayments');
  const price = await bench?.payments.coins?.price(code, worth);
  if (!bench || price?.outcome !== 'done') throw new Error(`nothing stands in for nowpayments, or has no price of ${key}`);
  const amount = { minor: price.minor, currency: coin };
  const request = { ...paymentRequest(bench, `R-${key}`), amount, methodKey: code, worth };
  const answer = await bench.payments.startPayment(request);
  expect(answer).toMatchObject({ outcome: 'started', payTo: { address: expect.stringMatching(/^\w{30,62}$/) } });
  expect('payTo' in answer && answer.payTo.memo !== null).toBe(hasMemo);
});

test('the coin that the desk has left is not listed, and has no price', async () => {
  const desk = benches.get('nowpayments')?.payments.coins;
  const listed = await desk?.listed();
  const codes = listed?.outcome === 'done' ? listed.codes : new Set();
  expect(coins.filter(({ code }) => !codes.has(code)).map(({ key }) => key)).toEqual(['USDT-OMNI']);
  expect(await desk?.price('usdt', worth)).toMatchObject({ outcome: 'unknown' });
});

test('a method that the provider does not have is refused', async () => {
  const bench = benches.get('praxis');
  if (!bench) throw new Error('nothing stands in for praxis');
  const answer = await bench.payments.startPayment({ ...paymentRequest(bench, 'R-0'), methodKey: 'Barter' });
  expect(answer).toMatchObject({ outcome: 'refused', code: 'rejected_by_provider' });
});

const paidOut = paymentMethods.filter(({ offers }) => offers.withdraw !== undefined);

test.each(paidOut)('what $id ($key) pays out, its provider pays out', (method) => {
  const ways = [...(method.paysOut ? ['back'] : []), ...(method.paysRest ? [method.paysRest.to] : [])];
  const stands = allPayoutConnectors.find(({ name }) => name === routeOf(method)?.provider);
  const paid = new Set([...(stands?.paysBack || method.paysOut?.isByDestination ? ['back'] : []), stands?.ownDestination.kind]);
  expect(ways.filter((way) => !paid.has(way))).toEqual([]);
  expect(ways).not.toEqual([]);
});
