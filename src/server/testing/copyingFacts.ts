import { openDemo } from './dealer.ts';
import { meanwhile, now, sweep, type Fact, type World } from './telling.ts';

/** What becomes of copied trades. */
export const copyingFacts: readonly Fact[] = [
  {
    fact: 'a trade of a strategy is decided for those who follow it',
    over: [],
    live: ['copies'],
    isForAll: true,
    ready: async (world) => {
      await follow(world, { invested: '1' });
      await world.dealer.place();
      return () => sweep(world.app, 'copying.trades');
    },
  },
  {
    fact: 'the platform refuses a copy',
    type: 'copy_refused',
    over: ['screen'],
    live: ['notices'],
    ready: async (world) => {
      await follow(world, { invested: '1' });
      await world.dealer.place();
      await sweep(world.app, 'copying.trades');
      const refuses = async () => ({ outcome: 'refused', code: 'not_enough_money', message: 'told by the test' }) as const;
      const { mt5 } = world.app.opened.app.platforms;
      return () => meanwhile(mt5, { marketOrder: refuses }, () => sweep(world.app, 'copying.sending'));
    },
  },
  {
    fact: 'an investment falls to its protection level',
    type: 'copies_protected',
    over: ['screen', 'mail'],
    live: ['copies', 'accounts'],
    ready: async (world) => {
      await follow(world, { invested: '9000000' });
      await world.dealer.place();
      await sweep(world.app, 'copying.trades');
      await sweep(world.app, 'copying.sending');
      return () => sweep(world.app, 'copying.following');
    },
  },
];

/** The client's first demo account is a strategy, and another one follows it; what followed before does not any more. */
async function follow({ app, client, dealer }: World, { invested }: { readonly invested: string }): Promise<void> {
  const number = await openDemo(app, client);
  const at = now(app);
  await app.owner.sql.run(`update investment set status = 'closed' where client_id = $1`, [client.clientId]);
  await app.owner.sql.run(
    `insert into strategy (client_id, number, name, nickname, description, status, share, minimum, asked_at, since)
     values ($1, $2, 'Told-of', 'Somebody', '', 'active', 20, 10000, $3, $3) on conflict do nothing`,
    [client.clientId, dealer.demo, at],
  );
  await app.owner.sql.run(
    `with offer as (
       insert into strategy_offer (strategy_id, share, minimum, made_at) select id, 20, 10000, $4 from strategy where number = $2
       returning id, strategy_id
     )
     insert into investment (client_id, strategy_id, number, offer_id, share, safety_mode, protection, status, invested, high_water,
       asked_at, started_at)
     select $1, strategy_id, $3, id, 20, false, 50, 'active', $5, $5, $4, $4 from offer`,
    [client.clientId, dealer.demo, number, at, invested],
  );
}
