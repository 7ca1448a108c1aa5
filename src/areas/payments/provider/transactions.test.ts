import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentKind } from '../../../ports/payments/port.ts';
import type { TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { meanwhile } from '../../../server/testing/telling.ts';
import { openCounter, setBack, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';

/* One order may have many transactions at its provider: each counts, once, and none hides another. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let wallet: number;

beforeAll(async () => {
  ({ app, books, payments, wallet } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const decide = async (reference: string, body: object) => {
  const answer = await app.call({ method: 'POST', path: `/sandbox/payments/${reference}`, body });
  expect(answer.errors).toEqual([]);
};

/** A deposit of a hundred dollars into the wallet that was paid. */
async function paid(): Promise<{ id: number; reference: string }> {
  const started = await payments.startDeposit(wallet, '100.00');
  await decide(started.reference, { outcome: 'approved' });
  await payments.becomes(started.id, 'completed');
  return started;
}

const reversalsOf = async (
  id: number,
): Promise<{ amount: string; currency: string; status: string; timeline: { code: string }[] }[]> => {
  const { reversed_by: ids } = await payments.detailsOf(id);
  return Promise.all(ids.map((each: number) => payments.detailsOf(each)));
};

const waitingIn = async (queue: string, transfer: number) => {
  const rows = await app.owner.sql.many<{ subject: string }>(
    `select subject from desk_case where queue = $1 and closed_at is null and (detail ->> 'transfer_id')::integer = $2`,
    [queue, transfer],
  );
  return rows.length;
};

const waitingTransactionsOf = async (id: number) => {
  const rows = await app.owner.sql.many<{ outcome: string | null }>(
    `select outcome from provider_transaction where remittance_id = $1 and kind = 'refund'`,
    [id],
  );
  return rows.map(({ outcome }) => outcome);
};

/** The payment is sent back at the desk. */
async function declinedByStaff(id: number) {
  const body = { action: 'send_back', reason: 'the payer has asked for it' };
  return app.call({ method: 'POST', path: `/api/desk/transfers/${id}`, body, as: await app.signInStaff('finance') });
}

/** Everything that the provider has told is delivered and looked up. */
const settled = () => books.hurry();

describe('every transaction of an order counts', () => {
  test('two refunds between two look-ups are both taken back', async () => {
    const { id, reference } = await paid();
    const before = Number(await books.inLedger(wallet));
    await decide(reference, { outcome: 'refunded', amount: '30.00', currency: 'USD' });
    await decide(reference, { outcome: 'refunded', amount: '20.00', currency: 'USD' });
    await expect
      .poll(async () => (await settled(), (await reversalsOf(id)).map(({ amount }) => amount).toSorted()))
      .toEqual(['20.00', '30.00']);
    expect(before - Number(await books.inLedger(wallet))).toBeCloseTo(50);
  });

  test('a refund that is pending hides no approval, and counts when it is done', async () => {
    const { id, reference } = await payments.startDeposit(wallet, '100.00');
    await decide(reference, { outcome: 'approved' });
    await decide(reference, { outcome: 'refunded', amount: '10.00', currency: 'USD', is_pending: true });
    await payments.becomes(id, 'completed');
    expect(await reversalsOf(id)).toEqual([]);
    await decide(reference, { outcome: 'refunded', amount: '10.00', currency: 'USD' });
    await expect.poll(async () => (await settled(), (await reversalsOf(id)).map(({ amount }) => amount))).toEqual(['10.00']);
  });

  test('a second approved payment of an order goes to suspense, with an alarm, and is told of in the timeline', async () => {
    const { id, reference } = await paid();
    const before = await books.inLedger(wallet);
    await decide(reference, { outcome: 'approved', payer: 'JANE DOE' });
    await expect.poll(async () => (await settled(), waitingIn('unmatched', id))).toBe(1);
    expect(await books.inLedger(wallet)).toBe(before);
    const posted = await app.owner.sql.many(
      `select e.amount from ledger_movement m join ledger_entry e on e.movement_id = m.id join provider_transaction t
         on m.key = 'payment_unmatched:' || t.id where t.remittance_id = $1`,
      [id],
    );
    expect(posted).toEqual([{ amount: 10_000n }]);
    const alarms = await app.owner.sql.many(
      `select from audit_event where action = 'payment.unmatched' and detail ->> 'remittance' = $1`,
      [String(id)],
    );
    expect(alarms).toHaveLength(1);
    const { status, timeline } = await payments.detailsOf(id);
    expect([status, timeline.at(-1)]).toEqual([
      'completed',
      expect.objectContaining({ code: 'second_payment', text: expect.stringMatching(/100/) }),
    ]);
    // The provider gives it back: nothing is asked of the client.
    await decide(reference, { outcome: 'refunded', amount: '100.00', currency: 'USD' });
    await expect.poll(async () => (await settled(), waitingIn('unmatched', id))).toBe(0);
    expect([await books.inLedger(wallet), await reversalsOf(id)]).toEqual([before, []]);
  });

  test('a chargeback that is won back gives the client the money again, by a transfer of its own', async () => {
    const { id, reference } = await paid();
    const before = await books.inLedger(wallet);
    await decide(reference, { outcome: 'charged_back' });
    await decide(reference, { outcome: 'won_back' });
    await expect.poll(async () => (await settled(), (await reversalsOf(id)).length)).toBe(1);
    const {
      reversed_by: [chargeback],
    } = await payments.detailsOf(id);
    await expect.poll(async () => (await settled(), (await payments.detailsOf(chargeback)).reversed_by.length)).toBe(1);
    const [won] = await reversalsOf(chargeback);
    expect(won).toMatchObject({ transfer_type: 'reversal', reverses: chargeback, status: 'completed', amount: '100.00' });
    expect(await books.inLedger(wallet)).toBe(before);
    // Charged back once more, it is taken once more.
    await decide(reference, { outcome: 'charged_back' });
    await expect.poll(async () => (await settled(), (await reversalsOf(id)).length)).toBe(2);
    expect(Number(before) - Number(await books.inLedger(wallet))).toBeCloseTo(100);
  });

  test.each([
    ['in another currency', { amount: '20.00', currency: 'GBP' }],
    ['of more than is left', { amount: '100.01', currency: 'USD' }],
  ])('a refund %s goes on review, and nothing is taken', async (_how, terms) => {
    const { id, reference } = await paid();
    const before = await books.inLedger(wallet);
    await decide(reference, { outcome: 'refunded', ...terms });
    await expect.poll(async () => (await settled(), (await reversalsOf(id)).length)).toBe(1);
    expect(await reversalsOf(id)).toMatchObject([{ ...terms, status: 'on_review', transfer_type: 'reversal', reverses: id }]);
    expect(await books.inLedger(wallet)).toBe(before);
    const {
      reversed_by: [reversal],
    } = await payments.detailsOf(id);
    expect(await waitingIn('deposits', reversal)).toBe(1);
  });

  test.each(['chargeback', 'refund'] as const)('a %s of no known amount takes nothing of the deposit', async (kind) => {
    const { id, reference } = await paid();
    const [before, queue] = [await books.inLedger(wallet), { chargeback: 'chargebacks', refund: 'deposits' }[kind]];
    const told = { kind, status: 'approved', providerTransactionId: `none-${reference}` } as const;
    expect(await payments.told(reference, told)).toBe('on_review');
    expect(await payments.told(reference, told)).toBe('nothing_new');
    expect([await books.inLedger(wallet), await reversalsOf(id), await waitingIn(queue, id)]).toEqual([before, [], 1]);
  });

  test('a refund in part that is told of before its payment waits for it', async () => {
    const { id, reference } = await payments.startDeposit(wallet, '100.00');
    const before = Number(await books.inLedger(wallet));
    const amount = { minor: 3_000n, currency: 'USD' } as const;
    const refund = { kind: 'refund', status: 'approved', providerTransactionId: `early-${reference}`, amount } as const;
    expect(await payments.told(reference, refund)).toBe('waits');
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'waiting_payment' });
    await payments.told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } });
    expect(Number(await books.inLedger(wallet)) - before).toBeCloseTo(70);
  });

  test('a refund in part that was done does not wait for ever when an older answer comes in behind it', async () => {
    const { reference } = await payments.startDeposit(wallet, '100.00');
    const before = Number(await books.inLedger(wallet));
    const amount = { minor: 3_000n, currency: 'USD' } as const;
    const refund = { kind: 'refund', providerTransactionId: `late-${reference}`, amount } as const;
    expect(await payments.told(reference, { ...refund, status: 'approved' })).toBe('waits');
    expect(await payments.told(reference, { ...refund, status: 'pending' })).toBe('waits');
    await payments.told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } });
    expect(Number(await books.inLedger(wallet)) - before).toBeCloseTo(70);
  });

  test.each([
    ['accepts it', 'completed', async (id: number) => payments.post('api/transfers/accept', { tid: id })],
    ['has it declined', 'declined', async (id: number) => declinedByStaff(id)],
  ] as const)('a refund in part of what waits on review follows once somebody %s', async (_what, status, decided) => {
    const { id, reference } = await payments.startDeposit(wallet, '100.00');
    const before = Number(await books.inLedger(wallet));
    const usd = (minor: bigint) => ({ minor, currency: 'USD' }) as const;
    expect(await payments.told(reference, { status: 'approved', amount: usd(9_000n) })).toBe('on_review');
    const refund = {
      kind: 'refund',
      status: 'approved',
      providerTransactionId: `part-${reference}`,
      amount: usd(3_000n),
    } as const;
    expect(await payments.told(reference, refund)).toBe('waits');
    expect((await decided(id)).errors).toEqual([]);
    // Nobody looks it up again: its messages are done, and the provider's report is of tomorrow.
    await expect
      .poll(async () => (await settled(), waitingTransactionsOf(id)), { interval: 50 })
      .toEqual([status === 'completed' ? 'reversed' : 'returned']);
    expect((await payments.detailsOf(id)).status).toBe(status);
    expect(Number(await books.inLedger(wallet)) - before).toBeCloseTo(status === 'completed' ? 60 : 0);
  });

  describe('word that a payment was given back overtakes word that it was paid', () => {
    const amount = { minor: 10_000n, currency: 'USD' } as const;
    const undone = { kind: 'refund', status: 'approved', undoesItself: true, amount } as const;
    const approved = { kind: 'payment', status: 'approved', undoesItself: false, amount } as const;

    test('it is not credited, however often that is told', async () => {
      const { id, reference } = await payments.startDeposit(wallet, '100.00');
      const before = await books.inLedger(wallet);
      expect(await payments.told(reference, undone)).toBe('declined');
      expect(await payments.told(reference, approved, undone)).toBe('nothing_new');
      expect(await payments.told(reference, approved, undone)).toBe('nothing_new');
      expect(await books.inLedger(wallet)).toBe(before);
      expect(await payments.detailsOf(id)).toMatchObject({ status: 'declined', reversed_by: [] });
    });

    test('it is credited where the provider says that it stands after all', async () => {
      const { id, reference } = await payments.startDeposit(wallet, '100.00');
      const before = Number(await books.inLedger(wallet));
      expect(await payments.told(reference, undone)).toBe('declined');
      expect(await payments.told(reference, approved, approved)).toBe('received');
      expect(Number(await books.inLedger(wallet)) - before).toBeCloseTo(100);
      expect((await payments.detailsOf(id)).status).toBe('completed');
    });

    test('a second payment of the order takes nothing of the first', async () => {
      const { id, reference } = await paid();
      const before = await books.inLedger(wallet);
      const second = { providerTransactionId: `second-${reference}` };
      expect(await payments.told(reference, { ...undone, ...second })).toBe('nothing_new');
      expect(await payments.told(reference, { ...approved, ...second }, { ...undone, ...second })).toBe('nothing_new');
      expect([await books.inLedger(wallet), await reversalsOf(id), await waitingIn('unmatched', id)]).toEqual([before, [], 0]);
    });
  });

  test('a payment page that ran out is not cancelled while its latest transaction hides the payment', async () => {
    const { id, reference } = await payments.startDeposit(wallet, '100.00');
    const unpaid = await payments.startDeposit(wallet, '100.00');
    // The notification of the payment is lost, and the order tells of its latest transaction alone.
    const state = { kind: 'refund', status: 'pending', providerTransactionId: `hides-${reference}` } as const;
    expect(await payments.told(reference, state)).toBe('waits');
    const { praxis } = app.opened.app.payments;
    const usual = praxis.lookUp.bind(praxis);
    const lookUp: typeof usual = async (order, number) => {
      const answer = await usual(unpaid.reference);
      if (order !== reference || answer.outcome !== 'found') return usual(order, number);
      return { ...answer, payment: { ...answer.payment, ...state, reference } };
    };
    await meanwhile(praxis, { lookUp }, async () => {
      for (const each of [id, unpaid.id]) await setBack(app, each, 'expires_at = created_at');
      await app.opened.worker?.sweep('remittance.overdue');
    });
    // Whose page ran out with nothing behind it is.
    expect(await payments.detailsOf(unpaid.id)).toMatchObject({ status: 'cancelled' });
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'waiting_payment' });
  });
});

