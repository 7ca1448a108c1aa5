import { createHash } from 'node:crypto';
import type { Sql } from '../../base/sql.ts';

/** What a write with an Idempotency-Key finds: nothing yet, the first answer, or a reason to refuse. */
export type Claim =
  | { readonly state: 'mine' }
  | { readonly state: 'answered'; readonly status: number; readonly answer: string }
  | { readonly state: 'reused' }
  | { readonly state: 'running' };

export interface OnceKey {
  /** Whose key it is: keys of different clients never meet. */
  readonly owner: string;
  readonly key: string;
  readonly bodyHash: Buffer;
  /** The process that would answer it. */
  readonly holder: string;
}

/**
 * The key of a process that died is given back within seconds (heartbeat.ts). One that a living process could not give back,
 * because the database was away just then, is free after so long; sagas' steps are idempotent.
 */
const heldAtMostSeconds = 60;

export function onceKey(parts: { owner: string; key: string; holder: string; call: string; input: unknown }): OnceKey {
  const bodyHash = createHash('sha256')
    .update(`${parts.call}\n${canonical(parts.input)}`)
    .digest();
  return { owner: parts.owner, key: parts.key, holder: parts.holder, bodyHash };
}

/**
 * Claims the key. Inside a transaction a second caller waits here until the first has committed or rolled back,
 * so it always finds the answer.
 */
export async function claim(sql: Sql, once: OnceKey): Promise<Claim> {
  const inserted = await sql.run(
    `insert into idempotency (owner, key, body_hash, holder) values ($1, $2, $3, $4) on conflict do nothing`,
    [once.owner, once.key, once.bodyHash, once.holder],
  );
  if (inserted === 1) return { state: 'mine' };
  const row = await sql.one<{ body_hash: Buffer; status: number | null; answer: string | null; free: boolean }>(
    `select body_hash, status, answer, ${isFree} as free from idempotency where owner = $1 and key = $2`,
    [once.owner, once.key],
  );
  if (!row.body_hash.equals(once.bodyHash)) return { state: 'reused' };
  if (row.status !== null && row.answer !== null) return { state: 'answered', status: row.status, answer: row.answer };
  if (!row.free) return { state: 'running' };
  const retaken = await sql.run(
    `update idempotency set created_at = now(), holder = $3
      where owner = $1 and key = $2 and status is null and ${isFree}`,
    [once.owner, once.key, once.holder],
  );
  return { state: retaken === 1 ? 'mine' : 'running' };
}

const isFree = `(holder is null or created_at < now() - make_interval(secs => ${heldAtMostSeconds}))`;

/** Keeps the first answer. */
export async function keepAnswer(sql: Sql, once: OnceKey, answer: { status: number; text: string }): Promise<void> {
  await sql.run(
    `insert into idempotency (owner, key, body_hash, status, answer) values ($1, $2, $3, $4, $5)
     on conflict (owner, key) do update set status = excluded.status, answer = excluded.answer, holder = null
       where idempotency.status is null and idempotency.body_hash = excluded.body_hash`,
    [once.owner, once.key, once.bodyHash, answer.status, answer.text],
  );
}

/** Gives the key back where there is no answer to keep, so that the caller may try again. */
export async function forget(sql: Sql, once: OnceKey): Promise<void> {
  await sql.run(`delete from idempotency where owner = $1 and key = $2 and status is null and holder = $3`, [
    once.owner,
    once.key,
    once.holder,
  ]);
}

/** JSON with its keys in order, so that the same body hashes alike however it was written. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return inner.toString();
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
}
