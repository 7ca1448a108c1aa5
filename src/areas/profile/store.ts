import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

export interface NamesRow {
  title: string;
  first_name: string;
  last_name: string;
  language: string;
  registered_at: Date;
}

export function namesOf(sql: Sql, client: ClientId): Promise<NamesRow> {
  return sql.one('select title, first_name, last_name, language, registered_at from client where id = $1', [client]);
}

/** What the client has said of letters so far. */
export function subscriptionsOf(sql: Sql, client: ClientId): Promise<{ topic: string; is_on: boolean }[]> {
  return sql.many('select topic, is_on from mail_subscription where client_id = $1 limit 100', [client]);
}

export async function keepSubscriptions(
  sql: Sql,
  of: { readonly client: ClientId; readonly chosen: Readonly<Record<string, boolean>>; readonly at: Date },
): Promise<void> {
  await sql.run(
    `insert into mail_subscription (client_id, topic, is_on, at)
       select $1, key, value::boolean, $3 from jsonb_each_text($2)
     on conflict (client_id, topic) do update set is_on = excluded.is_on, at = excluded.at
       where mail_subscription.is_on <> excluded.is_on`,
    [of.client, JSON.stringify(of.chosen), of.at],
  );
}

/** The file of the client's picture. */
export async function pictureOf(sql: Sql, client: ClientId): Promise<string | undefined> {
  return (await sql.maybe<{ id: string }>('select file_id as id from client_picture where client_id = $1', [client]))?.id;
}

/** Another picture, or none; answers the file of the one before. Of two who come at once the second finds the first one's. */
export async function takePicture(
  sql: Sql,
  of: { readonly client: ClientId; readonly file: string | null; readonly at: Date },
): Promise<string | undefined> {
  await sql.run('update client set version = version + 1 where id = $1', [of.client]);
  const before = await sql.maybe<{ id: string }>('delete from client_picture where client_id = $1 returning file_id as id', [
    of.client,
  ]);
  if (of.file !== null)
    await sql.run('insert into client_picture (client_id, file_id, at) values ($1, $2, $3)', [of.client, of.file, of.at]);
  return before?.id;
}
