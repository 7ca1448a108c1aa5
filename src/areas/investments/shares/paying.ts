import type { Sql } from '../../../base/sql.ts';
import { money } from '../../../base/money.ts';
import { after, minuteMs } from '../../../base/time.ts';
import { amountSaid } from '../../../base/wording.ts';
import { post } from '../../../ledger/book.ts';
import * as chart from '../../../ledger/chart.ts';
import type { Movement } from '../../../ledger/entries.ts';
import { staleLine } from '../../../protocol/topics.ts';
import type { Settings } from '../../../settings/index.ts';
import { ensureWallet } from '../../fundingAccounts/face.ts';
import { notify } from '../../notices/face.ts';
import { leavable, type EngineNeeds } from '../../payments/face.ts';
import { carryOut, finishOperation, type Finished, type Outcome } from '../../platformOperations/face.ts';
import type { Booking } from '../flows.ts';
import { investmentsNotices } from '../notices.ts';
import { markAfterShare } from '../rules.ts';
import { lockInvestment, writeShares } from '../store.ts';
import { isHeld } from './holding.ts';
import { askShareAgain, lockShare, lowerShare, markPaid, markTaken, shareById, type Share } from './rows.ts';

/*
 * A share goes in two commits, each client's side a movement of its own: it has left the follower's account once the platform says so,
 * and is on its way (account `clearing`, or `intercompany` to another company's provider) until the provider has it. Whoever dies
 * between leaves a row that says how far it is.
 */

export interface Paying {
  readonly app: Pick<EngineNeeds, 'platforms' | 'clock' | 'monotonicMs' | 'lookEverySeconds'>;
  readonly run: Booking & { readonly sql: Sql; readonly settings: Settings };
  /** Nothing is open on the account, which is to be closed: what is not there any more is asked of nobody. */
  readonly isClosing?: boolean;
}

/** What the platform refused is asked for again so much later. */
const againMs = 2 * minuteMs;

/** Takes a share out of the follower's account and hands it to the provider, or goes on from where that stands. True once it has ended. */
export async function payShare(hands: Paying, id: number): Promise<boolean> {
  const share = await shareById(hands.run.sql, id);
  if (share?.state === 'asked' && !(await take(hands, share))) return false;
  return handOver(hands, id);
}

/** True when it has left the account, or has ended. */
async function take(hands: Paying, share: Share): Promise<boolean> {
  const { run } = hands;
  const outcome = await ask(hands, share);
  if (outcome.outcome === 'pending') return false;
  if (outcome.outcome === 'refused') {
    await askLater(hands, share);
    return false;
  }
  await run.transact(async (sql) => {
    const investment = await lockInvestment(sql, share.investmentId);
    const locked = await lockShare(sql, share.id);
    if (!investment || locked?.state !== 'asked' || locked.tag !== share.tag) return;
    await postTaken(sql, { share: locked, at: run.now, finished: outcome.finished });
    await markTaken(sql, share.id, run.now);
    if (share.occasion === 'withdrawal') return;
    const { equity, highWater, amount: paid } = locked;
    // Money that came since is above the mark as it is: only what was shared is added.
    const raised = markAfterShare({ equity, highWater, paid }) - highWater;
    await writeShares(sql, investment.id, { ...investment, highWater: investment.highWater + raised });
  });
  return true;
}

async function ask({ app, run }: Paying, share: Share): Promise<Outcome> {
  const { tag, platform: key, number: login, followerId: clientId, companyId, currency, amount } = share;
  if (tag === null) throw new Error(`the share ${share.id} has no name at its platform`);
  const { sql, transact, settings, now } = run;
  const { monotonicMs, lookEverySeconds } = app;
  const parts = { sql, transact, settings, now, platform: app.platforms[key], monotonicMs, lookEverySeconds };
  const facts = { purpose: 'share', subject: `share:${share.id}`, platform: key, login, clientId, companyId } as const;
  const mayNot = async (): Promise<string | undefined> => {
    if (await isHeld(sql, { client: clientId, side: 'pays' })) return 'account_under_review';
    const left = await leavable(app, sql, { platform: key, number: login, clientId, companyId, currency });
    if (left.outcome === 'unknown') return 'not_connected';
    if (left.outcome !== 'done') return left.outcome === 'shut' ? 'account_under_review' : 'not_found';
    return left.minor < amount ? 'not_enough_money' : undefined;
  };
  return carryOut(parts, { ...facts, tag, kind: 'balance', amount: -amount, currency }, { mayNot });
}

