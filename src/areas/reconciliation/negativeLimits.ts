import type { Currency } from '../../base/currency.ts';
import type { AccountNumber, ClientId } from '../../base/id.ts';
import { money, parseMinor, shownRate, worthIn } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, hourMs } from '../../base/time.ts';
import { amountSaid } from '../../base/wording.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { accountsOf } from '../accounts/face.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { originalRate, readTable } from '../rates/face.ts';
import { differencesQueue } from '../platformOperations/face.ts';
import { tellNegative } from './negativeTelling.ts';
import { addNegative, decideNegative, lockNegatives, paidBackOn, type NegativeFlag } from './store.ts';

/** What an account was found to have lost beyond its funds, in minor units. */
export interface FoundLoss {
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly credit: bigint;
}

type Platforms = Readonly<Record<PlatformKey, Pick<Platform, 'positions' | 'closedTrades'>>>;

/**
 * Writes a loss down: it is paid back by itself up to a setting a day and a client. Above that, or when another account of the
 * client holds the opposite position of what has lost here, it waits for a person: both together may have been made to lose at the
 * broker's cost.
 */
export async function noteNegative(platforms: Platforms, context: JobContext, loss: FoundLoss): Promise<void> {
  const isHedged = await hasHedge(platforms, context, loss);
  if (isHedged === 'unknown') return;
  await context.transact(async (sql) => {
    await lockNegatives(sql, loss.clientId);
    const flag = isHedged ? 'hedged' : await overLimit(sql, context, loss);
    const id = await addNegative(sql, { ...loss, flag, now: context.now });
    if (id === undefined || flag === undefined) return;
    const { number: account, clientId, currency, amount } = loss;
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'negative_balance_protection' },
      action: 'mirror.negative_balance_waits',
      subject: `account:${account}`,
      clientId,
      detail: { negative: id, why: flag },
      at: context.now,
    });
    await openCase(sql, {
      queue: differencesQueue,
      subject: `negative:${id}`,
      clientId,
      detail: { kind: 'negative_balance', account, loss: amountSaid(money(amount, currency)), why: flag },
      now: context.now,
      hours: context.settings.desk.businessHours,
    });
    await tellNegative(sql, 'waits', { ...loss, id, now: context.now });
  });
}

/** Whether it is more than is paid back by itself, with what was today. */
async function overLimit(sql: Sql, { settings, now }: JobContext, loss: FoundLoss): Promise<NegativeFlag | undefined> {
  const most = parseMinor(settings.negativeBalance.automaticPerDay, 'USD') ?? 0n;
  const today = [...(await paidBackOn(sql, loss.clientId, now)), { currency: loss.currency, minor: loss.amount - loss.credit }];
  let worth = 0n;
  for (const { currency, minor } of today) {
    const dollars = await dollarsFor(sql, { currency, minor, now });
    if (dollars === undefined) return 'no_rate';
    worth += dollars;
  }
  return worth > most ? 'over_limit' : undefined;
}

async function dollarsFor(
  sql: Sql,
  { currency, minor, now }: { readonly currency: Currency; readonly minor: bigint; readonly now: Date },
): Promise<bigint | undefined> {
  if (currency === 'USD') return minor;
  const table = await readTable(sql, now);
  const original = originalRate(table ?? { perEuro: new Map() }, currency, 'USD');
  const rate = original && shownRate(original);
  return rate === undefined ? undefined : worthIn(money(minor, currency), 'USD', rate).minor;
}

/** Trades that were closed so lately are what has lost. */
const lookBackMs = 7 * dayMs;
const mostTrades = 1000;

/**
 * Whether another account of the client holds the opposite of what was lost here; unknown while a platform does not answer. The
 * platform is asked what was lost: what we keep of its deals may be some seconds behind.
 */
async function hasHedge(platforms: Platforms, { sql, now }: JobContext, loss: FoundLoss): Promise<boolean | 'unknown'> {
  const accounts = await accountsOf(sql, loss.clientId);
  const lossMaker = accounts.find(({ number }) => number === loss.number);
  if (!lossMaker) return false;
  const span = { from: after(now, -lookBackMs), to: after(now, hourMs) };
  const lost = await platforms[lossMaker.platform].closedTrades({ login: loss.number, ...span, offset: 0, total: mostTrades });
  if (lost.outcome !== 'done') return 'unknown';
  if (lost.trades.length === 0) return false;
  const opposite = new Set(lost.trades.map(({ symbol, side }) => `${symbol} ${side === 'buy' ? 'sell' : 'buy'}`));
  for (const { number, platform, isDemo, status } of accounts) {
    if (isDemo || status !== 'active' || number === loss.number) continue;
    const answer = await platforms[platform].positions(number);
    if (answer.outcome !== 'done') return 'unknown';
    if (answer.positions.some(({ symbol, side }) => opposite.has(`${symbol} ${side}`))) return true;
  }
  return false;
}

/** Staff have decided: it is paid back after all, or stays as it is. `outdated`: it does not wait any more. */
export async function concludeNegative(
  sql: Sql,
  decided: { readonly id: number; readonly decision: 'approve' | 'decline'; readonly now: Date },
): Promise<'done' | 'outdated'> {
  const { id, decision, now } = decided;
  const negative = await decideNegative(sql, id, decision === 'approve' ? 'found' : 'declined');
  if (!negative) return 'outdated';
  await closeCase(sql, { queue: differencesQueue.name, subject: `negative:${id}`, outcome: decision, at: now });
  // That it is paid back is told when it is.
  if (decision === 'decline') await tellNegative(sql, 'stays', { ...negative, now });
  return 'done';
}
