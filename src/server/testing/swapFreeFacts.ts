import { after, dayMs, utcDay } from '../../base/time.ts';
import type { TestApp } from './app.ts';
import { now, sweep, type Fact, type World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;

/** What clients are told of accounts without swap. */
export const swapFreeFacts: readonly Fact[] = [
  {
    fact: 'the nights of a position that cost nothing are nearly over',
    type: 'swap_free_ahead',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await hold(world, { position: 'ahead' });
      return () => sweep(world.app, 'swapFree.charging');
    },
  },
  {
    fact: 'a night of a position has cost something',
    type: 'swap_free_charged',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      const number = await hold(world, { position: 'charged' });
      await world.app.owner.sql.run(
        `insert into swap_free_position (platform, position, number, symbol, told_at, charged_from)
         values ('mt5', 'charged', $1, 'BTCUSD', $2, '2026-01-01')`,
        [number, now(world.app)],
      );
      return () => sweep(world.app, 'swapFree.charging');
    },
  },
  {
    fact: 'the right to accounts without swap is withdrawn',
    type: 'swap_free_withdrawn',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      const { app } = world;
      const body = { because: 'held_too_long', reason: 'seen in the evening’s list' };
      const { data } = await app.call({
        method: 'POST',
        path: pathOf(world, 'withdraw'),
        body,
        as: await app.signInStaff('finance'),
      });
      const decision = { decision: 'approve', reason: 'seen too' };
      const as = await app.signInStaff('admin');
      return () => app.call({ method: 'POST', path: `/api/desk/approvals/${data.approval.id}`, body: decision, as });
    },
  },
  {
    fact: 'an account stands in the group with swap from then on',
    over: [],
    live: ['accounts'],
    ready: async (world) => {
      // One account is enough to see it.
      const { number } = await world.app.owner.sql.one<{ number: number }>(
        'select min(number) as number from trading_account where client_id = $1 and swap_free and not is_demo',
        [world.client.clientId],
      );
      await world.app.owner.sql.run(
        'update trading_account set swap_free = (number = $2) where client_id = $1 and swap_free and not is_demo',
        [world.client.clientId, number],
      );
      await world.app.owner.sql.run(`update swap_free_withdrawal set counts_from = withdrawn_at where client_id = $1`, [
        world.client.clientId,
      ]);
      return () => sweep(world.app, 'swapFree.groups');
    },
  },
  {
    fact: 'that right is given back',
    type: 'swap_free_returned',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      const as = await world.app.signInStaff('finance');
      return () =>
        world.app.call({ method: 'POST', path: pathOf(world, 'give-back'), body: { reason: 'it was a mistake of ours' }, as });
    },
  },
];

const pathOf = ({ client }: World, what: string) => `/api/desk/swap-free/${client.clientId}/${what}`;

/** An account without swap on which a bitcoin has been held for a night that nobody has looked at. */
async function hold({ app, books, client }: World, { position }: { readonly position: string }): Promise<number> {
  const number = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '50.00', swapFree: true });
  const at = now(app);
  const { sql } = app.owner;
  await sql.run(
    `insert into platform_deal (server, ticket, number, kind, entry, symbol, lots, price, profit, swap, commission, position, tag, at, is_posted)
     values ('mt5', $1, $2, 'buy', 'in', 'BTCUSD', 0.5, 90000, 0, 0, 0, $1, '', $3, false)`,
    [position, number, after(at, -dayMs)],
  );
  await sql.run(
    `insert into cursor_mark (name, value) values ('deals:mt5', jsonb_build_object('at', $1::text)), ('swap_free:mt5', jsonb_build_object('night', $2::text))
     on conflict (name) do update set value = excluded.value`,
    [at.toISOString(), utcDay(after(at, -2 * dayMs))],
  );
  return number;
}

/** The right is withdrawn from the client of an account, which stands in the group with swap since that instant. */
export async function takeSwapFreeFrom({ owner }: Pick<TestApp, 'owner'>, number: number, at: Date): Promise<void> {
  await owner.sql.run(
    `with taken as (
       insert into swap_free_withdrawal (client_id, because, asked_by, approved_by, withdrawn_at, counts_from)
       select client_id, 'held_too_long', 'test', 'test', $2::timestamptz, $2::timestamptz from trading_account where number = $1
       returning id
     ), changed as (update trading_account set swap_free = false where number = $1)
     insert into swap_free_change (withdrawal_id, number, changed_at) select id, $1, $2::timestamptz from taken`,
    [number, at],
  );
}
