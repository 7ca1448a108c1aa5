import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { clientProfileColumns, readClientProfile, type ClientProfileRow } from '../../law/clientProfile.ts';
import { restrictingStatuses, tradingRestriction, type RestrictionReason } from '../../law/restrictions.ts';

export interface RestrictionRow {
  readonly begunAt: Date;
  readonly begunBy: string;
  readonly liftedAt: Date | null;
  readonly liftedBy: string | null;
}

export function restrictionsOf(sql: Sql, client: ClientId): Promise<RestrictionRow[]> {
  return sql.many(
    `select begun_at as "begunAt", begun_by as "begunBy", lifted_at as "liftedAt", lifted_by as "liftedBy"
       from client_restriction where client_id = $1 order by id desc limit 20`,
    [client],
  );
}

interface Act {
  readonly client: ClientId;
  readonly by: string;
  readonly at: Date;
}

/** The number of the restriction; undefined where there is one already. */
export async function beginRestriction(sql: Sql, { client, by, at }: Act): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    'insert into client_restriction (client_id, begun_at, begun_by) values ($1, $2, $3) on conflict do nothing returning id',
    [client, at, by],
  );
  if (row) await mark(sql, client, true);
  return row?.id;
}

/** `id`: that one alone. */
export async function endRestriction(
  sql: Sql,
  { client, by, at, id }: Act & { readonly id?: number },
): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `update client_restriction set lifted_at = $2, lifted_by = $3
      where client_id = $1 and lifted_at is null and ($4::integer is null or id = $4) returning id`,
    [client, at, by, id ?? null],
  );
  if (row) await mark(sql, client, false);
  return row?.id;
}

async function mark(sql: Sql, client: ClientId, isRestricted: boolean): Promise<void> {
  await sql.run('update client set trading_restricted = $2, version = version + 1 where id = $1', [client, isRestricted]);
}

/** Browsers of the client that stand open learn what is open to them, when the caller's transaction has committed. */
export async function tellBrowsers(sql: Sql, client: ClientId, at: Date): Promise<void> {
  await sql.run(
    `insert into outbox (topic, client_id, payload, due_at, created_at) values ('live', $1, '{"topics":["client_info","notices"]}', $2, $2)`,
    [client, at],
  );
}

export type Wanted = 'full' | 'close_only';

/** An account, and what may be done on it. */
export interface AccessRow {
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly platform: PlatformKey;
  readonly wanted: Wanted;
  readonly because: RestrictionReason | null;
  readonly turn: number;
  readonly state: 'asked' | 'set';
  readonly wantedAt: Date;
  readonly found: string | null;
  readonly foundAt: Date | null;
  readonly reportedAt: Date | null;
  readonly letStand: string | null;
  /** The turn that staff asked for: it is sent though somebody has shut more at the platform. */
  readonly insistedTurn: number | null;
}

const columns = `w.number, w.client_id as "clientId", a.company_id as "companyId", a.platform, w.wanted, w.because, w.turn, w.state,
  w.wanted_at as "wantedAt", w.found, w.found_at as "foundAt", w.reported_at as "reportedAt", w.let_stand as "letStand",
  w.insisted_turn as "insistedTurn"`;
const from = 'from account_access w join trading_account a on a.number = w.number';
const lives = `not a.is_demo and c.move_state is distinct from 'under_way'`;
/** What nobody has shut for good or for a move: only there may a wish be sent. */
const stands = `a.status = 'active' and ${lives}`;
const withOperation = `left join platform_operation o on o.tag = 'access-' || w.number || '-' || w.turn`;

/** Under which name the platform is asked for a wish: each has its own. */
export function accessTag({ number, turn }: Pick<AccessRow, 'number' | 'turn'>): string {
  return `access-${number}-${turn}`;
}

export function accessOf(sql: Sql, number: number): Promise<AccessRow | undefined> {
  return sql.maybe(`select ${columns} ${from} where w.number = $1`, [number]);
}

