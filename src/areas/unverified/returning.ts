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
import { sumOf } from './rules.ts';
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
  const due = open.filter(
    (deposit) =>
      deposit.currency === currency &&
      deposit.returnId === null &&
      deposit.lookAt !== null &&
      deposit.lookAt <= now &&
      deposit.dueAt !== null &&
      deposit.dueAt <= now,
  );
  return { client, due };
}

async function send(context: JobContext, sql: Sql, returning: Returning): Promise<void> {
  const { settings, now } = context;
  const { client, due } = await dueNow(context, sql, returning);
  // Approved in this very moment, or another process was here before.
  if (!client || due.length === 0 || isVerified(client.profile)) return;
  const asking = { sql, now, settings, client };
  await requireFree(sql, client);
  const wallet = (await walletBalances(sql, client.id)).find(({ currency }) => currency === returning.currency);
  const amount = leftOf(due, wallet);
  if (!wallet || amount.minor <= 0n) {
    await store.end(sql, idsOf(due), { outcome: 'spent', now });
    await closeWait(asking, 'spent');
    return;
  }
  const only = new Set(idsOf(due));
  const plan = await closingPlan(asking, amount, only);
  if (plan.lines.length === 0) throw new NotNow('no_way');
  const account = await fundingAccountOf(sql, client.id, wallet.number);
  if (!account) throw new Error(`wallet ${wallet.number} is none`);
  const paid = await payClosing(sql, { ...asking, wallet: account, agreed: plan.most, balance: amount, only });
  if (paid === undefined) throw new NotNow('busy');
  const going = new Set(plan.lines.flatMap(({ source }) => source.id ?? []));
  await store.noteReturn(
    sql,
    idsOf(due).filter((id) => going.has(id)),
    paid,
  );
  await notify(sql, {
    clientId: client.id,
    notice: unverifiedNotices.unverified_returned,
    values: { amount: amountSaid(plan.most), id: paid },
    key: `unverified:returned:${paid}`,
    now,
  });
  const left = due.filter(({ id }) => !going.has(id));
  if (left.length > 0) await wait(asking, left, 'no_way');
}

/** What the wallet still has of it. */
function leftOf(due: readonly Deposit[], wallet: WalletBalance | undefined): Money {
  const brought = sumOf(due);
  const balance = wallet?.balanceMinor ?? 0n;
  return balance < brought.minor ? money(balance, brought.currency) : brought;
}

/** Holds come first: money that is frozen, disputed or owed goes nowhere by itself. */
async function requireFree(sql: Sql, { id, profile }: FoundClient): Promise<void> {
  if (statusFacts(profile.status).money === 'none') throw new NotNow('frozen');
  if (profile.isChargedBack) throw new NotNow('charged_back');
  // Everything is either in one company or in the other, so nothing else moves meanwhile.
  if (profile.companyMove === 'under_way') throw new NotNow('busy');
  if ((await owedBy(sql, id)).length > 0) throw new NotNow('owes');
}

async function wait(asking: Parameters<typeof openWait>[0], due: readonly Deposit[], why: Why): Promise<void> {
  await store.putOff(asking.sql, idsOf(due), after(asking.now, dayMs));
  await openWait(asking, { why, amount: sumOf(due), dueAt: due[0]?.dueAt ?? asking.now });
}

const idsOf = (deposits: readonly Deposit[]): number[] => deposits.map(({ id }) => id);
