import { knownCurrency, type Currency } from '../../base/currency.ts';
import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { clientProfileColumns, readClientProfile, type ClientProfileRow } from '../../law/clientProfile.ts';
import type { ClientProfile } from '../../law/gates.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { CompanyId } from '../../law/regions/profile.ts';

export type DecisionKind = 'open' | 'close' | 'stops' | 'ended';
export type DecisionState = 'waiting' | 'sent' | 'done' | 'partly' | 'refused' | 'lost' | 'skipped';

/** Somebody for whom a new trade of a strategy is decided. */
export interface Follower {
  readonly investmentId: number;
  readonly number: AccountNumber;
  readonly currency: Currency;
  readonly platform: PlatformKey;
  readonly isSafe: boolean;
  readonly status: 'active' | 'paused';
  readonly accountStatus: string;
  /** Whose it is. */
  readonly profile: ClientProfile;
}

const mostFollowers = 20_000;

/** Who followed a strategy at an instant and still does: who joins later copies only what is opened later. */
export async function followersAt(sql: Sql, of: { readonly strategyId: number; readonly at: Date }): Promise<Follower[]> {
  const rows = await sql.many<Omit<Follower, 'profile'> & ClientProfileRow>(
    `select ${clientProfileColumns('c')}, i.id as "investmentId", i.number, a.currency, a.platform, i.safety_mode as "isSafe", i.status,
       a.status as "accountStatus"
       from investment i join trading_account a on a.number = i.number join client c on c.id = i.client_id
      where i.strategy_id = $1 and i.status in ('active', 'paused') and i.started_at <= $2 order by i.id limit ${mostFollowers}`,
    [of.strategyId, of.at],
  );
  return rows.map((row) => ({
    ...row,
    number: accountNumber(row.number),
    currency: knownCurrency(row.currency),
    profile: readClientProfile(row),
  }));
}

/** An opening that was decided for one follower. */
export interface NewOpening {
  readonly investmentId: number;
  readonly lots: string | null;
  readonly equity: bigint | null;
  readonly state: 'waiting' | 'skipped';
  readonly reason: string | null;
}

/** The name under which the platform is asked: nobody can write it on a deal of their own beforehand. */
const newTag = `'k-' || left(replace(gen_random_uuid()::text, '-', ''), 26)`;