/** Until the transaction ends nobody else wants something of it. */
export function lockAccess(sql: Sql, number: number): Promise<AccessRow | undefined> {
  return sql.maybe(`select ${columns} ${from} where w.number = $1 for update of w`, [number]);
}

export function accessesOf(sql: Sql, client: ClientId): Promise<AccessRow[]> {
  return sql.many(`select ${columns} ${from} where w.client_id = $1 order by w.number limit 100`, [client]);
}

/**
 * Accounts of a platform of which something is to be asked now: what was never asked first, then what has rested the longest. What it
 * has refused or not answered rests, and is nobody's turn meanwhile.
 */
export function askedAccesses(sql: Sql, of: { readonly platform: PlatformKey; readonly limit: number }): Promise<AccessRow[]> {
  return sql.many(
    `select ${columns} ${from} join client c on c.id = a.client_id ${withOperation}
      where w.state = 'asked' and a.platform = $1 and ${stands} and coalesce(o.lease_until <= now(), true)
      order by o.lease_until nulls first, w.wanted_at, w.number limit $2`,
    [of.platform, of.limit],
  );
}

/** Whether a wish that was read before may be sent still. */
export async function maySend(sql: Sql, { number, turn }: Pick<AccessRow, 'number' | 'turn'>): Promise<boolean> {
  const row = await sql.maybe(
    `select w.number ${from} join client c on c.id = a.client_id where w.number = $1 and w.turn = $2 and w.state = 'asked' and ${stands}`,
    [number, turn],
  );
  return row !== undefined;
}

/** An account that is to stand at its platform as it does not yet. */
export interface Wish {
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly wanted: Wanted;
  readonly because: RestrictionReason | undefined;
  /** The platform has to be asked: an archived account is shut anyhow, and is set when it is restored. */
  readonly isAsked: boolean;
}

const restricted = `(c.status_id = any($1::integer[]) or c.charged_back or c.trading_restricted)`;
/** Nothing is being asked, or the platform has refused it and so done nothing: another wish may take its place. */
const isFree = `(coalesce(w.state, 'set') = 'set' or o.state = 'idle')`;

/** Live accounts whose clients are restricted, or are no longer, since they were looked at last; some of them. */
export async function wishes(sql: Sql, limit: number): Promise<Wish[]> {
  const profile = clientProfileColumns('c');
  const rows = await sql.many<ClientProfileRow & { number: AccountNumber; account_status: string; client_id: ClientId }>(
    `(select a.number, a.status as account_status, a.client_id, ${profile} from client c join trading_account a on a.client_id = c.id
        left join account_access w on w.number = a.number ${withOperation}
       where ${restricted} and ${stands} and coalesce(w.wanted, 'full') = 'full' and ${isFree} order by a.number limit ${limit})
     union all
     (select a.number, a.status as account_status, a.client_id, ${profile} from account_access w
        join trading_account a on a.number = w.number join client c on c.id = a.client_id ${withOperation}
       where w.wanted = 'close_only' and ${isFree} and not ${restricted} and ${lives} order by a.number limit ${limit})`,
    [restrictingStatuses],
  );
  return rows.map((row) => {
    const because = tradingRestriction(readClientProfile(row));
    const { number, client_id: clientId, account_status: status } = row;
    return { number, clientId, because, wanted: because === undefined ? 'full' : 'close_only', isAsked: status === 'active' };
  });
}

/**
 * Writes a wish down; false where another was meanwhile, or the same one stands. What somebody has shut at the platform stays known,
 * and let stand: it outlives a restriction that comes and goes.
 */
