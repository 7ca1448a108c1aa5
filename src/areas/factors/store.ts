import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** What a client has as a second factor. */
export interface FactorRow {
  /** Sealed; null while there is no app. */
  totp_secret: string | null;
  totp_step: bigint | null;
  /** Since when the app counts; null while no code of it was given. */
  totp_since: Date | null;
  /** Recovery codes that were not used. */
  codes_left: number;
}

export function factorRow(sql: Sql, client: ClientId): Promise<FactorRow> {
  return sql.one<FactorRow>(
    `select t.secret as totp_secret, t.step as totp_step, t.confirmed_at as totp_since,
       (select count(*)::integer from client_recovery_code r where r.client_id = c.id and r.used_at is null) as codes_left
     from client c left join client_totp t on t.client_id = c.id where c.id = $1`,
    [client],
  );
}

/** Keeps the secret of an app that no code was given of yet, in the place of one before it; false where one counts already. */
export async function keepTotp(sql: Sql, of: { client: ClientId; secret: string; at: Date }): Promise<boolean> {
  const kept = await sql.run(
    `insert into client_totp (client_id, secret, begun_at) values ($1, $2, $3)
     on conflict (client_id) do update set secret = excluded.secret, begun_at = excluded.begun_at
       where client_totp.confirmed_at is null`,
    [of.client, of.secret, of.at],
  );
  return kept === 1;
}

/** From now on the app counts; `step` is the one of the code that was given. False where it did before, or there is none. */
export async function confirmTotp(sql: Sql, of: { client: ClientId; step: number; at: Date }): Promise<boolean> {
  const confirmed = await sql.run(
    'update client_totp set step = $2, confirmed_at = $3 where client_id = $1 and confirmed_at is null',
    [of.client, of.step, of.at],
  );
  return confirmed === 1;
}

/**
 * Takes a step of time whose code was given; false when it, or a later one, was taken before. The secret is kept as it is sealed
 * now, so that none stays under a key that is on its way out.
 */
export async function takeWindow(sql: Sql, of: { client: ClientId; step: number; secret: string }): Promise<boolean> {
  const taken = await sql.run(
    `update client_totp set step = $2, secret = $3
      where client_id = $1 and confirmed_at is not null and (step is null or step < $2)`,
    [of.client, of.step, of.secret],
  );
  return taken === 1;
}

export async function removeTotp(sql: Sql, client: ClientId): Promise<boolean> {
  return (await sql.run('delete from client_totp where client_id = $1', [client])) === 1;
}

/** Puts these codes in the place of all before them. */
export async function keepCodes(sql: Sql, of: { client: ClientId; hashes: readonly Buffer[] }): Promise<void> {
  await sql.run('delete from client_recovery_code where client_id = $1', [of.client]);
  await sql.run('insert into client_recovery_code (client_id, code_hash) select $1, unnest($2::bytea[])', [of.client, of.hashes]);
}

/** Uses a recovery code up; false when there is none with that hash. */
export async function spendCode(sql: Sql, of: { client: ClientId; hash: Buffer; at: Date }): Promise<boolean> {
  const used = await sql.run(
    'update client_recovery_code set used_at = $3 where client_id = $1 and code_hash = $2 and used_at is null',
    [of.client, of.hash, of.at],
  );
  return used === 1;
}

export interface PasskeyRow {
  id: number;
  credential_id: string;
  public_key: Uint8Array;
  counter: bigint;
  transports: string[];
  name: string;
  created_at: Date;
  used_at: Date | null;
}

/** A client has no more of them. */
export const mostPasskeys = 10;

export function passkeysOf(sql: Sql, client: ClientId): Promise<PasskeyRow[]> {
  return sql.many(
    `select id, credential_id, public_key, counter, transports, name, created_at, used_at from client_passkey
      where client_id = $1 order by id limit ${mostPasskeys}`,
    [client],
  );
}

type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name' | 'created_at'>;

/** False where the client has as many as they may, or somebody has this one. */
export async function keepPasskey(sql: Sql, of: NewPasskey & { readonly client: ClientId }): Promise<boolean> {
  // Two that are added at once are counted one after the other.
  await sql.run('select from client where id = $1 for update', [of.client]);
  const kept = await sql.run(
    `insert into client_passkey (client_id, credential_id, public_key, counter, transports, name, created_at)
     select $1, $2, $3, $4, $5, $6, $7
      where (select count(*) from client_passkey where client_id = $1) < ${mostPasskeys} on conflict do nothing`,
    [of.client, of.credential_id, of.public_key, of.counter, of.transports, of.name, of.created_at],
  );
  return kept === 1;
}

/** It was used; its counter never goes back. */
export async function markPasskeyUsed(sql: Sql, of: { id: number; counter: bigint; at: Date }): Promise<void> {
  await sql.run('update client_passkey set counter = greatest(counter, $2), used_at = $3 where id = $1', [
    of.id,
    of.counter,
    of.at,
  ]);
}

export async function removePasskey(sql: Sql, of: { client: ClientId; id: number }): Promise<boolean> {
  return (await sql.run('delete from client_passkey where client_id = $1 and id = $2', [of.client, of.id])) === 1;
}

export type PasskeyPurpose = 'add' | 'prove';

interface PasskeyChallenge {
  readonly client: ClientId;
  readonly purpose: PasskeyPurpose;
  readonly challenge: string;
  /** What alone it is asked for; left out: whatever the purpose has. */
  readonly binds?: string | undefined;
}

/** So many may be out at once for a client; the oldest end, with those that have run out. */
const challengesOut = 5;

export async function keepPasskeyChallenge(
  sql: Sql,
  of: PasskeyChallenge & { readonly now: Date; readonly until: Date },
): Promise<void> {
  await sql.run(
    `delete from passkey_challenge where client_id = $1 and (expires_at <= $2 or challenge in (select challenge from passkey_challenge
       where client_id = $1 order by expires_at desc, challenge offset ${challengesOut - 1}))`,
    [of.client, of.now],
  );
  await sql.run('insert into passkey_challenge (challenge, client_id, purpose, expires_at, binds) values ($1, $2, $3, $4, $5)', [
    of.challenge,
    of.client,
    of.purpose,
    of.until,
    of.binds ?? null,
  ]);
}

/** Uses a challenge up; false where none of it is out for this client, this purpose and what it binds. */
export async function usePasskeyChallenge(sql: Sql, of: PasskeyChallenge & { readonly now: Date }): Promise<boolean> {
  const used = await sql.run(
    `delete from passkey_challenge where challenge = $1 and client_id = $2 and purpose = $3 and expires_at > $4
       and binds is not distinct from $5`,
    [of.challenge, of.client, of.purpose, of.now, of.binds ?? null],
  );
  return used === 1;
}
