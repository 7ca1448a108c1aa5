import { money, paidOutFor } from '../../base/money.ts';
import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { isPassing, type Platform, type PlatformAccount, type TradingSymbol } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { originalRate, readTable } from '../rates/face.ts';
import { isOffered } from '../trading/face.ts';
import { followersAt, insertChanges, insertOpenings, type Follower, type NewOpening } from './decisions.ts';
import { copySize } from './rules.ts';
import { markDecided, openSignals, type Signal } from './store.ts';

/*
 * What each follower is to have of a strategy's trade. All of it is written in one commit, before anything is sent; while a platform
 * does not say what accounts are worth, the strategy's signals wait in their order.
 */

const signalsAtOnce = 200;
const accountsAtOnce = 500;

export type Platforms = Readonly<Record<PlatformKey, Platform>>;

/** Answers how many decisions were written. */
export async function decideSignals(key: PlatformKey, platforms: Platforms, context: JobContext): Promise<number> {
  const signals = await openSignals(context.sql, key, signalsAtOnce);
  const waiting = new Set<number>();
  let written = 0;
  for (const signal of signals) {
    if (waiting.has(signal.strategyId)) continue;
    const decided =
      signal.kind === 'open' ? await decideOpening(signal, { key, platforms, context }) : await decideChange(signal, context);
    if (decided === undefined) waiting.add(signal.strategyId);
    written += decided ?? 0;
  }
  return written;
}

async function decideChange({ id }: Signal, { transact, now }: JobContext): Promise<number> {
  return transact(async (sql) => ((await markDecided(sql, id, now)) ? insertChanges(sql, { signalId: id, at: now }) : 0));
}

interface Hands {
  readonly key: PlatformKey;
  readonly platforms: Platforms;
  readonly context: JobContext;
}

/** Undefined while the platform does not tell what it takes. */
async function decideOpening(signal: Signal & { readonly number: number }, hands: Hands): Promise<number | undefined> {
  const { context, key } = hands;
  const followers = await followersAt(context.sql, signal);
  const told = await readWorths(signal, followers, hands);
  if (!told) return undefined;
  const strategy = told.accounts.get(`${key}/${signal.number}`);
  const rates = openRates(context.sql, context.now);
  const openings: NewOpening[] = [];
  for (const follower of followers) {
    const account = told.accounts.get(`${follower.platform}/${follower.number}`);
    const rate = strategy && (await rates(follower.currency, strategy.currency));
    openings.push(openingFor(follower, { signal, account, strategy, rate, symbol: told.symbols.get(follower.platform) }));
  }
  const { now } = context;
  return context.transact(async (sql) => {
    if (!(await markDecided(sql, signal.id, now))) return 0;
    const strategyEquity = strategy ? ownWorth(strategy) : null;
    return insertOpenings(sql, { signalId: signal.id, strategyEquity, openings, at: now });
  });
}

/** What an account is worth without the broker's credit. */
const ownWorth = ({ equity, credit }: PlatformAccount): bigint => equity - credit;

interface Known {
  readonly signal: Signal;
  readonly account: PlatformAccount | undefined;
  readonly strategy: PlatformAccount | undefined;
  /** What the follower's money is worth in the strategy's currency. */
  readonly rate: ((minor: bigint) => bigint) | undefined;
  readonly symbol: TradingSymbol | undefined;
}

function openingFor(follower: Follower, { signal, account, strategy, rate, symbol }: Known): NewOpening {
  const equity = account ? ownWorth(account) : null;
  const skipped = (reason: string): NewOpening => ({
    investmentId: follower.investmentId,
    lots: null,
    equity,
    state: 'skipped',
    reason,
  });
  if (follower.status === 'paused') return skipped('paused');
  if (!account || equity === null || follower.accountStatus !== 'active' || account.access !== 'full')
    return skipped('account_not_active');
  if (!strategy) return skipped('no_equity');
  // What the law lets nobody sell to the follower is not copied to them either: crypto to retail in the UK.
  if (!symbol || !isOffered(symbol.path, follower.profile)) return skipped('symbol_not_offered');
  if (!rate) return skipped('no_rate');
  const worth = { follower: equity > 0n ? rate(equity) : 0n, strategy: ownWorth(strategy) };
  const size = copySize({ lots: signal.lots ?? '0', worth, isSafe: follower.isSafe, limits: symbol });
  if (!size.ok) return skipped(size.reason);
  const { investmentId } = follower;
  return { investmentId, lots: size.lots, equity, state: 'waiting', reason: size.isCapped ? 'capped' : null };
}

interface Told {
  /** By platform and number. */
  readonly accounts: ReadonlyMap<string, PlatformAccount>;
  readonly symbols: ReadonlyMap<PlatformKey, TradingSymbol>;
}

async function readWorths(
  signal: Signal & { readonly number: number },
  followers: readonly Follower[],
  { key, platforms }: Hands,
): Promise<Told | undefined> {
  const byPlatform = Map.groupBy(
    [
      { platform: key, number: signal.number },
      ...followers.map(({ platform, number }) => ({ platform, number: number as number })),
    ],
    ({ platform }) => platform,
  );
  const accounts = new Map<string, PlatformAccount>();
  const symbols = new Map<PlatformKey, TradingSymbol>();
  for (const [platform, own] of byPlatform) {
    const symbol = await platforms[platform].symbol(signal.symbol);
    if (symbol.outcome === 'unknown' || (symbol.outcome === 'refused' && isPassing(symbol.code))) return undefined;
    if (symbol.outcome === 'done') symbols.set(platform, symbol.symbol);
    const answers = await Promise.all(
      inParts(own, accountsAtOnce).map((part) => platforms[platform].accounts(part.map(({ number }) => number))),
    );
    for (const answer of answers) {
      if (answer.outcome !== 'done') return undefined;
      for (const account of answer.accounts) accounts.set(`${platform}/${account.login}`, account);
    }
  }
  return { accounts, symbols };
}

/** The day's rates, each looked up once. Only a proportion is made of it: nothing is exchanged, and nothing is charged. */
function openRates(sql: Sql, at: Date) {
  const known = new Map<string, ((minor: bigint) => bigint) | undefined>();
  let table: Promise<Awaited<ReturnType<typeof readTable>>> | undefined;
  return async (from: Currency, to: Currency): Promise<((minor: bigint) => bigint) | undefined> => {
    if (from === to) return (minor) => minor;
    const name = `${from}/${to}`;
    if (known.has(name)) return known.get(name);
    table ??= readTable(sql, at);
    const made = await table;
    const rate = made && originalRate(made, from, to);
    const worth = rate && ((minor: bigint): bigint => paidOutFor(money(minor, from), to, rate).minor);
    known.set(name, worth);
    return worth;
  };
}

function inParts<Each>(all: readonly Each[], most: number): Each[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, index) => all.slice(index * most, (index + 1) * most));
}
