import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { minuteMs } from '../../base/time.ts';
import { bankConnectors, patience, paymentRequest, type PortBench } from '../../server/testing/paymentPort.ts';

/* The rest of the port's contract: one order has many transactions, each is looked up by itself, and a day's report has them all. */

describe.each(bankConnectors)('the transactions of the payment provider $name', ({ raise, reversesInPlace }) => {
  let stage: PortBench;
  beforeEach(async () => {
    stage = await raise();
  });
  afterEach(() => stage.close());

  const request = (reference: string) => paymentRequest(stage, reference);

  test('each further transaction of an order has a number and a notification of its own, and is looked up by that', async () => {
    await stage.payments.startPayment(request('R-1'));
    const usd = (minor: bigint) => ({ amount: { minor, currency: 'USD' as const } });
    stage.provider.decide('R-1', 'approved');
    stage.provider.decide('R-1', 'refunded', usd(1_000n));
    stage.provider.decide('R-1', 'refunded', { amount: { minor: 700n, currency: 'GBP' } });
    stage.provider.decide('R-1', 'charged_back', usd(5_000n));
    stage.provider.decide('R-1', 'won_back');
    stage.provider.decide('R-1', 'approved', { payer: 'Somebody Else' });
    stage.provider.decide('R-1', 'refunded', { ...usd(200n), isPending: true });
    await stage.provider.deliverDue();
    const told = stage.shop.readings.flatMap((reading) => (reading.verified ? [reading.payment] : []));
    const shown = told.map(({ kind, status, amount }) => [kind, status, amount?.minor, amount?.currency]);
    expect(shown).toEqual([
      ['payment', 'pending', 25_000n, 'USD'],
      ['payment', 'approved', 25_000n, 'USD'],
      ['refund', 'approved', 1_000n, 'USD'],
      ['refund', 'approved', 700n, 'GBP'],
      ['chargeback', 'approved', 5_000n, 'USD'],
      ['won_back', 'approved', 5_000n, 'USD'],
      ['payment', 'approved', 25_000n, 'USD'],
      ['refund', 'pending', 200n, 'USD'],
    ]);
    const numbers = told.map(({ providerTransactionId }) => providerTransactionId);
    expect(new Set(numbers).size).toBe(numbers.length - 1);
    // The order itself tells of its latest alone: a refund that is pending hides all that was paid.
    expect(await stage.payments.lookUp('R-1')).toMatchObject({ payment: { kind: 'refund', status: 'pending' } });
    for (const payment of told.slice(1)) {
      const { providerTransactionId: number, occurredAt: _told, ...facts } = payment;
      expect(await stage.payments.lookUp('R-1', number)).toMatchObject({ outcome: 'found', payment: facts });
    }
    expect(await stage.payments.lookUp('R-1', '4711')).toEqual({ outcome: 'absent' });
    stage.provider.decide('R-1', 'refunded', usd(200n));
    expect(await stage.payments.lookUp('R-1', numbers.at(-1))).toMatchObject({ payment: { status: 'approved' } });
  });

  test.skipIf(!reversesInPlace).each([
    ['refunded', 'refund'],
    ['charged_back', 'chargeback'],
  ] as const)('the second payment of an order that is %s as a whole says so under its own number', async (decision, kind) => {
    await stage.payments.startPayment(request('R-1'));
    const whole = { isUnderItsNumber: true };
    expect(stage.provider.decide('R-1', decision, whole)).toBe('nothing_to_take_back');
    stage.provider.decide('R-1', 'approved');
    stage.provider.decide('R-1', 'approved', { amount: { minor: 7_500n, currency: 'USD' } });
    expect(stage.provider.decide('R-1', decision, whole)).toBe('decided');
    await stage.provider.deliverDue();
    const told = stage.shop.readings.flatMap((reading) => (reading.verified ? [reading.payment] : []));
    const [first, second, back] = told.slice(-3);
    expect(back).toMatchObject({
      kind,
      status: 'approved',
      undoesItself: true,
      providerTransactionId: second?.providerTransactionId,
      amount: { minor: 7_500n, currency: 'USD' },
    });
    const lookUp = (number: string | undefined) => stage.payments.lookUp('R-1', number);
    expect(await lookUp(second?.providerTransactionId)).toMatchObject({ payment: { kind, undoesItself: true } });
    expect(await lookUp(first?.providerTransactionId)).toMatchObject({ payment: { kind: 'payment', status: 'approved' } });
    const report = await stage.payments.settlement?.('2026-03-02');
    const lines = report?.outcome === 'done' ? report.lines.map((line) => [line.kind, line.transactionId]) : [];
    expect(lines).toEqual([
      ['payment', first?.providerTransactionId],
      ['payment', second?.providerTransactionId],
      [kind, second?.providerTransactionId],
    ]);
    // Of the first all is left.
    expect(stage.provider.decide('R-1', 'refunded')).toBe('decided');
    expect(stage.provider.decide('R-1', 'refunded')).toBe('nothing_to_take_back');
  });

  test('nothing can be taken back of what was not paid, nor won back of what was not charged back', async () => {
    await stage.payments.startPayment(request('R-1'));
    expect(stage.provider.decide('R-1', 'refunded')).toBe('nothing_to_take_back');
    stage.provider.decide('R-1', 'approved');
    expect(stage.provider.decide('R-1', 'won_back')).toBe('nothing_to_take_back');
    expect(stage.provider.decide('R-1', 'refunded')).toBe('decided');
    expect(stage.provider.decide('R-1', 'refunded')).toBe('nothing_to_take_back');
  });

  test('the settlement report of a day has every transaction that was approved on it, and no other', async () => {
    for (const reference of ['R-1', 'R-2', 'R-3']) await stage.payments.startPayment(request(reference));
    stage.provider.decide('R-1', 'approved');
    stage.provider.decide('R-1', 'charged_back', { amount: { minor: 4_000n, currency: 'USD' } });
    stage.provider.decide('R-2', 'declined');
    stage.advance(24 * 60 * minuteMs);
    stage.provider.decide('R-3', 'approved');
    const report = await stage.payments.settlement?.('2026-03-02');
    expect(report).toMatchObject({
      outcome: 'done',
      lines: [
        {
          reference: 'R-1',
          kind: 'payment',
          amount: { minor: 25_000n, currency: 'USD' },
          settledAt: new Date('2026-03-02T09:00:00Z'),
        },
        { reference: 'R-1', kind: 'chargeback', amount: { minor: 4_000n, currency: 'USD', letters: 'USD' } },
      ],
    });
    expect(await stage.payments.settlement?.('2026-03-03')).toMatchObject({ lines: [{ reference: 'R-3' }] });
    expect(await stage.payments.settlement?.('2026-03-04')).toEqual({ outcome: 'done', lines: [] });
  });

  test('a settlement report of many pages is read to its end', async () => {
    for (const reference of ['R-1', 'R-2']) await stage.payments.startPayment(request(reference));
    stage.provider.decide('R-1', 'approved');
    for (let count = 0; count < 110; count += 1)
      stage.provider.decide('R-1', 'refunded', { amount: { minor: 1n, currency: 'USD' } });
    const report = await stage.payments.settlement?.('2026-03-02');
    expect(report?.outcome === 'done' && new Set(report.lines.map(({ transactionId }) => transactionId)).size).toBe(111);
  });

  test.each(['timeout_before', 'timeout_after', 'error', 'late', 'nonsense', 'nothing'] as const)(
    'a look-up and a report that are struck by %s are unknown, and the next ones are answers',
    async (mode) => {
      await stage.payments.startPayment(request('R-1'));
      stage.provider.decide('R-1', 'approved');
      stage.provider.fault(mode === 'late' ? { mode, seconds: 0.05 } : mode, 2);
      expect(await stage.payments.lookUp('R-1')).toMatchObject({ outcome: 'unknown' });
      expect(await stage.payments.settlement?.('2026-03-02')).toMatchObject({ outcome: 'unknown' });
      expect(await stage.payments.lookUp('R-1')).toMatchObject({ outcome: 'found', payment: { status: 'approved' } });
      expect(await stage.payments.settlement?.('2026-03-02')).toMatchObject({ outcome: 'done' });
    },
  );

  test('a slow look-up is answered', async () => {
    await stage.payments.startPayment(request('R-1'));
    stage.provider.fault('slow', 1);
    const begun = performance.now();
    expect(await stage.payments.lookUp('R-1')).toMatchObject({ outcome: 'found' });
    // It was struck: no timer ends before its time.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(patience.slowMs - 1);
  });
});
