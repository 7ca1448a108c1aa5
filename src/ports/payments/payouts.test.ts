import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allPayoutConnectors } from '../../server/testing/cardPort.ts';
import { paymentRequest, statuses, type PayoutBench } from '../../server/testing/paymentPort.ts';

/* The part of the port's contract that only those keep who pay out. */

const payingOut = allPayoutConnectors.filter(({ paysOut }) => paysOut);

describe.each(payingOut)('what the payment provider $name pays out', ({ raise, ...vendor }) => {
  const { paysBack, tells, tellsReturns, reversesInPlace, ownDestination, nobody } = vendor;
  let stage: PayoutBench;
  beforeEach(async () => {
    stage = await raise();
  });
  afterEach(() => stage.close());

  const request = (reference: string) => paymentRequest(stage, reference);
  const refund = (reference: string, minor = 25_000n) => ({
    way: 'refund' as 'refund' | 'payout',
    reference,
    amount: { minor, currency: 'USD' as const },
    source: { reference: 'R-1', transactionId: undefined },
    clientId: 1001,
    companyId: 3,
    customer: request('R-1').customer,
    notificationUrl: request('R-1').notificationUrl,
  });
  const own = (reference: string) => ({ ...refund(reference), way: 'payout' as const, source: undefined });
  const payOut = async (asked: ReturnType<typeof refund>) => stage.payments.payOut?.(asked);
  const paid = async () => {
    await stage.payments.startPayment(request('R-1'));
    stage.provider.decide('R-1', 'approved');
    await stage.provider.deliverDue();
    stage.shop.readings.length = 0;
  };

  test.skipIf(!paysBack)('a payment is given back under a reference of its own, which is told and looked up', async () => {
    await paid();
    expect(await payOut(refund('W-1', 10_000n))).toEqual({ outcome: 'accepted' });
    expect(await stage.payments.lookUp('W-1')).toMatchObject({ outcome: 'found', payment: { status: 'pending' } });
    stage.provider.decide('W-1', 'approved');
    await stage.provider.deliverDue();
    expect(statuses(stage.shop)).toEqual(['pending', 'approved']);
    expect(stage.shop.readings).toMatchObject([{ payment: { kind: 'refund' } }, { payment: { kind: 'refund' } }]);
    const looked = { kind: 'refund', status: 'approved', amount: { minor: 10_000n, currency: 'USD' } };
    expect(await stage.payments.lookUp('W-1')).toMatchObject({ outcome: 'found', payment: looked });
    // The payment's own order says nothing of it.
    expect(await stage.payments.lookUp('R-1')).toMatchObject({ payment: { kind: 'payment', status: 'approved' } });
  });

  test.skipIf(!paysBack)('asking again with the same reference pays once, and no more is given back than was paid', async () => {
    await paid();
    for (let times = 0; times < 3; times += 1) expect(await payOut(refund('W-1'))).toEqual({ outcome: 'accepted' });
    expect(await payOut(refund('W-2', 1n))).toMatchObject({ outcome: 'refused', code: 'rejected_by_provider' });
    expect(await payOut(refund('W-1', 1n))).toMatchObject({ outcome: 'refused' });
    stage.provider.decide('W-1', 'declined');
    expect(await stage.payments.lookUp('W-1')).toMatchObject({ payment: { status: 'declined' } });
    expect(await payOut({ ...refund('W-3'), way: 'payout' })).toEqual({ outcome: 'accepted' });
    expect(await payOut(refund('W-2', 1n))).toEqual({ outcome: 'accepted' });
  });

  test('what goes to a destination of the client’s own gives no payment back', async () => {
    const asked = { ...own('W-1'), destination: ownDestination };
    for (let times = 0; times < 2; times += 1) expect(await stage.payments.payOut?.(asked)).toEqual({ outcome: 'accepted' });
    stage.provider.decide('W-1', 'approved');
    const told = { kind: 'payout', status: 'approved', reference: 'W-1', amount: { minor: 25_000n, currency: 'USD' } };
    expect(await stage.payments.lookUp('W-1')).toMatchObject({ outcome: 'found', payment: told });
    expect(await stage.payments.payOut?.({ ...asked, amount: { minor: 24_999n, currency: 'USD' } })).toMatchObject({
      outcome: 'refused',
    });
  });

  test.skipIf(!tells)('what has gone to a destination is told of, and stands in the day’s report', async () => {
    await stage.payments.payOut?.({ ...own('W-1'), destination: ownDestination });
    stage.provider.decide('W-1', 'approved');
    await stage.provider.deliverDue();
    const told = { kind: 'payout', status: 'approved', reference: 'W-1', amount: { minor: 25_000n, currency: 'USD' } };
    expect(stage.shop.readings.at(-1)).toMatchObject({ payment: told });
    expect(await stage.payments.settlement?.('2026-03-02')).toMatchObject({ lines: [{ kind: 'payout', reference: 'W-1' }] });
  });

  /** What was told of what came back of an order, each by a number of its own. */
  const cameBack = (kind: string) =>
    stage.shop.readings.flatMap((reading) => (reading.verified && reading.payment.kind === kind ? [reading.payment] : []));
  const comesBack = (minor: bigint, currency: 'USD' | 'GBP' = 'USD') => ({ amount: { minor, currency } });

  test.skipIf(!tellsReturns)('what comes back of a payout is told piece by piece, each with a number of its own', async () => {
    await stage.payments.payOut?.({ ...own('W-1'), destination: ownDestination });
    stage.provider.decide('W-1', 'approved');
    await stage.provider.deliverDue();
    const paidBy = stage.shop.readings
      .flatMap((reading) => (reading.verified ? [reading.payment.providerTransactionId] : []))
      .at(-1);
    stage.provider.fault('duplicate', 1);
    stage.provider.decide('W-1', 'refunded', comesBack(10_000n));
    stage.provider.decide('W-1', 'refunded', comesBack(700n, 'GBP'));
    stage.provider.decide('W-1', 'refunded', { ...comesBack(5_000n), isPending: true });
    await stage.provider.deliverDue();
    stage.provider.decide('W-1', 'refunded', comesBack(5_000n));
    await stage.provider.deliverDue();
    const told = cameBack('refund');
    expect(told.map(({ status, amount }) => [status, amount?.minor, amount?.currency])).toEqual([
      ['approved', 10_000n, 'USD'],
      ['approved', 10_000n, 'USD'],
      ['approved', 700n, 'GBP'],
      ['pending', 5_000n, 'USD'],
      ['approved', 5_000n, 'USD'],
    ]);
    const numbers = told.map(({ providerTransactionId }) => providerTransactionId);
    expect(new Set([...numbers, paidBy]).size).toBe(4);
    for (const number of numbers)
      expect(await stage.payments.lookUp('W-1', number)).toMatchObject({ payment: { kind: 'refund', status: 'approved' } });
    // The payout itself was paid, whatever came back of it.
    expect(await stage.payments.lookUp('W-1', paidBy)).toMatchObject({ payment: { kind: 'payout', status: 'approved' } });
    const report = await stage.payments.settlement?.('2026-03-02');
    const kinds = report?.outcome === 'done' ? report.lines.map(({ kind }) => kind) : [];
    expect(kinds).toEqual(['payout', 'refund', 'refund', 'refund']);
  });

  test.skipIf(!reversesInPlace)('a payout that is reversed says so under its own number, all of it and once', async () => {
    await stage.payments.payOut?.({ ...own('W-1'), destination: ownDestination });
    const whole = { isUnderItsNumber: true };
    expect(stage.provider.decide('W-1', 'refunded', whole)).toBe('nothing_to_take_back');
    stage.provider.decide('W-1', 'approved');
    expect(stage.provider.decide('W-1', 'refunded', whole)).toBe('decided');
    expect(stage.provider.decide('W-1', 'refunded', whole)).toBe('nothing_to_take_back');
    expect(stage.provider.decide('W-1', 'refunded')).toBe('nothing_to_take_back');
    await stage.provider.deliverDue();
    const told = stage.shop.readings.flatMap((reading) => (reading.verified ? [reading.payment] : []));
    const [paid, back] = told.slice(-2);
    const number = paid?.providerTransactionId;
    expect([paid?.kind, paid?.status, paid?.undoesItself]).toEqual(['payout', 'approved', false]);
    const reversed = {
      kind: 'refund',
      status: 'approved',
      undoesItself: true,
      providerTransactionId: number,
      amount: { minor: 25_000n, currency: 'USD' },
    };
    expect(back).toMatchObject(reversed);
    for (const asked of [undefined, number])
      expect(await stage.payments.lookUp('W-1', asked)).toMatchObject({ outcome: 'found', payment: reversed });
    // The report has it twice by one number: paid, and given back.
    const report = await stage.payments.settlement?.('2026-03-02');
    const lines = report?.outcome === 'done' ? report.lines.map(({ kind, transactionId }) => [kind, transactionId]) : [];
    expect(lines).toEqual([
      ['payout', number],
      ['refund', number],
    ]);
  });

  test.skipIf(!paysBack || !tellsReturns)('what comes back of a refund is told as its reversal', async () => {
    await paid();
    await payOut(refund('W-1', 10_000n));
    stage.provider.decide('W-1', 'approved');
    expect(stage.provider.decide('W-1', 'won_back', comesBack(4_000n))).toBe('decided');
    expect(stage.provider.decide('W-1', 'won_back')).toBe('decided');
    expect(stage.provider.decide('W-1', 'won_back')).toBe('nothing_to_take_back');
    await stage.provider.deliverDue();
    expect(cameBack('won_back').map(({ status, amount }) => [status, amount?.minor])).toEqual([
      ['approved', 4_000n],
      ['approved', 6_000n],
    ]);
  });

  test('a destination that is nobody’s is refused for good', async () => {
    expect(await stage.payments.payOut?.({ ...own('W-1'), destination: nobody })).toMatchObject({ outcome: 'refused' });
    expect(await stage.payments.lookUp('W-1')).toEqual({ outcome: 'absent' });
  });

  test('a payout that the provider refuses is refused for good, and what it took before is not', async () => {
    const asked = { ...own('W-1'), destination: ownDestination };
    stage.provider.fault('refuse', 1);
    expect(await stage.payments.payOut?.(asked)).toMatchObject({ outcome: 'refused', code: 'rejected_by_provider' });
    expect(await stage.payments.lookUp('W-1')).toEqual({ outcome: 'absent' });
    expect(await stage.payments.payOut?.(asked)).toEqual({ outcome: 'accepted' });
    stage.provider.fault('refuse', 1);
    expect(await stage.payments.payOut?.(asked)).toEqual({ outcome: 'accepted' });
  });

  test('a payout that timed out is looked up: absent before it took effect, there after it', async () => {
    const asked = { ...own('W-1'), destination: ownDestination };
    stage.provider.fault('timeout_before', 1);
    expect(await stage.payments.payOut?.(asked)).toMatchObject({ outcome: 'unknown' });
    expect(await stage.payments.lookUp('W-1')).toEqual({ outcome: 'absent' });
    stage.provider.fault('timeout_after', 1);
    expect(await stage.payments.payOut?.(asked)).toMatchObject({ outcome: 'unknown' });
    expect(await stage.payments.lookUp('W-1')).toMatchObject({ outcome: 'found' });
    expect(await stage.payments.payOut?.(asked)).toEqual({ outcome: 'accepted' });
  });
});
