import type { Handlers } from '../../protocol/call.ts';
import type { tradingContract } from './contract.ts';
import { alertsOf, keepAlert, removeAlert } from './minding/alerts.ts';
import { keepTrailing, removeTrailing, trailingOf } from './minding/trailing.ts';
import { offeredSymbol, ownAccount, type Boards, type Platforms } from './placing.ts';

/** What a client leaves to the server to mind: alerts on prices, and stops that follow them. */
export function mindedCalls(app: { readonly platforms: Platforms }, boards: Boards) {
  return {
    alerts: async (_input, { sql, client, now }) => ({ alerts: await alertsOf(sql, client.id, now) }),
    setAlert: async ({ platform, symbol: name, price }, { client, refuse, transact, now }) => {
      const { digits } = await offeredSymbol(boards[platform], name, { client, refuse });
      const ticks = await boards[platform].ticks([name]);
      const [tick] = ticks.outcome === 'done' ? ticks.ticks : [];
      if (!tick) return refuse('platform_unavailable');
      const wish = { clientId: client.id, platform, symbol: name, digits, price, bid: tick.bid, now };
      return transact(async (sql) => {
        if (!(await keepAlert(sql, wish))) return refuse('too_many_alerts', { field: 'price' });
        return { alerts: await alertsOf(sql, client.id, now) };
      });
    },
    removeAlert: async ({ id }, { sql, client, now }) => {
      await removeAlert(sql, { clientId: client.id, id });
      return { alerts: await alertsOf(sql, client.id, now) };
    },
    trailing: async ({ account: number }, context) => {
      const account = await ownAccount(number, context);
      return { trailing: await trailingOf(context.sql, account.number) };
    },
    setTrailing: async ({ account: asked, id, distance_points: distancePoints }, context) => {
      const { sql, refuse, client, now } = context;
      const { number, platform: key } = await ownAccount(asked, context);
      if (distancePoints === 0) await removeTrailing(sql, { number, position: id });
      else {
        const open = await app.platforms[key].positions(number);
        if (open.outcome !== 'done') return refuse('platform_unavailable');
        const position = open.positions.find((one) => one.position === id);
        if (!position) return refuse('position_closed', { field: 'id' });
        const found = await boards[key].symbol(position.symbol);
        if (found.outcome !== 'done' || !found.symbol) return refuse('platform_unavailable');
        const { digits } = found.symbol;
        await keepTrailing(sql, { clientId: client.id, number, position, digits, distancePoints, now });
      }
      return { trailing: await trailingOf(sql, number) };
    },
  } satisfies Partial<Handlers<typeof tradingContract>>;
}