/** All that is decided of one opening, in one statement. */
export async function insertOpenings(
  sql: Sql,
  of: {
    readonly signalId: number;
    readonly strategyEquity: bigint | null;
    readonly openings: readonly NewOpening[];
    readonly at: Date;
  },
): Promise<number> {
  return sql.run(
    `insert into copy_decision (investment_id, signal_id, kind, position, symbol, side, lots, stop_loss, take_profit, price, equity,
       strategy_equity, state, reason, tag, not_before, decided_at, settled_at)
     select t."investmentId", g.id, 'open', g.position, g.symbol, g.side, t.lots, g.stop_loss, g.take_profit, g.price, t.equity,
       $2, t.state, t.reason, ${newTag}, $4, $4, case t.state when 'skipped' then $4::timestamptz end
       from copy_signal g, jsonb_to_recordset($3) as t("investmentId" integer, lots numeric, equity bigint, state text, reason text)
      where g.id = $1
     on conflict do nothing`,
    [
      of.signalId,
      of.strategyEquity,
      JSON.stringify(of.openings, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
      of.at,
    ],
  );
}

interface OfSignal {
  readonly signalId: number;
  readonly at: Date;
}

/** A closing or other stops for every copy of a position that is open, or may still come to be. */
export async function insertChanges(sql: Sql, of: OfSignal): Promise<number> {
  const written = await sql.run(
    `insert into copy_decision (investment_id, signal_id, kind, opening_id, position, symbol, side, left_part, left_of, stop_loss,
       take_profit, price, state, tag, not_before, decided_at)
     select o.investment_id, g.id, g.kind, o.id, g.position, g.symbol, g.side, g.remaining, g.opened, g.stop_loss,
       g.take_profit, g.price, 'waiting', ${newTag}, $2, $2
       from copy_signal g join copy_decision o on o.kind = 'open' and o.position = g.position
         and (o.open_lots > 0 or o.state in ('waiting', 'sent'))
       join investment i on i.id = o.investment_id and i.strategy_id = g.strategy_id
      where g.id = $1
     on conflict do nothing`,
    [of.signalId, of.at],
  );
  if (written > 0) await passOverOlderStops(sql, of);
  return written;
}

/** Stops that wait are nothing any more once newer ones are decided, or that all of the position is closed. */
async function passOverOlderStops(sql: Sql, { signalId, at }: OfSignal): Promise<void> {
  await sql.run(
    `update copy_decision older set state = 'skipped', reason = 'superseded', settled_at = $2
       from copy_decision d
      where d.signal_id = $1 and (d.kind = 'stops' or d.kind = 'close' and d.left_part = 0) and older.opening_id = d.opening_id
        and older.id < d.id and older.kind = 'stops' and older.state = 'waiting'`,
    [signalId, at],
  );
}

/** A decision that is to be sent, or whose outcome is looked for. */
export interface Due {
  readonly id: number;
  readonly kind: Exclude<DecisionKind, 'ended'>;
  readonly state: 'waiting' | 'sent';
  readonly investmentId: number;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly number: AccountNumber;
  readonly investmentStatus: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly lots: string | null;
  readonly leftPart: string | null;
  readonly leftOf: string | null;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
  readonly price: string | null;
  readonly tag: string;
  readonly attempt: number;
  readonly followerPosition: string | null;
  /** When the strategy traded. */
  readonly tradedAt: Date | null;
  /** Of the strategy's position now. */
  readonly isGone: boolean;
  readonly opening: null | {
    readonly state: DecisionState;
    readonly position: string | null;
    readonly filled: string | null;
    readonly open: string;
  };
}

/**
 * Whether anything was ever decided; where nothing was, there is nothing to follow. Both looks here are at one row: whoever comes by
 * every second and joins six tables and more takes longer to plan that than to find nothing.
 */
export async function isAnythingDecided(sql: Sql): Promise<boolean> {
  return (await sql.one<{ decided: boolean }>('select exists (select from copy_decision) as decided')).decided;
}

async function isAnythingUnderWay(sql: Sql): Promise<boolean> {
  const underWay = `select from copy_decision where state in ('waiting', 'sent')`;
  return (await sql.one<{ found: boolean }>(`select exists (${underWay}) as found`)).found;
}

/**
 * What is due on a platform, closings first. What changes a copy waits for its opening, and for whatever was decided of it before, but
 * no closing for stops; what somebody is asking the platform just now, or is to be looked up later, is left out.
 */
export async function dueDecisions(
  sql: Sql,
  of: { readonly platform: PlatformKey; readonly now: Date; readonly tried: readonly number[]; readonly limit: number },
): Promise<Due[]> {
  if (!(await isAnythingUnderWay(sql))) return [];
  const rows = await sql.many<Due>(
    `select d.id::integer as id, d.kind, d.state, d.investment_id as "investmentId", i.client_id as "clientId",
       a.company_id as "companyId", i.number, i.status as "investmentStatus", d.symbol, d.side, d.lots::text, d.left_part::text as "leftPart",
       d.left_of::text as "leftOf", d.stop_loss as "stopLoss", d.take_profit as "takeProfit", d.price, d.tag, d.attempt,
       d.follower_position as "followerPosition", g.at as "tradedAt", coalesce(p.remaining <= 0, false) as "isGone",
       case when o.id is not null then jsonb_build_object('state', o.state, 'position', o.follower_position,
         'filled', coalesce(o.split_lots, o.filled_lots)::text, 'open', o.open_lots::text) end as opening
     from copy_decision d join investment i on i.id = d.investment_id join trading_account a on a.number = i.number
     left join copy_signal g on g.id = d.signal_id
     left join copy_position p on p.strategy_id = i.strategy_id and p.position = d.position
     left join copy_decision o on o.id = d.opening_id
     where d.state in ('waiting', 'sent') and d.not_before <= $2 and a.platform = $1 and d.id <> all($3)
       and (o.id is null or o.state not in ('waiting', 'sent'))
       and not exists (select from copy_decision e
         where e.opening_id = d.opening_id and e.id < d.id and e.state in ('waiting', 'sent')
           and (d.kind <> 'close' or e.kind <> 'stops'))
       and not exists (select from platform_operation x
         where x.tag = d.tag and x.lease_until > now() and x.state in ('asking', 'looking', 'unknown', 'idle'))
     order by d.kind <> 'close', d.kind = 'open', d.id limit $4`,
    [of.platform, of.now, of.tried, of.limit],
  );
  return rows.map((row) => ({ ...row, clientId: clientId(row.clientId), number: accountNumber(row.number) }));
}

/** It is being sent from now on, so large and to that position. False where it stands elsewhere by now. */
export async function markSent(
  sql: Sql,
  of: { readonly id: number; readonly tag: string; readonly lots: string | null; readonly position: string | null },
): Promise<boolean> {
  const rows = await sql.run(
    `update copy_decision set state = 'sent', lots = $3, follower_position = $4 where id = $1 and tag = $2 and state = 'waiting'
       and (kind <> 'open' or exists (select from investment i where i.id = investment_id and i.status = 'active'))`,
    [of.id, of.tag, of.lots, of.position],
  );
  return rows === 1;
}

export interface Concluded {
  readonly id: number;
  readonly state: Exclude<DecisionState, 'waiting' | 'sent'>;
  readonly reason?: string | undefined;
  readonly fill?: { readonly deal: string; readonly position: string; readonly price: string; readonly lots: string } | undefined;
  readonly slippage?: number | undefined;
  readonly at: Date;
}

/** What came of it, once; a filled opening is the link to its copy, a filled closing takes from it. */
export async function concludeDecision(sql: Sql, { id, state, reason, fill, slippage, at }: Concluded): Promise<boolean> {
  const row = await sql.maybe<{ kind: DecisionKind; opening: bigint | null }>(
    `update copy_decision set state = $2, reason = $3, deal = $4, filled_lots = $5, filled_price = $6, slippage = $7, settled_at = $8,
       follower_position = coalesce($9, follower_position), open_lots = case kind when 'open' then coalesce($5::numeric, 0) else 0 end
      where id = $1 and state in ('waiting', 'sent') returning kind, opening_id as opening`,
    [
      id,
      state,
      reason ?? null,
      fill?.deal ?? null,
      fill?.lots ?? null,
      fill?.price ?? null,
      slippage ?? null,
      at,
      fill?.position ?? null,
    ],
  );
  if (row?.kind === 'close' && fill)
    await sql.run('update copy_decision set open_lots = greatest(0, open_lots - $2::numeric) where id = $1', [
      row.opening,
      fill.lots,
    ]);
  return row !== undefined;
}

/** A closing that was refused is asked for again under another name: nothing came of the one before. */
export async function askAgain(
  sql: Sql,
  of: { readonly id: number; readonly tag: string; readonly reason: string; readonly notBefore: Date },
): Promise<void> {
  await sql.run(
    `update copy_decision set state = 'waiting', tag = ${newTag}, attempt = attempt + 1, reason = $3, not_before = $4
      where id = $1 and tag = $2 and state in ('waiting', 'sent')`,
    [of.id, of.tag, of.reason, of.notBefore],
  );
}

/** What a closing that was filled in part has left to do. */
export async function closeRest(sql: Sql, id: number, at: Date): Promise<void> {
  await sql.run(
    `insert into copy_decision (investment_id, kind, opening_id, cause, position, symbol, side, left_part, left_of, price, state, tag,
       not_before, decided_at)
     select investment_id, 'close', opening_id, 'rest', position, symbol, side, left_part, left_of, price, 'waiting', ${newTag}, $2, $2
       from copy_decision where id = $1`,
    [id, at],
  );
}
