import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPaymentsFixture, openCounter, type Counter } from '../../../server/testing/paymentsFixture.ts';
import { openBookFixture } from '../../../server/testing/bookFixture.ts';

let counter: Counter;
beforeAll(async () => {
  counter = await openCounter('global.active', { dollars: '0.00', wallet: '0.00' });
});
afterAll(() => counter.app.close());

const rand = (more: object) => ({ pm_id: 320, currency: 'ZAR', ...more });

test('a deposit by a bank of the list is paid on its page, and credited', async () => {
  const { payments, app, wallet } = counter;
  const { id, reference } = await payments.startDeposit(wallet, '900.00', rand({ bank: 'FNB' }));
  const page = await (await fetch(`${app.url}/sandbox/payments/${reference}`)).text();
  expect(page).toContain('Online Banking, FNB');
  await payments.post(`/sandbox/payments/${reference}`, { outcome: 'approved' });
  await payments.becomes(id, 'completed');
});

test('where a currency brings a list of banks, one of them has to be chosen', async () => {
  const { payments, wallet } = counter;
  for (const [more, code] of [
    [{}, 'field_required'],
    [{ bank: 'Bank of Nowhere' }, 'bank_not_listed'],
  ] as const) {
    const { httpStatus, errors } = await payments.askDeposit(wallet, '900.00', rand(more));
    expect(httpStatus).toBe(422);
    expect(errors[0]).toMatchObject({ code, validation_messages: { bank: expect.anything() } });
  }
});

test('a method that is another country’s is not offered, and the card is known by the number of its route', async () => {
  const { payments, wallet } = counter;
  const { errors } = await payments.askDeposit(wallet, '50000', { pm_id: 86, currency: 'NGN' });
  expect(errors[0]).toMatchObject({ code: 'method_not_offered', validation_messages: { pm_id: expect.anything() } });
  expect((await payments.askDeposit(wallet, '100.00', { pm_id: 78 })).errors).toEqual([]);
});

test.each(['global.active', 'eu.active', 'uk.active', 'ke.active', 'cn.active'])(
  'the forms of %s show one card method to pay in by and one to be paid out to (readings §2)',
  async (name) => {
    const payments = openPaymentsFixture(counter.app, await counter.app.signIn(name));
    const cardsIn = async (path: string): Promise<number[]> => {
      const { methods, unavailable = [] } = (await payments.get(path)).data;
      const all: number[] = [...methods, ...unavailable].map(({ pm_id }: { pm_id: number }) => pm_id);
      return all.filter((id) => [340, 78, 243].includes(id));
    };
    expect(await cardsIn('api/payments/deposit')).toEqual([340]);
    expect(await cardsIn('api/payments/withdraw')).toEqual([243]);
  },
);

test('the yuan and the label 197 go by UnionPay whichever card is named', async () => {
  const { app } = counter;
  const client = await app.signIn('cn.active');
  const payments = openPaymentsFixture(app, client);
  const wallet = await (await openBookFixture(app)).wallet(client, { currency: 'CNY', amount: '0.00' });
  const { id, reference } = await payments.startDeposit(wallet, '800.00', { pm_id: 340, currency: 197 });
  expect(await payments.detailsOf(id)).toMatchObject({ pm_id: 318, currency: 'CNY', amount: '800.00' });
  expect(await (await fetch(`${app.url}/sandbox/payments/${reference}`)).text()).toContain('UnionPay');
  await payments.post(`/sandbox/payments/${reference}`, { outcome: 'approved' });
  await payments.becomes(id, 'completed');
});

test('a deposit by each Nigerian bank is led to that bank’s page', async () => {
  const { app } = counter;
  const client = await app.signIn('ng.active');
  const payments = openPaymentsFixture(app, client);
  const wallet = await (await openBookFixture(app)).wallet(client, { currency: 'NGN', amount: '0.00' });
  const { data } = await payments.get('api/payments/deposit');
  expect(data.methods.map(({ pm_id }: { pm_id: number }) => pm_id)).toEqual(expect.arrayContaining([85, 86, 87, 88, 89]));
  const { id, reference } = await payments.startDeposit(wallet, '50000.00', { pm_id: 88, currency: 'NGN' });
  await payments.post(`/sandbox/payments/${reference}`, { outcome: 'approved' });
  await payments.becomes(id, 'completed');
  expect((await payments.get('api/payments/deposit')).data.last_method).toBe(88);
});

test.each([1011, 1012])(
  'a deposit by wallet %i is paid on its page, told by a signed report, and taken back by a chargeback',
  async (pm_id) => {
    const { payments, wallet } = counter;
    const { id, reference } = await payments.startDeposit(wallet, '120.00', { pm_id });
    await payments.post(`/sandbox/payments/${reference}`, { outcome: 'approved' });
    await payments.becomes(id, 'completed');
    await payments.post(`/sandbox/payments/${reference}`, { outcome: 'charged_back' });
    await expect.poll(async () => (await payments.detailsOf(id)).reversed_by.length).toBe(1);
  },
);

test.each([1011, 1012])('a forged report of a payment by wallet %i moves nothing, and the true one does', async (pm_id) => {
  const { payments, app, wallet } = counter;
  const { id, reference } = await payments.startDeposit(wallet, '90.00', { pm_id });
  await payments.post('/sandbox/faults', { target: 'payments', mode: 'forge', count: 1 });
  await payments.post(`/sandbox/payments/${reference}`, { outcome: 'declined' });
  await payments.becomes(id, 'declined');
  const kept = await app.owner.sql.many<{ verdict: string }>('select verdict from webhook_message where reference = $1', [
    reference,
  ]);
  expect(kept.map(({ verdict }) => verdict)).toContain('refused');
});
