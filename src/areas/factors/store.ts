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
