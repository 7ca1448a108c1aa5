import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { ContactKind } from '../../law/contacts.ts';

export interface ContactsRow {
  email: string;
  mobile: string | null;
  secondary_email: string | null;
  /** Of those that count now, the ones that were shown to be the client's. */
  proven: ContactKind[];
  changed_at: Date | null;
}

export function contactsOf(sql: Sql, client: ClientId): Promise<ContactsRow> {
  return sql.one(
    `select c.email, c.mobile_phone as mobile, c.secondary_email,
       coalesce((select array_agg(p.what) from contact_proof p where p.client_id = c.id
         and p.value = case p.what when 'email' then c.email when 'mobile' then c.mobile_phone else c.secondary_email end), '{}') as proven,
       (select max(i.at) from identity_change i where i.client_id = c.id) as changed_at
     from client c where c.id = $1`,
    [client],
  );
}

const columns = {
  email: 'email',
  mobile: 'mobile_phone',
  secondary_email: 'secondary_email',
} as const satisfies Record<ContactKind, string>;

/** False where it is another one's address by now, or not any more what it was. */
export async function setContact(
  sql: Sql,
  of: { readonly client: ClientId; readonly what: ContactKind; readonly from: string | null; readonly to: string | null },
): Promise<boolean> {
  const column = columns[of.what];
  const changed = await sql.run(
    `update client set ${column} = $3, version = version + 1
      where id = $1 and ${column} is not distinct from $2 and not ($4 and exists (select from client where email = $3))`,
    [of.client, of.from, of.to, of.what === 'email'],
  );
  return changed === 1;
}

export async function addProof(
  sql: Sql,
  of: { readonly client: ClientId; readonly what: ContactKind; readonly value: string; readonly at: Date },
): Promise<boolean> {
  const added = await sql.run(
    'insert into contact_proof (client_id, what, value, at) values ($1, $2, $3, $4) on conflict do nothing',
    [of.client, of.what, of.value, of.at],
  );
  return added === 1;
}

export type NewPasswordKind = 'password_reset' | 'password_change';
/** What was changed: how a client is reached, the password, or `waking`: from dormant to active. */
type IdentityChange = ContactKind | NewPasswordKind | 'waking';

export async function addChange(
  sql: Sql,
  of: {
    readonly client: ClientId;
    readonly what: IdentityChange;
    readonly before: string | null;
    readonly after: string | null;
    readonly at: Date;
  },
): Promise<number> {
  const { id } = await sql.one<{ id: number }>(
    `insert into identity_change (client_id, what, value_before, value_after, at) values ($1, $2, $3, $4, $5) returning id`,
    [of.client, of.what, of.before, of.after, of.at],
  );
  return id;
}

export async function lastChange(sql: Sql, client: ClientId): Promise<Date | undefined> {
  const { at } = await sql.one<{ at: Date | null }>('select max(at) as at from identity_change where client_id = $1', [client]);
  return at ?? undefined;
}
