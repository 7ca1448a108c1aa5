import { outlastOperations } from './operations.ts';
import { meanwhile, now, sweep, type Fact } from './telling.ts';

const byMail = ['screen', 'mail'] as const;
const onScreen = ['screen'] as const;

/** What becomes of orders, and what the server minds for the terminal. */
export const tradingFacts: readonly Fact[] = [
  {
    fact: 'an order turns out to be filled after its call has ended',
    type: 'order_filled_late',
    over: onScreen,
    live: ['accounts', 'positions', 'dashboard'],
    ready: async ({ app, dealer }) => {
      const { id } = await dealer.place();
      await app.database.sql.run(
        `update trading_order set status = 'processing', settled_at = null, fill_deal = null, fill_position = null,
           fill_price = null, fill_lots = null where id = $1`,
        [id],
      );
      await app.owner.sql.run(`update platform_operation set state = 'asking', ticket = null where subject = $1`, [
        `order:${id}`,
      ]);
      await outlastOperations(app);
      return () => app.opened.clock.advance(600);
    },
  },
  {
    fact: 'an order turns out never to have been filled',
    type: 'order_not_filled',
    over: onScreen,
    live: ['accounts', 'positions', 'dashboard'],
    ready: async ({ app, dealer }) => {
      await dealer.fault('timeout_before');
      const { id } = await dealer.place();
      await outlastOperations(app, `order:${id}`);
      return () => app.opened.clock.advance(600);
    },
  },
  {
    fact: 'a waiting order turns out to be placed after its call has ended',
    type: 'order_done_late',
    over: onScreen,
    live: ['accounts', 'positions', 'dashboard'],
    ready: async ({ app, dealer }) => {
      const { id } = await dealer.place({ type: 'limit', at_price: '0.50000' });
      await app.database.sql.run(`update trading_order set status = 'processing', settled_at = null where id = $1`, [id]);
      await app.owner.sql.run(`update platform_operation set state = 'asking', ticket = null where subject = $1`, [
        `order:${id}`,
      ]);
      await outlastOperations(app);
      return () => app.opened.clock.advance(600);
    },
  },
  {
    fact: 'a waiting order turns out never to have been placed',
    type: 'order_not_done',
    over: onScreen,
    live: ['accounts', 'positions', 'dashboard'],
    ready: async ({ app, dealer }) => {
      await dealer.fault('timeout_before');
      const { id } = await dealer.place({ type: 'limit', at_price: '0.50000' });
      await outlastOperations(app, `order:${id}`);
      return () => app.opened.clock.advance(600);
    },
  },
  ...(['filled', 'expired', 'cancelled', 'rejected'] as const).map(waitingOrderEnds),
  {
    fact: 'a waiting order for an American share is cancelled, as no W-8BEN counts',
    type: 'waiting_order_without_form',
    over: byMail,
    live: ['positions', 'accounts', 'dashboard'],
    ready: async ({ app, client, dealer }) => {
      const { id } = await dealer.place({ symbol: 'GBPUSD', type: 'limit', at_price: '0.50000' });
      // As if it stood on an account for shares and were of one.
      await app.owner.sql.run(`update trading_account set type_key = 'advantage stock' where number = $1`, [dealer.demo]);
      await app.owner.sql.run('delete from w8ben where client_id = $1', [client.clientId]);
      const { mt5 } = app.opened.app.platforms;
      const told = await mt5.symbols();
      if (told.outcome !== 'done') throw new Error(`order ${id}: the platform does not answer`);
      const share = ({ name, path }: { readonly name: string; readonly path: string }) =>
        name === 'GBPUSD' ? `Shares\\US\\${name}` : path;
      const symbols = async () => ({ ...told, symbols: told.symbols.map((one) => ({ ...one, path: share(one) })) }) as const;
      return async () => {
        await meanwhile(mt5, { symbols }, () => sweep(app, 'trading.lapsed'));
        await app.owner.sql.run(`update trading_account set type_key = 'advantage mt5' where number = $1`, [dealer.demo]);
      };
    },
  },
  {
    fact: 'the move of a stop that follows the price is refused again and again',
    type: 'trailing_stop_refused',
    over: byMail,
    live: ['positions'],
    ready: async ({ app, client, dealer }) => {
      const { fill } = await dealer.place();
      const body = { account: dealer.demo, distance_points: 50 };
      const path = `api/trading/positions/${fill?.position ?? ''}/trailing`;
      await app.call({ method: 'POST', path, body, as: client });
      await app.owner.sql.run('update trailing_stop set refusals = 4 where position = $1', [fill?.position ?? '']);
      const changeStops = async () => ({ outcome: 'refused', code: 'wrong_stops', message: 'told by the test' }) as const;
      return () => meanwhile(app.opened.app.platforms.mt5, { changeStops }, () => sweep(app, 'trading.trailing'));
    },
  },
  {
    fact: 'a price has come to an alert',
    type: 'price_alert_reached',
    over: [...byMail, 'push'],
    live: ['positions'],
    ready: async ({ app, client }) => {
      const [tick] = (await app.call({ method: 'GET', path: 'api/trading/ticks?symbols=EURUSD', as: client })).data.ticks;
      await app.call({ method: 'POST', path: 'api/trading/alerts', body: { symbol: 'EURUSD', price: '9.00000' }, as: client });
      const { mt5 } = app.opened.app.platforms;
      const reached = { symbol: 'EURUSD', digits: 5, bid: '9.00001', ask: '9.00002', at: new Date(tick.at) };
      const ticks = async () => ({ outcome: 'done', ticks: [reached] }) as const;
      return () => meanwhile(mt5, { ticks }, () => sweep(app, 'trading.alerts'));
    },
  },
];

/** By itself, or by whoever can on the platform. */
function waitingOrderEnds(state: 'filled' | 'expired' | 'cancelled' | 'rejected'): Fact {
  return {
    fact: `a waiting order is ${state} on the platform`,
    type: `waiting_order_${state}`,
    over: onScreen,
    live: ['positions', 'accounts', 'dashboard'],
    ready: async ({ app, dealer }) => {
      const { pending } = await dealer.place({ type: 'limit', at_price: '0.50000' });
      const { mt5 } = app.opened.app.platforms;
      const { endedOrders } = mt5;
      const ended: typeof endedOrders = async ({ login }) => {
        const waiting = await mt5.orders(login);
        const own = waiting.outcome === 'done' ? waiting.orders.filter(({ order }) => order === pending) : [];
        return { outcome: 'done', orders: own.map((order) => ({ ...order, state, endedAt: now(app) })) };
      };
      const none = async () => ({ outcome: 'done', orders: [] }) as const;
      return () => meanwhile(mt5, { ordersOf: none, endedOrders: ended }, () => sweep(app, 'trading.endings'));
    },
  };
}
