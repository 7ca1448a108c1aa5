import { currencies, isCoin, type Currency } from '../../../base/currency.ts';
import { money, shownRate, type ExactRate, type Money, type Rate } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import { amountSaid } from '../../../base/wording.ts';
import { coinAsked } from '../../../law/coins.ts';
import { post } from '../../../ledger/book.ts';
import type { Settings } from '../../../settings/index.ts';
import { ensureWallet } from '../../fundingAccounts/face.ts';
import { takeAllowance } from '../../rates/face.ts';
import { rateOfNow, worthAsked } from '../coins.ts';
import type { PaymentContext } from '../context.ts';
import * as movements from '../movements.ts';
import type { ReasonCode } from '../rules.ts';
import { changePhase, noteInTimeline, remittanceOf, type PhaseFacts, type Remittance } from '../store.ts';
import { shareToGet } from './shares.ts';
import { transactionOf, type ProviderTransaction } from './transactions.ts';

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
  const rate = paid === currency ? null : (shownRate(perCoin(money(amount, paid), arrives)) ?? null);
  await sql.run(
    `update remittance set account_number = $2, account_platform = null, account_currency = $3, account_amount = $4,
       rate = $5, rate_as_of = case when $5::bigint is not null then $6::timestamptz end, left_over = 0
     where id = $1 and phase = 'on_review'`,
    [id, wallet.number, currency, arrives.minor, rate, now],
  );
  return remittanceOf(sql, id);
}

const unitOf = (currency: Currency): bigint => 10n ** BigInt(currencies[currency].decimals);

/* What a payment in a coin is worth: its own, from the moment that its provider has told that it is done, whatever else its order brings. */

interface ToldCoin {
  readonly remittance: Remittance;
  readonly transaction: ProviderTransaction;
  /** It is what was asked for, in the time of its quote: it is worth what was quoted. */
  readonly isAsQuoted: boolean;
}

/**
 * The transaction with what it is worth, kept once for all: whoever hears of it first. As it is where nobody can say, it is no coin, or
 * another amount was told while its price was asked for.
 */
export async function withWorth(
  context: PaymentContext,
  { remittance, transaction, isAsQuoted }: ToldCoin,
): Promise<ProviderTransaction> {
  const { id, minor, currency, worth: known } = transaction;
  const asked = coinAsked(remittance.details);
  if (known !== null || !asked || minor === null || minor <= 0n || currency !== remittance.currency) return transaction;
  const came = money(minor, currency);
  const worth = isAsQuoted ? asked.worth : worthAsked(remittance, came, (await rateOfNow(context, remittance))?.asked);
  const rate = worth && shownRate(perCoin(came, worth));
  if (!worth || rate === undefined) return transaction;
  return (await keepWorth(context.run.sql, id, { came, worth, rate, at: context.needs.clock.now() })) ?? transaction;
}

async function keepWorth(
  sql: Sql,
  id: number,
  { came, worth, rate, at }: { readonly came: Money; readonly worth: Money; readonly rate: Rate; readonly at: Date },
): Promise<ProviderTransaction | undefined> {
  await sql.run(
    `update provider_transaction set worth = $2, worth_currency = $3, worth_rate = $4, worth_at = $5
     where id = $1 and worth is null and outcome is null and amount = $6 and currency = $7`,
    [id, worth.minor, worth.currency, rate, at, came.minor, came.currency],
  );
  return transactionOf(sql, id);
}

/** Units of the worth's currency for one of the coin. */
function perCoin(came: Money, worth: Money): ExactRate {
  return { of: worth.minor * unitOf(came.currency), per: came.minor * unitOf(worth.currency) };
}

/** At which rate a payment in a coin was told; undefined where that is not known. */
export function ownRate({ minor, currency, worth, worthCurrency }: ProviderTransaction): ExactRate | undefined {
  if (minor === null || minor <= 0n || currency === null || worth === null || worthCurrency === null) return undefined;
  return perCoin(money(minor, currency), money(worth, worthCurrency));
}

type Worthy = Pick<ProviderTransaction, 'minor' | 'currency' | 'worth' | 'worthCurrency'>;

/**
 * What of a transaction becomes the client's, of so much of it: money as it came, a coin at its own rate, for nobody has a wallet in coins.
 * Undefined where its rate is not known, or nothing would arrive.
 */
export function creditable({ minor: whole, currency, worth, worthCurrency }: Worthy, minor: bigint): Money | undefined {
  if (whole === null || currency === null || minor <= 0n) return undefined;
  if (!isCoin(currency)) return money(minor, currency);
  if (worth === null || worthCurrency === null) return undefined;
  const arrives = shareToGet(minor, { parts: whole, amount: worth });
  return arrives > 0n ? money(arrives, worthCurrency) : undefined;
}
