import { z } from 'zod';
import { platformKeys } from '../law/platforms.ts';
import { accountName } from './account.ts';
import type { CallSpec } from './call.ts';
import { inDigits } from './digits.ts';

/** The lists of symbols that a client keeps for the terminal: on the server, so that they are there wherever they sign in. */

/** Of a client, on each platform. */
export const mostWatchlists = 20;
/** Of one list: the prices of a whole list are asked for at once. */
export const mostWatched = 100;

const platform = z.enum(platformKeys).default('mt5');
const symbolName = z.string().regex(/^[\w.#-]{1,32}$/);
const listId = inDigits(z.int().min(1).max(2_147_483_647));
/** As an account's, and never empty. */
const listName = accountName.min(1);
/** Where it comes to stand among the others, from 0 on. Beyond the end is the end. */
const place = z.int().min(0).max(1000);

const watchlist = z.object({
  id: z.int(),
  /** Null of the first list for as long as it has no name of its own. */
  name: z.string().nullable(),
  /** The one that opens, and that a star takes a symbol into: exactly one, where there is any. */
  is_chosen: z.boolean(),
  symbols: z.array(z.string()),
});
export type Watchlist = z.infer<typeof watchlist>;

const lists = z.object({ lists: z.array(watchlist) });
const ofList = { unknown_watchlist: 422 } as const;

export const newListInput = z.object({ platform, name: listName });
export const listNameInput = z.object({ id: listId, name: listName });

export const watchlistCalls = {
  watchlists: {
    method: 'GET',
    path: 'api/trading/watchlists',
    summary: 'The client’s own lists of symbols on a platform, in their order, each with its symbols in theirs.',
    who: 'client',
    gate: 'view',
    runs: 'read',
    input: z.object({ platform }),
    output: lists,
    errors: {},
    reads: ['watchlists'],
  },
  createWatchlist: {
    method: 'POST',
    path: 'api/trading/watchlists',
    summary: `Begins an empty list behind the others, and chooses it; at most ${mostWatchlists} on a platform, no two of one name.`,
    who: 'client',
    gate: 'view',
    runs: 'transaction',
    input: newListInput,
    output: lists,
    errors: { watchlist_name_taken: 422, too_many_watchlists: 422 },
    stale: ['watchlists'],
  },
  renameWatchlist: {
    method: 'POST',
    path: 'api/trading/watchlists/{id}/name',
    summary: 'Gives a list another name.',
    who: 'client',
    gate: 'view',
    runs: 'transaction',
    input: listNameInput,
    output: lists,
    errors: { ...ofList, watchlist_name_taken: 422 },
    stale: ['watchlists'],
  },
  moveWatchlist: {
    method: 'POST',
    path: 'api/trading/watchlists/{id}/place',
    summary: 'Puts a list at another place among the client’s lists; the others keep their order.',
    who: 'client',
    gate: 'view',
    runs: 'transaction',
    input: z.object({ id: listId, place }),
    output: lists,
    errors: ofList,
    stale: ['watchlists'],
  },
  chooseWatchlist: {
    method: 'POST',
    path: 'api/trading/watchlists/{id}/choose',
    summary: 'Makes it the list that opens, on every device.',
    who: 'client',
    gate: 'view',
    runs: 'transaction',
    input: z.object({ id: listId }),
    output: lists,
    errors: ofList,
    stale: ['watchlists'],
  },
  removeWatchlist: {
    method: 'POST',
    path: 'api/trading/watchlists/{id}/remove',
    summary: 'Takes a list away with what stands in it.',
    who: 'client',
    gate: 'view',
    runs: 'transaction',
    input: z.object({ id: listId }),
    output: lists,
    errors: ofList,
    stale: ['watchlists'],
  },
  keepWatched: {
    method: 'POST',
    path: 'api/trading/watchlists/symbols',
    summary: `Takes a symbol into one of the client’s lists, or out of it: the chosen one, when \`id\` is left out, and the first is begun where there is none. What is so already is the same answer; at most ${mostWatched} a list.`,
    who: 'client',
    gate: 'view',
    runs: 'saga',
    input: z.object({ platform, id: listId.optional(), symbol: symbolName, is_watched: z.boolean() }),
    output: lists,
    errors: { ...ofList, platform_unavailable: 503, unknown_symbol: 422, too_many_watched: 422 },
    stale: ['watchlists'],
  },
  moveWatched: {
    method: 'POST',
    path: 'api/trading/watchlists/{id}/symbols/place',
    summary: 'Puts a symbol at another place in a list; the others keep their order. One that is not in it is the same answer.',
    who: 'client',
    gate: 'view',
    runs: 'transaction',
    input: z.object({ id: listId, symbol: symbolName, place }),
    output: lists,
    errors: ofList,
    stale: ['watchlists'],
  },
} as const satisfies Readonly<Record<string, CallSpec>>;
