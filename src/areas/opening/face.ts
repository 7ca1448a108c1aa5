import { randomInt } from 'node:crypto';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { AccountType } from '../../law/accountTypes.ts';
import type { Currency } from '../../base/currency.ts';
import { defaultLeverageFor, type LeverageState } from '../../law/leverage.ts';
import { loginRange } from '../../law/numbers.ts';
import { platformGroup } from '../../law/platformGroups.ts';
import { after, secondMs } from '../../base/time.ts';
import type { Settings } from '../../settings/index.ts';
import type { Event } from '../../protocol/call.ts';
import { accountOf, insertAccount, takeLogin, type TradingAccount } from '../accounts/face.ts';
import { carryOut, claim, type Claimed, type Outcome, type Parts } from '../platformOperations/face.ts';
import { activate, firstSnapshot, giveUp, openingFor, openingTopic, openOnPlatform, type OpeningParts } from './open.ts';
import { newTradingPassword } from './rules.ts';
import { lockOwner, ownerOf, type Owner } from './store.ts';

export type { Platforms } from './open.ts';

/** Longer than the call may take: until then the work is the call's. */
const jobDelayMs = 60 * secondMs;

/** An account that is opened for somebody who will not trade on it. */
export interface CopiedOrder {
  readonly clientId: ClientId;
  readonly profile: LeverageState;
  readonly type: AccountType;
  readonly currency: Currency;
  readonly name: string;
}

export interface IntendedOpening {
  readonly account: TradingAccount;
  readonly owner: Owner;
  readonly claimed: Claimed;
}

type Intending = Parameters<typeof claim>[0] & {
  readonly now: Date;
  readonly tellIn: (sql: Sql, event: Event) => Promise<void>;
};

/** Writes the intention to open it, in the caller's transaction, under the lock of the client's row. */
export async function intendCopied(sql: Sql, order: CopiedOrder, context: Intending): Promise<IntendedOpening> {
  const { clientId, profile, type, currency, name } = order;
  const { now } = context;
  const { company } = profile;
  const owner = await lockOwner(sql, clientId);
  const number = await takeLogin(sql, loginRange({ platform: type.platform, company, isDemo: false }));
  if (number === undefined) throw new Error(`the logins for live accounts of company ${company} on ${type.platform} are used up`);
  await insertAccount(sql, {
    number,
    clientId,
    companyId: company,
    isDemo: false,
    type,
    currency,
    leverage: defaultLeverageFor(type, profile),
    swapFree: false,
    groupName: platformGroup({ client: profile, type, currency, isSwapFree: false, isDemo: false }),
    name,
    openedAt: now,
  });
  await context.tellIn(sql, {
    topic: openingTopic,
    key: `opening:${number}`,
    payload: { number },
    dueAt: after(now, jobDelayMs),
  });
  const account = await accountOf(sql, number);
  const claimed = account && (await claim(context, openingFor(account), sql));
  if (!account || !claimed) throw new Error(`account ${number} is not there after it was written, or its opening was before it`);
  return { account, owner, claimed };
}

/** What an opening has come to; `unknown` is finished by the job. */
export type CopiedOpened = 'opened' | 'unknown' | 'unavailable' | 'refused';

/** Opens it on the platform, with passwords that nobody is told. */
export async function openCopied(parts: OpeningParts, { account, owner, claimed }: IntendedOpening): Promise<CopiedOpened> {
  const { app, context } = parts;
  const { settings, now } = context;
  const rule = settings.platform.passwords[account.platform];
  const pick = (below: number): number => randomInt(below);
  const passwords = { main: newTradingPassword(rule, pick), investor: newTradingPassword(rule, pick) };
  const opened = await openOnPlatform(parts, { account, owner, passwords, claimed });
  if (opened.outcome === 'unknown') return 'unknown';
  if (opened.outcome === 'opened') {
    await firstSnapshot(app.platforms[account.platform], context.sql, account.number);
    const finished = [opened.finished];
    await context.transact(async (sql) => activate(sql, { account, settings, now, isShown: true, finished }));
    return 'opened';
  }
  await context.transact(async (sql) => giveUp(sql, { account, code: opened.outcome, now }));
  // Another login is taken where one asks again.
  return opened.outcome === 'refused' ? 'refused' : 'unavailable';
}

interface UnaskedParts extends Omit<Parts, 'settings'> {
  readonly settings: Settings;
  /** A whole number from zero up to, and without, its argument; passwords are made of it. */
  readonly pick: (below: number) => number;
}

/** Has the platform open an account that is written down already. Its passwords are nobody's: the client sets one later. */
export async function openUnasked(parts: UnaskedParts, account: TradingAccount): Promise<Outcome> {
  const { pick, ...asking } = parts;
  const owner = await ownerOf(asking.sql, account.clientId);
  const rule = asking.settings.platform.passwords[account.platform];
  const opening = {
    group: account.groupName,
    name: owner.name,
    leverage: account.leverage,
    passwordMain: newTradingPassword(rule, pick),
    passwordInvestor: newTradingPassword(rule, pick),
    email: owner.email,
    country: owner.country,
  };
  return carryOut(asking, { ...openingFor(account), opening });
}
