import { money, type Money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import { post } from '../../ledger/book.ts';
import type { FundingAccount } from '../fundingAccounts/face.ts';
import { keptLine, planWithdrawal, scopeOf, type PlannedWithdrawal, type WithdrawalAsking } from './payout/asking.ts';
import { keepLines, reserveLines } from './payout/lines.ts';
import * as movements from './payout/movements.ts';
import { approveWithdrawal } from './payout/reviewing.ts';
import { sourceColumns } from './quotes.ts';
import { addQuote, type Remittance } from './store.ts';

/*
 * What nobody asks for, paid back to where it came from: what is left in a wallet of a closed client because staff says so, and what came in
 * before a client's papers were approved when its time is over.
 */

/** Where it goes back to, line by line; `most` is as much as has a way back. No fee is taken for it. */
export function closingPlan(asking: WithdrawalAsking, balance: Money, only?: ReadonlySet<number>): Promise<PlannedWithdrawal> {
  const { settings } = asking;
  const withdraw = { ...settings.withdraw, noTradingBasisPoints: 0, smallUnder: '0', smallFee: '0' };
  return planWithdrawal({ ...asking, settings: { ...settings, withdraw } }, { amount: balance, only });
}

interface Closing extends WithdrawalAsking {
  readonly wallet: FundingAccount;
  /** What two persons have agreed to: exactly so much has a way back. */
  readonly agreed: Money;
  readonly balance: Money;
  /** It goes back to these deposits alone; to any of the client's when left out. */
  readonly only?: ReadonlySet<number>;
}

/**
 * Asks for it, sets it aside and lets it go, within the transaction of the second person's decision; undefined where that is not what was
 * agreed to any more, which the caller has to undo.
 */
export async function payClosing(sql: Sql, closing: Closing): Promise<Remittance['id'] | undefined> {
  const { client, now, settings, wallet, agreed, balance, only } = closing;
  const plan = await closingPlan(closing, balance, only);
  if (plan.most.minor !== agreed.minor || plan.lines.length === 0) return undefined;
  const { currency } = agreed;
  const amounts = {
    amount: agreed.minor,
    currency,
    fee: 0n,
    leftOver: 0n,
    accountAmount: agreed.minor,
    accountCurrency: currency,
  };
  const quote = await addQuote(sql, {
    ...sourceColumns(wallet),
    ...amounts,
    type: 'withdraw',
    methodId: plan.lines[0]?.source.methodId ?? null,
    provider: null,
    targetNumber: null,
    targetPlatform: null,
    rate: null,
    rateAsOf: null,
    now,
    expiresAt: after(now, dayMs),
  });
  await keepLines(
    sql,
    quote.id,
    plan.lines.map((line) => keptLine(line, currency, null)),
  );
  const of = { clientId: client.id, scope: scopeOf(closing), now, except: quote.id };
  if (!(await reserveLines(sql, of))) return undefined;
  const held = await post(sql, movements.held(quote, { at: now, dueAt: now }));
  if (held.outcome === 'refused') return undefined;
  const approved = await approveWithdrawal(sql, { id: quote.id, profile: client.profile, now, settings });
  return approved === 'done' ? quote.id : undefined;
}

/** What of a plan goes nowhere: nothing that the client has paid with takes it. */
export function wayless({ amount, most }: PlannedWithdrawal): Money {
  return money(amount.minor - most.minor, amount.currency);
}
