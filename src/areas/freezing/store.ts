import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { isStatusId, type StatusId } from '../../law/statuses.ts';
import type { IdentityCheck } from './contract.ts';

export interface FreezeRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly frozenAt: Date;
  readonly liftsAt: Date | null;
}

const columns = 'id, client_id as "clientId", frozen_at as "frozenAt", lifts_at as "liftsAt"';

export function openFreeze(sql: Sql, client: ClientId): Promise<FreezeRow | undefined> {
  return sql.maybe(`select ${columns} from client_freeze where client_id = $1 and lifted_at is null`, [client]);
}

/** The status, which nobody changes until the caller's transaction ends; whoever is changing it is waited for. */
export async function keptStatus(sql: Sql, client: ClientId): Promise<StatusId> {
  const { status } = await sql.one<{ status: number }>('select status_id as status from client where id = $1 for share', [
    client,
  ]);
  if (!isStatusId(status)) throw new Error(`client ${client} has the unknown status ${status}`);
  return status;
}

/** The number of the freeze; undefined where the client is not any more what they were. */
export async function freeze(
  sql: Sql,
  of: { readonly client: ClientId; readonly from: StatusId; readonly to: StatusId; readonly at: Date },
): Promise<number | undefined> {
  const moved = await sql.run('update client set status_id = $3, version = version + 1 where id = $1 and status_id = $2', [
    of.client,
    of.from,
    of.to,
  ]);
  if (moved !== 1) return undefined;
  // What the broker has thawed itself has ended.
  await sql.run('update client_freeze set lifted_at = $2 where client_id = $1 and lifted_at is null', [of.client, of.at]);
  const { id } = await sql.one<{ id: number }>(
    'insert into client_freeze (client_id, from_status, frozen_at) values ($1, $2, $3) returning id',
    [of.client, of.from, of.at],
  );
  return id;
}

/** The number of the freeze that has ended so; undefined where none was open. */
export async function endOpenFreeze(sql: Sql, client: ClientId, at: Date): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    'update client_freeze set lifted_at = $2 where client_id = $1 and lifted_at is null returning id',
    [client, at],
  );
  return row?.id;
}

/** A freeze like that one, where the client has that status and no other freeze: its number. */
export async function openFreezeAgain(sql: Sql, freeze: number, frozen: StatusId): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into client_freeze (client_id, from_status, frozen_at, lifts_at)
       select f.client_id, f.from_status, f.frozen_at, f.lifts_at from client_freeze f join client c on c.id = f.client_id
       where f.id = $1 and c.status_id = $2
     on conflict do nothing returning id`,
    [freeze, frozen],
  );
  return row?.id;
}

export async function setLift(sql: Sql, id: number, at: Date | null): Promise<void> {
  await sql.run('update client set version = version + 1 where id = (select client_id from client_freeze where id = $1)', [id]);
  await sql.run('update client_freeze set lifts_at = $2 where id = $1 and lifted_at is null', [id, at]);
}

export interface Lifting {
  readonly id: number;
  readonly clientId: ClientId;
  readonly fromStatus: StatusId;
  readonly papers: { readonly hasId: boolean; readonly hasResidence: boolean };
}

/** One that is due to be lifted, locked with its client; undefined when none is, or somebody else has either. */
export async function takeDueLift(sql: Sql, now: Date): Promise<Lifting | undefined> {
  const row = await sql.maybe<LiftingRow>(
    `${lifting} where f.lifted_at is null and f.lifts_at <= $1 order by f.lifts_at limit 1
       for no key update of c skip locked for update of f skip locked`,
    [now],
  );
  return row && liftingOf(row);
}

interface LiftingRow {
  id: number;
  client_id: number;
  from_status: number;
  has_id: boolean;
  has_residence: boolean;
}
const lifting = `select f.id, f.client_id, f.from_status, c.has_approved_id as has_id, c.has_approved_residence as has_residence
  from client_freeze f join client c on c.id = f.client_id`;

function liftingOf(row: LiftingRow): Lifting {
  const { id, from_status: fromStatus, has_id: hasId, has_residence: hasResidence } = row;
  if (!isStatusId(fromStatus)) throw new Error(`the freeze ${id} came from the unknown status ${fromStatus}`);
  return { id, clientId: clientId(row.client_id), fromStatus, papers: { hasId, hasResidence } };
}

/** The client's own freeze that stands, locked after its client, as whoever gives another status does; undefined where none does. */
export async function lockFreeze(sql: Sql, client: ClientId): Promise<Lifting | undefined> {
  await sql.one('select id from client where id = $1 for no key update', [client]);
  const row = await sql.maybe<LiftingRow>(`${lifting} where f.lifted_at is null and f.client_id = $1 for update of f`, [client]);
  return row && liftingOf(row);
}

export interface KeptRow {
  readonly frozenAt: Date;
  readonly liftsAt: Date | null;
  readonly liftedAt: Date | null;
  readonly liftedBy: string | null;
  readonly identityCheck: IdentityCheck | null;
}

export function freezesOf(sql: Sql, client: ClientId): Promise<KeptRow[]> {
  return sql.many(
    `select frozen_at as "frozenAt", lifts_at as "liftsAt", lifted_at as "liftedAt", lifted_by as "liftedBy", identity_check as "identityCheck"
       from client_freeze where client_id = $1 order by id desc limit 20`,
    [client],
  );
}

export async function noteGivenBack(
  sql: Sql,
  id: number,
  of: { readonly by: string; readonly check: IdentityCheck },
): Promise<void> {
  await sql.run('update client_freeze set lifted_by = $2, identity_check = $3 where id = $1', [id, of.by, of.check]);
}

/** False where the broker has given the client another status meanwhile, which stays. */
export async function lift(
  sql: Sql,
  of: { readonly lifting: Lifting; readonly frozen: StatusId; readonly to: StatusId; readonly at: Date },
): Promise<boolean> {
  await sql.run('update client_freeze set lifted_at = $2 where id = $1', [of.lifting.id, of.at]);
  const moved = await sql.run('update client set status_id = $3, version = version + 1 where id = $1 and status_id = $2', [
    of.lifting.clientId,
    of.frozen,
    of.to,
  ]);
  return moved === 1;
}
