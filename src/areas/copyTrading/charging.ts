import type { ClientId } from '../../base/id.ts';
import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import { gateDecision } from '../../law/gates.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import type { JobContext } from '../../protocol/call.ts';
import { staleLine } from '../../protocol/topics.ts';
import { walletsOf } from '../fundingAccounts/face.ts';
import { notify } from '../notices/face.ts';
import { clientById } from '../session/face.ts';
import { followableStrategies } from '../strategies/face.ts';
import { subscriptionDays } from './contract.ts';
import { signalCurrency } from './listed.ts';
import { copyTradingNotices } from './notices.ts';
import { dueSubscriptions, endSubscription, lockDue, offersNow, setRenewed, type SubscriptionRow } from './store.ts';

export const periodMs = subscriptionDays * dayMs;
/** Whoever could not be charged in time has had nothing for longer than this: the new period begins now. */
const lateMs = dayMs;
const pageSize = 100;

interface Charge {
  readonly subscription: Pick<SubscriptionRow, 'id' | 'clientId' | 'price'>;
  /** The how-manieth period it is for: each has one movement, whoever asks for it how often. */
  readonly period: number;
  readonly company: CompanyId;
  readonly now: Date;
}

/** Takes what a period costs out of the wallet in US dollars, within the caller's transaction; false where there is not enough. */
export async function charge(sql: Sql, { subscription, period, company, now }: Charge): Promise<boolean> {
  const { id, clientId, price } = subscription;
  if (price === 0n) return true;
  if (!(await hasWallet(sql, clientId))) return false;
  const from = chart.wallet({ company, clientId }, signalCurrency);
  const outcome = await post(sql, {
    movement: {
      key: `signal_subscription:${id}:${period}`,
      kind: 'signal_subscription',
      legs: [{ from, to: chart.fees(company, signalCurrency), minor: price }],
      at: now,
    },
    audit: {
      actor: period === 1 ? { kind: 'client', id: String(clientId) } : { kind: 'system', id: 'copyTrading' },
      action: period === 1 ? 'signal_subscription.begin' : 'signal_subscription.renew',
      subject: `signal_subscription:${id}`,
      clientId,
    },
    outbox: [{ ...staleLine(['wallets', 'dashboard']), clientId }],
  });
  if (outcome.outcome === 'posted') return true;
  if (outcome.code !== 'below_floor') throw new Error(`signal_subscription:${id}:${period} was not posted: ${outcome.code}`);
  return false;
}

async function hasWallet(sql: Sql, client: ClientId): Promise<boolean> {
  const wallets = await walletsOf(sql, client);
  return wallets.some(({ currency, status }) => currency === signalCurrency && status === 'active');
}

/** Renews what is due, or ends it. Each is one commit, and safe to repeat. */
export async function renewAll(context: JobContext): Promise<void> {
  const faults: unknown[] = [];
  for (let last = 0; ;) {
    const page = await dueSubscriptions(context.sql, { now: context.now, after: last, limit: pageSize });
    for (const id of page) await renew(context, id).catch((fault: unknown) => faults.push(fault));
    last = page.at(-1) ?? 0;
    if (page.length < pageSize) break;
  }
  const [fault] = faults;
  if (fault !== undefined) throw fault;
}

async function renew({ transact, now, stale }: JobContext, id: number): Promise<void> {
  const client = await transact(async (sql) => {
    const subscription = await lockDue(sql, id, now);
    if (!subscription) return undefined;
    const [strategy] = await followableStrategies(sql, [subscription.strategy]);
    const name = strategy?.name ?? String(subscription.strategy);
    const isRenewed = strategy !== undefined && (await mayRenew(sql, subscription)) && (await chargeNext(sql, subscription, now));
    if (isRenewed) {
      const { until } = subscription;
      await setRenewed(sql, { id, until: after(after(until, lateMs) < now ? now : until, periodMs) });
    } else await endSubscription(sql, id, now);
    // Whoever has cancelled it knows that it ends.
    if (subscription.cancelledAt === null)
      await notify(sql, {
        clientId: subscription.clientId,
        notice: isRenewed ? copyTradingNotices.signal_subscription_renewed : copyTradingNotices.signal_subscription_ended,
        values: { name, amount: { amount: formatMinor(subscription.price, signalCurrency), currency: signalCurrency } },
        key: `signal_subscription:${id}:${subscription.periods + 1}`,
        now,
      });
    return subscription.clientId;
  });
  if (client !== undefined) await stale(client, ['signals']);
}

async function chargeNext(sql: Sql, subscription: SubscriptionRow, now: Date): Promise<boolean> {
  const client = await clientById(sql, subscription.clientId);
  if (!client) return false;
  return charge(sql, { subscription, period: subscription.periods + 1, company: client.profile.company, now });
}

/** Not cancelled, offered still, and to a client who may begin one. */
async function mayRenew(sql: Sql, { clientId, strategy, cancelledAt }: SubscriptionRow): Promise<boolean> {
  if (cancelledAt !== null) return false;
  const offer = (await offersNow(sql)).find((each) => each.strategy === strategy);
  if (offer?.price == null) return false;
  const client = await clientById(sql, clientId);
  return client !== undefined && gateDecision('invest', client.profile).allowed;
}