/** What of an order something has still to follow from, or somebody is at work on just now. */
const underWay = (id: number) =>
  app.owner.sql.many(
    `select transaction_id from provider_transaction where remittance_id = $1 and outcome is null
     union all select reference from remittance where reverses = $1 and phase = 'reversing'`,
    [id],
  );

/** Transactions of one order, each of which fits: whatever is taken back is never more than was paid. */
const transactionsOf100 = fc
  .record({
    refunds: fc.array(fc.bigInt({ min: 1n, max: 2_500n }), { maxLength: 2 }),
    chargeback: fc.option(fc.bigInt({ min: 1n, max: 5_000n }), { nil: undefined }),
    isWonBack: fc.boolean(),
    isSecond: fc.boolean(),
  })
  .map(({ refunds, chargeback, isWonBack, isSecond }) => [
    { kind: 'payment' as PaymentKind, minor: 10_000n },
    ...(isSecond ? [{ kind: 'payment' as const, minor: 10_000n }] : []),
    ...refunds.map((minor) => ({ kind: 'refund' as const, minor })),
    ...(chargeback === undefined ? [] : [{ kind: 'chargeback' as const, minor: chargeback }]),
    ...(chargeback !== undefined && isWonBack ? [{ kind: 'won_back' as const, minor: chargeback }] : []),
  ]);

