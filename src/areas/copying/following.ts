import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { causeOfEnd } from './rules.ts';

/* What becomes of copies without a trade of their strategy: the follow was paused or ends, the platform closed them, an answer came late. */

/** The name under which the platform is asked: nobody can write it on a deal of their own beforehand. */
const newTag = `'k-' || left(replace(gen_random_uuid()::text, '-', ''), 26)`;

/**
 * Decides that every copy of follows on that platform that are not active any more is closed; what was not sent yet is not. Answers how
 * many. Platforms are gone through at once: whoever looked at all of them would decide the same twice.
 */
export async function closeForsaken(sql: Sql, platform: PlatformKey, now: Date): Promise<number> {
  await sql.run(
    `update copy_decision d set state = 'skipped', reason = 'paused', settled_at = $1
       from investment i join trading_account a on a.number = i.number
      where i.id = d.investment_id and i.status in ('paused', 'closing') and d.kind = 'open' and d.state = 'waiting' and a.platform = $2`,
    [now, platform],
  );
  return sql.run(
    `insert into copy_decision (investment_id, kind, opening_id, cause, position, symbol, side, state, tag, not_before, decided_at)
     select o.investment_id, 'close', o.id, coalesce((select t.why from investment_step t where t.investment_id = i.id and t.to_status = i.status
         order by t.id desc limit 1), i.status), o.position, o.symbol, o.side, 'waiting', ${newTag}, $1, $1
       from copy_decision o join investment i on i.id = o.investment_id
       join trading_account a on a.number = i.number and a.platform = $2
      where o.kind = 'open' and (o.open_lots > 0 or o.state = 'sent') and i.status in ('paused', 'closing')
        and not exists (select from copy_decision c
          where c.opening_id = o.id and c.kind = 'close' and c.left_of is null and (c.state in ('waiting', 'sent')
            -- The platform has just said that it is gone; the deal which tells of it is on its way.
            or c.state = 'skipped' and c.settled_at > $1::timestamptz - interval '1 minute'))`,
    [now, platform],
  );
}

interface Ended {
  readonly opening: bigint;
  readonly ticket: string;
  readonly lots: string;
  readonly price: string;
  readonly tag: string;
  readonly isOurs: boolean;
}

const mostEnded = 2000;

/** Notes what the platform, or somebody there, has closed of copies by itself. Answers how many closings that were. */
export async function noteEnded(sql: Sql, platform: PlatformKey, now: Date): Promise<number> {
  const ended = await sql.many<Ended>(
    `select o.id as opening, d.ticket, d.lots::text, d.price::text, d.tag,
       exists (select from platform_operation x where x.tag = d.tag and x.purpose = 'copy') as "isOurs"
     from copy_decision o join investment i on i.id = o.investment_id
     join platform_deal d on d.server = $1 and d.position = o.follower_position and d.entry = 'out' and d.kind <> 'split' and d.number = i.number
     where o.kind = 'open' and o.open_lots > 0
       and not exists (select from copy_decision c where c.opening_id = o.id and c.deal = d.ticket)
       and not exists (select from copy_decision c where c.tag = d.tag and c.state in ('waiting', 'sent', 'done', 'partly'))
     order by o.id, d.at limit ${mostEnded}`,
    [platform],
  );
  for (const { opening, ticket, lots, price, tag, isOurs } of ended) {
    await sql.run(
      `with noted as (
         insert into copy_decision (investment_id, kind, opening_id, cause, position, symbol, side, lots, state, not_before,
           follower_position, deal, filled_lots, filled_price, decided_at, settled_at)
         select investment_id, 'ended', id, $2, position, symbol, side, $4, 'done', $6, follower_position, $3, $4, $5, $6, $6
           from copy_decision where id = $1
         on conflict do nothing returning opening_id, filled_lots
       )
       update copy_decision o set open_lots = greatest(0, o.open_lots - n.filled_lots) from noted n where o.id = n.opening_id`,
      [opening, isOurs ? 'late' : causeOfEnd(tag), ticket, lots, price, now],
    );
  }
  return ended.length;
}

/**
 * An opening that had been given up and was done all the same, later than the platform's patience: it is a copy from now on, and what
 * the strategy has closed meanwhile is closed of it too.
 */
export async function adoptLate(sql: Sql, platform: PlatformKey, now: Date): Promise<number> {
  return sql.run(
    `with filled as (
       -- In as many deals as the market has it: all their lots, at the price of the whole; another position is another order.
       select distinct on (o.id) o.id, d.position, (array_agg(d.ticket order by d.at, d.ticket))[1] as ticket, sum(d.lots) as lots,
         round(sum(d.lots * d.price) / sum(d.lots), max(scale(d.price))) as price
         from copy_decision o join investment i on i.id = o.investment_id
         join platform_deal d on d.server = $1 and d.number = i.number and d.entry = 'in' and d.kind <> 'split' and d.tag = o.tag
           and d.symbol = o.symbol and d.at >= o.decided_at - interval '1 day'
        where o.kind = 'open' and o.state in ('lost', 'refused') and o.decided_at > $2::timestamptz - interval '1 day'
        group by o.id, d.position order by o.id, min(d.at), d.position
     ), late as (
       update copy_decision o set state = case when d.lots < o.lots then 'partly' else 'done' end, reason = 'late', deal = d.ticket,
         follower_position = d.position, filled_lots = d.lots, filled_price = d.price::text, open_lots = d.lots, settled_at = $2
         from filled d where d.id = o.id and o.state in ('lost', 'refused')
        returning o.id, o.investment_id, o.position, o.symbol, o.side
     )
     insert into copy_decision (investment_id, kind, opening_id, cause, position, symbol, side, left_part, left_of, state, tag, not_before,
       decided_at)
     select l.investment_id, 'close', l.id, 'closed_already', l.position, l.symbol, l.side, greatest(0, p.remaining), p.opened, 'waiting',
       ${newTag}, $2, $2
       from late l join investment i on i.id = l.investment_id
       join copy_position p on p.strategy_id = i.strategy_id and p.position = l.position and p.remaining < p.opened`,
    [platform, now],
  );
}

/** A follow that something was copied to, and what its account may not fall below. */
export interface Guarded {
  readonly id: number;
  readonly number: number;
  readonly invested: bigint;
  readonly protection: number;
}

/** So long an account is looked at after its last decision: with its last copy it may have lost more than the level lets. */
const looksBehind = '1 hour';

/** Those with copies that are open, and those of which anything was copied, closed or passed over a while ago. */
export async function guardedFollows(
  sql: Sql,
  of: { readonly platform: PlatformKey; readonly now: Date; readonly after: number; readonly limit: number },
): Promise<Guarded[]> {
  return sql.many(
    `select i.id, i.number, i.invested, i.protection from investment i join trading_account a on a.number = i.number
      where a.platform = $1 and i.status = 'active' and i.invested > 0 and i.id > $2
        and (exists (select from copy_decision o where o.investment_id = i.id and o.kind = 'open' and o.open_lots > 0)
          or (select o.settled_at from copy_decision o where o.investment_id = i.id and o.settled_at is not null
            order by o.id desc limit 1) > $4::timestamptz - interval '${looksBehind}')
        and not exists (select from investment_flow f where f.investment_id = i.id and f.direction = 'out' and f.booked_at is null)
      order by i.id limit $3`,
    [of.platform, of.after, of.limit, of.now],
  );
}
