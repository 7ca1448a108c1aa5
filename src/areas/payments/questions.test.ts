import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { directionAsks } from '../../protocol/payment.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { addressesOf, pinSentTo } from '../../server/testing/telling.ts';

/* A direction whose contract asks for a PIN: here transfers, which do not otherwise. */

let app: TestApp;
let client: SignedIn;
let payments: PaymentsFixture;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, client, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '0', wallet: '300.00' }));
});
afterAll(async () => app.close());
beforeEach(async () => {
  Object.assign(directionAsks, { transfer: { pin: true } });
  // As if the last PIN had been sent long ago.
  await app.owner.sql.run('delete from challenge');
});
afterEach(() => void Object.assign(directionAsks, { transfer: { pin: false } }));

async function confirmed(): Promise<{ id: number; pin: string }> {
  const { data } = await payments.askTransfer(wallet, dollars, '5.00');
  expect(data.pin_required).toBe(true);
  const { email } = await addressesOf(app, client);
  return { id: data.remittance_id, pin: await pinSentTo(app, email) };
}

test('sends one at the confirmation, and begins only with it', async () => {
  const { id, pin } = await confirmed();
  expect((await payments.save(id)).errors).toMatchObject([{ code: 'field_required' }]);
  expect((await payments.save(id, { payment_code: pin })).data).toMatchObject({ status: 'completed' });
});

test('takes no wrong one, after which the right one is over too', async () => {
  const { id, pin } = await confirmed();
  const wrong = pin === '0000' ? '0001' : '0000';
  expect(await payments.save(id, { payment_code: wrong })).toMatchObject({
    httpStatus: 422,
    errors: [{ code: 'WRONG_CODE' }],
  });
  expect((await payments.save(id, { payment_code: pin })).errors).toMatchObject([{ code: 'expired' }]);
  expect((await payments.detailsOf(id)) ?? 'not saved').toBe('not saved');
});

test('is good for one saving', async () => {
  const { id, pin } = await confirmed();
  const other = (await payments.askTransfer(wallet, dollars, '6.00')).data.remittance_id;
  expect((await payments.save(id, { payment_code: pin })).data).toMatchObject({ status: 'completed' });
  expect((await payments.save(other, { payment_code: pin })).errors).toMatchObject([{ code: 'expired' }]);
});

test('is good for the payment that it was sent for, and a wrong one for any other', async () => {
  const { pin } = await confirmed();
  const other = (await payments.askTransfer(wallet, dollars, '6.00')).data;
  expect(other.pin).toMatchObject({ channel: 'email', is_sent: false });
  expect((await payments.save(other.remittance_id, { payment_code: pin })).errors).toMatchObject([{ code: 'WRONG_CODE' }]);
});
