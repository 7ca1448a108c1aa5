import type { Sql } from '../../base/sql.ts';
import { after, secondMs } from '../../base/time.ts';
import { percentOf } from '../../base/amount.ts';
import { platformKeys, type PlatformKey } from '../../law/platforms.ts';
import * as chart from '../../ledger/chart.ts';
import type { Leg } from '../../ledger/entries.ts';
import type { Platform, PlatformAccount } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { goldCurrency, sellWeight, type GoldMarket, type GoldPrices } from '../gold/face.ts';
import { notify } from '../notices/face.ts';
import type { Level } from './contract.ts';
import { goldCollateralNotices } from './notices.ts';
import { carryOn, moveOf, ownerOf, type Platforms } from './orders.ts';
import {
  addOrder,
  duePledges,
  keepAmounts,
  keepValuation,
  lockOrder,
  lockPledge,
  openOrderOf,
  type KeptPledge,
} from './store.ts';
import { coverageOf, creditSold, levelOf, soldForLevel, soldForLoss, valuingAt, worthAt, type Valuing } from './valuing.ts';

/*
 * Each pledge is valued again and again: what is lent of its worth is told at two levels, and at the third as much of it is sold as
 * brings that down again. What an account has lost beyond its own is paid out of its gold too. While the market is closed nothing is
 * sold and nobody is called: that waits, and the client is told so.
 */

const pageSize = 500;

export interface Watching {
  readonly prices: GoldPrices;
  readonly platforms: Platforms;
}

/**
 * Values what is due on each platform; one that does not answer keeps the other from nothing, and a pledge that cannot be valued none
 * behind it.
 */
export async function valuePledges(watching: Watching, context: JobContext): Promise<void> {
  const market = await watching.prices.now(context.settings);
  if (!market) return;
  const before = after(context.now, -context.settings.goldCollateral.valueSeconds * secondMs);
  const faults: unknown[] = [];
  for (const platform of platformKeys) {
    for (let last: KeptPledge | undefined; ;) {
      const page = await duePledges(context.sql, { platform, before, after: last, limit: pageSize });
      const accounts = page.length === 0 ? undefined : await accountsTold(watching.platforms[platform], page);
      for (const read of page) {
        const told = accounts?.get(read.number);
        const valued = { ...watching, market, platform, told, read };
        await valueOne(valued, context, read.number).catch((fault: unknown) => faults.push(fault));
      }
      last = page.at(-1);
      if (page.length < pageSize) break;
    }
  }
  const [fault] = faults;
  if (fault !== undefined) throw fault;
}

/** Undefined while the platform does not answer: the gold is valued all the same. */
async function accountsTold(
  platform: Pick<Platform, 'accounts'>,
  due: readonly KeptPledge[],
): Promise<ReadonlyMap<number, PlatformAccount> | undefined> {
  const answer = await platform.accounts(due.map(({ number }) => number));
  return answer.outcome === 'done' ? new Map(answer.accounts.map((account) => [account.login, account])) : undefined;
}

interface Valued extends Watching {
  readonly market: GoldMarket;
  readonly platform: PlatformKey;
  readonly told: PlatformAccount | undefined;
  /** As it was before its account was read. */
  readonly read: KeptPledge;
}

async function valueOne(valued: Valued, context: JobContext, number: number): Promise<void> {
  const { market, platforms } = valued;
  const loss = await lossOn(platforms[valued.platform], valued.told);
  const by = valuingAt(market, context.settings);
  const { settings, now } = context;
  const id = await context.transact(async (sql) => {
    const pledge = await lockPledge(sql, number);
    // What is under way changes it: it is valued when that has ended.
    if (!pledge || (await openOrderOf(sql, number))) return undefined;
    // It has changed since its account was read, perhaps by a sale for the same loss: it is valued at the next look.
    if (pledge.weight !== valued.read.weight || pledge.credit !== valued.read.credit) return undefined;
    const worth = worthAt(pledge.weight, by);
    const level = levelOf({ credit: pledge.credit, worth }, pledge.level, settings.goldCollateral);
    const seen = { number: pledge.number, worth, priceAt: market.at, valuedAt: now };
    const has = { pledge, level, loss };
    if (!market.state.isOpen) {
      const waits = needsMarket(has);
      // What was told stays as it was: it is told when the market is open.
      await keepValuation(sql, {
        ...seen,
        level: waits ? pledge.level : level,
        waitsSince: waits ? (pledge.waitsSince ?? now) : null,
      });
      if (waits && !pledge.waitsSince) await tellLevel(sql, { pledge, worth, now, type: 'gold_credit_waits', settings });
      return undefined;
    }
    await keepValuation(sql, { ...seen, level, waitsSince: null });
    if (isToBeSold(has)) return sell(sql, { ...has, by, market, context });
    if (isHigher(level, pledge.level) && level !== 'none')
      await tellLevel(sql, {
        pledge,
        worth,
        now,
        settings,
        type: level === 'warning' ? 'gold_credit_warning' : 'gold_credit_call',
      });
    return undefined;
  });
  if (id !== undefined) await carryOn(platforms, context, id);
}

