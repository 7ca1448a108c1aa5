import type { ClientId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import type { Handlers } from '../../../protocol/call.ts';
import type { tradingContract } from '../contract.ts';
import { offeredSymbol, type Boards } from '../placing.ts';
import {
  chooseList,
  chosenList,
  createList,
  keepWatched,
  moveList,
  moveWatched,
  ownList,
  removeList,
  renameList,
  watchlistsOf,
  type KeptList,
  type Shelf,
} from './kept.ts';

/** The client's own lists of symbols. Every change answers with all of its platform's lists as they are then. */
export function listHandlers(boards: Boards) {
  return {
    watchlists: async ({ platform }, { sql, client }) => shown(sql, { clientId: client.id, platform }),
    createWatchlist: async ({ platform, name }, { sql, client, now, refuse }) => {
      const shelf = { clientId: client.id, platform };
      const outcome = await createList(sql, { ...shelf, name, now });
      return outcome === 'done' ? shown(sql, shelf) : refuse(outcome, { field: 'name' });
    },
    renameWatchlist: async ({ id, name }, context) => {
      const list = await found(id, context);
      if (!(await renameList(context.sql, { ...list, name }))) return context.refuse('watchlist_name_taken', { field: 'name' });
      return shown(context.sql, list);
    },
    moveWatchlist: async ({ id, place }, context) => {
      const list = await found(id, context);
      await moveList(context.sql, list, place);
      return shown(context.sql, list);
    },
    chooseWatchlist: async ({ id }, context) => {
      const list = await found(id, context);
      await chooseList(context.sql, list, context.now);
      return shown(context.sql, list);
    },
    removeWatchlist: async ({ id }, context) => {
      const list = await found(id, context);
      await removeList(context.sql, list);
      return shown(context.sql, list);
    },
    keepWatched: async ({ platform, id, symbol, is_watched: isWatched }, { client, refuse, transact, now }) => {
      // What is offered no more can still be taken out.
      if (isWatched) await offeredSymbol(boards[platform], symbol, { client, refuse });
      return transact(async (sql) => {
        const list =
          id === undefined
            ? await chosenList(sql, { clientId: client.id, platform }, now)
            : await found(id, { sql, client, refuse });
        if (list.platform !== platform) return refuse('unknown_watchlist', { field: 'id' });
        if (!(await keepWatched(sql, { ...list, symbol, isWatched }))) return refuse('too_many_watched', { field: 'symbol' });
        return shown(sql, list);
      });
    },
    moveWatched: async ({ id, symbol, place }, context) => {
      const list = await found(id, context);
      await moveWatched(context.sql, { ...list, symbol, place });
      return shown(context.sql, list);
    },
  } satisfies Partial<Handlers<typeof tradingContract>>;
}

interface Asking {
  readonly sql: Sql;
  readonly client: { readonly id: ClientId };
  readonly refuse: (code: 'unknown_watchlist', detail: { readonly field: 'id' }) => never;
}

async function found(id: number, { sql, client, refuse }: Asking): Promise<KeptList> {
  return (await ownList(sql, { clientId: client.id, id })) ?? refuse('unknown_watchlist', { field: 'id' });
}

async function shown(sql: Sql, shelf: Shelf) {
  return { lists: await watchlistsOf(sql, shelf) };
}
