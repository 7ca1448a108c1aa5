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
  /** Of a file that came in parts: the same by the number of its upload, which a repeat names when nothing else is left of it. */
  readonly sentHash?: Buffer | undefined;
  /** The process that would answer it. */
  readonly holder: string;
}

/**
 * The key of a process that died is given back within seconds (heartbeat.ts). One that a living process could not give back,
 * because the database was away just then, is free after so long; sagas' steps are idempotent.
 */
const heldAtMostSeconds = 60;

/** What a key is to be the key of. */
interface Keyed {
  readonly owner: string;
  readonly key: string;
  readonly holder: string;
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What stands for the file of the call, if it takes one: its digest, where it is there, and the upload that it came by. */
  readonly file?: { readonly sha256: string | undefined; readonly uploadId: string | undefined };
}

export function onceKey({ owner, key, holder, call, input, file }: Keyed): OnceKey {
  const hashed = (of: unknown): Buffer =>
    createHash('sha256')
      .update(`${call}\n${canonical(of)}`)
      .digest();
  if (!file) return { owner, key, holder, bodyHash: hashed(input) };
  const { sha256, uploadId } = file;
  const sentHash = uploadId === undefined ? undefined : hashed({ ...input, file: `upload:${uploadId}` });
  // The same file again is the same body, though it has come anew.
  const bodyHash = sha256 === undefined && sentHash ? sentHash : hashed({ ...input, file: sha256 });
  return { owner, key, holder, bodyHash, sentHash };
}

/**
 * Claims the key. Inside a transaction a second caller waits here until the first has committed or rolled back,
 * so it always finds the answer.
 */
export async function claim(sql: Sql, once: OnceKey): Promise<Claim> {
  const inserted = await sql.run(
    `insert into idempotency (owner, key, body_hash, sent_hash, holder) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [once.owner, once.key, once.bodyHash, once.sentHash ?? null, once.holder],
  );
  if (inserted === 1) return { state: 'mine' };
  const row = await sql.one<KeptRow>(
    `select body_hash, sent_hash, status, answer, ${isFree} as free from idempotency where owner = $1 and key = $2`,
    [once.owner, once.key],
  );
  if (!isSame(row, once)) return { state: 'reused' };
  if (row.status !== null && row.answer !== null) return { state: 'answered', status: row.status, answer: row.answer };
  if (!row.free) return { state: 'running' };
  const retaken = await sql.run(
    `update idempotency set created_at = now(), holder = $3
      where owner = $1 and key = $2 and status is null and ${isFree}`,
    [once.owner, once.key, once.holder],
  );
  return { state: retaken === 1 ? 'mine' : 'running' };
}

interface KeptRow {
  readonly body_hash: Buffer;
  readonly sent_hash: Buffer | null;
  readonly status: number | null;
  readonly answer: string | null;
  readonly free: boolean;
}

function isSame(row: KeptRow, { bodyHash, sentHash }: OnceKey): boolean {
  return row.body_hash.equals(bodyHash) || (sentHash !== undefined && row.sent_hash?.equals(sentHash) === true);
}

const isFree = `(holder is null or created_at < now() - make_interval(secs => ${heldAtMostSeconds}))`;

/** Keeps the first answer. */
export async function keepAnswer(sql: Sql, once: OnceKey, answer: { status: number; text: string }): Promise<void> {
  await sql.run(
    `insert into idempotency (owner, key, body_hash, sent_hash, status, answer) values ($1, $2, $3, $6, $4, $5)
     on conflict (owner, key) do update set status = excluded.status, answer = excluded.answer, holder = null
       where idempotency.status is null and idempotency.body_hash = excluded.body_hash`,
    [once.owner, once.key, once.bodyHash, answer.status, answer.text, once.sentHash ?? null],
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
