import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCounter, referenceOf, setBack, type Counter } from '../../../server/testing/paymentsFixture.ts';
import { holdSweeps, sweep } from '../../../server/testing/telling.ts';

/* A payment that was seen, and that its provider has not decided: nobody says that nothing was paid, and nobody pays it once more. */

let counter: Counter;
beforeAll(async () => {
  counter = await openCounter('global.active', { dollars: '0.00', wallet: '0.00' });
  await holdSweeps(counter.app, ['remittance.overdue']);
});
afterAll(() => counter.app.close());

/** A deposit whose payer has done their part; its number. */
async function seen(more: object): Promise<{ readonly id: number; readonly reference: string }> {
  const { app, payments, wallet } = counter;
  const { id } = await payments.startDeposit(wallet, '250.00', more);
  const reference = await referenceOf(app, id);
  const answer = await payments.post(`/sandbox/payments/${reference}`, { outcome: 'pending' });
  expect(answer.errors).toEqual([]);
  const codes = async (): Promise<string[]> => {
    await app.drain();
    return (await payments.detailsOf(id)).timeline.map(({ code }: { code: string }) => code);
  };
  await expect.poll(codes, { interval: 20 }).toContainEqual(expect.stringMatching(/_seen$/));
  return { id, reference };
}

const overdue = async (id: number) => {
  await setBack(counter.app, id, `expires_at = created_at`);
  await sweep(counter.app, 'remittance.overdue');
};

describe.each([
  ['a coin that its network confirms', { pm_id: 337, crypto_network: 'BTC' }, 'coin_seen', /confirmed it 2 times/],
  ['a payment that Skrill has not processed', { pm_id: 1011 }, 'payment_seen', /provider confirms it/],
  ['a slow payment by a bank or card', {}, 'payment_seen', /provider confirms it/],
])('%s', (...row) => {
  const [, more, code, said] = row;
  test('is told as seen once, is neither paid again nor cancelled, and is credited when it is confirmed', async () => {
    const { app, payments, wallet, books } = counter;
    const before = Number(await books.inLedger(wallet));
    const { id, reference } = await seen(more);
    await overdue(id);
    const shown = await payments.detailsOf(id);
    expect(shown).toMatchObject({ status: 'waiting_payment', reason: null, redirect: null, can_cancel: false });
    expect(shown.next).toMatchObject({ who: 'provider', text: expect.stringMatching(said), until: null, late: null });
    expect(shown.timeline.filter((entry: { code: string }) => entry.code === code)).toHaveLength(1);
    const { ahead } = await app.owner.sql.one<{ ahead: boolean }>(
      'select expires_at > $2 as ahead from remittance_under_way where remittance_id = $1',
      [id, app.opened.clock.now()],
    );
    expect(ahead).toBe(true);
    const cancel = await payments.post('api/transfers/cancel', { tid: id });
    expect(cancel).toMatchObject({ httpStatus: 409, errors: [{ code: 'cannot_cancel' }] });
    const { data: howToPay } = await payments.get(`api/payments/deposit/instructions?tid=${id}`);
    expect(howToPay.is_seen).toBe(code === 'coin_seen' ? true : undefined);
    await payments.post(`/sandbox/payments/${reference}`, { outcome: 'approved' });
    await payments.becomes(id, 'completed');
    expect(Number(await books.inLedger(wallet))).toBeGreaterThan(before);
    expect((await payments.detailsOf(id)).reason ?? '').not.toMatch(/in time/);
    expect(await books.faults()).toEqual([]);
  });
});

test('what comes to nothing after all ends as its provider says', async () => {
  const { payments } = counter;
  const { id, reference } = await seen({});
  await payments.post(`/sandbox/payments/${reference}`, { outcome: 'declined' });
  await payments.becomes(id, 'declined');
  expect(await payments.detailsOf(id)).toMatchObject({ can_cancel: false, redirect: null });
});

test('a provider that never decides is waited for as long as a bank’s transfer, and no longer', async () => {
  const { payments, app } = counter;
  const { id } = await seen({});
  await setBack(app, id, `saved_at = saved_at - interval '15 days'`);
  await overdue(id);
  expect(await payments.detailsOf(id)).toMatchObject({ status: 'cancelled' });
});

test('an attempt that failed while its page is open is nothing that was paid', async () => {
  const { payments, app } = counter;
  const { id, reference } = await payments.startDeposit(counter.wallet, '100.00');
  const state = { status: 'pending', providerStatus: 'sale rejected', amount: { minor: 10_000n, currency: 'USD' } } as const;
  expect(await payments.told(reference, state)).toBe('pending');
  const open = await payments.detailsOf(id);
  expect(open).toMatchObject({ status: 'waiting_payment', can_cancel: true, redirect: { method: 'GET' } });
  await setBack(app, id, 'expires_at = created_at');
  await sweep(app, 'remittance.overdue');
  expect(await payments.detailsOf(id)).toMatchObject({ status: 'cancelled' });
});
