import { knownCurrency, type Currency } from '../../base/currency.ts';
import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { isPlatformKey, type PlatformKey } from '../../law/platforms.ts';
import { isCompanyId, type CompanyId } from '../../law/regions/profile.ts';
import type { FeeState } from './contract.ts';

/** A position on an account without swap. */
export interface HeldPosition {
  readonly position: string;
  readonly symbol: string;
  /** As the platform writes it: what was open of it in that moment. */
  readonly lots: string;
  /** Since when it is held without swap: its opening, or when its account came back to its group. */
  readonly since: Date;
  /** The first night that costs something (yyyy-MM-dd); null while the client has not been told. */
  readonly chargedFrom: string | null;
}

export interface SwapFreeAccount {
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
}

/** Live accounts behind the one of that number that were without swap at that instant, whatever they are today. */
export async function swapFreeAccounts(
  sql: Sql,
  of: { readonly platform: PlatformKey; readonly at: Date; readonly after: number; readonly limit: number },
): Promise<(SwapFreeAccount & { readonly isStill: boolean })[]> {
  const rows = await sql.many<{ number: number; client: number; company: number; isStill: boolean }>(
    `select a.number, a.client_id as client, a.company_id as company, a.swap_free as "isStill" from trading_account a
      where a.platform = $1 and not a.is_demo and a.status = 'active' and a.number > $2
        and (a.swap_free or exists (select from swap_free_change c where c.number = a.number and c.changed_back_at is null))
        and not exists (select from swap_free_change c
          where c.number = a.number and c.changed_at <= $4 and coalesce(c.changed_back_at > $4, true))
      order by a.number limit $3`,
    [of.platform, of.after, of.limit, of.at],
  );
  return rows.map(({ number, client, company, isStill }) => {
    if (!isCompanyId(company)) throw new Error(`account ${number} is of no company`);
    return { number: accountNumber(number), clientId: clientId(client), companyId: company, isStill };
  });
}

/** What is open on an account as of an instant, by the deals that its platform has told. */
export async function heldPositions(sql: Sql, of: { readonly number: number; readonly at: Date }): Promise<HeldPosition[]> {
  return sql.many<HeldPosition>(
    `select h.position, h.symbol, trim_scale(h.lots)::text as lots, greatest(h.opened_at, b.at) as since,
       to_char(p.charged_from, 'YYYY-MM-DD') as "chargedFrom"
       from (
         select d.server, d.position, min(d.symbol) as symbol, min(d.at) filter (where d.entry = 'in') as opened_at,
           sum(case d.entry when 'in' then d.lots else -d.lots end) as lots
           from trading_account a join platform_deal d on d.number = a.number and d.server = a.platform
          where a.number = $1 and d.at < $2 and d.position is not null and d.entry is not null
          group by d.server, d.position
       ) h
       cross join lateral (select max(changed_back_at) as at from swap_free_change where number = $1 and changed_back_at <= $2) b
       left join swap_free_position p on p.platform = h.server and p.position = h.position and (b.at is null or p.told_at >= b.at)
      where h.lots > 0 and h.opened_at is not null order by h.opened_at, h.position`,
    [of.number, of.at],
  );
}

/** Says which nights of a position will cost something; false where that was said since it is held without swap. */
export async function keepTold(
  sql: Sql,
  told: Pick<HeldPosition, 'position' | 'symbol' | 'since'> & {
    readonly platform: PlatformKey;
    readonly number: number;
    readonly chargedFrom: string;
    readonly now: Date;
  },
): Promise<boolean> {
  const written = await sql.run(
    `insert into swap_free_position (platform, position, number, symbol, told_at, charged_from) values ($1, $2, $3, $4, $5, $6)
     on conflict (platform, position) do update set told_at = excluded.told_at, charged_from = excluded.charged_from
       where swap_free_position.told_at < $7`,
    [told.platform, told.position, told.number, told.symbol, told.now, told.chargedFrom, told.since],
  );
  return written > 0;
}

/** What one position costs for a night. */
export interface Line extends Pick<HeldPosition, 'position' | 'symbol' | 'lots'> {
  readonly amount: bigint;
}

