import { takeOrdersAlong } from '../../areas/transferAutomation/face.ts';
import { accountNumber } from '../../base/id.ts';
import { openSignal } from './strategyFixture.ts';
import { sweep, type Fact, type World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;

/** What becomes of orders between own accounts. */
export const acrossFacts: readonly Fact[] = [
  {
    fact: 'a standing order is skipped',
    type: 'standing_order_skipped',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      const id = await orderMuch(world);
      await world.app.owner.sql.run(`update standing_order set next_at = created_at where id = $1`, [id]);
      return () => sweep(world.app, 'transferAutomation');
    },
  },
  {
    fact: 'the desk pauses a standing order',
    type: 'standing_order_paused',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      const id = await orderMuch(world);
      const as = await world.app.signInStaff('finance');
      const path = `/api/desk/transfer-automation/${id}/pause`;
      return () => world.app.call({ method: 'POST', path, body: { reason: 'asked by phone' }, as });
    },
  },
  {
    fact: 'a standing order ends because one of its accounts has no other where its client has moved to',
    type: 'standing_order_ended',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      const { app, client, dollars } = world;
      const clientId = client.clientId;
      await app.owner.sql.run(`update standing_order set status = 'ended', next_at = null where client_id = $1`, [clientId]);
      await orderMuch(world);
      const renumbered = new Map([[accountNumber(dollars), null]]);
      return () => app.owner.transact((sql) => takeOrdersAlong(sql, { clientId, renumbered, now: app.opened.clock.now() }));
    },
  },
  {
    fact: 'a list of the desk that staff asked for is written',
    over: [],
    live: [],
    ready: async ({ app }) => {
      const as = await app.signInStaff('finance');
      const body = { table: 'treasury.awaited', format: 'csv', reason: 'the evening’s look' };
      return () => app.call({ method: 'POST', path: '/api/desk/exports', body, as });
    },
  },
  {
    fact: 'a fee for idle months is announced',
    type: 'idle_fee_ahead',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await forget(world);
      return () => sweep(world.app, 'idleFees');
    },
  },
  {
    fact: 'a fee for idle months is taken',
    type: 'idle_fee_taken',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await forget(world);
      await sweep(world.app, 'idleFees');
      await world.app.owner.sql.run(`update idle_fee set due_at = announced_at where state = 'announced'`);
      return () => sweep(world.app, 'idleFees');
    },
  },
  {
    fact: 'signals are renewed',
    type: 'signal_subscription_renewed',
    over: ['screen'],
    live: ['signals'],
    ready: async (world) => {
      await subscribeDue(world, 'Told-on', 100n);
      return () => sweep(world.app, 'copyTrading.renewal');
    },
  },
  {
    fact: 'signals end for want of money',
    type: 'signal_subscription_ended',
    over: byMail,
    live: ['signals'],
    ready: async (world) => {
      await subscribeDue(world, 'Told-off', 90_000_000n);
      return () => sweep(world.app, 'copyTrading.renewal');
    },
  },
];

/** The client has subscribed to signals, and their time is over. */
async function subscribeDue({ app, client, books }: World, name: string, price: bigint): Promise<void> {
  const number = await books.account(client, 'standard', { currency: 'USD', amount: '5.00' });
  const strategy = await openSignal(app, { manager: client, number, name, price });
  await app.owner.sql.run(
    `insert into signal_subscription (client_id, strategy_id, price, began_at, until) values ($1, $2, $3, $4, $4)`,
    [client.clientId, strategy, price, app.opened.clock.now()],
  );
}

/** Nothing was done for a hundred days, and no fee came of it. */
async function forget({ app, client }: World): Promise<void> {
  const idle = `$2::timestamptz - interval '100 days'`;
  const values = [client.clientId, app.opened.clock.now()];
  await app.owner.sql.run(`delete from idle_fee where client_id = $1`, [client.clientId]);
  await app.owner.sql.run(`update client set registered_at = ${idle} where id = $1`, values);
  await app.owner.sql.run(`update remittance set saved_at = ${idle} where client_id = $1 and saved_at is not null`, values);
  await app.owner.sql.run(`update trading_account set margin = 0 where client_id = $1`, [client.clientId]);
  await app.owner.sql.run(
    `update platform_deal set at = ${idle} where number in (select number from trading_account where client_id = $1)`,
    values,
  );
}

/** More than there is, on the first of each month. */
async function orderMuch({ payments, dollars, wallet }: World): Promise<number> {
  const from = { account_number: dollars, target_account_number: wallet };
  const answer = await payments.post('api/transfer-automation', {
    occasion: 'dates',
    ...from,
    every: 'month',
    day: 1,
    amount: '900000',
  });
  return answer.data.order.id;
}
