import { money } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import { amountSaid } from '../../../base/wording.ts';
import { post as postWith } from '../../../ledger/book.ts';
import * as chart from '../../../ledger/chart.ts';
import { balanceOf } from '../../../ledger/statement.ts';
import { openCase } from '../../cases/face.ts';
import { insertDebt } from '../../debts/face.ts';
import { openDispute } from '../../disputes/face.ts';
import type { Finished } from '../../platformOperations/face.ts';
import { collectFor } from './indebted.ts';
import * as movements from '../movements.ts';
import { chargebacksQueue, depositsQueue } from '../queues.ts';
import type { ReasonCode } from '../rules.ts';
import { nextReversal, shareToGet, type PaidAmounts } from './shares.ts';
import { leavable } from '../leaving.ts';
import { beginTimeline, columns, type Remittance } from '../store.ts';
import { concludeTransaction, lockWaiting, ownPaymentOf, type ProviderTransaction } from './transactions.ts';
import { shownOf, subjectOf } from './unmatched.ts';
import {
  move,
  operationOf,
  postDone,
  type LookUpOutcome,
  type LookUpParts,
  type Moved,
  type PaymentContext,
  type Run,
} from '../context.ts';
import type { Course } from '../direction.ts';

/** A payment that was completed is taken back, in part or whole. It begins saved: nobody asks for it. */
export const reversals: Course = { asked: undefined, movers: { reversing: takeBack }, applyPayment: undefined };

/**
 * The provider has given a completed payment back to the payer: what we have credited is taken back, by as much. What does not fit
 * the payment (another currency, more than is left of it) waits for staff, and nothing of it is guessed.
 */
export async function reverse(parts: LookUpParts, remittance: Remittance, { id }: ProviderTransaction): Promise<LookUpOutcome> {
  const { needs, run, engine } = parts;
  const now = needs.clock.now();
  const added = await run.transact(async (sql) => {
    await lockRemittance(sql, remittance.id);
    const transaction = await lockWaiting(sql, id);
    if (!transaction) return undefined;
    const part = fitting(remittance, await reversedSoFar(sql, remittance.id), transaction);
    const reversal = await addReversal(sql, remittance, { transaction, part, now });
    await concludeTransaction(sql, id, { outcome: part ? 'reversed' : 'on_review', remittanceId: reversal?.id ?? null });
    if (!part) await askStaff(sql, { run, remittance, transaction, reversal, now });
    if (reversal && transaction.kind === 'chargeback') await dispute(sql, { run, remittance, transaction, reversal, now });
    if (reversal) {
      for (const event of movements.eventsOf(reversal, reversal.phase, now))
        await run.tellIn(sql, movements.ofClient(event, reversal));
    }
    return { reversal, isOnReview: !part };
  });
  if (!added) return 'nothing_new';
  if (added.isOnReview || !added.reversal) return 'on_review';
  await engine.drive(run, added.reversal.id);
  await collectFor(parts, remittance.clientId);
  return 'reversed';
}

/** The part of the payment that the transaction takes back; undefined where it does not fit what is left of it. */
function fitting(remittance: Remittance, soFar: PaidAmounts, { minor, currency }: ProviderTransaction): PaidAmounts | undefined {
  if (currency !== remittance.currency || minor === null || minor <= 0n || minor > remittance.amount - soFar.amount)
    return undefined;
  return nextReversal(remittance, soFar, minor);
}

/** The payment stays locked until the caller's transaction ends. */
export async function lockRemittance(sql: Sql, id: number): Promise<void> {
  await sql.one('select id from remittance where id = $1 for update', [id]);
}

interface ReversedRow extends PaidAmounts {
  readonly wonBack: bigint;
  readonly wonBackFee: bigint;
}