export async function want(sql: Sql, { number, clientId, wanted, because, isAsked }: Wish, at: Date): Promise<boolean> {
  const rows = await sql.run(
    `insert into account_access as w (number, client_id, wanted, because, turn, state, wanted_at, set_at)
     values ($1, $2, $3, $4, 1, $5, $6, case when $5 = 'set' then now() end)
     on conflict (number) do update set wanted = excluded.wanted, because = excluded.because,
       turn = w.turn + 1, state = excluded.state, wanted_at = excluded.wanted_at, set_at = excluded.set_at,
       found = case when w.found <> 'full' then w.found end, found_at = case when w.found <> 'full' then w.found_at end,
       reported_at = case when w.found <> 'full' then w.reported_at end, let_stand = case when w.found <> 'full' then w.let_stand end
     where w.state = 'set' and w.wanted <> excluded.wanted`,
    [number, clientId, wanted, because ?? null, isAsked ? 'asked' : 'set', at],
  );
  return rows === 1;
}

/** Has the platform asked for the same once more; not of an account that is archived or moves. Staff may insist on it. */
export async function wantAgain(sql: Sql, number: number, { isInsisted }: { readonly isInsisted: boolean }): Promise<void> {
  await sql.run(
    `update account_access w set turn = w.turn + 1, state = 'asked', let_stand = null,
       insisted_turn = case when $2 then w.turn + 1 else w.insisted_turn end
     from trading_account a join client c on c.id = a.client_id
     where w.number = $1 and w.state = 'set' and a.number = w.number and ${stands}`,
    [number, isInsisted],
  );
}

/** The platform has it so. False when something else is wanted by now. */
export async function markSet(sql: Sql, { number, turn }: Pick<AccessRow, 'number' | 'turn'>): Promise<boolean> {
  const rows = await sql.run(
    `update account_access set state = 'set', set_at = now() where number = $1 and turn = $2 and state = 'asked'`,
    [number, turn],
  );
  return rows === 1;
}

export interface Seen {
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly found: string;
  readonly at: Date;
}

/** Keeps what a look has found; of an account that nothing was ever wanted of too. */
export async function keepFound(sql: Sql, { number, clientId, found, at }: Seen): Promise<void> {
  await sql.run(
    `insert into account_access as w (number, client_id, wanted, turn, state, wanted_at, set_at, found, found_at)
     values ($1, $2, 'full', 1, 'set', $4, now(), $3, $4)
     on conflict (number) do update set found_at = case when w.found = $3 then w.found_at else $4 end, found = $3, let_stand = null`,
    [number, clientId, found, at],
  );
}

/** True for whoever tells of it first. */
export async function markReported(sql: Sql, number: number, at: Date): Promise<boolean> {
  return (
    (await sql.run('update account_access set reported_at = $2 where number = $1 and reported_at is null', [number, at])) === 1
  );
}

export async function clearFound(sql: Sql, number: number): Promise<void> {
  await sql.run(
    'update account_access set found = null, found_at = null, reported_at = null, let_stand = null where number = $1',
    [number],
  );
}

export async function letStand(sql: Sql, number: number): Promise<void> {
  await sql.run('update account_access set let_stand = found, reported_at = null where number = $1', [number]);
}

/** Of these accounts: what is wanted, and whether that was so before an instant of the database's clock; those under way are left out. */
export async function accessesAtRest(
  sql: Sql,
  of: { readonly numbers: readonly number[]; readonly before: Date },
): Promise<
  (Pick<AccessRow, 'number' | 'clientId' | 'wanted' | 'found' | 'letStand' | 'reportedAt'> & { readonly isNew: boolean })[]
> {
  return sql.many(
    `select a.number, a.client_id as "clientId", coalesce(w.wanted, 'full') as wanted, w.found, w.let_stand as "letStand",
       w.reported_at as "reportedAt", w.number is null as "isNew"
     from trading_account a join client c on c.id = a.client_id left join account_access w on w.number = a.number
     where a.number = any($1::integer[]) and ${stands}
       and (w.number is null or w.state = 'set' and (w.set_at is null or w.set_at < $2)) limit 1000`,
    [of.numbers, of.before],
  );
}

/** An instant of the database's own clock. */
export async function wallNow(sql: Sql): Promise<Date> {
  return (await sql.one<{ at: Date }>('select clock_timestamp() as at', [])).at;
}
