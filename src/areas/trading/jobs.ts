import type { Clock } from '../../base/time.ts';
import { platformKeys, type PlatformKey } from '../../law/platforms.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { JobContext, JobEvent, Jobs } from '../../protocol/call.ts';
import { accountOf } from '../accounts/face.ts';
import { notify } from '../notices/face.ts';
import { lookAtAlerts } from './minding/alerts.ts';
import { lookAtEndings } from './minding/endings.ts';
import { cancelWithoutForm } from './minding/lapsed.ts';
import { followPrices } from './minding/trailing.ts';
import { tradingNotices } from './notices.ts';
import { isAtMarket } from './operations.ts';
import { isUnasked, lookAgainSoon, lookFor, orderTopic, type ConcludeParts } from './orders.ts';
import type { Platforms } from './placing.ts';
import { orderOf, type KeptOrder } from './store.ts';

export interface Needs {
  readonly platforms: Platforms;
  readonly clock: Clock;
}

/**
 * Finishes orders whose call died or was left without an answer: they are looked for, never sent again. And minds what clients have
 * left to the server: alerts, stops that follow, orders that wait.
 */
export function jobs(app: Needs): Jobs {
  return {
    on: {
      [orderTopic]: async (event, context) => {
        const order = await orderOfEvent(event, context);
        if (order?.status !== 'processing') return;
        const hands = await handsFor(order, { ...app, context });
        const settled = await lookFor(order, hands);
        if (settled.status !== 'processing') return isUnasked(settled) ? undefined : tellOutcome(settled, context);
        if (!(await lookAgainSoon(order, Number(event.payload['look'] ?? 0) + 1, hands)))
          throw new Error(`nobody knows yet what became of order ${order.id}`);
      },
    },
    every: [
      minded('trading.alerts', ({ key, platform }, context) => lookAtAlerts(platform, key, context)),
      minded('trading.trailing', (of, context) => followPrices({ ...of, clock: app.clock }, context)),
      minded('trading.endings', ({ key, platform }, context) => lookAtEndings(platform, key, context)),
      // A form lapses with a day.
      { ...minded('trading.lapsed', ({ key, platform }, context) => cancelWithoutForm(platform, key, context)), seconds: 300 },
    ],
  };

  /** Comes by on each platform; one that fails keeps the other from nothing. */
  function minded(
    name: string,
    look: (of: { readonly key: PlatformKey; readonly platform: Platform }, context: JobContext) => Promise<void>,
  ): NonNullable<Jobs['every']>[number] {
    const run = async (context: JobContext): Promise<void> => {
      const looks = platformKeys.map(async (key) => look({ key, platform: app.platforms[key] }, context));
      const failed = (await Promise.allSettled(looks)).find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    };
    return { name, seconds: 2, dueBy: 'application', run };
  }
}

async function orderOfEvent(event: JobEvent, context: JobContext): Promise<KeptOrder | undefined> {
  const id = event.payload['order'];
  if (typeof id !== 'number') throw new Error(`the event ${event.id} names no order`);
  return orderOf(context.sql, id);
}

async function handsFor(
  order: KeptOrder,
  { context, platforms, clock }: Needs & { context: JobContext },
): Promise<ConcludeParts> {
  const account = await accountOf(context.sql, order.number);
  if (!account) throw new Error(`the account of order ${order.id} is gone`);
  return { platform: platforms[account.platform], account, clock, context };
}

function noticeOf(order: KeptOrder) {
  if (!isAtMarket(order)) return order.status === 'done' ? tradingNotices.order_done_late : tradingNotices.order_not_done;
  return order.status === 'filled' ? tradingNotices.order_filled_late : tradingNotices.order_not_filled;
}

/** The client has left the screen, perhaps: the outcome goes to the notices. */
async function tellOutcome(order: KeptOrder, context: JobContext): Promise<void> {
  await context.transact(async (sql) => {
    await notify(sql, {
      clientId: order.clientId,
      notice: noticeOf(order),
      values: {
        number: String(order.number),
        symbol: order.symbol,
        lots: order.fill?.lots ?? order.lots,
        price: order.fill?.price ?? '',
      },
      key: `trading:order:${order.id}:${order.status}`,
      now: context.now,
    });
  });
  await context.stale(order.clientId, ['accounts', 'positions', 'dashboard']);
}
