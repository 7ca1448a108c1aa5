import type { JobContext } from '../../protocol/call.ts';
import { accessTopic, accountOf, changeStatus, keepSnapshot, type TradingAccount } from '../accounts/face.ts';
import { ensureWallet, fundingAccountOf } from '../fundingAccounts/face.ts';
import { notify } from '../notices/face.ts';
import { moveOwnMoney, sendToWallet } from '../payments/face.ts';
import { bookFlows, noteFlow, noteWhileOpen, waitingFlows } from './flows.ts';
import { inOurFields, mustBe, type MoneyContext, type Needs } from './following.ts';
import { investmentsNotices } from './notices.ts';
import { changeInvestment, investmentById, lockInvestment, strategyNames, type Investment } from './store.ts';

/** Takes money out of an investment into the wallet of its currency, by the way that all payments go. */
export async function takeOut(
  app: Needs,
  ctx: MoneyContext,
  { investment, amount }: { readonly investment: Investment; readonly amount: string },
) {
  const account = await mustHaveAccount(investment, ctx);
  const told = await app.platforms[account.platform].account(account.number);
  if (told.outcome !== 'done') return ctx.refuse('platform_unavailable');
  const wallet = await ctx.transact((sql) => ensureWallet(sql, walletOrder(account, ctx.now)));
  const transfer = await moveOwnMoney(app, inOurFields(ctx), {
    from: account.number,
    to: wallet.number,
    amount,
    accept: async (remittanceId) => {
      const flow = { remittanceId, investmentId: investment.id, direction: 'out', equity: told.account.equity } as const;
      if (!(await noteWhileOpen(ctx.transact, flow, ctx.now))) ctx.refuse('investment_closing');
    },
  });
  await bookFlows(ctx.sql, investment.id, ctx);
  return { investment: await mustBe(ctx.sql, investment.id), transfer };
}

const walletOrder = ({ clientId, companyId, currency }: TradingAccount, now: Date) => ({ clientId, companyId, currency, now });

async function mustHaveAccount({ number }: Investment, { sql }: Pick<MoneyContext, 'sql'>): Promise<TradingAccount> {
  const account = await accountOf(sql, number);
  if (!account) throw new Error(`account ${number} of an investment is not there`);
  return account;
}

/**
 * One look at an investment that is to end: once nothing is open on its account, what is left goes into the wallet, and when nothing is
 * left it has ended. Whatever is not known yet waits for the next look.
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
  const [open, told] = [await platform.positions(account.number), await platform.account(account.number)];
  if (open.outcome !== 'done' || told.outcome !== 'done' || open.positions.length > 0) return;
  await keepSnapshot(ctx.sql, told.account);
  if (told.account.balance > 0n) return sendHome({ app, ctx, equity: told.account.equity }, { investment, account });
  await close(ctx, investment, account);
}

interface Ending {
  readonly investment: Investment;
  readonly account: TradingAccount;
}

async function sendHome(
  { app, ctx, equity }: { readonly app: Needs; readonly ctx: JobContext; readonly equity: bigint },
  { investment, account }: Ending,
): Promise<void> {
  const { id, clientId } = investment;
  const source = await fundingAccountOf(ctx.sql, clientId, account.number);
  if (!source) throw new Error(`account ${account.number} holds no money`);
  const wallet = await ctx.transact((sql) => ensureWallet(sql, walletOrder(account, ctx.now)));
  await sendToWallet(app, ctx, {
    account: source,
    clientId,
    wallet: wallet.number,
    note: (remittanceId) => noteFlow(ctx.sql, { remittanceId, investmentId: id, direction: 'out', equity }, ctx.now),
  });
  await bookFlows(ctx.sql, id, ctx);
}

async function close(ctx: JobContext, investment: Investment, account: TradingAccount): Promise<void> {
  const { id, clientId, strategyId, status: from } = investment;
  const isOpened = account.status !== 'failed';
  const isClosed = await ctx.transact(async (sql) => {
    // Money may have been sent to it since it was looked at.
    await lockInvestment(sql, id);
    if ((await waitingFlows(sql, { investment: id, limit: 1 })).length > 0) return false;
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
