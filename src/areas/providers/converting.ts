import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import { after, secondMs } from '../../base/time.ts';
import { platformGroup } from '../../law/platformGroups.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { statusFacts } from '../../law/statuses.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { isPassing, type Platform } from '../../ports/platform/port.ts';
import type { ContextOf } from '../../protocol/call.ts';
import { accountOf, applyLeverage, becomeType, keepSnapshot, wantLeverage, type TradingAccount } from '../accounts/face.ts';
import { notify } from '../notices/face.ts';
import { clientById } from '../session/face.ts';
import {
  beginStrategy,
  closeStrategy,
  endConversion,
  figureStrategy,
  strategiesOf,
  strategyById,
  type StrategyRow,
} from '../strategies/face.ts';
import type { providersContract } from './contract.ts';
import { providersNotices } from './notices.ts';
import { isConvertible, leastIn, managerType, minimumOf } from './rules.ts';
import { lockClient, requestOf } from './store.ts';

/** The topic of the job that finishes a conversion whose call could not. */
export const conversionTopic = 'providers.convert';
/** The call itself comes first; the job only where it did not come through. */
const jobDelayMs = 20 * secondMs;

export interface ConversionNeeds {
  readonly platforms: Readonly<Record<PlatformKey, Platform>>;
  /** What orders know of an account. */
  readonly orders: { hasOpeningOnWay(sql: Sql, number: AccountNumber): Promise<boolean> };
}

type Context = ContextOf<(typeof providersContract)['calls']['accountRequest']>;

export interface Wish {
  readonly account_number: number;
  readonly investment_strategy_name: string;
  readonly description: string;
  readonly investment_strategy_remuneration: number;
  readonly minimum: string;
}

/**
 * Makes a strategy of an account. The intention is committed first, with a claim that keeps orders out; then the platform puts the
 * account into the managers' group, which asked twice is the same as once, so that an answer that did not come the job asks for again.
 */
export async function convertAccount(wish: Wish, app: ConversionNeeds, context: Context): Promise<void> {
  const { client, refuse, sql } = context;
  const account = await accountOf(sql, wish.account_number);
  if (account?.clientId !== client.id) return refuse('account_not_found', { field: 'account_number' });
  if (!isConvertible(account)) return refuse('account_not_convertible', { field: 'account_number' });
  const minimum = minimumOf(wish.minimum, { currency: account.currency, least: context.settings.strategies.leastAmount });
  if (!minimum.ok) return refuse(minimum.code, minimum);
  await requireEmptyBook(account, app.platforms[account.platform], context);
  const id = await context.transact(async (own) => intend(own, { wish, account, minimum: minimum.value }, { app, context }));
  const outcome = await finishConversion({ sql, transact: context.transact, now: context.now, app }, id);
  if (outcome === 'has_positions') refuse('strategy_has_positions', { field: 'account_number' });
  if (outcome === 'refused') refuse('platform_refused');
}

/** Nothing is open and nothing waits, and there is enough on it: asked of the platform now, for a snapshot may be old. */
async function requireEmptyBook(account: TradingAccount, platform: Platform, context: Context): Promise<void> {
  const { sql, refuse, settings } = context;
  const [told, open, orders] = await Promise.all([
    platform.account(account.number),
    platform.positions(account.number),
    platform.orders(account.number),
  ]);
  if (told.outcome !== 'done' || open.outcome !== 'done' || orders.outcome !== 'done') return refuse('platform_unavailable');
  await keepSnapshot(sql, told.account);
  if (open.positions.length > 0 || orders.orders.length > 0) return refuse('strategy_has_positions', { field: 'account_number' });
  if (told.account.credit !== 0n) return refuse('account_not_convertible', { field: 'account_number' });
  const least = settings.strategies.leastAmount;
  if (told.account.balance < leastIn(account.currency, least))
    refuse('strategy_too_small', { field: 'account_number', values: { least: String(least), currency: account.currency } });
}

interface Intent {
  readonly wish: Wish;
  readonly account: TradingAccount;
  readonly minimum: bigint;
}