/** What was taken back of a payment already, without what was won back of that. */
export async function reversedSoFar(sql: Sql, id: number): Promise<PaidAmounts> {
  const rows = await sql.many<ReversedRow>(
    `select r.amount, r.fee, r.account_amount as "accountAmount", coalesce(sum(w.amount), 0)::bigint as "wonBack",
       coalesce(sum(w.fee), 0)::bigint as "wonBackFee"
     from remittance r left join remittance w on w.reverses = r.id
     where r.reverses = $1 and r.phase in ('reversing', 'completed') group by r.id`,
    [id],
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

interface NewReversal {
  readonly transaction: ProviderTransaction;
  /** Undefined: it waits for staff, with what the provider says. */
  readonly part: PaidAmounts | undefined;
  readonly now: Date;
}

/** A reversal begins its life saved: nobody confirms it. Undefined where what the provider says is in no currency of ours. */
async function addReversal(sql: Sql, original: Remittance, added: NewReversal): Promise<Remittance | undefined> {
  const { transaction, part, now } = added;
  const { minor, currency, kind, transactionId } = transaction;
  if (minor === null || minor <= 0n || currency === null) return undefined;
  const reason = kind === 'chargeback' ? 'chargeback' : 'refunded';
  const intoWallet = original.reason !== null && walletReasons.has(original.reason);
  const asTold = { amount: minor, fee: 0n, accountAmount: minor };
  const { amount, fee, accountAmount } = part ?? asTold;
  const row = await sql.one<Remittance>(
    `insert into remittance as r (id, client_id, company_id, transfer_type, phase, reference, method_id, provider,
       account_number, account_platform, amount, currency, fee, account_amount, account_currency, rate, rate_as_of,
       provider_transaction, taken_back_by, reason, reverses, created_at, expires_at, saved_at, updated_at)
     select n.id, o.client_id, o.company_id, 'reversal', $9::text, 'r' || n.id || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8),
       o.method_id, o.provider, o.account_number, case when $2::boolean then null else o.account_platform end, $3, $4, $5, $6, $7,
       case when $10::boolean then o.rate end, case when $10 then o.rate_as_of end, $8::text, $11::text || ':' || $8, $11, o.id, $12, $12, $12, $12
     from remittance o, (select nextval(pg_get_serial_sequence('remittance', 'id'))::integer as id) n where o.id = $1
     returning ${columns}`,
    [
      original.id,
      intoWallet,
      amount,
      part ? original.currency : currency,
      fee,
      accountAmount,
      part ? original.accountCurrency : currency,
      transactionId,
      part ? 'reversing' : 'awaiting_approval',
      part !== undefined,
      reason,
      now,
    ],
  );
  await beginTimeline(sql, { id: row.id, phase: row.phase, stage: part ? reason : 'taken_back_on_review', reason }, now);
  return row;
}

/** Deposits whose money is in the wallet, though an account was to be paid into. */
const walletReasons: ReadonlySet<ReasonCode> = new Set(['account_refused_wallet', 'debt_first_wallet']);

interface Doubtful {
  readonly run: Pick<Run, 'settings'>;
  readonly remittance: Remittance;
  readonly transaction: ProviderTransaction;
  readonly reversal: Remittance | undefined;
  readonly now: Date;
}

async function askStaff(sql: Sql, { run, remittance, transaction, reversal, now }: Doubtful): Promise<void> {
  await openCase(sql, {
    queue: transaction.kind === 'chargeback' ? chargebacksQueue : depositsQueue,
    subject: reversal ? `remittance:${reversal.id}` : subjectOf(transaction),
    clientId: remittance.clientId,
    detail: { ...shownOf(transaction), transfer_id: reversal?.id ?? remittance.id },
    now,
    hours: run.settings.desk.businessHours,
  });
}

/** What the payer's bank has taken is disputed from then on: staff has until its clock ends to answer. */
async function dispute(sql: Sql, of: Doubtful & { readonly reversal: Remittance }): Promise<void> {
  const { run, remittance, transaction, reversal, now } = of;
  const { clientId, companyId, reference, accountNumber, providerTransaction } = remittance;
  const paid = await ownPaymentOf(sql, remittance);
  await openDispute(sql, {
    clientId,
    companyId,
    remittanceId: remittance.id,
    reversalId: reversal.id,
    provider: transaction.provider,
    transactionId: transaction.transactionId,
    amount: reversal.amount,
    currency: reversal.currency,
    payment: {
      reference,
      transaction: providerTransaction,
      paid_at: paid?.occurredAt.toISOString() ?? null,
      card: paid?.cardMask ?? null,
      payer: paid?.payerName ?? null,
      account: accountNumber,
    },
    now,
    settings: run.settings,
  });
}

/** What could be taken out for a reversal, with the operation that did it. */
interface Covered {
  readonly minor: bigint;
  readonly finished?: Finished;
}

/** Takes out what the client still has of a payment that was taken back. */
async function takeBack(context: PaymentContext, remittance: Remittance): Promise<Moved> {
  const covered =
    remittance.accountPlatform === null
      ? await coveredByWallet(context, remittance)
      : await coveredByAccount(context, remittance);
  if (covered === undefined) return false;
  const { amount, fee, accountAmount } = remittance;
  const { minor: coveredMinor } = covered;
  const share = shareToGet(coveredMinor, { parts: accountAmount, amount: amount - fee });
  const coveredPaidMinor = coveredMinor > 0n && share === 0n ? 1n : share;
  const at = context.needs.clock.now();
  const intent = movements.reversed(remittance, { at, coveredMinor, coveredPaidMinor });
  return postWithDebt(context, { remittance, intent, missing: amount - fee - coveredPaidMinor, covered });
}

interface Reversed {
  readonly remittance: Remittance;
  readonly intent: movements.PaymentIntent;
  /** What was not to be found where it had been paid in, in the payment's currency. */
  readonly missing: bigint;
  readonly covered: Covered;
}

/** What is missing is the client's debt from the very moment at which the reversal is posted. */
async function postWithDebt(context: PaymentContext, { remittance, intent, missing, covered }: Reversed): Promise<Moved> {
  if (missing === 0n) return postDone(context, intent, covered);
  const { transition, movement } = intent;
  const { finished } = covered;
  const detail = { ...transition?.detail, ...(finished ? { finished } : {}) };
  return context.run.transact(async (sql) => {
    const outcome = await postWith(sql, { ...intent, ...(transition ? { transition: { ...transition, detail } } : {}) });
    if (outcome.outcome === 'refused') {
      if (outcome.code === 'key_reused') throw new Error(`${movement.key} stands for another movement`);
      return outcome.code === 'step_refused';
    }
    const { id: remittanceId, clientId, companyId, currency } = remittance;
    await insertDebt(sql, { remittanceId, clientId, companyId, currency, amount: missing, openedAt: movement.at });
    await openCase(sql, {
      queue: chargebacksQueue,
      subject: `debt:${remittanceId}`,
      clientId,
      detail: { kind: 'debt', ...amountSaid(money(missing, currency)), transfer_id: remittanceId },
      now: movement.at,
      hours: context.run.settings.desk.businessHours,
    });
    return outcome.repeated ? true : intent.row;
  });
}

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
