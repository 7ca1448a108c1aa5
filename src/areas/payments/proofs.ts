import type { RemittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** By what a saving was proven, as a digest of it. */
export interface Proof {
  readonly remittance: RemittanceId;
  readonly digest: Buffer;
}

/** Within the transaction that uses the PIN or the factor up. */
export async function keepProof(sql: Sql, { remittance, digest }: Proof, at: Date): Promise<void> {
  await sql.run(
    `insert into payment_proof (remittance_id, digest, at) values ($1, $2, $3)
     on conflict (remittance_id) do update set digest = excluded.digest, at = excluded.at`,
    [remittance, digest, at],
  );
}

/** Whether the very same has proven the very same payment before. */
export async function isProven(sql: Sql, { remittance, digest }: Proof): Promise<boolean> {
  const row = await sql.maybe('select from payment_proof where remittance_id = $1 and digest = $2', [remittance, digest]);
  return row !== undefined;
}
