import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { reviewsQueueName } from '../../law/riskLevels.ts';
import { keptBackReasons, type KeptBack } from './contract.ts';
import { eraseAction, erasureQueueName, evidenceFiles } from './rules.ts';

export interface ErasureRow {
  readonly id: number;
  readonly clientId: ClientId;
  /** `agreed`: the client has left, and what is kept lapses kind by kind. */
  readonly state: 'waiting' | 'agreed' | 'declined' | 'withdrawn' | 'done';
  readonly askedBy: 'client' | 'retention';
  readonly askedAt: Date;
  readonly decidedAt: Date | null;
  readonly reasonCode: string | null;
  readonly leftAt: Date | null;
  readonly hadBusiness: boolean | null;
}

const columns = `id, client_id as "clientId", state, asked_by as "askedBy", asked_at as "askedAt", decided_at as "decidedAt",
  reason_code as "reasonCode", left_at as "leftAt", had_business as "hadBusiness"`;

/** The number of the request; undefined where one stands already. */
export async function insertErasure(sql: Sql, client: ClientId, at: Date): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into erasure_request (client_id, asked_by, asked_at) values ($1, 'client', $2)
     on conflict (client_id) where state in ('waiting', 'agreed') do nothing returning id`,
    [client, at],
  );
  return row?.id;
}

export function lastErasure(sql: Sql, client: ClientId): Promise<ErasureRow | undefined> {
  return sql.maybe(`select ${columns} from erasure_request where client_id = $1 order by id desc limit 1`, [client]);
}

/** The request that waits, locked: who decides and who withdraws come one after the other. */
export function lockWaiting(sql: Sql, client: ClientId): Promise<ErasureRow | undefined> {
  return sql.maybe(`select ${columns} from erasure_request where client_id = $1 and state = 'waiting' for update`, [client]);
}

export async function endErasure(
  sql: Sql,
  of: {
    readonly id: number;
    readonly state: 'declined' | 'withdrawn';
    readonly by: string | null;
    readonly reasonCode: string | null;
    readonly at: Date;
  },
): Promise<void> {
  await sql.run(
    'update erasure_request set state = $2, decided_by = $3, reason_code = $4, decided_at = $5, ended_at = $5 where id = $1',
    [of.id, of.state, of.by, of.reasonCode, of.at],
  );
}

/** The client has left: nobody signs in any more, by no password, and what is kept lapses from here on. */
export async function agreeErasure(
  sql: Sql,
  of: { readonly row: ErasureRow; readonly by: string; readonly hadBusiness: boolean; readonly at: Date },
): Promise<void> {
  await sql.run(
    `update erasure_request set state = 'agreed', decided_by = $2, decided_at = $3, left_at = $3, next_at = $3, had_business = $4
      where id = $1`,
    [of.row.id, of.by, of.at, of.hadBusiness],
  );
  await sql.run('update client set status_id = 4, password_hash = $2, version = version + 1 where id = $1', [
    of.row.clientId,
    nobodysHash,
  ]);
  await sql.run(
    `insert into outbox (topic, key, client_id, payload, due_at, created_at)
     values ('erasure.agreed', 'erasure:' || $1::text || ':agreed', $2, jsonb_build_object('client', $2::integer), now(), now())`,
    [of.row.id, of.row.clientId],
  );
}

/** The hash of a password that nobody knows. */
const nobodysHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** One of which something is kept no longer; another process takes another one. */
export async function takeDueErasure(sql: Sql, now: Date): Promise<(ErasureRow & { readonly companyId: number }) | undefined> {
  return sql.maybe(
    `select ${columns}, (select company_id from client c where c.id = r.client_id) as "companyId" from erasure_request r
      where state = 'agreed' and next_at <= $1 order by next_at, id limit 1 for update skip locked`,
    [now],
  );
}

export async function nextErasure(
  sql: Sql,
  of: { readonly id: number; readonly next: Date | undefined; readonly at: Date },
): Promise<void> {
  await sql.run(
    `update erasure_request set next_at = $2, state = case when $2::timestamptz is null then 'done' else state end,
       ended_at = case when $2::timestamptz is null then $3::timestamptz end where id = $1`,
    [of.id, of.next ?? null, of.at],
  );
}

/** Whoever writes something new about the client waits. */
export async function lockClient(sql: Sql, client: ClientId): Promise<void> {
  await sql.run('select from client where id = $1 for update', [client]);
}

/** Its time comes again then. */
export async function putOffErasure(sql: Sql, of: { readonly id: number; readonly until: Date }): Promise<void> {
  await sql.run(`update erasure_request set next_at = $2 where id = $1 and state = 'agreed'`, [of.id, of.until]);
}

/** Money of theirs, or something under way; `client` is an expression of ours. */
const somethingLeft = (client: string): string =>
  `(exists (select from ledger_account where client_id = ${client} and balance <> 0)
     or exists (select from remittance where client_id = ${client} and saved_at is not null
                 and phase not in ('completed', 'declined', 'cancelled', 'failed'))
     or exists (select from trading_account where client_id = ${client} and not is_demo and (coalesce(balance, 0) <> 0 or coalesce(credit, 0) <> 0))
     or exists (select from client_debt where client_id = ${client} and ended_at is null)
     or exists (select from dispute where client_id = ${client} and ended_at is null)
     or exists (select from company_move where client_id = ${client} and phase in ('asked', 'moving', 'returning'))
     or exists (select from gold_delivery where client_id = ${client} and phase in ('requested', 'paid', 'allocated', 'shipped'))
     -- Money may lie on a card that can be used; one that is blocked is the issuer's to end.
     or exists (select from prepaid_card where client_id = ${client} and phase not in ('blocked', 'expired', 'declined'))
     or exists (select from investment where client_id = ${client} and ended_at is null))`;

/** What stands in the way of leaving: money, or something under way. */
export async function isSomethingLeft(sql: Sql, client: ClientId): Promise<boolean> {
  const { left } = await sql.one<{ left: boolean }>(`select ${somethingLeft('$1::integer')} as left`, [client]);
  return left;
}

/** Why a client may not be erased that the broker itself has; never told to clients. */
const keptBackBy = (client: string) =>
  ({
    screening: `exists (select from screening_hit where client_id = ${client} and status in ('open', 'true_hit'))
      or exists (select from client where id = ${client} and screening_hold)`,
    frozen: `exists (select from client where id = ${client} and status_id = 14)
      or exists (select from client_freeze where client_id = ${client} and lifted_at is null)`,
    dispute: `exists (select from dispute where client_id = ${client} and (ended_at is null or lifted_at is null))`,
    debt: `exists (select from client_debt where client_id = ${client} and ended_at is null)`,
    // Those about the erasure itself are not in its way, nor a review that comes by itself: it ends with the relation.
    case: `exists (select from desk_case where client_id = ${client} and closed_at is null and queue not in ('${erasureQueueName}', '${reviewsQueueName}'))
      or exists (select from suspicion_file where client_id = ${client} and state in ('open', 'proposed'))`,
    approval: `exists (select from approval where client_id = ${client} and status = 'waiting' and action <> '${eraseAction}')`,
  }) satisfies Record<KeptBack, string>;

/** For the desk alone: what of it holds of the client. */
export async function keptBack(sql: Sql, client: ClientId): Promise<KeptBack[]> {
  const conditions = keptBackBy('$1::integer');
  const found = await sql.one<Record<KeptBack, boolean>>(
    `select ${keptBackReasons.map((reason) => `(${conditions[reason]}) as "${reason}"`).join(', ')}`,
    [client],
  );
  return keptBackReasons.filter((reason) => found[reason]);
}

export async function isKeptBack(sql: Sql, client: ClientId): Promise<boolean> {
  return (await keptBack(sql, client)).length > 0;
}

const isKept = (client: string): string => `(${Object.values(keptBackBy(client)).join(' or ')})`;

/** Whether the law has anything kept of the client: whoever only signed up has done no business. */
export async function hadBusiness(sql: Sql, client: ClientId): Promise<boolean> {
  const { had } = await sql.one<{ had: boolean }>(
    `select exists (select from enrolment where client_id = $1)
       or exists (select from remittance where client_id = $1 and saved_at is not null)
       or exists (select from trading_account where client_id = $1 and not is_demo)
       or exists (select from document where client_id = $1)
       or exists (select from screening_hit where client_id = $1)
       or exists (select from suspicion_file where client_id = $1)
       or exists (select from client_freeze where client_id = $1)
       or exists (select from client where id = $1 and status_id = 14) as had`,
    [client],
  );
  return had;
}

/** Whether the client knows of any business: of lists, of suspicions and of being frozen no letter says anything. */
export async function hadOwnBusiness(sql: Sql, client: ClientId): Promise<boolean> {
  const { had } = await sql.one<{ had: boolean }>(
    `select exists (select from enrolment where client_id = $1)
       or exists (select from remittance where client_id = $1 and saved_at is not null)
       or exists (select from trading_account where client_id = $1 and not is_demo)
       or exists (select from document where client_id = $1 and kind <> 'screening') as had`,
    [client],
  );
  return had;
}

/** The files of a client, in the storage: what they sent, and what was written for them. */
export async function objectsOf(sql: Sql, client: ClientId): Promise<{ readonly sent: string[]; readonly written: string[] }> {
  const sent = await sql.many<{ id: string }>(`select id from stored_file where client_id = $1 or ${evidenceFiles} limit 10000`, [
    client,
  ]);
  const written = await sql.many<{ id: string }>('select id from export_file where client_id = $1 limit 10000', [client]);
  return { sent: sent.map(({ id }) => id), written: written.map(({ id }) => id) };
}

/** The file of the client's picture of themselves. */
export async function pictureFile(sql: Sql, client: ClientId): Promise<string | undefined> {
  return (await sql.maybe<{ id: string }>('select file_id as id from client_picture where client_id = $1', [client]))?.id;
}

/** Closed clients without a request who were closed before then, and with whom there was no business later: they left when that was. */
export async function longGone(sql: Sql, of: { readonly companyId: number; readonly before: Date; readonly limit: number }) {
  return sql.run(
    `insert into erasure_request (client_id, asked_by, asked_at, state, decided_at, decided_by, left_at, next_at, had_business)
     select id, 'retention', last_at, 'agreed', last_at, 'retention', last_at, last_at, true from (
       select c.id, greatest(c.closed_at, (select max(updated_at) from remittance r where r.client_id = c.id),
           (select max(t.closed_at) from closed_trade t join trading_account a using (number) where a.client_id = c.id)) as last_at
         from client c where c.company_id = $1 and c.closed_at < $2
           and not exists (select from erasure_request e where e.client_id = c.id and e.state <> 'declined' and e.state <> 'withdrawn')
           and not ${somethingLeft('c.id')} and not ${isKept('c.id')}) gone
      where last_at < $2 order by id limit $3 on conflict do nothing`,
    [of.companyId, of.before, of.limit],
  );
}

/** What is old enough of everybody's: sign-ins and devices, and drafts that nobody has gone on with. At most so many rows of each. */
export async function dropLapsed(
  sql: Sql,
  of: { readonly security: Date; readonly drafts: Date; readonly limit: number },
): Promise<number> {
  const old = (table: string, key: string, when: string): string =>
    `delete from ${table} where ${key} in (select ${key} from ${table} where ${when} < $1 order by ${when} limit $2)`;
  const dropped = [
    await sql.run(old('session', 'id', 'coalesce(ended_at, expires_at)'), [of.security, of.limit]),
    await sql.run(old('known_device', 'secret_hash', 'used_at'), [of.security, of.limit]),
    await sql.run(old('client_trace', 'day', 'day'), [of.security, of.limit]),
    await sql.run(old('enrolment_draft', 'client_id', 'saved_at'), [of.drafts, of.limit]),
  ];
  return dropped.reduce((sum, count) => sum + count, 0);
}
