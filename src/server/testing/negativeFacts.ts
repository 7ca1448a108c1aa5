import { correct, readAnew, sweep, type Fact, type World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;

/** What clients are told of accounts that have lost more than stood there. */
export const negativeFacts: readonly Fact[] = [
  {
    fact: 'what a close-out left below zero is paid back',
    type: 'negative_balance_paid_back',
    over: byMail,
    live: ['accounts', 'dashboard'],
    ready: async (world) => {
      await lose(world, 1_500n);
      return () => protect(world);
    },
  },
  {
    fact: 'so much was left below zero that staff look at it',
    type: 'negative_balance_waits',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await lose(world, 200_000n);
      return () => protect(world);
    },
  },
  {
    fact: 'staff leave an account below zero',
    type: 'negative_balance_stays',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await lose(world, 300_000n);
      await protect(world);
      const { sql } = world.app.owner;
      const { id } = await sql.one<{ id: number }>(
        `select max(id) as id from negative_balance where client_id = $1 and status = 'waiting'`,
        [world.client.clientId],
      );
      const as = await world.app.signInStaff('finance');
      const body = { action: 'decline', reason: 'told by the test' };
      return () => world.app.call({ method: 'POST', path: `/api/desk/negative-balances/${id}`, body, as });
    },
  },
];

/** An account of ten dollars that has lost so much, as its platform says it now. */
async function lose({ app, books, client }: World, minor: bigint): Promise<void> {
  const number = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '10.00' });
  await correct(app, number, -minor);
  await readAnew(app, number);
}

/** The protection looks, and looks again once it may. */
async function protect({ app }: World): Promise<void> {
  await sweep(app, 'mirror.negative');
  await app.owner.sql.run(`update negative_balance set asked_at = asked_at - interval '1 minute'`);
  await sweep(app, 'mirror.negative');
}
