import type { Currency } from '../../base/currency.ts';
import { accountNumber, clientId, type AccountNumber, type ClientId, type MoveId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { CompanyId } from '../../law/regions/profile.ts';

export type MovePhase = 'asked' | 'declined' | 'offered' | 'withdrawn' | 'moving' | 'returning' | 'given_up' | 'moved';

/** A client's move to another company, as it is kept. */
export interface Move {
  readonly id: MoveId;
  readonly clientId: ClientId;
  readonly from: CompanyId;
  readonly to: CompanyId;
  readonly phase: MovePhase;
  readonly country: string | null;
  readonly told: Readonly<Record<string, unknown>>;
  /** When that was told: of a move that is tried again, with the first. */
  readonly toldAt: Date;
  readonly termsVersion: number | null;
  readonly approvedAt: Date | null;
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly movedAt: Date | null;
  readonly endedAt: Date | null;
}

/** A lease that somebody drives a move under, by its number. */
export interface Lease {
  readonly id: MoveId;
  readonly lease: number;
}

/** A move with the lease of whoever drives it. */
export type DrivenMove = Move & Lease;

/** Somebody else has taken the move over meanwhile: whoever hears this writes nothing of it any more. */
export class LeaseLost extends Error {
  constructor({ id, lease }: Lease) {
    super(`the lease ${lease} of the move ${id} is somebody else's by now`);
  }
}

const columns = `id, client_id as "clientId", from_company as "from", to_company as "to", phase, country, told,
  coalesce(told_at, created_at) as "toldAt", terms_version as "termsVersion", approved_at as "approvedAt", reason, created_at as "createdAt", moved_at as "movedAt",
  ended_at as "endedAt"`;

const kept = (row: Move): Move => ({ ...row, clientId: clientId(row.clientId) });

export async function moveById(sql: Sql, id: MoveId): Promise<Move | undefined> {
  const row = await sql.maybe<Move>(`select ${columns} from company_move where id = $1`, [id]);
  return row && kept(row);
}

/** Locked until the caller's transaction ends. */
export async function lockMove(sql: Sql, id: MoveId): Promise<Move | undefined> {
  const row = await sql.maybe<Move>(`select ${columns} from company_move where id = $1 for update`, [id]);
  return row && kept(row);
}

/** The client's last one, whatever became of it. */
export async function lastMove(sql: Sql, client: ClientId): Promise<Move | undefined> {
  const row = await sql.maybe<Move>(`select ${columns} from company_move where client_id = $1 order by id desc limit 1`, [
    client,
  ]);
  return row && kept(row);
}

export interface NewMove extends Pick<Move, 'clientId' | 'from' | 'to' | 'country' | 'told' | 'createdAt'> {
  readonly phase: 'asked' | 'offered';
}

export async function insertMove(sql: Sql, move: NewMove): Promise<MoveId> {
  const { clientId: client, from, to, phase, country, told, createdAt } = move;
  const { id } = await sql.one<{ id: MoveId }>(
    `insert into company_move (client_id, from_company, to_company, phase, country, told, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [client, from, to, phase, country, JSON.stringify(told), createdAt],
  );
  return id;
}

export async function keepTerms(sql: Sql, id: MoveId, version: number): Promise<void> {
  await sql.run('update company_move set terms_version = $2 where id = $1', [id, version]);
}

export async function approve(sql: Sql, id: MoveId, at: Date): Promise<void> {
  await sql.run('update company_move set approved_at = coalesce(approved_at, $2) where id = $1', [id, at]);
}

/** An open move ends before anything has moved. */
export async function endOpen(
  sql: Sql,
  id: MoveId,
  ended: { readonly phase: 'declined' | 'withdrawn'; readonly reason: string | null; readonly by: string; readonly at: Date },
): Promise<void> {
  await sql.run(
    `update company_move set phase = $2, reason = $3, decided_by = $4, decided_at = $5, ended_at = $5
      where id = $1 and phase in ('asked', 'offered')`,
    [id, ended.phase, ended.reason, ended.by, ended.at],
  );
}

export async function offer(sql: Sql, id: MoveId, { by, at }: { readonly by: string; readonly at: Date }): Promise<void> {
  await sql.run(`update company_move set phase = 'offered', decided_by = $2, decided_at = $3 where id = $1 and phase = 'asked'`, [
    id,
    by,
    at,
  ]);
}

export async function beginMove(sql: Sql, id: MoveId, at: Date): Promise<boolean> {
  return (
    (await sql.run(`update company_move set phase = 'moving', begun_at = $2 where id = $1 and phase = 'offered'`, [id, at])) === 1
  );
}

/** An account that moves, or whose money goes into the wallet. */
export interface MoveAccount {
  readonly number: AccountNumber;
  readonly toNumber: AccountNumber | null;
  readonly platform: PlatformKey;
  readonly currency: Currency;
  readonly amount: bigint | null;
  readonly credit: bigint | null;
  readonly state: 'begun' | 'seen' | 'collected' | 'arrived' | 'returned';
}

export async function addMoveAccount(
  sql: Sql,
  added: { readonly moveId: MoveId; readonly number: AccountNumber; readonly toNumber: AccountNumber | null },
): Promise<void> {
  await sql.run('insert into company_move_account (move_id, number, to_number) values ($1, $2, $3)', [
    added.moveId,
    added.number,
    added.toNumber,
  ]);
}

/** In the order of their numbers; no client has more than two hundred. */
export async function moveAccounts(sql: Sql, moveId: MoveId): Promise<MoveAccount[]> {
  const rows = await sql.many<MoveAccount>(
    `select m.number, m.to_number as "toNumber", a.platform, a.currency, m.amount, m.credit, m.state
       from company_move_account m join trading_account a on a.number = m.number where m.move_id = $1 order by m.number limit 200`,
    [moveId],
  );
  return rows.map((row) => ({
    ...row,
    number: accountNumber(row.number),
    toNumber: row.toNumber === null ? null : accountNumber(row.toNumber),
  }));
}

export interface AccountReached {
  readonly move: Lease;
  readonly number: AccountNumber;
  readonly state: MoveAccount['state'];
}

/*
 * Each of these changes holds the row of its move, under the lease of who makes it, until the caller's transaction ends: whoever takes
 * the move over comes after it, or it is not made.
 */
const underLease = `mine as (select id from company_move where id = $1 and lease = $2 for no key update)`;

export async function seeAccount(
  sql: Sql,
  of: Omit<AccountReached, 'state'> & { readonly amount: bigint; readonly credit: bigint },
): Promise<void> {
  const { id, lease } = of.move;
  const changed = await sql.run(
    `with ${underLease} update company_move_account a set state = 'seen', amount = $4, credit = $5
       from mine where a.move_id = mine.id and a.number = $3 and a.state = 'begun'`,
    [id, lease, of.number, of.amount, of.credit],
  );
  if (changed !== 1) throw new LeaseLost(of.move);
}

export async function setAccountState(sql: Sql, { move, number, state }: AccountReached): Promise<void> {
  const changed = await sql.run(
    `with ${underLease} update company_move_account a set state = $4 from mine where a.move_id = mine.id and a.number = $3`,
    [move.id, move.lease, number, state],
  );
  if (changed !== 1) throw new LeaseLost(move);
}

/** From `moving` to `moved` or `returning`, from `returning` to `given_up`. */
export async function changeMovePhase(
  sql: Sql,
  move: Lease,
  change: {
    readonly from: MovePhase;
    readonly to: 'moved' | 'returning' | 'given_up';
    readonly reason?: string;
    readonly at: Date;
  },
): Promise<void> {
  const changed = await sql.run(
    `update company_move set phase = $4, reason = coalesce($5, reason), moved_at = case when $4 = 'moved' then $6::timestamptz end,
       ended_at = case when $4 = 'given_up' then $6::timestamptz end
      where id = $1 and lease = $2 and phase = $3`,
    [move.id, move.lease, change.from, change.to, change.reason ?? null, change.at],
  );
  if (changed !== 1) throw new LeaseLost(move);
}

export async function endMoved(sql: Sql, move: Lease, at: Date): Promise<void> {
  const changed = await sql.run(
    `update company_move set ended_at = $3 where id = $1 and lease = $2 and phase = 'moved' and ended_at is null`,
    [move.id, move.lease, at],
  );
  if (changed !== 1) throw new LeaseLost(move);
}

const leaseSeconds = 40;

/** Whoever has it drives it alone; undefined while another does. Wall time, as a platform's answers are waited for. */
export async function takeLease(sql: Sql, id: MoveId): Promise<Lease | undefined> {
  return sql.maybe<Lease>(
    `update company_move set lease_until = now() + make_interval(secs => ${leaseSeconds}), lease = lease + 1
      where id = $1 and lease_until <= now() returning id, lease`,
    [id],
  );
}

/** Lengthens it. Within a transaction it is held to its end, so that what is written beside it is written under it. */
export async function keepLease(sql: Sql, move: Lease): Promise<void> {
  const kept = await sql.run(
    `update company_move set lease_until = now() + make_interval(secs => ${leaseSeconds}) where id = $1 and lease = $2`,
    [move.id, move.lease],
  );
  if (kept !== 1) throw new LeaseLost(move);
}

/** Another's is left alone. */
export async function endLease(sql: Sql, { id, lease }: Lease): Promise<void> {
  await sql.run('update company_move set lease_until = now() where id = $1 and lease = $2', [id, lease]);
}

/** Something that is told once the caller's transaction has committed. */
export async function tellLater(
  sql: Sql,
  told: {
    readonly topic: string;
    readonly clientId: ClientId;
    readonly payload: Readonly<Record<string, unknown>>;
    readonly at: Date;
  },
): Promise<void> {
  await sql.run('insert into outbox (topic, client_id, payload, due_at, created_at) values ($1, $2, $3, $4, $4)', [
    told.topic,
    told.clientId,
    JSON.stringify(told.payload),
    told.at,
  ]);
}

/** A move that was given up may be tried again, on what was agreed to before. */
export async function offerAgain(sql: Sql, id: MoveId, at: Date): Promise<void> {
  await sql.run(
    `insert into company_move (client_id, from_company, to_company, phase, country, told, told_at, terms_version, approved_at, created_at)
     select client_id, from_company, to_company, 'offered', country, told, coalesce(told_at, created_at), terms_version, approved_at, $2
       from company_move where id = $1`,
    [id, at],
  );
}