/** Nothing of it has happened: it is put off, and of an account that is closed only what is there is asked for. */
async function askLater({ app, run, isClosing = false }: Paying, share: Share): Promise<void> {
  const { id, tag, platform, number, followerId: clientId, companyId, currency, amount } = share;
  const left = isClosing ? await leavable(app, run.sql, { platform, number, clientId, companyId, currency }) : undefined;
  if (left?.outcome === 'done' && left.excess === 0n && left.minor < amount)
    return lowerShare(run.sql, { id, tag, to: left.minor, at: run.now });
  return askShareAgain(run.sql, { id, tag, notBefore: after(run.now, againMs) });
}

interface Taken {
  readonly share: Share;
  readonly at: Date;
  readonly finished: Finished | undefined;
}

async function postTaken(sql: Sql, { share, at, finished }: Taken): Promise<void> {
  const { id, currency, amount: minor, followerId: clientId } = share;
  await postOne(sql, takenMovement(share, at), share);
  if (finished) await finishOperation(sql, finished);
  await notify(sql, {
    clientId,
    notice: investmentsNotices.share_paid,
    values: { amount: amountSaid(money(minor, currency)), name: share.strategyName, investment: share.investmentId },
    key: `share:${id}:paid`,
    now: at,
  });
}

/** It has left the follower's account. */
export function takenMovement(share: Share, at: Date): Movement {
  const { id, number, currency, amount: minor, companyId: company, followerId: clientId } = share;
  const from = chart.trading({ company, clientId }, currency, number);
  return { key: `share_paid:${id}`, kind: 'share_paid', legs: [{ from, to: betweenOf(share, 'follower'), minor }], at };
}

/** The provider has it. */
export function receivedMovement(share: Share, at: Date): Movement {
  const { id, providerId: clientId, providerCompany: company, currency, amount: minor } = share;
  const to = chart.wallet({ company, clientId }, currency);
  return { key: `share_received:${id}`, kind: 'share_received', legs: [{ from: betweenOf(share, 'provider'), to, minor }], at };
}

/** Where it stands on its way. From one company to another each has a book of its own. */
function betweenOf({ companyId, providerCompany, currency }: Share, side: 'follower' | 'provider'): chart.Account {
  if (companyId === providerCompany) return chart.clearing(companyId, currency);
  return side === 'follower'
    ? chart.intercompany(companyId, currency, providerCompany)
    : chart.intercompany(providerCompany, currency, companyId);
}

async function postOne(sql: Sql, movement: Movement, { id, followerId }: Share): Promise<void> {
  const posted = await post(sql, {
    movement,
    audit: {
      actor: { kind: 'system', id: 'investments' },
      action: movement.kind === 'share_paid' ? 'share.taken' : 'share.received',
      subject: `share:${id}`,
      clientId: followerId,
    },
  });
  if (posted.outcome === 'refused') throw new Error(`the ledger would not take ${movement.key}: ${posted.code}`);
}

async function handOver({ run }: Paying, id: number): Promise<boolean> {
  return run.transact(async (sql) => {
    const share = await lockShare(sql, id);
    if (share?.state !== 'taken') return share === undefined || share.state === 'paid' || share.state === 'nothing';
    const { providerId: clientId, providerCompany: companyId, followerId, currency, strategyId } = share;
    if (await isHeld(sql, { client: clientId, side: 'gets' })) return false;
    await ensureWallet(sql, { clientId, companyId, currency, now: run.now });
    await postOne(sql, receivedMovement(share, run.now), share);
    await markPaid(sql, id, run.now);
    // A thousand may follow: told once a day, and each of them stands in the list.
    await notify(sql, {
      clientId,
      notice: investmentsNotices.shares_received,
      values: { name: share.strategyName },
      key: `shares:${strategyId}:${run.now.toISOString().slice(0, 10)}`,
      now: run.now,
    });
    await run.tellIn(sql, { ...staleLine(['strategies', 'accounts', 'transfers']), clientId: followerId });
    await run.tellIn(sql, { ...staleLine(['strategies', 'wallets', 'dashboard']), clientId });
    return true;
  });
}
