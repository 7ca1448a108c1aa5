import type { Currency } from '../../base/currency.ts';
import type { AccountNumber, ClientId } from '../../base/id.ts';
import { money, parseMinor, shownRate, worthIn } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs, hourMs } from '../../base/time.ts';
import { amountSaid } from '../../base/wording.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { isPassing, type Answer, type ClosedTrade, type Platform, type Position } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { accountsOf, type TradingAccount } from '../accounts/face.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { originalRate, readTable } from '../rates/face.ts';
import { differencesQueue } from '../platformOperations/face.ts';
import { tellNegative } from './negativeTelling.ts';
import { addNegative, decideNegative, lastDeclinedFor, lockNegatives, paidBackOn, type NegativeFlag } from './store.ts';

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
 * client holds the opposite position of what has lost here, or has held it meanwhile, it waits for a person: both together may have
 * been made to lose at the broker's cost.
 */
export async function noteNegative(platforms: Platforms, context: JobContext, loss: FoundLoss): Promise<void> {
  const isHedged = await hasHedge(platforms, context, loss);
  if (isHedged === 'unknown') return;
  await context.transact(async (sql) => {
    await lockNegatives(sql, loss.clientId);
    // What staff left as it was is a little less after a payment into the account: a person looks at that too.
    const flag = isHedged ? 'hedged' : ((await lastDeclinedFor(sql, loss.number)) ?? (await overLimit(sql, context, loss)));
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
const tradesAtOnce = 1000;
/** Whoever has closed more than so many thousands of trades in that time is looked at by a person. */
const mostPages = 10;

/** What an account holds and has held lately; undefined while its platform does not answer. */
interface Held {
  readonly open: readonly Position[];
  readonly closed: readonly ClosedTrade[];
  readonly isCut: boolean;
}

/**
 * Whether another account of the client holds the opposite of what was lost here, or held it while that was open; unknown while a
 * platform does not answer. The platform is asked what was lost: what we keep of its deals may be some seconds behind.
 */
async function hasHedge(platforms: Platforms, { sql, now }: JobContext, loss: FoundLoss): Promise<boolean | 'unknown'> {
  const accounts = (await accountsOf(sql, loss.clientId)).filter(({ isDemo, status }) => !isDemo && onPlatform.has(status));
  const lossMaker = accounts.find(({ number }) => number === loss.number);
  const lost = lossMaker && (await heldOn(platforms, lossMaker, now));
  if (!lossMaker) return false;
  if (!lost) return 'unknown';
  if (lost.isCut) return true;
  for (const account of accounts) {
    if (account === lossMaker || lost.closed.length === 0) continue;
    const held = await heldOn(platforms, account, now);
    if (!held) return 'unknown';
    if (held.isCut || covers(held, lost.closed)) return true;
  }
  return false;
}

/** Accounts that a platform knows; what was won may have been put away by now. */
const onPlatform: ReadonlySet<string> = new Set(['active', 'archived', 'disabled']);

async function heldOn(
  platforms: Platforms,
  { platform, number: login }: Pick<TradingAccount, 'platform' | 'number'>,
  now: Date,
): Promise<Held | undefined> {
  const asked = platforms[platform];
  const open = await asked.positions(login);
  if (isUntold(open)) return undefined;
  const span = { login, from: after(now, -lookBackMs), to: after(now, hourMs), total: tradesAtOnce };
  const closed: ClosedTrade[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await asked.closedTrades({ ...span, offset: page * tradesAtOnce });
    if (isUntold(answer)) return undefined;
    if (answer.outcome === 'done') closed.push(...answer.trades);
    if (answer.outcome === 'refused' && answer.code === 'range_too_wide') return { open: [], closed, isCut: true };
    // What the platform knows no more has nothing that could cover anything.
    if (answer.outcome !== 'done' || answer.trades.length < tradesAtOnce)
      return { open: open.outcome === 'done' ? open.positions : [], closed, isCut: false };
  }
  return { open: [], closed, isCut: true };
}

/** A platform that is out or busy just now has said nothing of what is there. */
const isUntold = (answer: Answer): boolean =>
  answer.outcome === 'unknown' || (answer.outcome === 'refused' && isPassing(answer.code));

/** An opposite position that is open may have been there all the time; one that was closed has covered what it stood beside. */
function covers({ open, closed }: Held, lost: readonly ClosedTrade[]): boolean {
  const named = ({ symbol, side }: Traded): string => `${symbol} ${side}`;
  const opposite = ({ symbol, side }: Traded): string => `${symbol} ${side === 'buy' ? 'sell' : 'buy'}`;
  const asked = new Set(lost.map(opposite));
  if (open.some((each) => asked.has(named(each)))) return true;
  const losing = Map.groupBy(
    lost.filter(({ profit }) => profit < 0n),
    opposite,
  );
  const others = Map.groupBy(closed, named);
  return [...losing].some(([name, trades]) => stoodBeside(trades, others.get(name) ?? []));
}

type Traded = Pick<ClosedTrade, 'symbol' | 'side'>;

/** Whether any of the ones was open while any of the others was. One whose opening lies further back than was asked was open from before. */
function stoodBeside(ones: readonly ClosedTrade[], others: readonly ClosedTrade[]): boolean {
  const spans = [ones, others].flatMap((trades, of) =>
    trades.map(({ openedAt, closedAt }) => ({ of, from: openedAt?.getTime() ?? 0, to: closedAt.getTime() })),
  );
  const lastUntil = [-1, -1];
  for (const { of, from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (from <= (lastUntil[1 - of] ?? -1)) return true;
    lastUntil[of] = Math.max(lastUntil[of] ?? -1, to);
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
