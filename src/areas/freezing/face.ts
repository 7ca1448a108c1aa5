import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { StatusId } from '../../law/statuses.ts';
import { closeNotice, notify } from '../notices/face.ts';
import { freezingNotices } from './notices.ts';
import { frozenStatus } from './rules.ts';
import * as store from './store.ts';

export { frozenStatus, statusAfterLift } from './rules.ts';

/** The status, which nobody changes until the caller's transaction ends: whoever is freezing or opening the client again is waited for. */
export async function keepStatus(sql: Sql, client: ClientId): Promise<StatusId> {
  return store.keptStatus(sql, client);
}

/** Whether the client has frozen the account by themselves, and it has not been lifted. */
export async function hasOwnFreeze(sql: Sql, client: ClientId): Promise<boolean> {
  return (await store.openFreeze(sql, client)) !== undefined;
}

/** The client lifts it no more: staff has decided of the account. Its number; undefined where they have frozen nothing. */
export async function takeFreezeOver(
  sql: Sql,
  { client, at }: { readonly client: ClientId; readonly at: Date },
): Promise<number | undefined> {
  const id = await store.endOpenFreeze(sql, client, at);
  if (id !== undefined) await closeNotice(sql, { clientId: client, key: `freeze:${id}`, now: at });
  return id;
}

/** What the client had frozen by themselves holds again, where they are still frozen: its number. */
export async function giveFreezeBack(sql: Sql, freeze: number): Promise<number | undefined> {
  return store.openFreezeAgain(sql, freeze, frozenStatus);
}

/** They are told of it as when they froze it; never where that would tell what was looked for (readings, 29). */
export async function tellOfFreeze(
  sql: Sql,
  { client, freeze, at }: { readonly client: ClientId; readonly freeze: number; readonly at: Date },
): Promise<void> {
  const notice = freezingNotices.account_frozen_by_client;
  await notify(sql, { clientId: client, notice, key: `freeze:${freeze}`, now: at });
}
