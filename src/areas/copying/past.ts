import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { lockReading } from './store.ts';
import type { NoCopy, Worth } from './rules.ts';

/** A trade of a strategy's that is over, and what one follower had of it. */
export interface PastCopy {
  /** Of the strategy's position. */
  readonly position: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly opened: PastDeal;
  readonly closed: PastDeal;
  /** What both were worth when it was decided, in minor units of each. */
  readonly worth: Worth;
  readonly copy: { readonly reason: NoCopy } | FilledCopy;
}

interface PastDeal {
  readonly ticket: string;
  readonly at: Date;
  readonly price: string;
}

interface FilledCopy {
  readonly lots: string;
  /** Of the follower's own. */
  readonly position: string;
  readonly opened: PastDeal & { readonly tag: string };
  readonly closed: PastDeal & { readonly tag: string };
}

export interface PastCopies {
  readonly strategyId: number;
  readonly investmentId: number;
  readonly platform: PlatformKey;
  readonly copies: readonly PastCopy[];
  /** All of the strategy's deals up to then are among them. */
  readonly readTo: Date;
}

/** Writes the signals, what was decided of each and what came of it, in the order in which they were. */
export async function bringCopies(sql: Sql, { strategyId, investmentId, platform, copies, readTo }: PastCopies): Promise<void> {
  const facts = copies.flatMap((copy) => factsOf(copy, platform)).toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const told = JSON.stringify(facts, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  await sql.run(
    `insert into copy_position (strategy_id, position, symbol, side, opened, remaining)
     select $1, position, symbol, side, lots, 0 from ${rows} where kind = 'open' on conflict do nothing`,
    [strategyId, told],
  );
  await sql.run(
    `insert into copy_signal (strategy_id, key, kind, position, symbol, side, lots, price, opened, remaining, at, seen_at, decided_at)
     select $1, key, kind, position, symbol, side, lots, price, lots, case kind when 'open' then lots else 0 end, at, at, at
       from ${rows} order by at on conflict (key) do nothing`,
    [strategyId, told],
  );
  await sql.run(
    `insert into copy_decision (investment_id, signal_id, kind, position, symbol, side, lots, left_of, left_part, price, equity,
       strategy_equity, state, reason, tag, not_before, follower_position, deal, filled_lots, filled_price, slippage, decided_at, settled_at)
     select $1, g.id, t.kind, t.position, t.symbol, t.side, t.copied, case t.kind when 'close' then t.lots end,
       case t.kind when 'close' then 0 end, t.price, t.equity, t."strategyEquity", t.state, t.reason, t.tag, t.at, t."ownPosition",
       t.deal, case t.state when 'done' then t.copied end, t.filled, case when t.kind = 'open' and t.state = 'done' then 0 end, t.at,
       t."settledAt"
       from ${rows} join copy_signal g on g.key = t.key where t.state <> 'untold' order by t.at`,
    [investmentId, told],
  );
  await sql.run(
    `update copy_decision c set opening_id = o.id from copy_decision o
      where c.investment_id = $1 and c.kind = 'close' and c.opening_id is null
        and o.investment_id = $1 and o.kind = 'open' and o.position = c.position`,
    [investmentId],
  );
  await lockReading(sql, { strategyId, readTo });
}

const rows = `jsonb_to_recordset($2) as t(key text, kind text, position text, symbol text, side text, lots numeric, price text,
  at timestamptz, copied numeric, equity bigint, "strategyEquity" bigint, state text, reason text, tag text, "ownPosition" text,
  deal text, filled text, "settledAt" timestamptz)`;

/** The signals of one trade, each with its decision; of what was not copied nothing is closed. */
function factsOf({ position, symbol, side, lots, opened, closed, worth, copy }: PastCopy, platform: PlatformKey) {
  const signalOf = (kind: 'open' | 'close', { ticket, at, price }: PastDeal) => ({
    kind,
    position,
    symbol,
    side,
    lots,
    at,
    price,
    key: `deal:${platform}:${ticket}`,
  });
  const [opening, closing] = [signalOf('open', opened), signalOf('close', closed)];
  const [equity, strategyEquity] = [worth.follower, worth.strategy];
  if ('reason' in copy) {
    const skipped = { ...opening, equity, strategyEquity, state: 'skipped', reason: copy.reason, settledAt: opened.at };
    return [skipped, { ...closing, state: 'untold' }];
  }
  const doneBy = ({ ticket, at, price, tag }: FilledCopy['opened']) => ({
    copied: copy.lots,
    state: 'done',
    tag,
    ownPosition: copy.position,
    deal: ticket,
    filled: price,
    settledAt: at,
  });
  return [
    { ...opening, equity, strategyEquity, ...doneBy(copy.opened) },
    { ...closing, ...doneBy(copy.closed) },
  ];
}
