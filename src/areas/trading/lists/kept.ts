import type { ClientId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import type { PlatformKey } from '../../../law/platforms.ts';
import { mostWatched, mostWatchlists, type Watchlist } from '../../../protocol/watchlistCalls.ts';

/** Whose lists. */
export interface Shelf {
  readonly clientId: ClientId;
  readonly platform: PlatformKey;
}

/** One of them, that is there. */
export interface KeptList extends Shelf {
  readonly id: number;
}

/** A client's lists on a platform, in their order. */
export async function watchlistsOf(sql: Sql, { clientId, platform }: Shelf): Promise<Watchlist[]> {
  return sql.many<Watchlist>(
    `select l.id, l.name, l.id = first_value(l.id) over (order by l.chosen_at desc, l.place, l.id) as is_chosen,
       array(select s.symbol from symbol_watchlist_entry s where s.watchlist_id = l.id order by s.place, s.symbol limit ${mostWatched}) as symbols
     from symbol_watchlist l where l.client_id = $1 and l.platform = $2 order by l.place, l.id limit ${mostWatchlists}`,
    [clientId, platform],
  );
}

/** One change at a time of a client, so that two tabs neither undo each other nor come past a bound together. */
async function oneAtATime(sql: Sql, clientId: ClientId): Promise<void> {
  await sql.one('select id from client where id = $1 for no key update', [clientId]);
}

/** The client's list of that id, held until the transaction ends. Somebody else's is none. */
export async function ownList(
  sql: Sql,
  { clientId, id }: { readonly clientId: ClientId; readonly id: number },
): Promise<KeptList | undefined> {
  await oneAtATime(sql, clientId);
  return sql.maybe<KeptList>(
    `select id, client_id as "clientId", platform from symbol_watchlist where id = $1 and client_id = $2`,
    [id, clientId],
  );
}

/** The chosen list, held likewise; the first, without a name, is begun where there is none. */
export async function chosenList(sql: Sql, shelf: Shelf, now: Date): Promise<KeptList> {
  await oneAtATime(sql, shelf.clientId);
  const chosen = (await watchlistsOf(sql, shelf)).find((each) => each.is_chosen);
  return { ...shelf, id: chosen?.id ?? (await beginList(sql, { ...shelf, name: null, now })) };
}

/** Begins a list behind the others, or says why not. */
export async function createList(
  sql: Sql,
  wish: Shelf & { readonly name: string; readonly now: Date },
): Promise<'done' | 'watchlist_name_taken' | 'too_many_watchlists'> {
  await oneAtATime(sql, wish.clientId);
  const lists = await watchlistsOf(sql, wish);
  if (await isNameTaken(sql, wish)) return 'watchlist_name_taken';
  if (lists.length >= mostWatchlists) return 'too_many_watchlists';
  await beginList(sql, wish);
  return 'done';
}

/** False where another of the client's lists has the name, in whatever case. */
export async function renameList(sql: Sql, list: KeptList & { readonly name: string }): Promise<boolean> {
  if (await isNameTaken(sql, list)) return false;
  await sql.run('update symbol_watchlist set name = $2 where id = $1', [list.id, list.name]);
  return true;
}

async function isNameTaken(
  sql: Sql,
  { clientId, platform, name, id = 0 }: Shelf & { readonly name: string; readonly id?: number },
): Promise<boolean> {
  const found = await sql.maybe(
    'select id from symbol_watchlist where client_id = $1 and platform = $2 and lower(name) = lower($3) and id <> $4',
    [clientId, platform, name, id],
  );
  return found !== undefined;
}

async function beginList(
  sql: Sql,
  { clientId, platform, name, now }: Shelf & { readonly name: string | null; readonly now: Date },
): Promise<number> {
  const { id } = await sql.one<{ id: number }>(
    `insert into symbol_watchlist (client_id, platform, name, place, chosen_at, created_at)
     select $1, $2, $3, coalesce(max(place), 0) + 1, greatest($4::timestamptz, max(chosen_at) + interval '1 microsecond'), $4
     from symbol_watchlist where client_id = $1 and platform = $2 returning id`,
    [clientId, platform, name, now],
  );
  return id;
}

/** It opens from now on. Never at the very moment of another, however fast one chooses. */
export async function chooseList(sql: Sql, { clientId, platform, id }: KeptList, now: Date): Promise<void> {
  await sql.run(
    `update symbol_watchlist set chosen_at = greatest($4::timestamptz,
       (select max(chosen_at) + interval '1 microsecond' from symbol_watchlist where client_id = $1 and platform = $2)) where id = $3`,
    [clientId, platform, id, now],
  );
}

export async function removeList(sql: Sql, { id }: KeptList): Promise<void> {
  await sql.run('delete from symbol_watchlist where id = $1', [id]);
}

export async function moveList(sql: Sql, list: KeptList, place: number): Promise<void> {
  const ids = (await watchlistsOf(sql, list)).map(({ id }) => id);
  await sql.run(
    'update symbol_watchlist set place = put.place from unnest($1::integer[]) with ordinality as put (id, place) where symbol_watchlist.id = put.id',
    [movedTo(ids, list.id, place)],
  );
}

/** One symbol comes in or goes out. False when the list is full. */
export async function keepWatched(
  sql: Sql,
  { id, symbol, isWatched }: KeptList & { readonly symbol: string; readonly isWatched: boolean },
): Promise<boolean> {
  if (!isWatched) {
    await sql.run('delete from symbol_watchlist_entry where watchlist_id = $1 and symbol = $2', [id, symbol]);
    return true;
  }
  const symbols = await symbolsOf(sql, id);
  if (symbols.includes(symbol)) return true;
  if (symbols.length >= mostWatched) return false;
  await sql.run(
    `insert into symbol_watchlist_entry (watchlist_id, symbol, place)
     select $1, $2, coalesce(max(place), 0) + 1 from symbol_watchlist_entry where watchlist_id = $1`,
    [id, symbol],
  );
  return true;
}

export async function moveWatched(
  sql: Sql,
  { id, symbol, place }: KeptList & { readonly symbol: string; readonly place: number },
): Promise<void> {
  const symbols = await symbolsOf(sql, id);
  if (!symbols.includes(symbol)) return;
  await sql.run(
    `update symbol_watchlist_entry set place = put.place from unnest($2::text[]) with ordinality as put (symbol, place)
     where watchlist_id = $1 and symbol_watchlist_entry.symbol = put.symbol`,
    [id, movedTo(symbols, symbol, place)],
  );
}

async function symbolsOf(sql: Sql, id: number): Promise<string[]> {
  const rows = await sql.many<{ symbol: string }>(
    `select symbol from symbol_watchlist_entry where watchlist_id = $1 order by place, symbol limit ${mostWatched}`,
    [id],
  );
  return rows.map(({ symbol }) => symbol);
}

function movedTo<Item>(items: readonly Item[], item: Item, place: number): Item[] {
  const others = items.filter((each) => each !== item);
  return others.toSpliced(place, 0, item);
}
