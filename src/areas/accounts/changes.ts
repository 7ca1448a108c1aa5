import type { AccountNumber } from '../../base/id.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import { after, secondMs } from '../../base/time.ts';
import type { LeverageState } from '../../law/leverage.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { Settings } from '../../settings/index.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { isPassing, type Platform, type PlatformAccount } from '../../ports/platform/port.ts';
import type { Account } from '../../protocol/account.ts';
import type { ClientIdentity, Event } from '../../protocol/call.ts';
import type { RefusalDetail } from '../../base/refusal.ts';
import { wantedAccess } from '../restrictions/face.ts';
import { statusNumbers } from './contract.ts';
import { leveragesOf, mayArchive, mayChangeLeverage } from './rules.ts';
import { accountOf, countAccounts, type TradingAccount } from './found.ts';
import { applyLeverage, wantLeverage } from './leverage.ts';
import { changeStatus, growClientVersion } from './opened.ts';
import { keepSnapshot } from './snapshots.ts';

export interface ChangeNeeds {
  readonly platforms: Readonly<Record<PlatformKey, Platform>>;
  /** What orders know of an account; they stand on accounts, so they are handed in. */
  readonly orders: { hasOpeningOnWay(sql: Sql, number: AccountNumber): Promise<boolean> };
  /** And strategies. */
  readonly strategies: { isStrategyOn(sql: Sql, number: AccountNumber): Promise<boolean> };
}

type ChangeCode =
  | 'account_not_active'
  | 'account_has_positions'
  | 'account_has_money'
  | 'account_is_strategy'
  | 'account_limit_reached'
  | 'platform_unavailable'
  | 'platform_refused';
type LeverageCode =
  | 'account_not_active'
  | 'leverage_not_offered'
  | 'leverage_has_positions'
  | 'leverage_changing'
  | 'platform_unavailable'
  | 'platform_refused';

interface ChangeContext<Code extends string> {
  readonly now: Date;
  readonly sql: Sql;
  readonly transact: Transact;
  readonly tellIn: (sql: Sql, event: Event) => Promise<void>;
  readonly client: ClientIdentity;
  readonly settings: Settings;
  readonly refuse: (code: Code, detail?: RefusalDetail) => never;
}

interface Hands<Code extends string> {
  readonly app: ChangeNeeds;
  readonly context: ChangeContext<Code>;
}

/** The topics of the jobs that make the platform follow when the process died before it did. */
export const accessTopic = 'accounts.access';
export const leverageTopic = 'accounts.leverage';
/** The call itself comes first; the job only where it did not come through. */
const jobDelayMs = 20 * secondMs;

/** The account with the leverages that its client may choose (document 3 §3). */
export function detailsOf(account: TradingAccount, profile: LeverageState, shown: Account) {
  return { ...shown, _embedded: { leverageList: { data: [...leveragesOf(account, profile)] } } };
}

/**
 * Archives or restores. Our row is the decision and is committed first; the platform's access follows, now or by the job,
 * and asking it twice does no harm.
 */
export async function changeAccountStatus(
  change: { readonly account: TradingAccount; readonly status: number },
  { app, context }: Hands<ChangeCode>,
): Promise<TradingAccount> {
  const { account } = change;
  const platform = app.platforms[account.platform];
  const number = account.number;
  const to = change.status === statusNumbers.archived ? 'archived' : 'active';
  if (account.status === to) return account;
  if (to === 'archived') {
    requireActive(account, context);
    const verdict = mayArchive(account, await askAccount(platform, number, context));
    if (!verdict.ok) return context.refuse(verdict.code);
  } else if (account.status !== 'archived') return context.refuse('account_not_active');
  await context.transact(async (sql) => {
    // Whether one more may be opened is counted and told anew: one change of a client's accounts at a time.
    await growClientVersion(sql, context.client.id);
    // Whoever follows it is told first, and the desk looks at it: a strategy is closed on its own page.
    if (to === 'archived' && (await app.strategies.isStrategyOn(sql, number))) return context.refuse('account_is_strategy');
    const isChanged = await changeStatus(sql, { number, from: account.status, to, at: context.now });
    if (!isChanged) return context.refuse('account_not_active');
    if (to === 'active' && (await isBeyondLimit(sql, account, context.settings))) return context.refuse('account_limit_reached');
    await recordAudit(sql, audit(account, context, to === 'archived' ? 'accounts.archive' : 'accounts.restore'));
    await context.tellIn(sql, { topic: accessTopic, payload: { number }, dueAt: after(context.now, jobDelayMs) });
  });
  await setAccess(platform, { ...account, status: to }, context.sql);
  return { ...account, status: to };
}

/** Before the platform is asked: it does not know of an account that is still being opened. */
function requireActive(account: TradingAccount, context: { readonly refuse: (code: 'account_not_active') => never }): void {
  if (account.status !== 'active') context.refuse('account_not_active');
}

