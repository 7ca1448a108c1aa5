import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** The account on which a client trades what signals say. */
export async function loginOf(sql: Sql, client: ClientId): Promise<AccountNumber | undefined> {
  const row = await sql.maybe<{ number: number }>(
    'select number from signal_login where client_id = $1 order by id desc limit 1',
    [client],
  );
  return row && accountNumber(row.number);
}

export async function setLogin(
  sql: Sql,
  of: { readonly client: ClientId; readonly number: AccountNumber; readonly at: Date },
): Promise<void> {
  await sql.run('insert into signal_login (client_id, number, set_at) values ($1, $2, $3)', [of.client, of.number, of.at]);
}

/** What a strategy's signals cost, in US cents, and how many have subscribed. */
export interface OfferRow {
  readonly strategy: number;
  /** Null: not offered. */
  readonly price: bigint | null;
  readonly madeBy: string;
  readonly subscribers: number;
}

const mostOffers = 1000;

/** The newest offer of each strategy that ever had one. */
export function offersNow(sql: Sql): Promise<OfferRow[]> {
  return sql.many<OfferRow>(
    `select o.strategy_id as strategy, o.price, o.made_by as "madeBy",
       (select count(*)::integer from signal_subscription s where s.strategy_id = o.strategy_id and s.ended_at is null) as subscribers
     from (select distinct on (strategy_id) * from signal_offer order by strategy_id, id desc) o order by o.strategy_id limit ${mostOffers}`,
  );
}

export async function insertOffer(
  sql: Sql,
  of: { readonly strategy: number; readonly price: bigint | null; readonly by: string; readonly at: Date },
): Promise<void> {
  await sql.run('insert into signal_offer (strategy_id, price, made_by, made_at) values ($1, $2, $3, $4)', [
    of.strategy,
    of.price,
    of.by,
    of.at,
  ]);
}

export interface SubscriptionRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly strategy: number;
  readonly price: bigint;
  readonly until: Date;
  readonly periods: number;
  readonly cancelledAt: Date | null;
}

const columns = `id, client_id as "clientId", strategy_id as strategy, price, until, periods, cancelled_at as "cancelledAt"`;
const known = (row: SubscriptionRow): SubscriptionRow => ({ ...row, clientId: clientId(row.clientId) });
const open = 'ended_at is null';

export async function subscriptionsOf(sql: Sql, client: ClientId): Promise<SubscriptionRow[]> {
  const rows = await sql.many<SubscriptionRow>(
    `select ${columns} from signal_subscription where client_id = $1 and ${open} order by id limit 500`,
    [client],
  );
  return rows.map(known);
}

/** Begins one; undefined where there is one already. Whoever asks at the same time waits for who was first. */
export async function insertSubscription(
  sql: Sql,
  of: Pick<SubscriptionRow, 'clientId' | 'strategy' | 'price' | 'until'> & { readonly at: Date },
): Promise<SubscriptionRow | undefined> {
  const row = await sql.maybe<SubscriptionRow>(
    `insert into signal_subscription (client_id, strategy_id, price, began_at, until) values ($1, $2, $3, $4, $5)
     on conflict (client_id, strategy_id) where ended_at is null do nothing returning ${columns}`,
    [of.clientId, of.strategy, of.price, of.at, of.until],
  );
  return row && known(row);
}

/** The open one, locked until the end of the caller's transaction. */
export async function lockSubscription(
  sql: Sql,
  of: { readonly client: ClientId; readonly strategy: number },
): Promise<SubscriptionRow | undefined> {
  const row = await sql.maybe<SubscriptionRow>(
    `select ${columns} from signal_subscription where client_id = $1 and strategy_id = $2 and ${open} for update`,
    [of.client, of.strategy],
  );
  return row && known(row);
}

/** Null: it is renewed after all. */
export async function setCancelled(sql: Sql, id: number, at: Date | null): Promise<void> {
  await sql.run('update signal_subscription set cancelled_at = $2 where id = $1', [id, at]);
}

/** Numbers of those whose time is over, behind that one. */
export async function dueSubscriptions(
  sql: Sql,
  { now, after, limit }: { readonly now: Date; readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await sql.many<{ id: number }>(
    `select id from signal_subscription where until <= $1 and ${open} and id > $2 order by id limit $3`,
    [now, after, limit],
  );
  return rows.map(({ id }) => id);
}

/** Locked, where its time is over still. */
export async function lockDue(sql: Sql, id: number, now: Date): Promise<SubscriptionRow | undefined> {
  const row = await sql.maybe<SubscriptionRow>(
    `select ${columns} from signal_subscription where id = $1 and until <= $2 and ${open} for update`,
    [id, now],
  );
  return row && known(row);
}

export async function setRenewed(sql: Sql, of: { readonly id: number; readonly until: Date }): Promise<void> {
  await sql.run('update signal_subscription set until = $2, periods = periods + 1 where id = $1', [of.id, of.until]);
}

export async function endSubscription(sql: Sql, id: number, at: Date): Promise<void> {
  await sql.run('update signal_subscription set ended_at = $2 where id = $1', [id, at]);
}
