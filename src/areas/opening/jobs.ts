import { randomInt } from 'node:crypto';
import { isCopied } from '../../law/accountTypes.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { accountOf, type TradingAccount } from '../accounts/face.ts';
import { notify } from '../notices/face.ts';
import { openingNotices } from './notices.ts';
import { activate, firstSnapshot, fundDemo, giveUp, openingTopic, openOnPlatform, type Opened, type Platforms } from './open.ts';
import { newTradingPassword } from './rules.ts';
import { ownerOf } from './store.ts';
import { finishTopUp, topUpTopic } from './topUp.ts';

export interface Needs {
  readonly platforms: Platforms;
}

/** Finishes openings and top-ups whose call died or was left without an answer. */
export function jobs(app: Needs, pick: (below: number) => number = (below) => randomInt(below)): Jobs {
  return {
    on: {
      [openingTopic]: async (event, context) => {
        const number = event.payload['number'];
        if (typeof number !== 'number') throw new Error(`the event ${event.id} names no account`);
        const account = await accountOf(context.sql, number);
        if (account?.status === 'opening') await finish(account, { app, context, pick });
      },
      [topUpTopic]: async (event, context) => finishTopUp(app, event.payload, context),
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
  const gift = await fundDemo(hands, account);
  if (gift?.outcome === 'pending') throw new Error(`the play money of ${account.number} is not there yet`);
  const finished = [opened.finished, gift?.outcome === 'done' ? gift.finished : undefined];
  await firstSnapshot(platform, context.sql, account.number);
  const { settings, now } = context;
  await context.transact(async (sql) => activate(sql, { account, settings, now, isShown: false, finished }));
  await context.stale(account.clientId, ['accounts', 'dashboard', 'client_info']);
}

/** It is looked for first, and opened anew only when it is not there. Its new passwords are nobody's: the client sets one later. */
async function openAgain(account: TradingAccount, hands: Hands): Promise<Opened> {
  const { context, pick } = hands;
  const owner = await ownerOf(context.sql, account.clientId);
  const rule = context.settings.platform.passwords[account.platform];
  const passwords = { main: newTradingPassword(rule, pick), investor: newTradingPassword(rule, pick) };
  return openOnPlatform(hands, { account, owner, passwords });
}

async function reportFailure(account: TradingAccount, code: string, context: JobContext): Promise<void> {
  await context.transact(async (sql) => {
    await giveUp(sql, { account, code, now: context.now });
    if (isCopied(account.type)) return;
    await notify(sql, {
      clientId: account.clientId,
      notice: openingNotices.account_not_opened,
      values: { number: String(account.number) },
      key: `account:${account.number}:failed`,
      now: context.now,
    });
  });
  await context.stale(account.clientId, ['accounts', 'dashboard']);
}
