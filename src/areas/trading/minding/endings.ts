import type { AccountNumber, ClientId } from '../../../base/id.ts';
import { after, dayMs } from '../../../base/time.ts';
import type { PlatformKey } from '../../../law/platforms.ts';
import type { EndedOrder, Platform } from '../../../ports/platform/port.ts';
import type { JobContext } from '../../../protocol/call.ts';
import { notify } from '../../notices/face.ts';
import { tradingNotices } from '../notices.ts';

const mostLooked = 5000;
const accountsAtOnce = 500;
const pageSize = 1000;
const pagesMost = 5;

interface WaitingRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly number: AccountNumber;
  readonly ticket: string;
  readonly symbol: string;
  readonly lots: string;
  readonly createdAt: Date;
  /** The client has cancelled it, or is at it. */
  readonly isCancelled: boolean;
}

/** Finds out which waiting orders wait no more, and tells their clients of what they have not done themselves. */
export async function lookAtEndings(
  platform: Pick<Platform, 'ordersOf' | 'endedOrders'>,
  key: PlatformKey,
  context: JobContext,
): Promise<void> {
  const rows = await context.sql.many<WaitingRow>(
    `select o.id, o.client_id as "clientId", o.number, o.ticket, o.symbol, o.lots, o.created_at as "createdAt",
       exists (select from trading_order c where c.number = o.number and c.kind = 'cancel' and c.ticket = o.ticket
         and c.status in ('processing', 'done')) as "isCancelled"
       from trading_order o join trading_account a using (number)
      where a.platform = $1 and o.awaits_end and o.status = 'done' and o.ticket is not null order by o.id limit ${mostLooked}`,
    [key],
  );
  const byAccount = [...Map.groupBy(rows, ({ number }) => number)];
  for (let start = 0; start < byAccount.length; start += accountsAtOnce) {
    const part = byAccount.slice(start, start + accountsAtOnce);
    const waiting = await platform.ordersOf(part.map(([number]) => number));
    if (waiting.outcome !== 'done') return;
    const still = new Set(waiting.orders.map(({ order }) => order));
    for (const [number, own] of part) {
      const gone = own.filter(({ ticket }) => !still.has(ticket));
      if (gone.length > 0) await conclude(await endedOf(platform, number, { gone, now: context.now }), gone, context);
    }
  }
}

/** Those that ended since a day before the oldest was placed, as the server's clock may be another; none while it does not answer. */
async function endedOf(
  platform: Pick<Platform, 'endedOrders'>,
  login: number,
  { gone, now }: { readonly gone: readonly WaitingRow[]; readonly now: Date },
): Promise<ReadonlyMap<string, EndedOrder>> {
  const oldest = Math.min(...gone.map(({ createdAt }) => createdAt.getTime()));
  const span = { login, from: new Date(oldest - dayMs), to: after(now, dayMs), total: pageSize };
  const found = new Map<string, EndedOrder>();
  for (let page = 0; page < pagesMost; page++) {
    const answer = await platform.endedOrders({ ...span, offset: page * pageSize });
    if (answer.outcome !== 'done') break;
    for (const order of answer.orders) found.set(order.order, order);
    if (answer.orders.length < pageSize) break;
  }
  return found;
}

const noticeOf = {
  filled: tradingNotices.waiting_order_filled,
  expired: tradingNotices.waiting_order_expired,
  cancelled: tradingNotices.waiting_order_cancelled,
  rejected: tradingNotices.waiting_order_rejected,
} as const;

async function conclude(ended: ReadonlyMap<string, EndedOrder>, rows: readonly WaitingRow[], context: JobContext): Promise<void> {
  for (const row of rows) {
    const order = ended.get(row.ticket);
    if (!order) continue;
    await context.transact(async (sql) => {
      const changed = await sql.run('update trading_order set awaits_end = false, ended_as = $2 where id = $1 and awaits_end', [
        row.id,
        order.state,
      ]);
      if (changed === 0 || (order.state === 'cancelled' && row.isCancelled)) return;
      await notify(sql, {
        clientId: row.clientId,
        notice: noticeOf[order.state],
        values: { number: String(row.number), symbol: row.symbol, lots: row.lots, price: order.price },
        key: `trading:ended:${row.id}`,
        now: context.now,
      });
    });
    await context.stale(row.clientId, ['positions', 'accounts', 'dashboard']);
  }
}