/** Keeps what a night of an account costs, position by position; undefined where that was done before. */
export async function keepFee(
  sql: Sql,
  fee: SwapFreeAccount & {
    readonly platform: PlatformKey;
    readonly night: string;
    readonly amount: bigint;
    readonly lines: readonly Line[];
    readonly now: Date;
  },
): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into swap_free_fee (client_id, company_id, platform, number, night, amount, state, created_at)
     values ($1, $2, $3, $4, $5, $6, 'due', $7) on conflict do nothing returning id`,
    [fee.clientId, fee.companyId, fee.platform, fee.number, fee.night, fee.amount, fee.now],
  );
  if (!row) return undefined;
  await sql.run(
    `insert into swap_free_night (platform, position, night, fee_id, symbol, lots, amount)
     select $1, l.position, $2, $3, l.symbol, l.lots, l.amount
       from jsonb_to_recordset($4) as l(position text, symbol text, lots numeric, amount bigint)`,
    [fee.platform, fee.night, row.id, JSON.stringify(fee.lines.map((line) => ({ ...line, amount: String(line.amount) })))],
  );
  return row.id;
}

export interface Fee {
  readonly id: number;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly platform: PlatformKey;
  readonly number: AccountNumber;
  readonly currency: Currency;
  readonly night: string;
  /** In cents of US dollars. */
  readonly amount: bigint;
  readonly positions: number;
  readonly state: FeeState;
  /** In minor units of the account's currency, with the name by which the platform is asked. */
  readonly taken: { readonly amount: bigint; readonly tag: string } | null;
}

interface FeeRow {
  readonly id: number;
  readonly client_id: number;
  readonly company_id: number;
  readonly platform: string;
  readonly number: number;
  readonly currency: string;
  readonly night: string;
  readonly amount: bigint;
  readonly positions: number;
  readonly state: FeeState;
  readonly taken_amount: bigint | null;
  readonly tag: string | null;
}

const feeRows = `select f.id, f.client_id, f.company_id, f.platform, f.number, a.currency, to_char(f.night, 'YYYY-MM-DD') as night,
    f.amount, f.state, f.taken_amount, f.tag, (select count(*)::integer from swap_free_night n where n.fee_id = f.id) as positions
  from swap_free_fee f join trading_account a using (number)`;

function kept(row: FeeRow): Fee {
  const { company_id: companyId, platform } = row;
  if (!isCompanyId(companyId) || !isPlatformKey(platform)) throw new Error(`the fee ${row.id} does not fit the tables`);
  return {
    id: row.id,
    clientId: clientId(row.client_id),
    companyId,
    platform,
    number: accountNumber(row.number),
    currency: knownCurrency(row.currency),
    night: row.night,
    amount: row.amount,
    positions: row.positions,
    state: row.state,
    taken: row.taken_amount !== null && row.tag !== null ? { amount: row.taken_amount, tag: row.tag } : null,
  };
}

/** Fees of a platform that are to be taken, or that it is asked for, behind that number. */
export async function openFees(
  sql: Sql,
  of: { readonly platform: PlatformKey; readonly after: number; readonly limit: number },
): Promise<Fee[]> {
  const rows = await sql.many<FeeRow>(
    `${feeRows} where f.state in ('due', 'asked') and f.platform = $1 and f.id > $2 order by f.id limit $3`,
    [of.platform, of.after, of.limit],
  );
  return rows.map(kept);
}

/** Locked until the caller's transaction ends. */
export async function lockFee(sql: Sql, id: number): Promise<Fee | undefined> {
  const row = await sql.maybe<FeeRow>(`${feeRows} where f.id = $1 for update of f`, [id]);
  return row && kept(row);
}

/** Of an account, or of all of a client's; the latest nights first. */
export async function feesOf(
  sql: Sql,
  of: { readonly number: number | null; readonly client: ClientId; readonly limit: number },
): Promise<Fee[]> {
  const rows = await sql.many<FeeRow>(
    `${feeRows} where f.client_id = $1 and ($2::integer is null or f.number = $2) order by f.night desc, f.id desc limit $3`,
    [of.client, of.number, of.limit],
  );
  return rows.map(kept);
}

/** From now on its platform is asked for it, under a name of its own. */
export async function setAsked(sql: Sql, { id, currency }: Pick<Fee, 'id' | 'currency'>, amount: bigint): Promise<void> {
  await sql.run(
    `update swap_free_fee set state = 'asked', taken_amount = $2, taken_currency = $3,
       tag = 's' || id || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8) where id = $1 and state = 'due'`,
    [id, amount, currency],
  );
}

export type Waiver = Pick<Fee, 'number' | 'night'> & SwapFreeAccount & { readonly platform: PlatformKey; readonly now: Date };

/** A fee that nobody has been asked for ends, or a row says ahead of the night that it costs nothing; undefined where it is too late. */
export async function waiveNight(sql: Sql, of: Waiver): Promise<Fee | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into swap_free_fee as f (client_id, company_id, platform, number, night, amount, state, created_at, ended_at)
     values ($1, $2, $3, $4, $5, 0, 'waived', $6, $6)
     on conflict (number, night) do update set state = 'waived', ended_at = $6 where f.state = 'due' returning id`,
    [of.clientId, of.companyId, of.platform, of.number, of.night, of.now],
  );
  return row && lockFee(sql, row.id);
}

export async function hasFeeOf(sql: Sql, of: { readonly number: number; readonly night: string }): Promise<boolean> {
  return (await sql.maybe('select from swap_free_fee where number = $1 and night = $2', [of.number, of.night])) !== undefined;
}

export async function endFee(
  sql: Sql,
  id: number,
  { state, now }: { readonly state: 'posted' | 'nothing'; readonly now: Date },
): Promise<void> {
  await sql.run('update swap_free_fee set state = $2, ended_at = $3 where id = $1', [id, state, now]);
}

const markName = (platform: PlatformKey) => `swap_free:${platform}`;

/** The last night of a platform that was looked at; undefined before the first. */
export async function nightMark(sql: Sql, platform: PlatformKey): Promise<string | undefined> {
  const row = await sql.maybe<{ value: { night?: string } }>('select value from cursor_mark where name = $1', [
    markName(platform),
  ]);
  return row?.value.night;
}

export async function setNightMark(sql: Sql, platform: PlatformKey, night: string): Promise<void> {
  await sql.run(
    `insert into cursor_mark (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value, updated_at = now()`,
    [markName(platform), JSON.stringify({ night })],
  );
}
