import { currencies, isCoin, type Currency } from '../../../base/currency.ts';
import { money, shownRate, type Money } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import { amountSaid } from '../../../base/wording.ts';
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
  /** Of a coin: its worth in the currency that it was asked in. */
  readonly worth?: Money | undefined;
}

/**
 * Posts a payment that has come in, and takes what it exchanges off the day's allowance in the same transaction. What is used up by
 * something else meanwhile is not exchanged: the payment goes into the wallet of its own currency. False when it was changed meanwhile.
 */
export async function postReceived(sql: Sql, facts: ReceivedFacts): Promise<boolean> {
  const { remittance, set, reason, settings, now } = facts;
  const { id, clientId, accountCurrency: to } = remittance;
  const own = ownWorth(facts);
  const { dailyExchange } = settings.rates;
  const isSpent = own && (await takeAllowance(sql, id, { clientId, amount: own.used, to, at: now, dailyExchange })) !== undefined;
  const received = isSpent ? await intoOwnWallet(sql, { remittance, set, now, arrives: own.arrives }) : remittance;
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

/**
 * What of a payment counts against the day's rates, and what would arrive of it without them. A coin has none of its own: it counts
 * by the currency that it was asked in, for its price there is made the moment it counts.
 */
function ownWorth({ remittance, worth }: ReceivedFacts): { readonly used: Money; readonly arrives: Money } | undefined {
  const { amount, fee, currency } = remittance;
  if (isCoin(currency)) return worth && { used: worth, arrives: worth };
  return { used: money(amount, currency), arrives: money(amount - fee, currency) };
}

interface Unexchanged extends Pick<ReceivedFacts, 'remittance' | 'set' | 'now'> {
  readonly arrives: Money;
}

/** The deposit is one into the wallet of the currency that was paid, at no rate; a coin's into that which it was asked in. */
async function intoOwnWallet(sql: Sql, { remittance, set, now, arrives }: Unexchanged): Promise<Remittance | undefined> {
  const { id, clientId, companyId, amount, currency: paid, phase: from } = remittance;
  const { currency } = arrives;
  const values = { amount: amountSaid(arrives) };
  const transition = {
    id,
    from,
    to: 'on_review',
    stage: 'exchange_limit',
    reason: 'exchange_limit_wallet',
    values,
    set,
  } as const;
  if (from === 'on_review') await noteInTimeline(sql, id, { code: 'exchange_limit', values, at: now });
  else if (!(await changePhase(sql, transition, now))) return undefined;
  const wallet = await ensureWallet(sql, { clientId, companyId, currency, now });
  const perPaid = { of: arrives.minor * unitOf(paid), per: amount * unitOf(currency) };
  const rate = paid === currency ? null : (shownRate(perPaid) ?? null);
  await sql.run(
    `update remittance set account_number = $2, account_platform = null, account_currency = $3, account_amount = $4,
       rate = $5, rate_as_of = case when $5::bigint is not null then $6::timestamptz end, left_over = 0
     where id = $1 and phase = 'on_review'`,
    [id, wallet.number, currency, arrives.minor, rate, now],
  );
  return remittanceOf(sql, id);
}

const unitOf = (currency: Currency): bigint => 10n ** BigInt(currencies[currency].decimals);
