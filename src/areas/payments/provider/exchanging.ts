import { isCoin } from '../../../base/currency.ts';
import { money } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import { post } from '../../../ledger/book.ts';
import type { Settings } from '../../../settings/index.ts';
import { ensureWallet } from '../../fundingAccounts/face.ts';
import { takeAllowance } from '../../rates/face.ts';
import * as movements from '../movements.ts';
import type { ReasonCode } from '../rules.ts';
import { changePhase, noteInTimeline, remittanceOf, type PhaseFacts, type Remittance } from '../store.ts';

export interface ReceivedFacts {
  readonly remittance: Remittance;
  readonly set: PhaseFacts;
  readonly reason?: ReasonCode;
  readonly settings: Settings;
  readonly now: Date;
}

/**
 * Posts a payment that has come in, and takes what it exchanges off the day's allowance in the same transaction. What is used up by
 * something else meanwhile is not exchanged: the payment goes into the wallet of its own currency. False when it was changed meanwhile.
 */
export async function postReceived(sql: Sql, { remittance, set, reason, settings, now }: ReceivedFacts): Promise<boolean> {
  const { id, clientId, amount, currency, accountCurrency: to } = remittance;
  const { dailyExchange } = settings.rates;
  const exchange = { clientId, amount: money(amount, currency), to, at: now, dailyExchange };
  // The allowance is for rates that are known before they are published; a coin's is made the moment it counts.
  const isSpent = !isCoin(currency) && (await takeAllowance(sql, id, exchange)) !== undefined;
  const received = isSpent ? await intoOwnWallet(sql, { remittance, set, now }) : remittance;
  if (!received) return false;
  const why = isSpent ? 'exchange_limit_wallet' : reason;
  const outcome = await post(
    sql,
    movements.received(received, { at: now, set: isSpent ? {} : set, ...(why ? { reason: why } : {}) }),
  );
  if (outcome.outcome === 'posted') return true;
  if (outcome.code === 'step_refused') return false;
  throw new Error(`remittance ${id} could not be received: ${outcome.code}`);
}

/** The deposit is one into the wallet of the currency that was paid, at no rate. */
async function intoOwnWallet(
  sql: Sql,
  { remittance, set, now }: Pick<ReceivedFacts, 'remittance' | 'set' | 'now'>,
): Promise<Remittance | undefined> {
  const { id, clientId, companyId, currency, phase: from } = remittance;
  const transition = { id, from, to: 'on_review', stage: 'exchange_limit', reason: 'exchange_limit_wallet', set } as const;
  if (from === 'on_review') await noteInTimeline(sql, id, { code: 'exchange_limit', values: {}, at: now });
  else if (!(await changePhase(sql, transition, now))) return undefined;
  const wallet = await ensureWallet(sql, { clientId, companyId, currency, now });
  await sql.run(
    `update remittance set account_number = $2, account_platform = null, account_currency = currency, account_amount = amount - fee,
       rate = null, rate_as_of = null, left_over = 0
     where id = $1 and phase = 'on_review'`,
    [id, wallet.number],
  );
  return remittanceOf(sql, id);
}
