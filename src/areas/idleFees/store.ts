import { isCurrency, type Currency } from '../../base/currency.ts';
import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { readClientProfile, type ClientProfileRow } from '../../law/clientProfile.ts';
import type { ClientProfile } from '../../law/gates.ts';
import { isPlatformKey, type PlatformKey } from '../../law/platforms.ts';
import { isCompanyId, type CompanyId } from '../../law/regions/profile.ts';
import type { FeeState } from './contract.ts';

/** A client who has money and has done nothing for so long. */
export interface Idle {
  readonly clientId: ClientId;
  readonly profile: ClientProfile;
  readonly idleSince: Date;
  /** How many fees there were since then. */
  readonly nth: number;
  /** When the last of them was due. */
  readonly lastDueAt: Date | null;
}

/**
 * The last thing that a client `c` did: traded on a live account, paid in, out or across, or registered. With a position open nobody
 * is idle, which is told as now (parameter `$1`).
 */
const lastDone = `date_trunc('milliseconds', greatest(c.registered_at,
  (select r.saved_at from remittance r where r.client_id = c.id and r.saved_at is not null and r.transfer_type <> 'reversal'
    order by r.created_at desc, r.id desc limit 1),
  (select max(d.at) from trading_account t, lateral (select at from platform_deal d
      where d.number = t.number and d.kind in ('buy', 'sell') order by d.at desc limit 1) d
    where t.client_id = c.id and not t.is_demo),
  (select $1::timestamptz from trading_account t where t.client_id = c.id and not t.is_demo and t.margin > 0 limit 1)))`;

type IdleRow = ClientProfileRow & {
  readonly idleSince: Date;
  readonly nth: number;
  readonly lastDueAt: Date | null;
  readonly isChargeable: boolean;
};

/** A client who was looked at. */
export interface Looked {
  readonly clientId: ClientId;
  /** The last thing that they did. */
  readonly lastDoneAt: Date;
}

/**
 * Clients of whom nothing is known since `before`, some of them, as they are now: each with the last thing that they did, and with
 * what a fee is announced by where that is long ago, they have money, and no fee is under way.
 */
export async function watchedClients(
  sql: Sql,
  of: { readonly now: Date; readonly before: Date; readonly limit: number },
): Promise<(Looked & { readonly idle: Idle | undefined })[]> {
  const rows = await sql.many<IdleRow>(
    `select c.id, c.company_id, c.country, c.status_id, c.client_category, c.registered_at, c.has_approved_id, c.has_approved_residence,
       c.at_passed, c.test_leverage, l.at as "idleSince",
       before.nth, before.due_at as "lastDueAt",
       l.at < $2 and exists (select from ledger_account a where a.client_id = c.id and a.kind in ('wallet', 'trading') and a.balance > 0)
         and not exists (select from idle_fee f where f.client_id = c.id and f.state in ('announced', 'asked')) as "isChargeable"
       from (select client_id from idle_watch where last_done_at < $2 and next_at <= $1 order by last_done_at, next_at limit $3) w
         join client c on c.id = w.client_id cross join lateral (select ${lastDone} as at) l
         cross join lateral (select count(*)::integer as nth, max(f.due_at) as due_at from idle_fee f
           where f.client_id = c.id and f.idle_since = l.at) before`,
    [of.now, of.before, of.limit],
  );
  return rows.map((row) => {
    const { id, idleSince, nth, lastDueAt, isChargeable } = row;
    const idle = { clientId: clientId(id), profile: readClientProfile(row), idleSince, nth, lastDueAt };
    return { clientId: clientId(id), lastDoneAt: idleSince, idle: isChargeable ? idle : undefined };
  });
}

/** Whoever has done nothing new is not looked at again before then. */
export async function noteLooked(sql: Sql, looked: readonly Looked[], nextAt: Date): Promise<void> {
  await sql.run(
    `update idle_watch w set last_done_at = l.at, next_at = $3
       from unnest($1::integer[], $2::timestamptz[]) as l(client_id, at) where w.client_id = l.client_id`,
    [looked.map((each) => each.clientId), looked.map(({ lastDoneAt }) => lastDoneAt), nextAt],
  );
}

/** Whether the client has done nothing since. */
export async function isStillIdle(
  sql: Sql,
  of: { readonly client: ClientId; readonly since: Date; readonly now: Date },
): Promise<boolean> {
  const { at } = await sql.one<{ at: Date }>(`select ${lastDone} as at from client c where c.id = $2`, [of.now, of.client]);
  return at <= of.since;
}

/** The last thing that each of them did. */
export async function lastDoneEach(
  sql: Sql,
  of: { readonly clients: readonly ClientId[]; readonly now: Date },
): Promise<Looked[]> {
  const rows = await sql.many<{ id: number; at: Date }>(
    `select c.id, ${lastDone} as at from client c where c.id = any($2::integer[])`,
    [of.now, of.clients],
  );
  return rows.map(({ id, at }) => ({ clientId: clientId(id), lastDoneAt: at }));
}

