import { addDelivery, lockDelivery, setPhase, type KeptDelivery } from '../../areas/goldDelivery/store.ts';
import { arrive, cancel, comeBack, hold, pay, ship, type Doing } from '../../areas/goldDelivery/deliveries.ts';
import type { Sql } from '../../base/sql.ts';
import { post } from '../../ledger/book.ts';
import { gold, opening } from '../../ledger/chart.ts';
import type { Fact, World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;
const gram = 10_000_000n;

/** What becomes of gold that is delivered. */
export const goldFacts: readonly Fact[] = [
  delivered('a delivery of gold is paid', 'gold_delivery_requested', {
    from: 'requested',
    does: (sql, doing, { app }) => pay(sql, doing, app.opened.settings.current()),
  }),
  delivered('gold is on its way', 'gold_delivery_shipped', {
    from: 'allocated',
    does: (sql, doing) => ship(sql, doing, { carrier: 'Loomis', tracking: 'L-1' }),
  }),
  delivered('gold has arrived', 'gold_delivery_delivered', { from: 'shipped', does: arrive }),
  delivered('gold came back', 'gold_delivery_returned', { from: 'shipped', does: comeBack }),
  delivered('a delivery of gold is cancelled', 'gold_delivery_cancelled', {
    from: 'requested',
    does: (sql, doing) => cancel(sql, doing, { isTold: true }),
  }),
];

interface Happening {
  readonly from: 'requested' | 'allocated' | 'shipped';
  readonly does: (sql: Sql, doing: Doing, world: World) => Promise<unknown>;
}

function delivered(fact: string, type: NonNullable<Fact['type']>, { from, does }: Happening): Fact {
  return {
    fact,
    type,
    over: byMail,
    live: ['gold'],
    ready: async (world) => {
      const { app, client } = world;
      const [now, actor] = [app.opened.clock.now(), { kind: 'system', id: 'test' } as const];
      const owner = { company: 3, clientId: client.clientId };
      const delivery = await app.database.transact(async (sql) => {
        const added = await addDelivery(sql, { ...one, clientId: client.clientId, askedAt: now });
        const legs = [{ from: opening(3, 'XAU'), to: gold(owner), minor: gram }] as const;
        await post(sql, { movement: { key: `opening:delivery-${added.id}`, kind: 'opening_balance', legs, at: now } });
        await hold(sql, { delivery: added, now, actor });
        if (from !== 'requested') await setPhase(sql, added.id, { phase: 'allocated', now });
        return added;
      });
      const again = (sql: Sql) => lockDelivery(sql, delivery.id).then((each) => must(each));
      if (from === 'shipped')
        await app.database.transact(async (sql) =>
          ship(sql, { delivery: await again(sql), now, actor }, { carrier: 'Loomis', tracking: 'L-1' }),
        );
      return () => app.database.transact(async (sql) => does(sql, { delivery: await again(sql), now, actor }, world));
    },
  };
}

const address = { recipient: 'A', street: 'B', town: 'C', postcode: '', country: 'ZA', phone: '1234567' };
const one = {
  companyId: 3,
  vault: 'zurich',
  size: gram,
  count: 1,
  weight: gram,
  fee: 100n,
  insurance: 10n,
  insured: 12_000n,
  ...address,
} as const;

function must(delivery: KeptDelivery | undefined): KeptDelivery {
  if (!delivery) throw new Error('the delivery is gone');
  return delivery;
}