interface Found {
  readonly pledge: KeptPledge;
  readonly level: Level;
  readonly loss: bigint;
}

const order: readonly Level[] = ['none', 'warning', 'call', 'sale'];
const isHigher = (one: Level, other: Level): boolean => order.indexOf(one) > order.indexOf(other);
const isToBeSold = ({ pledge, level, loss }: Found): boolean =>
  pledge.weight > 0n && (level === 'sale' || (loss > 0n && pledge.credit > 0n));
const needsMarket = (found: Found): boolean => isToBeSold(found) || isHigher(found.level, found.pledge.level);

/**
 * What an account has lost beyond its own funds, which its credit has carried; nothing while a position is open that may make it
 * good, and while nobody knows.
 */
async function lossOn(platform: Pick<Platform, 'positions'>, told: PlatformAccount | undefined): Promise<bigint> {
  if (!told || told.balance >= 0n || told.margin > 0n) return 0n;
  const open = await platform.positions(told.login);
  return open.outcome === 'done' && open.positions.length === 0 ? -told.balance : 0n;
}

interface Selling extends Found {
  readonly by: Valuing;
  readonly market: GoldMarket;
  readonly context: Pick<JobContext, 'now' | 'settings'>;
}

/** Sells what is needed to the broker at the price of now: what it brings is on its way to the account. Answers the order. */
async function sell(sql: Sql, { pledge, level, loss, by, market, context }: Selling): Promise<bigint | undefined> {
  const { now, settings } = context;
  const forLevel = level === 'sale' ? soldForLevel(pledge, { ...by, lends: settings.goldCollateral }) : 0n;
  const forLoss = loss > 0n ? soldForLoss(pledge, loss, by) : 0n;
  const why = forLoss > forLevel ? 'loss' : 'level';
  const wanted = why === 'loss' ? forLoss : forLevel;
  const amounts = sellWeight(wanted, market, by.terms);
  // Less than a cent's worth of gold brings nothing.
  if (wanted === 0n || amounts.total <= 0n) return undefined;
  const { metal, spread, total } = amounts;
  const credit = creditSold(pledge, { weight: wanted, total });
  const { number, clientId, companyId } = pledge;
  const id = await addOrder(sql, {
    number,
    clientId,
    companyId,
    why,
    metal,
    spread,
    total,
    credit,
    kind: 'sale',
    weight: wanted,
    phase: 'sold',
    createdAt: now,
    ...market.told,
    priceAt: market.at,
  });
  if (id === undefined) return undefined;
  const owner = ownerOf(pledge);
  const transit = chart.transit(companyId, goldCurrency, 'in');
  const kept: Leg = { from: transit, to: chart.spread(companyId, goldCurrency), minor: spread };
  await moveOf(sql, {
    order: await lockOrder(sql, id),
    now,
    kind: 'gold_pledge_sold',
    legs: [
      { from: chart.pledge(owner, number), to: chart.exchange(companyId, 'XAU'), minor: wanted },
      { from: chart.exchange(companyId, goldCurrency), to: transit, minor: metal },
      ...(spread > 0n ? [kept] : []),
    ],
  });
  await keepAmounts(sql, { ...pledge, weight: pledge.weight - wanted });
  return id;
}

interface TellingLevel {
  readonly pledge: KeptPledge;
  readonly worth: bigint;
  readonly now: Date;
  readonly settings: JobContext['settings'];
  readonly type: 'gold_credit_warning' | 'gold_credit_call' | 'gold_credit_waits';
}

async function tellLevel(sql: Sql, { pledge, worth, now, settings, type }: TellingLevel): Promise<void> {
  const { clientId, number, credit } = pledge;
  await notify(sql, {
    clientId,
    notice: goldCollateralNotices[type],
    values: {
      number: String(number),
      percent: percentOf(coverageOf({ credit, worth }) ?? 0),
      sale: percentOf(settings.goldCollateral.saleBasisPoints),
    },
    key: `gold_pledge:${number}:${type}:${now.getTime()}`,
    now,
  });
}