export interface Fee {
  readonly id: number;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly idleSince: Date;
  readonly amount: bigint;
  readonly announcedAt: Date;
  readonly dueAt: Date;
  readonly state: FeeState;
  readonly endedAt: Date | null;
  readonly taken: Taken | null;
  readonly tag: string | null;
}

/** Where it is taken from, in minor units of that place's currency. */
export interface Taken {
  /** Null: a wallet. */
  readonly platform: PlatformKey | null;
  readonly number: AccountNumber;
  readonly currency: Currency;
  readonly amount: bigint;
}

interface FeeRow {
  readonly id: number;
  readonly client_id: number;
  readonly company_id: number;
  readonly idle_since: Date;
  readonly amount: bigint;
  readonly announced_at: Date;
  readonly due_at: Date;
  readonly state: FeeState;
  readonly ended_at: Date | null;
  readonly source_platform: string | null;
  readonly source_number: number | null;
  readonly source_currency: string | null;
  readonly source_amount: bigint | null;
  readonly tag: string | null;
}

const columns = `id, client_id, company_id, idle_since, amount, announced_at, due_at, state, ended_at, source_platform, source_number,
  source_currency, source_amount, tag`;

function kept(row: FeeRow): Fee {
  const { company_id: companyId, source_platform: platform, source_number: number, source_currency: currency } = row;
  if (!isCompanyId(companyId)) throw new Error(`the idle fee ${row.id} is of no company`);
  const isTaken = number !== null && currency !== null && row.source_amount !== null;
  if (isTaken && (!isCurrency(currency) || (platform !== null && !isPlatformKey(platform))))
    throw new Error(`the idle fee ${row.id} does not fit the tables`);
  return {
    id: row.id,
    clientId: clientId(row.client_id),
    companyId,
    idleSince: row.idle_since,
    amount: row.amount,
    announcedAt: row.announced_at,
    dueAt: row.due_at,
    state: row.state,
    endedAt: row.ended_at,
    tag: row.tag,
    taken:
      isTaken && isCurrency(currency) && row.source_amount !== null
        ? {
            platform: platform !== null && isPlatformKey(platform) ? platform : null,
            number: accountNumber(number),
            currency,
            amount: row.source_amount,
          }
        : null,
  };
}

/** Undefined when that month was announced before. */
export async function announce(
  sql: Sql,
  { idle, amount, dueAt, now }: { readonly idle: Idle; readonly amount: bigint; readonly dueAt: Date; readonly now: Date },
): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into idle_fee (client_id, company_id, idle_since, nth, amount, announced_at, due_at, state)
     values ($1, $2, $3, $4, $5, $6, $7, 'announced') on conflict do nothing returning id`,
    [idle.clientId, idle.profile.company, idle.idleSince, idle.nth, amount, now, dueAt],
  );
  return row?.id;
}

/** Those that are due, and those that a platform is asked for, behind that number. */
export async function openFees(
  sql: Sql,
  of: { readonly now: Date; readonly after: number; readonly limit: number },
): Promise<Fee[]> {
  const rows = await sql.many<FeeRow>(
    `select ${columns} from idle_fee
      where (state = 'asked' or state = 'announced' and due_at <= $1) and id > $2 order by id limit $3`,
    [of.now, of.after, of.limit],
  );
  return rows.map(kept);
}

/** Locked until the caller's transaction ends. */
export async function lockFee(sql: Sql, id: number): Promise<Fee | undefined> {
  const row = await sql.maybe<FeeRow>(`select ${columns} from idle_fee where id = $1 for update`, [id]);
  return row && kept(row);
}

/** A client's, the newest first. */
export async function feesOf(sql: Sql, client: ClientId, limit: number): Promise<Fee[]> {
  const rows = await sql.many<FeeRow>(`select ${columns} from idle_fee where client_id = $1 order by id desc limit $2`, [
    client,
    limit,
  ]);
  return rows.map(kept);
}

/** From where it is taken; one from a trading account gets the name by which its platform is asked. */
export async function setTaken(sql: Sql, id: number, taken: Taken): Promise<void> {
  await sql.run(
    `update idle_fee set source_platform = $2::text, source_number = $3, source_currency = $4, source_amount = $5,
       state = case when $2::text is null then state else 'asked' end,
       tag = case when $2::text is not null then 'i' || id || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8) end
      where id = $1`,
    [id, taken.platform, taken.number, taken.currency, taken.amount],
  );
}

export async function endFee(
  sql: Sql,
  id: number,
  { state, now }: { readonly state: 'posted' | 'waived' | 'nothing'; readonly now: Date },
): Promise<void> {
  await sql.run('update idle_fee set state = $2, ended_at = $3 where id = $1', [id, state, now]);
}
