import { expect } from 'vitest';
import { openPayoutFixture, type PayoutFixture } from './payoutFixture.ts';
import type { Fact, World } from './telling.ts';

const transferTopics = ['accounts', 'transfers', 'wallets', 'dashboard'] as const;
const byMail = ['screen', 'mail'] as const;

/** What becomes of withdrawals. */
export const payoutFacts: readonly Fact[] = [
  {
    fact: 'money is to go to a card for the first time',
    type: 'withdraw_new_destination',
    over: ['screen', 'mail', 'sms'],
    live: [],
    ready: async (world) => {
      const { payments } = world;
      const { payouts, wallet } = await paidIn(world);
      await world.app.owner.sql.run('delete from payout_destination');
      const { id, pin } = await payouts.ask(wallet, '50.00');
      // It does not even begin: the money has left for somewhere else meanwhile.
      const { available } = (await payments.get('api/payments/transfer')).data.accounts.find(
        ({ number }: { number: number }) => number === wallet,
      );
      await payments.save(await payments.confirmed(wallet, world.dollars, available));
      return () => payments.save(id, { payment_code: pin });
    },
  },
  {
    fact: 'a withdrawal is asked for',
    type: 'withdraw_requested',
    over: byMail,
    live: transferTopics,
    ready: async (world) => {
      const { payouts, wallet } = await paidIn(world);
      const { id, pin } = await payouts.ask(wallet, '50.00');
      return () => world.payments.save(id, { payment_code: pin });
    },
  },
  {
    fact: 'the client cancels a withdrawal',
    type: 'withdraw_cancelled',
    over: ['screen'],
    live: transferTopics,
    ready: async (world) => {
      const { id } = await asked(world, '50.00');
      return () => world.payments.post('api/transfers/cancel', { tid: id });
    },
  },
  {
    fact: 'staff declines a withdrawal',
    type: 'withdraw_declined',
    over: byMail,
    live: transferTopics,
    ready: async (world) => {
      const { id, payouts } = await asked(world, '50.00');
      return () => payouts.decide(id, { action: 'decline', reason_code: 'method_order' });
    },
  },
  {
    fact: 'a withdrawal is paid out',
    type: 'withdraw_completed',
    over: byMail,
    live: transferTopics,
    ready: async (world) => {
      const { id, payouts } = await asked(world, '50.00');
      return async () => {
        await payouts.approve(id);
        await world.payments.becomes(id, 'completed');
      };
    },
  },
  {
    fact: 'a payout comes back after it was paid',
    type: 'payout_returned',
    over: byMail,
    live: transferTopics,
    ready: async (world) => {
      const { id, payouts } = await asked(world, '50.00');
      await payouts.approve(id);
      await payouts.ends(id, 'completed');
      const [reference] = await payouts.references(id);
      return async () => {
        await world.payments.post(`/sandbox/payments/${reference}`, { outcome: 'won_back' });
        await expect
          .poll(async () => (await world.books.hurry(), (await world.payments.detailsOf(id)).reversed_by.length))
          .toBe(1);
      };
    },
  },
  {
    fact: 'nobody takes what is paid out',
    type: 'withdraw_failed',
    over: byMail,
    live: transferTopics,
    ready: async (world) => {
      // The sandbox declines amounts of so many cents.
      const { id, payouts } = await asked(world, '50.13');
      return async () => {
        await payouts.approve(id);
        await payouts.ends(id, 'failed');
      };
    },
  },
  {
    fact: 'one of two cards does not take its part',
    type: 'withdraw_paid_in_part',
    over: byMail,
    live: transferTopics,
    ready: async (world) => {
      const { payouts, wallet } = await paidIn(world, '100.13', '200.00');
      const id = await payouts.asked(wallet, '150.13');
      return async () => {
        await payouts.approve(id);
        await payouts.ends(id, 'completed');
      };
    },
  },
  {
    fact: 'staff asks for a paper about a withdrawal',
    type: 'paper_asked',
    over: byMail,
    live: ['transfers'],
    ready: async (world) => {
      const { id, payouts } = await asked(world, '50.00');
      // Staff had accounts emptied and gold sold of somebody who is not closed any more: they stay as they are.
      await world.app.owner.sql.run(
        `insert into outbox (topic, client_id, payload, due_at, created_at)
         select topic, id, jsonb_build_object('client', id), now(), now()
           from client, unnest(array['closing.empty', 'closing.gold']) topic where id = $1`,
        [world.client.clientId],
      );
      return async () => void (await payouts.decide(id, { action: 'ask_document', paper: 'bank_statement' }));
    },
  },
];

/** A client who has paid in by card just so much: what was paid in before has gone back. */
async function paidIn(world: World, ...amounts: readonly string[]): Promise<{ payouts: PayoutFixture; wallet: number }> {
  const { app, client, books, payments, dollars } = world;
  const payouts = await openPayoutFixture(app, { client, payments, books });
  const wallet = await books.wallet(client, { currency: 'USD', amount: '0' });
  await payouts.trade(dollars);
  // Nothing of what earlier facts have paid in can go back any more.
  await app.owner.sql.run(
    `update remittance set provider = null where client_id = $1 and transfer_type = 'deposit' and phase = 'completed'`,
    [client.clientId],
  );
  for (const amount of amounts.length > 0 ? amounts : ['200.00']) await payouts.payIn(wallet, amount);
  return { payouts, wallet };
}

async function asked(world: World, amount: string): Promise<{ id: number; payouts: PayoutFixture }> {
  const { payouts, wallet } = await paidIn(world);
  return { payouts, id: await payouts.asked(wallet, amount) };
}
