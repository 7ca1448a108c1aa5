import { randomInt } from 'node:crypto';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { accountOf, countAttempt, type TradingAccount } from '../accounts/face.ts';
import { notify } from '../notices/face.ts';
import { activate, firstSnapshot, fundDemo, giveUp, openingTopic, openOnPlatform, type Opened, type Platforms } from './open.ts';
import { newTradingPassword } from './rules.ts';
import { ownerOf } from './store.ts';

export interface Needs {
  readonly platforms: Platforms;
}

/** Finishes openings whose call died or was left without an answer. */
export function jobs(app: Needs, pick: (below: number) => number = (below) => randomInt(below)): Jobs {
  return {
    on: {
      [openingTopic]: async (event, context) => {
        const number = event.payload['number'];
        if (typeof number !== 'number') throw new Error(`the event ${event.id} names no account`);
        const account = await accountOf(context.sql, number);
        if (account?.status === 'opening') await finish(account, { app, context, pick });
      },
    },
  };
}

interface Hands {
  readonly app: Needs;
  readonly context: JobContext;
  readonly pick: (below: number) => number;
}

async function finish(account: TradingAccount, hands: Hands): Promise<void> {
  const { app, context } = hands;
  const platform = app.platforms[account.platform];
  const opened = await openAgain(account, hands);
  if (opened.outcome === 'refused') return reportFailure(account, opened.code, context);
  if (opened.outcome !== 'opened') throw new Error(`the opening of ${account.number} is still ${opened.outcome}`);
  if (!(await fundDemo(platform, account, { mayBeThere: true })))
    throw new Error(`the play money of ${account.number} is not there yet`);
  await firstSnapshot(platform, context.sql, account.number);
  await context.transact(async (sql) => activate(sql, { account, settings: context.settings, now: context.now, isShown: false }));
  await context.stale(account.clientId, ['accounts', 'dashboard', 'client_info']);
}

/** Looks first; asks again only when the account is not there. Its new passwords are nobody's: the client sets one later. */
async function openAgain(account: TradingAccount, { app, context, pick }: Hands): Promise<Opened> {
  const platform = app.platforms[account.platform];
  const found = await platform.account(account.number);
  if (found.outcome === 'done') return { outcome: 'opened' };
  if (found.outcome === 'unknown' || found.code !== 'not_found') return { outcome: 'unknown' };
  await countAttempt(context.sql, account.number);
  const owner = await ownerOf(context.sql, account.clientId);
  const rule = context.settings.platform.passwords[account.platform];
  const passwords = { main: newTradingPassword(rule, pick), investor: newTradingPassword(rule, pick) };
  const opened = await openOnPlatform(platform, { account, owner, passwords });
  // The intention was committed and asked for before, so an account under this login is ours.
  return opened.outcome === 'taken' ? { outcome: 'opened' } : opened;
}

async function reportFailure(account: TradingAccount, code: string, context: JobContext): Promise<void> {
  await context.transact(async (sql) => {
    await giveUp(sql, { account, code, now: context.now });
    await notify(sql, {
      clientId: account.clientId,
      type: 'account_not_opened',
      level: 'error',
      values: { number: String(account.number) },
      key: `account:${account.number}:failed`,
      now: context.now,
    });
  });
  await context.stale(account.clientId, ['accounts', 'dashboard']);
}
