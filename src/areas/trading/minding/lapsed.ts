import type { PlatformKey } from '../../../law/platforms.ts';
import type { PendingOrder, Platform } from '../../../ports/platform/port.ts';
import type { JobContext } from '../../../protocol/call.ts';
import { notify } from '../../notices/face.ts';
import { accountsShutForUsShares, isUsShare } from '../../stocks/face.ts';
import { tradingNotices } from '../notices.ts';

const accountsAtOnce = 500;

/**
 * Cancels what waits to buy or sell shares of the United States for clients whose W-8BEN has lapsed: filled, it would open what may not
 * be opened. Wherever it was placed, and each of them told. Cancelling twice is cancelling once.
 */
export async function cancelWithoutForm(
  platform: Pick<Platform, 'ordersOf' | 'symbols' | 'cancelPending'>,
  key: PlatformKey,
  context: JobContext,
): Promise<void> {
  for (let last = 0; ;) {
    const of = { platform: key, now: context.now, after: last, limit: accountsAtOnce };
    const page = await accountsShutForUsShares(context.sql, of);
    if (page.length > 0) await cancelOf(platform, page, context);
    last = page.at(-1)?.number ?? 0;
    if (page.length < accountsAtOnce) return;
  }
}

type Accounts = Awaited<ReturnType<typeof accountsShutForUsShares>>;

async function cancelOf(
  platform: Pick<Platform, 'ordersOf' | 'symbols' | 'cancelPending'>,
  accounts: Accounts,
  context: JobContext,
): Promise<void> {
  const waiting = await platform.ordersOf(accounts.map(({ number }) => number));
  if (waiting.outcome !== 'done' || waiting.orders.length === 0) return;
  const told = await platform.symbols();
  if (told.outcome !== 'done') return;
  const shares = new Set(told.symbols.filter(({ path }) => isUsShare(path)).map(({ name }) => name));
  const owners = new Map(accounts.map((account) => [account.number as number, account]));
  for (const order of waiting.orders) {
    const owner = owners.get(order.login);
    if (!owner || !shares.has(order.symbol)) continue;
    // Without an answer the next look finds it waiting still, or gone: who is told of the cancelling then is told by the endings.
    const answer = await platform.cancelPending({ login: order.login, order: order.order });
    if (answer.outcome === 'done') await tell(owner, order, context);
  }
}

async function tell(owner: Accounts[number], order: PendingOrder, context: JobContext): Promise<void> {
  await context.transact(async (sql) => {
    await sql.run(
      `update trading_order set awaits_end = false, ended_as = 'cancelled' where number = $1 and ticket = $2 and awaits_end`,
      [owner.number, order.order],
    );
    await notify(sql, {
      clientId: owner.clientId,
      notice: tradingNotices.waiting_order_without_form,
      values: { number: String(owner.number), symbol: order.symbol, lots: order.lots, price: order.price },
      key: `trading:without-form:${owner.number}:${order.order}`,
      now: context.now,
    });
  });
  await context.stale(owner.clientId, ['positions', 'accounts', 'dashboard']);
}