async function intend(
  sql: Sql,
  { wish, account, minimum }: Intent,
  { app, context }: { readonly app: ConversionNeeds; readonly context: Context },
): Promise<number> {
  const { client, now, settings, refuse } = context;
  await lockClient(sql, client.id);
  const request = await requestOf(sql, client.id);
  if (request?.status !== 'approved') return refuse('provider_not_approved');
  const { nickname } = request;
  const open = (await strategiesOf(sql, client.id)).filter(({ status }) => status !== 'closed');
  const most = settings.strategies.mostOfProvider;
  if (open.length >= most) return refuse('too_many_strategies', { values: { most } });
  const share = wish.investment_strategy_remuneration;
  const name = wish.investment_strategy_name;
  const { description } = wish;
  const { number } = account;
  const id = await beginStrategy(sql, { clientId: client.id, number, name, nickname, description, share, minimum, askedAt: now });
  if (id === undefined) return refuse('strategy_name_taken', { field: 'investment_strategy_name' });
  if (!(await wantLeverage(sql, number, managerType.defaultLeverage)))
    return refuse('leverage_changing', { field: 'account_number' });
  if (await app.orders.hasOpeningOnWay(sql, number)) return refuse('strategy_has_positions', { field: 'account_number' });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'strategy.convert',
    subject: `strategy:${id}`,
    clientId: client.id,
    detail: { account: number, name, share },
    at: now,
  });
  const dueAt = after(now, jobDelayMs);
  await context.tellIn(sql, { topic: conversionTopic, key: `strategy:${id}`, payload: { strategy: id }, dueAt });
  return id;
}

interface Hands {
  readonly sql: Sql;
  readonly transact: Transact;
  readonly now: Date;
  readonly app: Pick<ConversionNeeds, 'platforms'>;
}

/** What a conversion has come to; undefined where there is none under way. */
export type Converted = 'done' | 'refused' | 'has_positions' | 'unknown' | undefined;

/** Asks the platform for what is intended, and keeps the answer. What was opened just before the claim is seen here. */
export async function finishConversion({ sql, transact, now, app }: Hands, id: number): Promise<Converted> {
  const strategy = await strategyById(sql, id);
  const account = strategy && (await accountOf(sql, strategy.number));
  const client = strategy && (await clientById(sql, strategy.clientId));
  if (strategy?.status !== 'converting' || !account || !client) return undefined;
  const groupName = platformGroup({
    client: client.profile,
    type: managerType,
    currency: account.currency,
    isSwapFree: account.swapFree,
    isDemo: false,
  });
  const outcome = await askPlatform(app.platforms[account.platform], { account, groupName });
  if (outcome === 'unknown') return outcome;
  await transact(async (own) => keepOutcome(own, { strategy, groupName, outcome, now }));
  return outcome;
}

async function askPlatform(
  platform: Platform,
  { account, groupName }: { readonly account: TradingAccount; readonly groupName: string },
): Promise<Exclude<Converted, undefined>> {
  const open = await platform.positions(account.number);
  if (open.outcome !== 'done') return 'unknown';
  if (open.positions.length > 0) return 'has_positions';
  const moved = await platform.changeGroup(account.number, groupName);
  if (moved.outcome !== 'done') return moved.outcome === 'refused' && !isPassing(moved.code) ? 'refused' : 'unknown';
  const levered = await platform.changeLeverage(account.number, managerType.defaultLeverage);
  if (levered.outcome === 'done') return 'done';
  if (levered.outcome === 'unknown' || isPassing(levered.code)) return 'unknown';
  // It stands in the one group with the leverage of the other: back, or the job goes on from here.
  const back = await platform.changeGroup(account.number, account.groupName);
  return back.outcome === 'done' ? 'refused' : 'unknown';
}

interface Outcome {
  readonly strategy: StrategyRow;
  readonly groupName: string;
  readonly outcome: 'done' | 'refused' | 'has_positions';
  readonly now: Date;
}

async function keepOutcome(sql: Sql, { strategy, groupName, outcome, now }: Outcome): Promise<void> {
  const { id, number, name, clientId } = strategy;
  const isDone = outcome === 'done';
  await lockClient(sql, clientId);
  if (!(await endConversion(sql, { id, isDone, at: now }))) return;
  const leverage = managerType.defaultLeverage;
  if (isDone) {
    await becomeType(sql, number, { typeName: managerType.name, groupName, leverage });
    if (await isClosed(sql, clientId)) {
      await closeStrategy(sql, id, now);
      return;
    }
    // It stands in the lists from now on.
    await figureStrategy(sql, id, now);
  } else await applyLeverage(sql, number, { leverage, taken: false });
  await notify(sql, {
    clientId,
    notice: isDone ? providersNotices.strategy_ready : providersNotices.strategy_refused,
    values: { name, number: String(number) },
    key: `strategy:${id}:${isDone ? 'ready' : 'refused'}`,
    now,
  });
}

/** Whose account was closed meanwhile has no strategy that somebody could follow. */
async function isClosed(sql: Sql, id: ClientId): Promise<boolean> {
  const client = await clientById(sql, id);
  return client !== undefined && statusFacts(client.profile.status).closed !== undefined;
}
