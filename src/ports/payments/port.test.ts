import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { minuteMs } from '../../base/time.ts';
import { paymentConnectors, paymentRequest, statuses, type PortBench } from '../../server/testing/paymentPort.ts';

describe.each(paymentConnectors)('the payment provider $name', ({ name, raise, ...vendor }) => {
  let stage: PortBench;
  beforeEach(async () => {
    stage = await raise();
  });
  afterEach(() => stage.close());

  const request = (reference: string) => paymentRequest(stage, reference);

  test('a deposit leads the client to a hosted page that shows its amount', async () => {
    const answer = await stage.payments.startPayment(request('R-1'));
    expect(answer).toEqual({ outcome: 'started', ...vendor.started });
    expect(stage.provider.page('R-1')).toMatchObject({ amount: stage.order.amount, status: 'open' });
  });

  test('what pays out says so, and nothing else does', () => {
    expect(stage.payments.payOut !== undefined).toBe(vendor.paysOut);
  });

  test('asking again with the same reference leads to the same order', async () => {
    const first = await stage.payments.startPayment(request('R-1'));
    expect(await stage.payments.startPayment(request('R-1'))).toEqual(first);
  });

  test('a reference cannot be used for another amount', async () => {
    await stage.payments.startPayment(request('R-1'));
    const answer = await stage.payments.startPayment({ ...request('R-1'), amount: { ...stage.order.amount, minor: 1n } });
    expect(answer).toMatchObject({ outcome: 'refused', code: 'rejected_by_provider' });
  });

  test('a currency that the provider does not take is refused without asking', async () => {
    const answer = await stage.payments.startPayment({ ...request('R-1'), amount: { minor: 5n, currency: vendor.notTaken } });
    expect(answer).toMatchObject({ outcome: 'refused', code: 'currency_not_supported' });
  });

  test('an approval is told by a signed notification and confirmed by looking the order up', async () => {
    await stage.payments.startPayment(request('R-1'));
    expect(stage.provider.decide('R-1', 'approved')).toBe('decided');
    await stage.provider.deliverDue();
    expect(statuses(stage.shop)).toEqual(['pending', 'approved']);
    expect(stage.shop.readings[1]).toMatchObject({
      verified: true,
      statusIsSigned: vendor.statusIsSigned,
      payment: {
        reference: 'R-1',
        amount: stage.order.amount,
        payer: vendor.payer,
      },
    });
    expect(await stage.payments.lookUp('R-1')).toMatchObject({ outcome: 'found', payment: { status: 'approved' } });
  });

  test('a decline is told as a decline, and a decided order cannot be decided otherwise', async () => {
    await stage.payments.startPayment(request('R-1'));
    stage.provider.decide('R-1', 'declined');
    await stage.provider.deliverDue();
    expect(statuses(stage.shop)).toEqual(['pending', 'declined']);
    expect(stage.provider.decideOnPage('R-1', 'declined')).toBe('decided');
    expect(stage.provider.decideOnPage('R-1', 'approved')).toBe('already_decided');
  });

  test('an order that was left pending can be approved later', async () => {
    await stage.payments.startPayment(request('R-1'));
    stage.provider.decide('R-1', 'pending');
    await stage.provider.deliverDue();
    stage.provider.decide('R-1', 'approved');
    await stage.provider.deliverDue();
    expect(statuses(stage.shop)).toEqual(['pending', 'approved']);
  });

  test('an order that the client has not paid is pending, and an order that was never opened is absent', async () => {
    await stage.payments.startPayment(request('R-1'));
    expect(await stage.payments.lookUp('R-1')).toMatchObject({ outcome: 'found', payment: { status: 'pending' } });
    expect(await stage.payments.lookUp('R-2')).toEqual({ outcome: 'absent' });
  });

  test.skipIf(name === 'nowpayments')('a payout is opened as a payout', async () => {
    await stage.payments.startPayment({ ...request('R-9'), intent: 'payout' });
    expect(stage.provider.page('R-9')).toMatchObject({ intent: 'payout' });
    stage.provider.decide('R-9', 'approved');
    expect(await stage.payments.lookUp('R-9')).toMatchObject({ payment: { status: 'approved' } });
  });

  test('what was not acknowledged comes again after the provider’s own time, and not sooner', async () => {
    await stage.payments.startPayment(request('R-1'));
    stage.shop.open = false;
    stage.provider.decide('R-1', 'approved');
    expect(await stage.provider.deliverDue()).toBe(2);
    stage.shop.open = true;
    expect(await stage.provider.deliverDue()).toBe(0);
    stage.advance(vendor.resendMs);
    expect(await stage.provider.deliverDue()).toBe(2);
    expect(statuses(stage.shop)).toEqual(['pending', 'approved', 'pending', 'approved']);
    stage.advance(60 * minuteMs);
    expect(await stage.provider.deliverDue()).toBe(0);
  });

  test('notifications may come twice, late or out of order', async () => {
    for (const reference of ['R-1', 'R-2', 'R-3']) await stage.payments.startPayment(request(reference));
    stage.provider.fault('duplicate', 1);
    stage.provider.decide('R-1', 'approved');
    await stage.provider.deliverDue();
    expect(statuses(stage.shop)).toEqual(['pending', 'pending', 'approved', 'approved']);

    stage.shop.readings.length = 0;
    stage.provider.fault('reorder', 1);
    stage.provider.decide('R-2', 'approved');
    await stage.provider.deliverDue();
    expect(statuses(stage.shop)).toEqual(['approved', 'pending']);

    stage.shop.readings.length = 0;
    stage.provider.fault('delay', 1);
    stage.provider.decide('R-3', 'approved');
    expect(await stage.provider.deliverDue()).toBe(0);
    stage.advance(2 * minuteMs);
    expect(await stage.provider.deliverDue()).toBe(2);
  });

  test('a forged notification is not believed', async () => {
    await stage.payments.startPayment(request('R-1'));
    stage.provider.fault('forge', 1);
    stage.provider.decide('R-1', 'declined');
    await stage.provider.deliverDue();
    expect(stage.shop.readings[0]).toMatchObject({ verified: false, reason: 'wrong_signature' });
    expect(statuses(stage.shop)).toEqual(['wrong_signature', 'pending', 'declined']);
  });

  test('a call that timed out before it took effect is unknown, and the order is absent', async () => {
    stage.provider.fault('timeout_before', 1);
    expect(await stage.payments.startPayment(request('R-1'))).toMatchObject({ outcome: 'unknown' });
    expect(await stage.payments.lookUp('R-1')).toEqual({ outcome: 'absent' });
    expect(await stage.payments.startPayment(request('R-1'))).toMatchObject({ outcome: 'started' });
  });

  test('a call that timed out after it took effect is unknown, and the order is found', async () => {
    stage.provider.fault('timeout_after', 1);
    expect(await stage.payments.startPayment(request('R-1'))).toMatchObject({ outcome: 'unknown' });
    expect(await stage.payments.lookUp('R-1')).toMatchObject({ outcome: 'found' });
  });

  test('a call whose line was cut is unknown, and the order is there when the provider has come to it', async () => {
    stage.provider.fault({ mode: 'late', seconds: 3600 }, 1);
    expect(await stage.payments.startPayment(request('R-1'))).toMatchObject({ outcome: 'unknown' });
    expect(await stage.payments.lookUp('R-1')).toEqual({ outcome: 'absent' });
    stage.provider.fault({ mode: 'late', seconds: 0.05 }, 1);
    expect(await stage.payments.startPayment(request('R-1'))).toMatchObject({ outcome: 'unknown' });
    await vi.waitUntil(async () => (await stage.payments.lookUp('R-1')).outcome === 'found');
    // Asked again meanwhile it would have been the same order.
    expect(await stage.payments.startPayment(request('R-1'))).toMatchObject({ outcome: 'started' });
  });

  test('a payment that the provider refuses is refused for good in its own words, and what was taken before is not', async () => {
    await stage.payments.startPayment(request('R-0'));
    stage.provider.fault('refuse', 1);
    expect(await stage.payments.startPayment(request('R-0'))).toMatchObject({ outcome: 'started' });
    const refused = await stage.payments.startPayment(request('R-1'));
    expect(refused).toMatchObject({ outcome: 'refused', code: 'rejected_by_provider', message: expect.stringMatching(/\w/) });
    expect(await stage.payments.lookUp('R-1')).toEqual({ outcome: 'absent' });
    expect(await stage.payments.startPayment(request('R-1'))).toMatchObject({ outcome: 'started' });
  });

  test('a fault of the provider is unknown, a slow answer is an answer', async () => {
    stage.provider.fault('error', 1);
    expect(await stage.payments.startPayment(request('R-1'))).toMatchObject({ outcome: 'unknown' });
    stage.provider.fault('slow', 1);
    expect(await stage.payments.startPayment(request('R-1'))).toMatchObject({ outcome: 'started' });
  });

  test("a message that is not the provider's language is malformed", () => {
    const raw = Buffer.from('<html>');
    expect(stage.payments.readNotification(raw, {})).toMatchObject({ verified: false, reason: 'malformed' });
  });

  // Anybody may write to the address of notifications: whatever it is, it is read and not believed.
  test.each(oddBodies)('a body of %s is no notification', (_what, body) => {
    expect(stage.payments.readNotification(Buffer.from(body, 'latin1'), {})).toMatchObject({ verified: false });
  });
});

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const wellMade = (more: string): string =>
  `{"payment_id":"1","payment_status":"finished","order_id":"R-1","pay_currency":"btc",
    "session":{"order_id":"R-1","more":${more}},"more":${more}}`;
const oddBodies: [what: string, body: string][] = [
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[{}]'],
  ['other types', '{"order_id":{"a":1},"session":"x","payment_status":7}'],
  ['bytes that are no text', '\u00ff\u00fe{\u0000'],
  ['a number that is none', '{"order_id":1e999,"payment_id":-0}'],
  ['names of its own prototype', '{"__proto__":{"order_id":"R-1"},"constructor":1}'],
  ['more levels than any message has', wellMade(nested(40))],
  ['more levels than a stack', wellMade(nested(20_000))],
  ['a field that comes a thousand times', 'transaction_id=R-1&'.repeat(1000)],
  ['percents that are no text', 'transaction_id=%ff%00%&merchant_id=%zz'],
];
