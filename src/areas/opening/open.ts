import { after, hourMs } from '../../base/time.ts';
import type { Sql } from '../../base/sql.ts';
import { shownName } from '../../law/accountTypes.ts';
import { serverName, type PlatformKey } from '../../law/platforms.ts';
import type { Settings } from '../../settings/index.ts';
import { isPassing, type Platform } from '../../ports/platform/port.ts';
import { changeStatus, keepSnapshot, type TradingAccount } from '../accounts/face.ts';
import { notify } from '../notices/face.ts';
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
  | { readonly outcome: 'opened' }
  /** Somebody else's account has this login: another one is to be chosen. */
  | { readonly outcome: 'taken' }
  /** Nothing has happened. */
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'refused'; readonly code: string }
  /** It may or may not stand there: the job finds out. */
  | { readonly outcome: 'unknown' };

/** How often one call asks before it leaves the rest to the job. */
const mostTries = 2;

interface Opening {
  readonly account: TradingAccount;
  readonly owner: Owner;
  readonly passwords: Passwords;
}

/**
 * Opens the account under its login. The login is ours and was never used, so after an answer that did not come
 * "exists" can only mean our own earlier try, which carried the same passwords.
 */
export async function openOnPlatform(
  platform: Pick<Platform, 'openAccount'>,
  { account, owner, passwords }: Opening,
): Promise<Opened> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const answer = await platform.openAccount({
      login: account.number,
      group: account.groupName,
      name: owner.name,
      leverage: account.leverage,
      passwordMain: passwords.main,
      passwordInvestor: passwords.investor,
      email: owner.email,
      country: owner.country,
    });
    if (answer.outcome === 'done') return { outcome: 'opened' };
    if (answer.outcome === 'refused') {
      if (answer.code === 'exists') return { outcome: tries === 0 ? 'taken' : 'opened' };
      if (isPassing(answer.code)) return { outcome: tries === 0 ? 'unavailable' : 'unknown' };
      return { outcome: 'refused', code: answer.code };
    }
  }
  return { outcome: 'unknown' };
}

/**
 * Gives a demo account its play money. The platform is asked for our tag first when an earlier try may have come
 * through. True when it is there.
 */
export async function fundDemo(
  platform: Pick<Platform, 'balanceOperation' | 'findByTag'>,
  account: TradingAccount,
  { mayBeThere }: { readonly mayBeThere: boolean },
): Promise<boolean> {
  if (account.demoBalance === undefined) return true;
  const tag = `o${account.number}`;
  const gift = { kind: 'balance', amount: account.demoBalance } as const;
  const isThere = async (): Promise<boolean | undefined> => {
    const since = after(account.openedAt, -hourMs);
    const found = await platform.findByTag({ login: account.number, tag, since, expected: gift });
    return found.outcome === 'done' ? found.deals.length > 0 : undefined;
  };
  if (mayBeThere) {
    const found = await isThere();
    if (found !== false) return found ?? false;
  }
  const answer = await platform.balanceOperation({
    ...gift,
    login: account.number,
    currency: account.currency,
    tag,
  });
  if (answer.outcome === 'unknown') return (await isThere()) ?? false;
  return answer.outcome === 'done';
}

interface Finish {
  readonly account: TradingAccount;
  readonly settings: Settings;
  readonly now: Date;
  /** False when the client has not been shown the passwords, because the call that made them died. */
  readonly isShown: boolean;
}

/** The last step, in the caller's transaction: the account is open, and its client is told. False when it was already. */
export async function activate(sql: Sql, { account, settings, now, isShown }: Finish): Promise<boolean> {
  if (!(await changeStatus(sql, { number: account.number, from: 'opening', to: 'active', at: now }))) return false;
  await notify(sql, {
    clientId: account.clientId,
    type: isShown ? 'account_opened' : 'account_opened_late',
    level: 'success',
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
    mail: true,
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