/** A restored account counts like a new one. */
async function isBeyondLimit(sql: Sql, account: TradingAccount, settings: Settings): Promise<boolean> {
  const count = await countAccounts(sql, { clientId: account.clientId, isDemo: account.isDemo, typeName: account.type.name });
  return (
    count.all > (account.isDemo ? settings.accounts.maxDemo : settings.accounts.maxLive) ||
    count.ofType > account.type.maxAccounts
  );
}

/**
 * Makes the platform's access what our rows say: what they came to say while the platform was asked is asked for too, so that a slow
 * answer never leaves an account more than it may be. An unknown outcome is simply asked again.
 */
export async function setAccess(platform: Pick<Platform, 'changeAccess'>, account: TradingAccount, sql: Sql): Promise<boolean> {
  for (let count = 0; count < mostSettings; count += 1) {
    const access = await accessNow(sql, account);
    const answer = await platform.changeAccess(account.number, access);
    if (answer.outcome !== 'done') return false;
    if ((await accessNow(sql, account)) === access) return true;
  }
  return false;
}
const mostSettings = 3;

async function accessNow(sql: Sql, { number, status }: Pick<TradingAccount, 'number' | 'status'>) {
  const now = (await accountOf(sql, number))?.status ?? status;
  return now === 'active' ? await wantedAccess(sql, number) : 'closed';
}

/**
 * Changes the leverage on the platform, where nothing may be open meanwhile: the account is claimed first, which keeps
 * orders out, and then its positions are looked at. An answer that did not come leaves it pending, and the job finds out.
 */
export async function changeAccountLeverage(
  change: { readonly account: TradingAccount; readonly leverage: number },
  { app, context }: Hands<LeverageCode>,
): Promise<TradingAccount> {
  const { account, leverage } = change;
  const platform = app.platforms[account.platform];
  requireActive(account, context);
  const { hasPositions } = await askAccount(platform, account.number, context);
  const { type, isDemo, status } = account;
  const verdict = mayChangeLeverage({ type, isDemo, status, client: context.client.profile, leverage, hasPositions });
  if (!verdict.ok) return context.refuse(verdict.code, verdict);
  await context.transact(async (sql) => {
    if (!(await wantLeverage(sql, account.number, leverage))) return context.refuse('leverage_changing', { field: 'leverage' });
    if (await app.orders.hasOpeningOnWay(sql, account.number))
      return context.refuse('leverage_has_positions', { field: 'leverage' });
    await recordAudit(sql, {
      ...audit(account, context, 'accounts.change_leverage'),
      detail: { from: account.leverage, to: leverage },
    });
    await context.tellIn(sql, {
      topic: leverageTopic,
      payload: { number: account.number },
      dueAt: after(context.now, jobDelayMs),
    });
  });
  const outcome = await applyWantedLeverage(platform, { number: account.number, leverage }, context.sql);
  if (outcome === 'has_positions') return context.refuse('leverage_has_positions', { field: 'leverage' });
  if (outcome === 'refused') return context.refuse('platform_refused');
  return (await accountOf(context.sql, account.number)) ?? account;
}

/**
 * Asks for the leverage that the account is claimed for, and keeps the answer. Setting it twice is the same as once, so that
 * unknown is asked again by the job. What was opened just before the claim is seen here and nowhere before.
 */
export async function applyWantedLeverage(
  platform: Pick<Platform, 'changeLeverage' | 'positions'>,
  wanted: { readonly number: AccountNumber; readonly leverage: number },
  sql: Sql,
): Promise<'settled' | 'refused' | 'has_positions' | 'unknown'> {
  const open = await platform.positions(wanted.number);
  if (open.outcome !== 'done') return 'unknown';
  if (open.positions.length > 0) {
    await applyLeverage(sql, wanted.number, { leverage: wanted.leverage, taken: false });
    return 'has_positions';
  }
  const answer = await platform.changeLeverage(wanted.number, wanted.leverage);
  if (answer.outcome === 'unknown' || (answer.outcome === 'refused' && isPassing(answer.code))) return 'unknown';
  await applyLeverage(sql, wanted.number, { leverage: wanted.leverage, taken: answer.outcome === 'done' });
  return answer.outcome === 'done' ? 'settled' : 'refused';
}

/** What is on the account at this moment: what may be done depends on it, so that an old snapshot will not do. */
async function askAccount(
  platform: Pick<Platform, 'account' | 'positions'>,
  number: number,
  context: { readonly sql: Sql; readonly refuse: (code: 'platform_unavailable') => never },
): Promise<PlatformAccount & { readonly hasPositions: boolean }> {
  const [told, open] = await Promise.all([platform.account(number), platform.positions(number)]);
  if (told.outcome !== 'done' || open.outcome !== 'done') return context.refuse('platform_unavailable');
  await keepSnapshot(context.sql, told.account);
  return { ...told.account, hasPositions: open.positions.length > 0 };
}

function audit(account: TradingAccount, context: { readonly now: Date; readonly client: ClientIdentity }, action: string) {
  return {
    actor: { kind: 'client' as const, id: String(context.client.id) },
    action,
    subject: `account:${account.number}`,
    clientId: context.client.id,
    at: context.now,
  };
}
