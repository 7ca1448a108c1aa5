import { formatMinor, money } from '../../base/money.ts';
import { amountSaid } from '../../base/wording.ts';
import type { JobContext } from '../../protocol/call.ts';
import { accessTopic, accountOf, changeStatus, keepSnapshot, type TradingAccount } from '../accounts/face.ts';
import { ensureWallet, fundingAccountOf } from '../fundingAccounts/face.ts';
import { notify } from '../notices/face.ts';
import { leavable, readAmount, sendToWallet } from '../payments/face.ts';
import { bookFlows, noteFlow, waitingFlows } from './flows.ts';
import { moveNoted, mustBe, note, type MoneyContext, type Needs } from './following.ts';
import { investmentsNotices } from './notices.ts';
import { withdrawalShare } from './rules.ts';
import { decideClosure } from './shares/deciding.ts';
import { payShare } from './shares/paying.ts';
import { isHeld } from './shares/holding.ts';
import { hasOpenShare, openShares } from './shares/rows.ts';
import { changeInvestment, investmentById, lockInvestment, strategyNames, type Investment } from './store.ts';

/**
 * Takes money out of an investment: the provider's share of what of the profit leaves stays on the account until it is taken for it, and
 * the rest goes into the wallet of its currency, by the way that all payments go.
 */
export async function takeOut(
  app: Needs,
  ctx: MoneyContext,
  { investment: { id }, amount: typed }: { readonly investment: Investment; readonly amount: string },
) {
  await bookFlows(ctx.sql, id, ctx);
  const investment = await mustBe(ctx.sql, id);
  const account = await mustHaveAccount(investment, ctx);
  const out = await planOut(app, ctx, { investment, account, typed });
  const wallet = await ctx.transact((sql) => ensureWallet(sql, walletOrder(account, ctx.now)));
  const transfer = await moveNoted(app, ctx, {
    from: account.number,
    to: wallet.number,
    copied: 'from',
    amount: formatMinor(out.gross - out.share, account.currency),
    accept: (remittanceId) => note(ctx, { ...out, remittanceId, investmentId: id, direction: 'out' }),
  });
  await bookFlows(ctx.sql, id, ctx);
  return { investment: await mustBe(ctx.sql, id), transfer };
}

interface Asked extends Ending {
  readonly typed: string;
}

/** What leaves, and what of it is the provider's, by what the account is worth now. */
async function planOut(app: Needs, ctx: MoneyContext, { investment, account, typed }: Asked) {
  const { currency } = account;
  const amount = readAmount(typed, currency);
  if (!amount.ok) return ctx.refuse(amount.code, amount);
  const gross = amount.value.minor;
  const left = await leavable(app, ctx.sql, account);
  if (left.outcome === 'shut') return ctx.refuse('account_under_review', { field: 'amount' });
  if (left.outcome !== 'done') return ctx.refuse('platform_unavailable');
  if (left.minor < gross)
    return ctx.refuse('not_enough_money', { field: 'amount', values: { available: amountSaid(money(left.minor, currency)) } });
  // What the platform alone has is nobody's profit.
  const equity = left.account.equity - left.account.credit - left.excess;
  const { highWater, share } = investment;
  return { gross, equity, highWater, share: withdrawalShare({ equity, highWater, share, amount: gross }) };
}

const walletOrder = ({ clientId, companyId, currency }: TradingAccount, now: Date) => ({ clientId, companyId, currency, now });

async function mustHaveAccount({ number }: Investment, { sql }: Pick<MoneyContext, 'sql'>): Promise<TradingAccount> {
  const account = await accountOf(sql, number);
  if (!account) throw new Error(`account ${number} of an investment is not there`);
  return account;
}

/**
 * One look at an investment that is to end: once nothing is open on its account, the provider gets the last share, what is left goes into
 * the wallet, and when nothing is left it has ended. Whatever is not known yet waits for the next look.
 */
export async function endOne(app: Needs, ctx: JobContext, id: number): Promise<void> {
  const investment = await investmentById(ctx.sql, id);
  const account = investment && (await accountOf(ctx.sql, investment.number));
  if (!investment || !account) return;
  if (account.status === 'failed') return close(ctx, investment, account);
  if (investment.status !== 'closing' || account.status !== 'active') return;
  await bookFlows(ctx.sql, id, ctx);
  if ((await waitingFlows(ctx.sql, { investment: id, limit: 1 })).length > 0) return;
  const platform = app.platforms[account.platform];
  const open = await platform.positions(account.number);
  if (open.outcome !== 'done' || open.positions.length > 0) return;
  if (!(await isShared({ app, ctx }, { investment, account }))) return;
  const told = await platform.account(account.number);
  if (told.outcome !== 'done') return;
  await keepSnapshot(ctx.sql, told.account);
  if (told.account.balance > 0n) return sendHome({ app, ctx, equity: told.account.equity }, { investment, account });
  await close(ctx, investment, account);
}

