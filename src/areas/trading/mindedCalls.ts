import { formatMinor } from '../../base/money.ts';
import type { Handlers } from '../../protocol/call.ts';
import { swapFreeTerms } from '../swapFree/face.ts';
import type { tradingContract } from './contract.ts';
import { alertsOf, keepAlert, removeAlert } from './minding/alerts.ts';
import { keepTrailing, removeTrailing, trailingOf } from './minding/trailing.ts';
import { costsOf } from './symbols/costs.ts';
import { shownSymbol } from './shown.ts';
import { keepWaitingTrailing } from './store.ts';
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
        if (!position) {
          const waiting = await app.platforms[key].orders(number);
          if (waiting.outcome !== 'done') return refuse('platform_unavailable');
          const order = waiting.orders.find((one) => one.order === id) ?? refuse('position_closed', { field: 'id' });
          await keepWaitingTrailing(sql, { ...order, clientId: client.id, number, ticket: id, distancePoints, now });
          return { trailing: await trailingOf(sql, number) };
        }
        const found = await boards[key].symbol(position.symbol);
        if (found.outcome !== 'done' || !found.symbol) return refuse('platform_unavailable');
        const { digits } = found.symbol;
        await keepTrailing(sql, { clientId: client.id, number, position, digits, distancePoints, now });
      }
      return { trailing: await trailingOf(sql, number) };
    },
  } satisfies Partial<Handlers<typeof tradingContract>>;
}

/** What is told of symbols: the terms of trading one. */
export function symbolCalls(app: { readonly platforms: Platforms }, boards: Boards) {
  return {
    terms: async ({ symbol: name, account: asked }, context) => {
      const account = await ownAccount(asked, context);
      const board = boards[account.platform];
      const symbol = await offeredSymbol(board, name, context);
      const ticks = await board.ticks([name]);
      const [tick] = ticks.outcome === 'done' ? ticks.ticks : [];
      const lots = symbol.lotsMin;
      const need = await app.platforms[account.platform].checkMargin({ login: account.number, symbol: name, side: 'buy', lots });
      const { currency } = account;
      const costs = costsOf(symbol, tick);
      return {
        ...costs,
        symbol: shownSymbol(symbol, context.now),
        sessions: symbol.sessions.map(({ day, fromMinute, toMinute }) => ({ day, from: hour(fromMinute), to: hour(toMinute) })),
        swap: account.swapFree ? null : costs.swap,
        is_swap_free: account.swapFree,
        swap_free: account.swapFree ? swapFreeTerms(context.settings, symbol.path) : null,
        leverage: account.leverage,
        margin: need.outcome === 'done' ? { lots, currency, amount: formatMinor(need.margin, currency) } : null,
        as_of: tick?.at.toISOString() ?? null,
      };
    },
  } satisfies Partial<Handlers<typeof tradingContract>>;
}

/** Of a day's minutes: "22:05". */
function hour(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
