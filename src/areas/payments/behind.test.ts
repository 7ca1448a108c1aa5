import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCounter, type Counter } from '../../server/testing/paymentsFixture.ts';
import { holdSweeps, meanwhile } from '../../server/testing/telling.ts';

/* A provider whose messages are ahead of where it looks payments up: what it has told of is asked for again, and counts once it is known there. */

let counter: Counter;
beforeAll(async () => {
  counter = await openCounter('global.active', { dollars: '0.00', wallet: '0.00' });
  await holdSweeps(counter.app, ['remittance.overdue']);
});
afterAll(() => counter.app.close());

interface Message {
  readonly attempts: number;
  readonly isDone: boolean;
  readonly outcome: string | null;
}
/** What has become of the messages of an approval, or of what else is told of an order. */
const messages = (reference: string, told = 'approved'): Promise<Message[]> =>
  counter.app.owner.sql.many<Message>(
    `select o.attempts, o.done_at is not null as "isDone", m.outcome from outbox o
     join webhook_message m on m.id = (o.payload ->> 'message')::bigint
     where o.topic = 'payment.message' and m.reference = $1 and o.payload ->> 'told' = $2 order by o.id`,
    [reference, told],
  );
const message = async (reference: string, told?: string): Promise<Message | undefined> => {
  await counter.app.drain();
  return (await messages(reference, told))[0];
};

test.each(['pending', 'absent'] as const)(
  'an approval whose look-up is still %s is asked for until it is known there',
  async (still) => {
    const { app, books, payments, wallet } = counter;
    const { praxis } = app.opened.app.payments;
    const { id, reference } = await payments.startDeposit(wallet, '100.00');
    const before = await praxis.lookUp(reference);
    const held = Number(await books.inLedger(wallet));
    const lookUp = async () => (still === 'pending' ? before : ({ outcome: 'absent' } as const));
    await meanwhile(praxis, { lookUp }, async () => {
      await books.decide(reference, 'approved');
      const tried = async () => (await message(reference))?.attempts ?? 0;
      await expect.poll(tried, { interval: 20 }).toBeGreaterThan(0);
      // What the message says moves nothing.
      expect(await books.inLedger(wallet)).toBe(held.toFixed(2));
      expect((await messages(reference)).filter(({ isDone, outcome }) => isDone || outcome !== null)).toEqual([]);
    });
    await books.hurry();
    await payments.becomes(id, 'completed');
    expect(Number(await books.inLedger(wallet))).toBeCloseTo(held + 100);
    expect((await messages(reference)).map(({ outcome }) => outcome)).toContain('received');
  },
);

test('it is not asked for without end', async () => {
  const { app, books, payments, wallet } = counter;
  const { praxis } = app.opened.app.payments;
  const { id, reference } = await payments.startDeposit(wallet, '100.00');
  const before = await praxis.lookUp(reference);
  await meanwhile(praxis, { lookUp: async () => before }, async () => {
    await books.decide(reference, 'approved');
    await expect.poll(async () => (await message(reference))?.attempts ?? 0, { interval: 20 }).toBeGreaterThan(0);
    await app.owner.sql.run(`update outbox set attempts = 12 where topic = 'payment.message' and payload ->> 'reference' = $1`, [
      reference,
    ]);
    await books.hurry();
    expect((await messages(reference))[0]).toMatchObject({ isDone: true, outcome: 'pending' });
  });
  // The sweep of what nobody finished looks once more.
  expect(await payments.detailsOf(id)).toMatchObject({ status: 'waiting_payment' });
});

test('a message that tells of nothing but a payment on its way is done with the first look', async () => {
  const { books, payments, wallet } = counter;
  const { reference } = await payments.startDeposit(wallet, '100.00');
  await books.decide(reference, 'pending');
  await expect.poll(() => message(reference, 'pending'), { interval: 20 }).toMatchObject({ isDone: true, outcome: 'pending' });
});
