import type { Sql, Transact } from '../../base/sql.ts';
import { isCopied, shownName } from '../../law/accountTypes.ts';
import { serverName, type PlatformKey } from '../../law/platforms.ts';
import type { Settings } from '../../settings/index.ts';
import type { Platform } from '../../ports/platform/port.ts';
import { changeStatus, keepSnapshot, type TradingAccount } from '../accounts/face.ts';
import { notify } from '../notices/face.ts';
import {
  carryOn,
  carryOut,
  finishOperation,
  giveUpIdle,
  type Claimed,
  type Finished,
  type Outcome,
} from '../platformOperations/face.ts';
import { track } from '../tracking/face.ts';
import { openingNotices } from './notices.ts';
import type { Owner } from './store.ts';

/** The topic of the job that finishes an opening whose call could not. */
export const openingTopic = 'opening.finish';

export type Platforms = Readonly<Record<PlatformKey, Platform>>;

export interface Passwords {
  readonly main: string;
  readonly investor: string;
}

export type Opened =
  /** It stands on the platform, under these passwords. */
  | { readonly outcome: 'opened'; readonly finished?: Finished | undefined }
  /** Somebody else's account has this login: another one is to be chosen. */
  | { readonly outcome: 'taken' }
  /** Nothing has happened. */
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'refused'; readonly code: string }
  /** It may or may not stand there: the job finds out. */
  | { readonly outcome: 'unknown' };

/** What asking a platform for an opening takes: a call's or a job's. */
export interface OpeningParts {
  readonly app: { readonly platforms: Platforms };
  readonly context: { readonly sql: Sql; readonly transact: Transact; readonly now: Date; readonly settings: Settings };
}

const partsOf = ({ app, context }: OpeningParts, account: TradingAccount) => ({
  ...context,
  platform: app.platforms[account.platform],
});

/** The operation that an account is opened by: its login is ours and was never used. */
export function openingFor({ number, clientId, companyId, platform }: TradingAccount) {
  const of = { subject: `account:${number}`, platform, login: number, clientId, companyId } as const;
  return { ...of, tag: `a${number}`, purpose: 'opening', kind: 'open_account' } as const;
}

interface Opening {
  readonly account: TradingAccount;
  readonly owner: Owner;
  readonly passwords: Passwords;
  /** Of who has just written the intention. */
  readonly claimed?: Claimed;
}

/**
 * Opens the account under its login. The intention was committed before, so after an answer that did not come "exists" can only
 * mean our own earlier try, which within one call carried the same passwords.
 */
export async function openOnPlatform(parts: OpeningParts, { account, owner, passwords, claimed }: Opening): Promise<Opened> {
  const opening = {
    group: account.groupName,
    name: owner.name,
    leverage: account.leverage,
    passwordMain: passwords.main,
    passwordInvestor: passwords.investor,
    email: owner.email,
    country: owner.country,
  };
  const operation = { ...openingFor(account), opening };
  const asking = partsOf(parts, account);
  const outcome = await (claimed ? carryOn(asking, operation, claimed) : carryOut(asking, operation));
  if (outcome.outcome === 'done') return { outcome: 'opened', finished: outcome.finished };
  if (outcome.outcome === 'refused')
    return outcome.code === 'exists' ? { outcome: 'taken' } : { outcome: 'refused', code: outcome.code };
  return { outcome: (await giveUpIdle(parts.context.sql, operation.tag)) ? 'unavailable' : 'unknown' };
}

/** Gives a demo account its play money; undefined where it gets none. */
export async function fundDemo(parts: OpeningParts, account: TradingAccount): Promise<Outcome | undefined> {
  const { demoBalance: amount, currency, number } = account;
  if (amount === undefined) return undefined;
  const operation = { ...openingFor(account), tag: `o${number}`, kind: 'balance', amount, currency } as const;
  return carryOut(partsOf(parts, account), operation);
}

interface Finish {
  readonly account: TradingAccount;
  readonly settings: Settings;
  readonly now: Date;
  /** False when the client has not been shown the passwords, because the call that made them died. */
  readonly isShown: boolean;
  /** What the platform has done and nobody has written down yet. */
  readonly finished: readonly (Finished | undefined)[];
}

/** The last step, in the caller's transaction: the account is open, and its client is told. False when it was already. */
export async function activate(sql: Sql, { account, settings, now, isShown, finished }: Finish): Promise<boolean> {
  for (const one of finished) if (one) await finishOperation(sql, one);
  if (!(await changeStatus(sql, { number: account.number, from: 'opening', to: 'active', at: now }))) return false;
  // Who follows a strategy is told of that.
  if (isCopied(account.type)) return true;
  if (!account.isDemo) await track(sql, { client: account.clientId, name: 'tradingAccountOpened', at: now });
  await notify(sql, {
    clientId: account.clientId,
    notice: isShown ? openingNotices.account_opened : openingNotices.account_opened_late,
    values: {
      number: String(account.number),
      title: shownName(account.type),
      server: serverName({ brandName: settings.brand.name, platform: account.platform, isDemo: account.isDemo }),
      // Play money is not deposited.
      kind: account.isDemo ? 'demo' : 'live',
    },
    key: `account:${account.number}:opened`,
    now,
    typeGroup: account.isDemo ? 'demo' : 'live',
    accountType: account.type.name,
  });
  return true;
}

/** The opening has come to nothing. */
export async function giveUp(
  sql: Sql,
  { account, code, now }: { readonly account: TradingAccount; readonly code: string; readonly now: Date },
): Promise<void> {
  await changeStatus(sql, { number: account.number, from: 'opening', to: 'failed', at: now, detail: { code } });
}

/** The first amounts, so that the list shows them at once. Without an answer the next sweep brings them. */
export async function firstSnapshot(platform: Pick<Platform, 'account'>, sql: Sql, number: number): Promise<void> {
  const answer = await platform.account(number);
  if (answer.outcome === 'done') await keepSnapshot(sql, answer.account);
}