test('whatever the order in which an order’s transactions are told, and however often, the money is the same', async () => {
  const told = transactionsOf100.chain((transactions) => {
    const places = transactions.map((_each, place) => place);
    const again = fc.array(fc.constantFrom(...places), { maxLength: 3 });
    return fc.record({
      transactions: fc.constant(transactions),
      order: again.chain((more) => fc.shuffledSubarray([...places, ...more], { minLength: places.length + more.length })),
    });
  });
  const worth = { payment: 1n, payout: -1n, refund: -1n, chargeback: -1n, won_back: 1n } as const;
  await fc.assert(
    fc.asyncProperty(told, async ({ transactions, order }) => {
      const before = await books.inLedger(wallet);
      const { id, reference } = await payments.startDeposit(wallet, '100.00');
      for (const place of order) {
        const { kind, minor } = transactions[place] ?? { kind: 'payment', minor: 0n };
        const providerTransactionId = `${place}-${reference}`;
        await payments.told(reference, { kind, status: 'approved', providerTransactionId, amount: { minor, currency: 'USD' } });
      }
      const [, ...others] = transactions;
      const expected = others.reduce((sum, { kind, minor }) => (kind === 'payment' ? sum : sum + worth[kind] * minor), 10_000n);
      // What waited may be taken by whoever hears that its payment has come: here it has not ended yet.
      await expect.poll(() => underWay(id), { interval: 20 }).toEqual([]);
      const brought = Math.round((Number(await books.inLedger(wallet)) - Number(before)) * 100);
      expect(BigInt(brought)).toBe(expected);
      expect(await waitingIn('unmatched', id)).toBe(others.filter(({ kind }) => kind === 'payment').length);
      expect((await payments.detailsOf(id)).status).toBe('completed');
    }),
    { numRuns: 25 },
  );
});
