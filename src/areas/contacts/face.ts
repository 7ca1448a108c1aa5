import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, secondMs } from '../../base/time.ts';
import type { ContactKind } from '../../law/contacts.ts';
import type { Settings } from '../../settings/index.ts';
import { addChange, addProof, contactsOf, lastChange, setContact, type NewPasswordKind } from './store.ts';

export interface Contact {
  /** The address in small letters, the number as E.164; null where there is none. */
  readonly value: string | null;
  readonly isVerified: boolean;
}

export interface Contacts extends Readonly<Record<ContactKind, Contact>> {
  /** Of the last change of what identity hangs on. */
  readonly changedAt: Date | undefined;
}

/** How a client is reached, and whether each was shown to be theirs. */
export async function ownContacts(sql: Sql, client: ClientId): Promise<Contacts> {
  const row = await contactsOf(sql, client);
  const shown = (what: ContactKind): Contact => ({ value: row[what], isVerified: row.proven.includes(what) });
  return {
    email: shown('email'),
    mobile: shown('mobile'),
    secondary_email: shown('secondary_email'),
    changedAt: row.changed_at ?? undefined,
  };
}

interface Shown {
  readonly client: ClientId;
  readonly what: ContactKind;
  readonly value: string;
  readonly at: Date;
}

/** A PIN that went there came back, or the sign-up was confirmed by it. */
export async function noteProven(sql: Sql, shown: Shown): Promise<void> {
  await addProof(sql, shown);
}

/** Puts another address or number in the place of the one before; the number of the change, undefined where somebody else was first. */
export async function changeContact(
  sql: Sql,
  of: {
    readonly client: ClientId;
    readonly what: ContactKind;
    readonly from: string | null;
    readonly to: string | null;
    readonly at: Date;
  },
): Promise<number | undefined> {
  const { client, what, from, to, at } = of;
  if (!(await setContact(sql, of))) return undefined;
  if (to !== null) await addProof(sql, { client, what, value: to, at });
  return addChange(sql, { client, what, before: from, after: to, at });
}

/**
 * Another sign-in password was set: by a PIN, or because one had to be. Whoever did it held the mailbox, and perhaps nothing else than a
 * session that was left open.
 */
export async function noteNewPassword(
  sql: Sql,
  { client, what, at }: { readonly client: ClientId; readonly what: NewPasswordKind; readonly at: Date },
): Promise<void> {
  await addChange(sql, { client, what, before: null, after: null, at });
}

/** A dormant client came back: whoever did it held a password that nobody had used for long. */
export async function noteWaking(sql: Sql, { client, at }: { readonly client: ClientId; readonly at: Date }): Promise<void> {
  await addChange(sql, { client, what: 'waking', before: null, after: null, at });
}

/** Until when money goes nowhere new, after the last change of what identity hangs on; undefined where nothing changed lately. */
export async function coolsUntil(
  sql: Sql,
  of: { readonly client: ClientId; readonly settings: Pick<Settings, 'contacts'>; readonly now: Date },
): Promise<Date | undefined> {
  const at = await lastChange(sql, of.client);
  return at && stillCooling(at, of);
}

/** The same, of a change that is known. */
export function stillCooling(
  changedAt: Date,
  { settings, now }: { readonly settings: Pick<Settings, 'contacts'>; readonly now: Date },
): Date | undefined {
  const until = after(changedAt, settings.contacts.coolingSeconds * secondMs);
  return until > now ? until : undefined;
}
