import type { Currency } from '../../base/currency.ts';
import type { AccountNumber, ClientId } from '../../base/id.ts';
import { money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { amountSaid } from '../../base/wording.ts';
import { notify } from '../notices/face.ts';
import { reconciliationNotices } from './notices.ts';

export interface ToldNegative {
  readonly id: number;
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly currency: Currency;
  /** How far the balance stands below zero, in minor units. */
  readonly amount: bigint;
  readonly now: Date;
}

const noticeOf = {
  waits: reconciliationNotices.negative_balance_waits,
  paid_back: reconciliationNotices.negative_balance_paid_back,
  stays: reconciliationNotices.negative_balance_stays,
} as const;

/** Whoever has lost more than stood there reads what becomes of it: that staff look at it, and how that ends. */
export async function tellNegative(sql: Sql, what: keyof typeof noticeOf, negative: ToldNegative): Promise<void> {
  const { id, number, clientId, currency, amount, now } = negative;
  const values = { account: String(number), amount: amountSaid(money(amount, currency)) };
  await notify(sql, {
    clientId,
    notice: noticeOf[what],
    values,
    key: `negative:${id}:${what}`,
    now,
  });
}
