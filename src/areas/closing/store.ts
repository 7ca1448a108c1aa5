import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

/** Statuses of closed clients (document 1 §4). */
const closed = '(5, 18, 19)';

/** So many behind that client. */
interface Page {
  readonly after: number;
  readonly limit: number;
}

/** Less gold than a milligram brings next to nothing, in tenths of a microgram. */
const leastGold = 10_000;

/** Closed clients with money in a wallet or on an account that is no demo, or with gold, so many at most. */
export function closedWithMoney(sql: Sql, { after, limit }: Page): Promise<{ clientId: ClientId }[]> {
  return sql.many<{ clientId: ClientId }>(
    `select c.id as "clientId" from client c where c.id > $2 and c.status_id in ${closed} and (
       exists (select from ledger_account b where b.client_id = c.id and b.kind = 'wallet' and b.balance > 0)
       or exists (select from ledger_account b where b.client_id = c.id and b.kind in ('gold', 'pledge') and b.balance >= ${leastGold})
       or exists (select from trading_account a where a.client_id = c.id and not a.is_demo and a.balance > 0))
     order by c.id limit $1`,
    [limit, after],
  );
}

/** Clients whose case stands in the queue. */
export async function casesOpen(sql: Sql, { after, limit }: Page): Promise<ClientId[]> {
  const rows = await sql.many<{ clientId: ClientId }>(
    `select client_id as "clientId" from desk_case where queue = 'withdrawals' and closed_at is null and subject like 'closing:%' and client_id > $2
     order by client_id limit $1`,
    [limit, after],
  );
  return rows.map(({ clientId }) => clientId);
}

/** What a client holds of gold, free and pledged, in tenths of a microgram. */
export async function goldLeft(sql: Sql, client: ClientId): Promise<{ readonly free: bigint; readonly pledged: bigint }> {
  return sql.one<{ free: bigint; pledged: bigint }>(
    `select coalesce(sum(balance) filter (where kind = 'gold'), 0)::bigint as free,
       coalesce(sum(balance) filter (where kind = 'pledge'), 0)::bigint as pledged
     from ledger_account where client_id = $1 and kind in ('gold', 'pledge')`,
    [client],
  );
}

export interface CardLeft {
  readonly id: number;
  readonly currency: string;
  readonly last_four: string | null;
  readonly phase: string;
}

/** Cards of the broker that can be used or are under way, the newest first. */
export function cardsLeft(sql: Sql, client: ClientId): Promise<CardLeft[]> {
  return sql.many(
    `select id, currency, last_four, phase from prepaid_card
      where client_id = $1 and phase not in ('blocked', 'expired', 'declined') order by id desc limit 50`,
    [client],
  );
}

/** The event by which a job does what was decided, told once the caller's transaction has committed. */
export async function tellLater(
  sql: Sql,
  { topic, client, now }: { readonly topic: string; readonly client: ClientId; readonly now: Date },
): Promise<void> {
  await sql.run('insert into outbox (topic, client_id, payload, due_at, created_at) values ($1, $2, $3, $4, $4)', [
    topic,
    client,
    JSON.stringify({ client }),
    now,
  ]);
}
