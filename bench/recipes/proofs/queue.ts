import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type StaffSignedIn, type TestApp } from '../../../src/server/testing/app.ts';

let app: TestApp;
let finance: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  finance = await app.signInStaff('finance');
});
afterAll(() => app.close());

const waiting = async () => {
  const { data } = await app.call({ method: 'GET', path: '/api/desk/queues', as: finance });
  return (data.queues as { queue: string; count: number }[]).find(({ queue }) => queue === 'providers')?.count;
};

test('the desk lists the queue for whoever has its right, and a case stands in it until it is over', async () => {
  expect(await waiting()).toBe(0);
  const { referenceRates } = app.opened.app;
  const own = { ...referenceRates };
  for (const name of Object.keys(own) as (keyof typeof own)[])
    Object.assign(referenceRates, { [name]: async () => ({ outcome: 'unknown', reason: 'told by the test' }) });
  await app.opened.clock.advance(5 * 86_400);
  await app.opened.worker?.sweep('reference-rates');
  expect(await waiting()).toBe(1);
  Object.assign(referenceRates, own);
  await app.opened.worker?.sweep('reference-rates');
  expect(await waiting()).toBe(0);
});
