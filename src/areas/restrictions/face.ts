import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { notify } from '../notices/face.ts';
import { restrictionsNotices } from './notices.ts';
import { accessOf, type Wanted } from './store.ts';
import * as store from './store.ts';

export { compareAccess } from './looking.ts';

/** What an account that is not archived is to be at its platform. */
export async function wantedAccess(sql: Sql, number: number): Promise<Wanted> {
  return (await accessOf(sql, number))?.wanted ?? 'full';
}

/** Which of the wishes for an account, counted from 1, its platform has; undefined while it is asked or is to be. */
export async function accessCountAtRest(sql: Sql, number: number): Promise<number | undefined> {
  const row = await accessOf(sql, number);
  if (!row) return 0;
  return row.state === 'asked' ? undefined : row.turn;
}

/** An instant of the database's clock, from which `compareAccess` counts what it was told. */
export async function lookBegins(sql: Sql): Promise<Date> {
  return store.wallNow(sql);
}

interface Restricting {
  readonly client: ClientId;
  /** A job of ours, or a member of staff. */
  readonly by: string;
  readonly now: Date;
}

/**
 * Keeps a client from opening positions, within the caller's transaction; undefined where they are kept from it already. Whoever asks for
 * it tells the client why, in words that may be told.
 */
export async function restrictTrading(sql: Sql, { client, by, now }: Restricting): Promise<number | undefined> {
  const restriction = await store.beginRestriction(sql, { client, by, at: now });
  if (restriction !== undefined) await store.tellBrowsers(sql, client, now);
  return restriction;
}

/** Takes that one back, and no other that has begun since. */
export async function liftRestriction(sql: Sql, of: Restricting & { readonly restriction: number }): Promise<void> {
  const { client, by, now, restriction } = of;
  if ((await store.endRestriction(sql, { client, by, at: now, id: restriction })) === undefined) return;
  const notice = restrictionsNotices.trading_restriction_lifted;
  await notify(sql, { clientId: client, notice, key: `restriction:${restriction}:lift`, now });
  await store.tellBrowsers(sql, client, now);
}
