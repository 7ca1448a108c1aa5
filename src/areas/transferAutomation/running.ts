import { money } from '../../base/money.ts';
import { after, dayMs } from '../../base/time.ts';
import { amountSaid } from '../../base/wording.ts';
import type { JobContext } from '../../protocol/call.ts';
import { resultBetween } from '../deals/face.ts';
import { notify } from '../notices/face.ts';
import { transferOrdered, type Engine, type EngineNeeds } from '../payments/face.ts';
import { clientById } from '../session/face.ts';
import type { SkipReason } from './contract.ts';
import { transferAutomationNotices } from './notices.ts';
import { countedBehindMs, nextDate, nextHour, skippedFor } from './rules.ts';
import * as store from './store.ts';

/** A deposit that no worker has looked at for so long is no occasion any more. */
const depositsBackMs = 7 * dayMs;
const pageSize = 200;

/**
 * What a worker does about standing orders. Each step is one commit and safe to repeat: an occasion is written down once, by its name;
 * it is done by one quote, which is its own from then on; and a quote begins once.
 */
export async function runOrders(needs: EngineNeeds & { readonly engine: Engine }, context: JobContext): Promise<void> {
  await store.addDepositRuns(context.sql, { from: after(context.now, -depositsBackMs), limit: pageSize });
  for (const id of await store.dueOrders(context.sql, context.now, pageSize)) await lookAtDates(context, id);
  const faults: unknown[] = [];
  for (let last = 0; ;) {
    const page = await store.dueRuns(context.sql, { after: last, limit: pageSize });
    // One that fails keeps nobody else's waiting: it is tried again in its time.
    for (const run of page) await doRun(needs, context, run).catch((fault: unknown) => faults.push(fault));
    last = page.at(-1)?.id ?? 0;
    if (page.length < pageSize) break;
  }
  const [fault] = faults;
  if (fault !== undefined) throw fault;
}

/** Writes down the occasion that has come, and when the next one does: one commit. */
async function lookAtDates(context: JobContext, id: number): Promise<void> {
  const { now, settings, transact } = context;
  const { hour } = settings.transferAutomation;
  await transact(async (sql) => {
    const order = await store.lockOrder(sql, id);
    if (order?.status !== 'active' || order.nextAt === null || order.nextAt > now) return;
    if (order.occasion === 'profit') {
      await lookAtProfit(sql, { order, at: order.nextAt });
      // However long nobody looked, there is one profit.
      return store.setNext(sql, id, nextHour(now, hour));
    }
    const { every, onDate, day } = order;
    const [amount, at] = [order.amount ?? 0n, order.nextAt];
    const run = await store.addRun(sql, { order, occasion: `date:${at.toISOString()}`, at, amount, countedTo: null });
    const next = every === null ? undefined : nextDate({ every, onDate, day }, at, hour);
    // A later one is due too, so that this one is over: it would come in one with it.
    if (next && next <= now && run !== undefined) await skip(sql, { run: { id: run, amount, order }, reason: 'missed', now });
    return store.setNext(sql, id, next ?? null);
  });
}

type Sql = JobContext['sql'];

async function lookAtProfit(sql: Sql, { order, at }: { readonly order: store.KeptOrder; readonly at: Date }): Promise<void> {
  const countedTo = after(at, -countedBehindMs);
  const { countedFrom, accountNumber: number, above } = order;
  if (countedFrom === null || above === null || countedTo <= countedFrom) return;
  // What waits has not been counted as moved yet: the same profit would be in both.
  if (await store.hasDueRun(sql, order.id)) return;
  const profit = await resultBetween(sql, { number, from: countedFrom, to: countedTo });
  if (profit > above) await store.addRun(sql, { order, occasion: `profit:${at.toISOString()}`, at, amount: profit, countedTo });
}

async function doRun(needs: EngineNeeds & { readonly engine: Engine }, context: JobContext, run: store.DueRun): Promise<void> {
  const { order, amount } = run;
  const { now, settings, sql, transact } = context;
  const client = await clientById(sql, order.clientId);
  if (!client) throw new Error(`there is no client ${order.clientId}`);
  const outcome = await transferOrdered(
    { needs, run: context, now },
    {
      client: { id: order.clientId, companyId: client.profile.company, profile: client.profile },
      from: order.accountNumber,
      to: order.targetNumber,
      amount: money(amount, order.currency),
      quote: run.remittanceId,
      // What was paused or ended meanwhile is not begun any more.
      mayBegin: order.status === 'active',
      bind: (inside, quote) => store.bindRun(inside, run.id, quote),
    },
  );
  if (outcome.outcome === 'begun') return store.finishRun(sql, run.id, now);
  if (outcome.outcome === 'stopped') return void (await store.skipRun(sql, run.id, { reason: 'stopped', now }));
  const reason = outcome.outcome === 'refused' && skippedFor(outcome.code, { at: run.at, now, ...settings.transferAutomation });
  if (reason) await transact((inside) => skip(inside, { run, reason, now }));
}

interface Skipped {
  readonly run: Pick<store.DueRun, 'id' | 'amount' | 'order'>;
  readonly reason: SkipReason;
  readonly now: Date;
}

/** Told with the row, once. */
async function skip(sql: Sql, { run: { id, amount, order }, reason, now }: Skipped): Promise<void> {
  if (!(await store.skipRun(sql, id, { reason, now }))) return;
  const { clientId, accountNumber, targetNumber, currency } = order;
  await notify(sql, {
    clientId,
    notice: transferAutomationNotices.standing_order_skipped,
    values: {
      amount: amountSaid(money(amount, currency)),
      account: String(accountNumber),
      target: String(targetNumber),
      reason: { phrase: `automation.skip.${reason}` },
    },
    key: `standing:${id}:skipped`,
    now,
  });
}
