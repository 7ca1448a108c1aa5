import type { Currency } from '../../base/currency.ts';
import type { ClientId } from '../../base/id.ts';
import { money, type Money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import { amountSaid } from '../../base/wording.ts';
import { statusFacts } from '../../law/statuses.ts';
import { isVerified } from '../../law/verified.ts';
import type { JobContext } from '../../protocol/call.ts';
import { owedBy } from '../debts/face.ts';
import { fundingAccountOf, walletBalances, type WalletBalance } from '../fundingAccounts/face.ts';
import { notify } from '../notices/face.ts';
import { closingPlan, payClosing } from '../payments/face.ts';
import { clientById, type FoundClient } from '../session/face.ts';
import { unverifiedNotices } from './notices.ts';
import { remainderOf, remainingOf } from './rules.ts';
import * as store from './store.ts';
import { closeWait, openWait, type Why } from './waiting.ts';

type Deposit = store.UnverifiedDeposit;

/** Nothing of what was begun is kept. */
class NotNow extends Error {
  readonly why: Why;
  constructor(why: Why) {
    super(why);
    this.why = why;
  }
}

interface Returning {
  readonly id: ClientId;
  /** The wallet's. */
  readonly currency: Currency;
}

/** Has what is due of a wallet go back to where it came from; what cannot waits a day, before staff. */
export async function giveBack(context: JobContext, returning: Returning): Promise<void> {
  try {
    await context.transact((sql) => send(context, sql, returning));
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
    await context.transact(async (sql) => {
      const { client, due } = await dueNow(context, sql, returning);
      if (client && due.length > 0) await wait({ ...context, sql, client }, due, error.why);
    });
  }
}

async function dueNow({ now }: JobContext, sql: Sql, { id, currency }: Returning) {
  const open = await store.lockOpen(sql, id);
  const client = await clientById(sql, id);
  const due = dueIn(open, { currency, now }).filter(({ lookAt }) => lookAt !== null && lookAt <= now);
  return { client, due, isGoing: open.some((deposit) => deposit.currency === currency && deposit.isUnderWay) };
}

/** What of a currency is here and has to go back. */
export function dueIn(open: readonly Deposit[], of: { readonly currency: Currency; readonly now: Date }): Deposit[] {
  return open.filter(
    (deposit) =>
      deposit.currency === of.currency && deposit.dueAt !== null && deposit.dueAt <= of.now && remainingOf(deposit) > 0n,
  );
}

async function send(context: JobContext, sql: Sql, returning: Returning): Promise<void> {
  const { settings, now } = context;
  const { client, due, isGoing } = await dueNow(context, sql, returning);
  // Approved in this very moment, or another process was here before.
  if (!client || due.length === 0 || isVerified(client.profile)) return;
  const asking = { sql, now, settings, client };
  const why = await holdOf(sql, client);
  if (why) throw new NotNow(why);
  const wallet = (await walletBalances(sql, client.id)).find(({ currency }) => currency === returning.currency);
  const brought = remainderOf(due);
  const amount = leftOf(brought, wallet);
  if (!wallet || amount.minor <= 0n) {
    // What has left may come back: only then is it known that nothing of it does.
    if (isGoing) return store.putOff(sql, idsOf(due), after(now, dayMs));
    if (wallet && (await store.mayComeBack(sql, client.id, wallet.number))) throw new NotNow('busy');
    for (const outcome of ['returned', 'spent'] as const) {
      const those = due.filter(({ gone }) => gone > 0n === (outcome === 'returned'));
      await store.end(sql, idsOf(those), { outcome, now });
    }
    return closeWait(asking, returning.currency, 'spent');
  }
  const only = new Set(idsOf(due));
  const plan = await closingPlan(asking, amount, { only });
  if (plan.lines.length === 0) throw new NotNow('no_way');
  const account = await fundingAccountOf(sql, client.id, wallet.number);
  if (!account) throw new Error(`wallet ${wallet.number} is none`);
  const paid = await payClosing(sql, { ...asking, wallet: account, agreed: plan.most, balance: amount, only });
  if (paid === undefined) throw new NotNow('busy');
  const going = new Set(plan.lines.flatMap(({ source }) => source.id ?? []));
  await store.noteReturn(
    sql,
    idsOf(due).filter((id) => going.has(id)),
    { returnId: paid, now },
  );
  await tellReturned(asking, { amount: plan.most, id: paid });
  // What is not in the wallet is looked for again; what has no way back waits before staff.
  await store.putOff(sql, idsOf(due), after(now, dayMs));
  const rest = money(amount.minor - plan.most.minor, amount.currency);
  if (rest.minor > 0n) await openWait(asking, { why: 'no_way', amount: rest, dueAt: due[0]?.dueAt ?? now });
}

interface Told {
  readonly sql: Sql;
  readonly now: Date;
  readonly client: FoundClient;
}

/** So much is on its way back. */
export async function tellReturned(
  { sql, now, client }: Told,
  of: { readonly amount: Money; readonly id: number },
): Promise<void> {
  await notify(sql, {
    clientId: client.id,
    notice: unverifiedNotices.unverified_returned,
    values: { amount: amountSaid(of.amount), id: of.id },
    key: `unverified:returned:${of.id}`,
    now,
  });
}

/** What the wallet still has of what was brought. */
export function leftOf(brought: Money, wallet: WalletBalance | undefined): Money {
  const balance = wallet?.balanceMinor ?? 0n;
  return balance < brought.minor ? money(balance, brought.currency) : brought;
}

/** Holds come first: why money that is frozen, looked at, disputed or owed goes nowhere. */
export async function holdOf(sql: Sql, { id, profile }: FoundClient): Promise<Why | undefined> {
  if (statusFacts(profile.status).money === 'none') return 'frozen';
  if (profile.arePaymentsPaused) return 'screened';
  if (profile.isChargedBack) return 'charged_back';
  // Everything is either in one company or in the other, so nothing else moves meanwhile.
  if (profile.companyMove === 'under_way') return 'busy';
  return (await owedBy(sql, id)).length > 0 ? 'owes' : undefined;
}

/** Of the reasons those that lie with the client and not with the way. */
export function isTheClients(why: Why | undefined): why is Exclude<Why, 'no_way' | 'not_taken'> {
  return why !== undefined && why !== 'no_way' && why !== 'not_taken';
}

async function wait(asking: Parameters<typeof openWait>[0], due: readonly Deposit[], why: Why): Promise<void> {
  await store.putOff(asking.sql, idsOf(due), after(asking.now, dayMs));
  await openWait(asking, { why, amount: remainderOf(due), dueAt: due[0]?.dueAt ?? asking.now });
}

export const idsOf = (deposits: readonly Deposit[]): number[] => deposits.map(({ id }) => id);
