import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** What somebody asked who wants to be a provider. */
export interface RequestRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly nickname: string;
  readonly ownNumber: AccountNumber | null;
  readonly externalAccount: string | null;
  readonly status: 'waiting' | 'approved' | 'declined';
  readonly reason: string | null;
  readonly askedAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
}

const columns = `id, client_id as "clientId", nickname, own_number as "ownNumber", external_account as "externalAccount", status,
  reason, asked_at as "askedAt", decided_at as "decidedAt", decided_by as "decidedBy"`;

const known = (row: RequestRow): RequestRow => ({
  ...row,
  clientId: clientId(row.clientId),
  ownNumber: row.ownNumber === null ? null : accountNumber(row.ownNumber),
});

/** The request that counts: the approved one, else the last. */
export async function requestOf(sql: Sql, client: ClientId): Promise<RequestRow | undefined> {
  const row = await sql.maybe<RequestRow>(
    `select ${columns} from provider_request where client_id = $1 order by status = 'approved' desc, id desc limit 1`,
    [client],
  );
  return row && known(row);
}

export async function requestById(sql: Sql, id: number): Promise<RequestRow | undefined> {
  const row = await sql.maybe<RequestRow>(`select ${columns} from provider_request where id = $1`, [id]);
  return row && known(row);
}

/** Locked: of two who decide at once the second finds it decided. */
export async function lockRequest(sql: Sql, id: number): Promise<RequestRow | undefined> {
  const row = await sql.maybe<RequestRow>(`select ${columns} from provider_request where id = $1 for update`, [id]);
  return row && known(row);
}

/** One change of a provider at a time. */
export async function lockClient(sql: Sql, client: ClientId): Promise<void> {
  await sql.one('select id from client where id = $1 for no key update', [client]);
}

/** Whether another provider has that name, however it is written. */
export async function isNicknameTaken(sql: Sql, of: { readonly nickname: string; readonly client: ClientId }): Promise<boolean> {
  const row = await sql.one<{ taken: boolean }>(
    `select exists (select from provider_request where lower(nickname) = lower($1) and client_id <> $2
       and status = 'approved') as taken`,
    [of.nickname, of.client],
  );
  return row.taken;
}

export async function insertRequest(
  sql: Sql,
  of: Pick<RequestRow, 'clientId' | 'nickname' | 'ownNumber' | 'externalAccount' | 'askedAt'>,
): Promise<number> {
  const { id } = await sql.one<{ id: number }>(
    `insert into provider_request (client_id, nickname, own_number, external_account, status, asked_at)
     values ($1, $2, $3, $4, 'waiting', $5) returning id`,
    [of.clientId, of.nickname, of.ownNumber, of.externalAccount, of.askedAt],
  );
  return id;
}

export async function decideRequest(
  sql: Sql,
  of: {
    readonly id: number;
    readonly status: 'approved' | 'declined';
    readonly reason: string | null;
    readonly by: string;
    readonly at: Date;
  },
): Promise<void> {
  await sql.run('update provider_request set status = $2, reason = $3, decided_by = $4, decided_at = $5 where id = $1', [
    of.id,
    of.status,
    of.reason,
    of.by,
    of.at,
  ]);
}

/** What the desk looks at of an account's trading: how many trades were closed, and what they came to. */
export async function tradingOf(sql: Sql, number: AccountNumber): Promise<{ readonly trades: number; readonly result: bigint }> {
  return sql.one(
    `select count(*)::integer as trades, coalesce(sum(profit + swap + commission), 0)::bigint as result
       from closed_trade where number = $1`,
    [number],
  );
}
