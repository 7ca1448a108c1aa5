import { isCoin, type Currency } from '../../../base/currency.ts';
import { money } from '../../../base/money.ts';
import type { RemittanceId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import * as chart from '../../../ledger/chart.ts';
import { balanceOf } from '../../../ledger/statement.ts';
import { ensureWallet } from '../../fundingAccounts/face.ts';
import * as movements from '../movements.ts';
import { postWithDebt, type Covered } from './indebted.ts';
import type { Phase, ReasonCode } from '../rules.ts';
import { nextReversal, shareToGet, type Allotted, type PaidAmounts, type Source } from './shares.ts';
import { leavable } from '../leaving.ts';
import { beginTimeline, columns, type Remittance } from '../store.ts';
import { transactionOf, type ProviderTransaction } from './transactions.ts';
import { creditable } from './exchanging.ts';
import { move, operationOf, type Moved, type PaymentContext } from '../context.ts';
import type { Course } from '../direction.ts';

/** A payment that was completed is taken back, in part or whole. It begins saved: nobody asks for it. */
export const reversals: Course = { asked: undefined, movers: { reversing: takeBack }, applyPayment: undefined };

/** The payment stays locked until the caller's transaction ends; answers how it stands. */
export async function lockRemittance(sql: Sql, id: number): Promise<Phase> {
  return (await sql.one<{ phase: Phase }>('select phase from remittance where id = $1 for update', [id])).phase;
}

interface ReversedRow extends PaidAmounts {
  readonly wonBack: bigint;
  readonly wonBackFee: bigint;
}

/** What was taken back of one of a deposit's payments already, its own where that is null, without what was won back of that. */
async function reversedSoFar(sql: Sql, id: number, payment: number | null): Promise<PaidAmounts> {
  const rows = await sql.many<ReversedRow>(
    `select r.amount, r.fee, r.account_amount as "accountAmount", coalesce(sum(w.amount), 0)::bigint as "wonBack",
       coalesce(sum(w.fee), 0)::bigint as "wonBackFee"
     from remittance r left join remittance w on w.reverses = r.id
     where r.reverses = $1 and r.takes_payment is not distinct from $2 and r.phase in ('reversing', 'completed') group by r.id`,
    [id, payment],
  );
  return rows.reduce<PaidAmounts>(
    (sum, { amount, fee, accountAmount, wonBack, wonBackFee }) => ({
      amount: sum.amount + amount - wonBack,
      fee: sum.fee + fee - wonBackFee,
      accountAmount: sum.accountAmount + accountAmount - shareToGet(wonBack, { parts: amount, amount: accountAmount }),
    }),
    { amount: 0n, fee: 0n, accountAmount: 0n },
  );
}

/** A payment of an order, and what of it may still be taken in the currency that was paid. */
export interface OrderSource extends Source {
  /** Null: the deposit's own. */
  readonly payment: number | null;
  /** The provider's number of it; null where that was not kept. */
  readonly number: string | null;
  readonly currency: Currency;
}

interface SourceRow {
  readonly payment: number;
  readonly number: string;
  readonly outcome: 'on_review' | 'suspense' | 'credited';
  readonly currency: Currency;
  readonly left: bigint;
}

const shareKinds = { on_review: 'going_back', suspense: 'suspense', credited: 'further' } as const;
/** The deposit's own payment was credited, or somebody has still to say whether it is. */
const ownPhases: ReadonlySet<Phase> = new Set(['received', 'on_review', 'completed']);

/**
 * All that an order has brought and of which something is left, payment by payment; what its bank has given back of a chargeback and
 * staff have credited is one of them. What somebody has still to decide about is none. The rows stay locked.
 */
export async function sourcesOf(sql: Sql, remittance: Remittance): Promise<OrderSource[]> {
  const { id, phase, currency, amount, providerTransaction: number } = remittance;
  const rows = await sql.many<SourceRow>(
    `select t.id::integer as payment, t.transaction_id as number, t.outcome, t.currency, (t.amount - t.given_back - coalesce((
         select sum(r.amount - coalesce((select sum(w.amount) from remittance w where w.reverses = r.id), 0)) from remittance r
         where r.reverses = $1 and r.takes_payment = t.id and r.phase in ('reversing', 'completed')), 0))::bigint as left
     from provider_transaction t
     where t.remittance_id = $1 and t.kind in ('payment', 'won_back') and t.amount > 0 and t.currency is not null
       and (t.outcome in ('suspense', 'credited') or t.outcome = 'on_review' and t.kind = 'payment')
       and not ($3::boolean and t.kind = 'payment' and coalesce(t.transaction_id = $2, t.outcome = 'credited'))
     order by t.id limit 100 for update of t`,
    [id, number, ownPhases.has(phase)],
  );
  const goesBack = rows.some(({ outcome }) => outcome === 'on_review');
  const before = goesBack ? await returnedBefore(sql, id) : new Map<string, bigint>();
  const others = rows.map(({ outcome, left, ...row }): OrderSource => {
    const gone = outcome === 'on_review' && left > 0n ? (before.get(row.currency) ?? 0n) : 0n;
    const taken = gone < left ? gone : left;
    if (gone > 0n) before.set(row.currency, gone - taken);
    return { ...row, stands: shareKinds[outcome], left: gone > 0n ? left - taken : left };
  });
  if (phase !== 'completed') return others;
  const own: OrderSource = {
    payment: null,
    number,
    currency,
    stands: 'own',
    left: amount - (await reversedSoFar(sql, id, null)).amount,
  };
  return [own, ...others];
}

/** What went back of payments that were never credited before it was written down of which, by currency; what left suspense is none of it. */
async function returnedBefore(sql: Sql, id: RemittanceId): Promise<Map<string, bigint>> {
  const rows = await sql.many<{ currency: string; minor: bigint }>(
    `select t.currency, sum(t.amount)::bigint as minor from provider_transaction t
     where t.remittance_id = $1 and t.kind in ('refund', 'chargeback') and t.outcome = 'returned' and t.given_back = 0 and t.currency is not null
       and not exists (select from ledger_movement m where m.key = 'unmatched_returned:' || t.id)
       and (not t.undoes_itself or exists (select from provider_transaction p where p.provider = t.provider
         and p.transaction_id = t.transaction_id and p.kind = 'payment' and p.outcome = 'on_review'))
     group by t.currency limit 100`,
    [id],
  );
  return new Map(rows.map(({ currency, minor }) => [currency, minor]));
}

interface Takeable {
  readonly currency: Currency;
  readonly left: bigint;
  readonly sources: readonly OrderSource[];
}

/** What of an order was credited and may still be taken: in the currency that was told where there is any, else in the order's own. */
export async function takeable(sql: Sql, original: Remittance, told: Currency): Promise<Takeable> {
  const credited = (await sourcesOf(sql, original)).filter(({ stands }) => stands === 'own' || stands === 'further');
  const currency = credited.some((source) => source.currency === told && source.left > 0n) ? told : original.currency;
  const sources = credited.filter((source) => source.currency === currency);
  return { currency, sources, left: sources.reduce((sum, { left }) => sum + left, 0n) };
}

/** What a reversal takes, and where. */
type ReversalTerms = PaidAmounts &
  Pick<Remittance, 'currency' | 'accountCurrency' | 'accountNumber' | 'accountPlatform' | 'rate' | 'rateAsOf'> & {
    /** The payment that it takes back; null: the deposit's own. */
    readonly takesPayment: number | null;
  };

/** Deposits whose money is in the wallet, though an account was to be paid into. */
const walletReasons: ReadonlySet<ReasonCode> = new Set(['account_refused_wallet', 'debt_first_wallet']);

/** Where a reversal of so much of a payment takes it: where the deposit went, or the wallet that staff have credited. */
export async function termsOf(
  sql: Sql,
  original: Remittance,
  { source, minor, now }: Allotted<OrderSource> & { readonly now: Date },
): Promise<ReversalTerms> {
  if (source.stands === 'own') {
    const part = nextReversal(original, await reversedSoFar(sql, original.id, null), minor);
    if (!part) throw new Error(`nothing is left of the payment of remittance ${original.id}`);
    return { ...placeOf(original), ...part, takesPayment: null };
  }
  const { currency, payment: takesPayment } = source;
  const credited = await creditedOf(sql, original, { ...source, minor });
  const wallet = await walletOf(sql, original, { currency: credited.accountCurrency, now });
  return { ...credited, accountNumber: wallet.number, accountPlatform: null, currency, takesPayment };
}

/** What staff have credited of another payment, and at which rate: a coin has become its own worth. */
async function creditedOf(sql: Sql, { id }: Remittance, { payment, currency, minor }: OrderSource & { readonly minor: bigint }) {
  const paid = payment === null ? undefined : await transactionOf(sql, payment);
  const whole = (paid?.minor ?? 0n) - (paid?.givenBack ?? 0n);
  const brought = paid && creditable(paid, whole);
  const plain = { amount: minor, fee: 0n, accountAmount: minor, accountCurrency: currency, rate: null, rateAsOf: null };
  if (!brought || brought.currency === currency) return plain;
  const credited = { amount: whole, fee: 0n, accountAmount: brought.minor };
  const part = nextReversal(credited, await reversedSoFar(sql, id, payment), minor);
  if (!part) throw new Error(`nothing is left of payment ${payment} of remittance ${id}`);
  return { ...part, accountCurrency: brought.currency, rate: paid.worthRate, rateAsOf: paid.worthAt };
}

function walletOf(sql: Sql, { clientId, companyId }: Remittance, of: { readonly currency: Currency; readonly now: Date }) {
  return ensureWallet(sql, { clientId, companyId, ...of });
}

function placeOf({ currency, accountCurrency, accountNumber, accountPlatform: own, rate, rateAsOf, reason }: Remittance) {
  const accountPlatform = reason !== null && walletReasons.has(reason) ? null : own;
  return { currency, accountCurrency, accountNumber, accountPlatform, rate, rateAsOf };
}

interface NewReversal {
  readonly transaction: ProviderTransaction;
  /** Undefined: it waits for staff, with what the provider says. */
  readonly terms: ReversalTerms | undefined;
  /** So many transfers the same transaction has become before. */
  readonly nth: number;
  readonly now: Date;
}

/** A reversal begins its life saved: nobody confirms it. Undefined where what the provider says is in no currency of ours. */
export async function addReversal(sql: Sql, original: Remittance, added: NewReversal): Promise<Remittance | undefined> {
  const { transaction, terms, nth, now } = added;
  const { minor, currency, kind, transactionId } = transaction;
  if (minor === null || minor <= 0n || currency === null) return undefined;
  const reason = kind === 'chargeback' ? 'chargeback' : 'refunded';
  const asTold = {
    currency,
    accountCurrency: currency,
    amount: minor,
    fee: 0n,
    accountAmount: minor,
    rate: null,
    rateAsOf: null,
  };
  const of = terms ?? { ...placeOf(original), ...asTold, takesPayment: null };
  const row = await sql.one<Remittance>(
    `insert into remittance as r (id, client_id, company_id, transfer_type, phase, reference, method_id, provider,
       account_number, account_platform, amount, currency, fee, account_amount, account_currency, rate, rate_as_of,
       provider_transaction, taken_back_by, reason, reverses, takes_payment, created_at, expires_at, saved_at, updated_at)
     select n.id, o.client_id, o.company_id, 'reversal', $2, 'r' || n.id || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8),
       o.method_id, o.provider, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, o.id, $15, $16, $16, $16, $16
     from remittance o, (select nextval(pg_get_serial_sequence('remittance', 'id'))::integer as id) n where o.id = $1
     returning ${columns}`,
    [
      original.id,
      terms ? 'reversing' : 'awaiting_approval',
      of.accountNumber,
      of.accountPlatform,
      of.amount,
      of.currency,
      of.fee,
      of.accountAmount,
      of.accountCurrency,
      of.rate,
      of.rateAsOf,
      transactionId,
      `${reason}:${transactionId}${nth === 0 ? '' : ` #${nth + 1}`}`,
      reason,
      of.takesPayment,
      now,
    ],
  );
  await beginTimeline(sql, { id: row.id, phase: row.phase, stage: terms ? reason : 'taken_back_on_review', reason }, now);
  return row;
}

/** It takes so much, there, instead of what the provider has said. */
export async function setTerms(sql: Sql, id: RemittanceId, terms: ReversalTerms): Promise<void> {
  await sql.run(
    `update remittance set amount = $2, currency = $3, fee = $4, account_amount = $5, account_currency = $6, rate = $7, rate_as_of = $8,
       account_number = $9, account_platform = $10, takes_payment = $11
     where id = $1 and phase = 'awaiting_approval'`,
    [
      id,
      terms.amount,
      terms.currency,
      terms.fee,
      terms.accountAmount,
      terms.accountCurrency,
      terms.rate,
      terms.rateAsOf,
      terms.accountNumber,
      terms.accountPlatform,
      terms.takesPayment,
    ],
  );
}

/** Takes out what the client still has of a payment that was taken back. */
async function takeBack(context: PaymentContext, remittance: Remittance): Promise<Moved> {
  const covered =
    remittance.accountPlatform === null
      ? await coveredByWallet(context, remittance)
      : await coveredByAccount(context, remittance);
  if (covered === undefined) return false;
  const { amount, fee, accountAmount, currency } = remittance;
  const { minor: coveredMinor } = covered;
  const at = context.needs.clock.now();
  // No wallet and no rate of a day leads into a coin: what is missing of one is owed as what it had brought.
  if (isOwedAsBrought(remittance)) {
    const intent = movements.reversedAsBrought(remittance, { at, coveredMinor });
    return postWithDebt(context, {
      remittance,
      intent,
      missing: money(accountAmount - coveredMinor, remittance.accountCurrency),
      covered,
    });
  }
  const share = shareToGet(coveredMinor, { parts: accountAmount, amount: amount - fee });
  const coveredPaidMinor = coveredMinor > 0n && share === 0n ? 1n : share;
  const intent = movements.reversed(remittance, { at, coveredMinor, coveredPaidMinor });
  return postWithDebt(context, { remittance, intent, missing: money(amount - fee - coveredPaidMinor, currency), covered });
}

const isOwedAsBrought = ({ currency, accountCurrency }: Remittance): boolean => isCoin(currency) && currency !== accountCurrency;

async function coveredByWallet(context: PaymentContext, remittance: Remittance): Promise<Covered> {
  const owner = { company: remittance.companyId, clientId: remittance.clientId };
  const balance = await balanceOf(context.run.sql, chart.wallet(owner, remittance.accountCurrency));
  return { minor: balance < remittance.accountAmount ? balance : remittance.accountAmount };
}

const nothing: Covered = { minor: 0n };

/** Undefined while the platform has not answered, or while its book and ours differ. */
async function coveredByAccount(context: PaymentContext, remittance: Remittance): Promise<Covered | undefined> {
  const { accountPlatform: platform, accountNumber: login, accountAmount, accountCurrency: currency } = remittance;
  if (platform === null) return nothing;
  const known = await operationOf(context, remittance, 'reverse');
  let amount = known?.amount ?? undefined;
  if (amount === undefined) {
    const { clientId, companyId } = remittance;
    const answer = await leavable(context.needs, context.run.sql, { platform, number: login, clientId, companyId, currency });
    if (answer.outcome === 'not_found') return nothing;
    if (answer.outcome !== 'done') return undefined;
    if (answer.minor === 0n) return nothing;
    amount = answer.minor < accountAmount ? -answer.minor : -accountAmount;
  }
  const outcome = await move(context, remittance, { name: 'reverse', platform, login, amount, currency });
  if (outcome.outcome === 'pending') return undefined;
  if (outcome.outcome === 'refused') return nothing;
  const operation = await operationOf(context, remittance, 'reverse');
  return { minor: -(operation?.amount ?? amount), ...(outcome.finished ? { finished: outcome.finished } : {}) };
}
