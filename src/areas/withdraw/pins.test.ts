import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openPaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture } from '../../server/testing/payoutFixture.ts';

let app: TestApp;
let books: BookFixture;

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
});
afterAll(async () => app.close());

/** A withdrawal that is confirmed, and how its PIN was sent. */
async function confirmed(client: SignedIn) {
  await app.owner.sql.run('delete from challenge');
  const payments = openPaymentsFixture(app, client);
  const payouts = await openPayoutFixture(app, { client, payments, books });
  const wallet = await books.wallet(client, { currency: 'EUR', amount: '0' });
  await payouts.payIn(wallet, '200.00', 'EUR');
  const { errors, data } = await payouts.confirm(wallet, '60.00');
  expect(errors).toEqual([]);
  return { payments, id: Number(data.remittance_id), channel: data.pin.channel };
}

const setPhone = (client: SignedIn, phone: string | null) =>
  app.owner.sql.run('update client set mobile_phone = $2 where id = $1', [client.clientId, phone]);

test.each([
  ['eu.active', 'sms'],
  ['uk.active', 'sms'],
  ['global.active', 'email'],
] as const)('the PIN of a withdrawal of %s goes by %s, and by e-mail where there is no phone', async (name, channel) => {
  const client = await app.signIn(name);
  await setPhone(client, '+35799000111');
  expect((await confirmed(client)).channel).toBe(channel);
  await setPhone(client, null);
  expect((await confirmed(client)).channel).toBe('email');
});

test.each([
  ['eu.active', 'voice'],
  ['global.active', 'email'],
] as const)('asked for by a call, that of %s goes by %s', async (name, channel) => {
  const client = await app.signIn(name);
  await setPhone(client, '+35799000111');
  const { payments, id } = await confirmed(client);
  await app.owner.sql.run('delete from challenge');
  const answer = await payments.post('api/payments/withdraw/pin', { remittance_id: id, method: 'voice' });
  expect(answer.data.pin).toMatchObject({ channel, is_sent: true });
});