/** Whether all that is the provider's has left it: what was still under way, then the share of the end. */
async function isShared(
  { app, ctx: run }: { readonly app: Needs; readonly ctx: JobContext },
  { investment, account }: Ending,
): Promise<boolean> {
  // Nothing goes from it meanwhile; what a platform was asked for before is followed by the sweep of shares.
  if (await isHeld(run.sql, { client: investment.clientId, side: 'pays' })) return false;
  const paying = { app, run, isClosing: true };
  for (const { id } of await openShares(run.sql, { investment: investment.id })) await payShare(paying, id);
  const decided = await decideClosure({ app, run }, investment, account);
  if (decided.outcome === 'waits') return false;
  if (decided.share !== undefined) await payShare(paying, decided.share);
  return !(await hasOpenShare(run.sql, investment.id));
}

interface Ending {
  readonly investment: Investment;
  readonly account: TradingAccount;
}

async function sendHome(
  { app, ctx, equity }: { readonly app: Needs; readonly ctx: JobContext; readonly equity: bigint },
  { investment, account }: Ending,
): Promise<void> {
  const { id, clientId, highWater } = investment;
  const source = await fundingAccountOf(ctx.sql, clientId, account.number);
  if (!source) throw new Error(`account ${account.number} holds no money`);
  const wallet = await ctx.transact((sql) => ensureWallet(sql, walletOrder(account, ctx.now)));
  await sendToWallet(app, ctx, {
    account: source,
    clientId,
    wallet: wallet.number,
    note: (remittanceId, gross) => {
      const flow = { remittanceId, investmentId: id, direction: 'out', equity, gross, share: 0n, highWater } as const;
      return noteFlow(ctx.sql, flow, ctx.now);
    },
  });
  await bookFlows(ctx.sql, id, ctx);
}

/** Its provider has closed the strategy: it ends, and its follower is told. */
export async function endForsaken({ transact, now, stale }: JobContext, id: number): Promise<void> {
  const client = await transact(async (sql) => {
    const row = await lockInvestment(sql, id);
    if (!row || row.status === 'closing' || row.status === 'closed') return undefined;
    await changeInvestment(sql, { id, from: row.status, to: 'closing', why: 'strategy_closed', at: now });
    const strategy = (await strategyNames(sql, [row.strategyId])).get(row.strategyId);
    await notify(sql, {
      clientId: row.clientId,
      notice: investmentsNotices.strategy_closed,
      values: { name: strategy?.name ?? '', investment: id },
      key: `investment:${id}:strategy_closed`,
      now,
    });
    return row.clientId;
  });
  if (client !== undefined) await stale(client, ['strategies', 'accounts']);
}

async function close(ctx: JobContext, investment: Investment, account: TradingAccount): Promise<void> {
  const { id, clientId, strategyId, status: from } = investment;
  const isOpened = account.status !== 'failed';
  const isClosed = await ctx.transact(async (sql) => {
    // Money may have been sent to it since it was looked at.
    await lockInvestment(sql, id);
    if ((await waitingFlows(sql, { investment: id, limit: 1 })).length > 0 || (await hasOpenShare(sql, id))) return false;
    const why = isOpened ? 'emptied' : 'not_opened';
    if (!(await changeInvestment(sql, { id, from, to: 'closed', why, at: ctx.now }))) return false;
    const { number } = account;
    if (isOpened && (await changeStatus(sql, { number, from: 'active', to: 'archived', at: ctx.now })))
      await ctx.tellIn(sql, { topic: accessTopic, payload: { number } });
    const strategy = (await strategyNames(sql, [strategyId])).get(strategyId);
    await notify(sql, {
      clientId,
      notice: investmentsNotices.investment_ended,
      values: { name: strategy?.name ?? '' },
      key: `investment:${id}:ended`,
      now: ctx.now,
    });
    return true;
  });
  if (isClosed) await ctx.stale(clientId, ['strategies', 'accounts', 'wallets', 'dashboard']);
}
