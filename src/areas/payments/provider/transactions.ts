import type { ClientId, RemittanceId } from '../../../base/id.ts';
import type { Currency } from '../../../base/currency.ts';
import type { Rate } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import { companyProfileOf } from '../../../law/regions/index.ts';
import type { PaymentKind, PaymentState, PaymentStatus } from '../../../ports/payments/port.ts';
import { recordAudit } from '../../../ledger/audit.ts';
import { mayBeSamePerson } from '../rules.ts';
import { payerOf, type Remittance } from '../store.ts';

/** What looking a payment up came to; kept with the message that asked for it. */
export type LookUpOutcome =
  | 'unknown_reference'
  | 'absent'
  | 'pending'
  | 'received'
  | 'on_review'
  | 'declined'
  | 'cancelled'
  | 'reversed'
  | 'won_back'
  /** No order waits for it: it is in suspense, before staff. */
  | 'unmatched'
  /** Another transaction of the same order has to come before it, or it is not done yet. */
  | 'waits'
  | 'nothing_new'
  /** The provider has not answered: ask again later. */
  | 'unanswered';

/** What has followed from a provider's transaction. */
export type TransactionOutcome =
  /** It is the payment that its deposit was credited by. */
  | 'credited'
  /** It waits for somebody's word, as its transfer does. */
  | 'on_review'
  /** No order waits for it: it stands in suspense until somebody says whose it is. */
  | 'suspense'
  /** What it takes back was never credited, or was in suspense. */
  | 'returned'
  | 'reversed'
  | 'won_back'
  /** It came to nothing at the provider. */
  | 'ended'
  /** Somebody has decided that nothing follows from it. */
  | 'refused';

/** A transaction of a payment provider, as it was last told. Amounts are minor units. */
export interface ProviderTransaction {
  readonly id: number;
  readonly provider: string;
  readonly transactionId: string;
  readonly kind: PaymentKind;
  readonly status: PaymentStatus;
  readonly undoesItself: boolean;
  /** The number of the payment that it takes back, where the provider names it. */
  readonly takesNumber: string | null;
  /** The order that it belongs to. */
  readonly remittanceId: RemittanceId;
  /** The part of a withdrawal that came back by it; null where it is of a deposit. */
  readonly payoutId: number | null;
  readonly minor: bigint | null;
  /** What of it has gone back before it was anybody's; of what takes back, how much of it took such money. */
  readonly givenBack: bigint;
  /** Null: none of ours. */
  readonly currency: Currency | null;
  /** The provider's word for the currency. */
  readonly letters: string | null;
  /** Of a coin: what it was worth when its provider told that it is done (exchanging.ts); null where that is not known. */
  readonly worth: bigint | null;
  readonly worthCurrency: Currency | null;
  readonly worthRate: Rate | null;
  readonly worthAt: Date | null;
  readonly payerName: string | null;
  /** When it was heard of for the first time. */
  readonly firstToldAt: Date;
  /** Null while nothing has followed. */
  readonly outcome: TransactionOutcome | null;
  /** The transfer that it has become. */
  readonly outcomeRemittanceId: RemittanceId | null;
}

const columns = `t.id::integer as id, t.provider, t.transaction_id as "transactionId", t.kind, t.status, t.undoes_itself as "undoesItself",
  t.takes_number as "takesNumber", t.given_back as "givenBack", t.remittance_id as "remittanceId", t.payout_id as "payoutId", t.amount as minor, t.currency, t.letters, t.payer_name as "payerName", t.first_told_at as "firstToldAt", t.outcome,
  t.outcome_remittance_id as "outcomeRemittanceId", t.worth, t.worth_currency as "worthCurrency", t.worth_rate as "worthRate", t.worth_at as "worthAt"`;

/** Another amount than was told before has another worth. */
const worthOfSameAmount = ['worth', 'worth_currency', 'worth_rate', 'worth_at']
  .map(
    (column) =>
      `${column} = case when t.outcome is not null or (t.amount, t.currency) = (excluded.amount, excluded.currency) then t.${column} end`,
  )
  .join(', ');

interface Kept {
  readonly remittance: Remittance;
  readonly payment: PaymentState;
  readonly now: Date;
  /** The part that it is of, and by whom that was paid, where the order is a withdrawal's. */
  readonly payout?: { readonly id: number; readonly provider: string };
}

/**
 * Keeps what is told of a transaction. One that something has followed from stays as it was then: what comes later, or again, is old.
 * What was done is not pending any more, whichever of two answers comes in last. Throws when the provider says that it belongs to
 * another order now.
 */
export async function keepTransaction(
  sql: Sql,
  { remittance, payment, now, payout }: Kept,
): Promise<ProviderTransaction | undefined> {
  const { kind, status, providerStatus, undoesItself, amount, payer, occurredAt, hash, providerTransactionId: number } = payment;
  const takes = undoesItself ? number : payment.takesNumber;
  const provider = payout?.provider ?? remittance.provider;
  if (number === undefined || provider === null) return undefined;
  const row = await sql.maybe<ProviderTransaction>(
    `insert into provider_transaction as t (provider, transaction_id, kind, remittance_id, status, provider_status, undoes_itself, amount,
       currency, letters, payer_name, card_mask, occurred_at, first_told_at, told_at, hash, payout_id, takes_number, on_its_way)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16, $17, $18)
     on conflict (provider, transaction_id, kind) do update set told_at = excluded.told_at, hash = coalesce(excluded.hash, t.hash),
       status = case when t.outcome is null and not (t.status = 'approved' and excluded.status = 'pending')
         then excluded.status else t.status end,
       provider_status = case when t.outcome is null then excluded.provider_status else t.provider_status end,
       on_its_way = excluded.on_its_way,
       undoes_itself = case when t.outcome is null then excluded.undoes_itself else t.undoes_itself end,
       takes_number = case when t.outcome is null then excluded.takes_number else t.takes_number end,
       amount = case when t.outcome is null then excluded.amount else t.amount end,
       currency = case when t.outcome is null then excluded.currency else t.currency end,
       letters = case when t.outcome is null then excluded.letters else t.letters end,
       payer_name = case when t.outcome is null then excluded.payer_name else t.payer_name end,
       card_mask = case when t.outcome is null then excluded.card_mask else t.card_mask end,
       occurred_at = case when t.outcome is null then excluded.occurred_at else t.occurred_at end,
       ${worthOfSameAmount}
     where t.remittance_id = excluded.remittance_id
     returning ${columns}`,
    [
      provider,
      number.slice(0, 200),
      kind,
      remittance.id,
      status,
      providerStatus.slice(0, 200),
      undoesItself,
      amount?.minor ?? null,
      amount?.currency ?? null,
      amount?.letters?.slice(0, 16) ?? null,
      payer.name?.slice(0, 200) ?? null,
      payer.cardMask?.slice(0, 40) ?? null,
      occurredAt,
      now,
      hash?.slice(0, 200) ?? null,
      payout?.id ?? null,
      takes?.slice(0, 200) ?? null,
      payment.isOnItsWay ?? false,
    ],
  );
  if (!row) throw new Error(`transaction ${number} of ${provider} belongs to another order than ${remittance.reference}`);
  return row;
}

/** What takes payments back or gives them again, is done at the provider, and has had no consequence yet: oldest kind first. */
export function waitingTransactions(sql: Sql, remittanceId: RemittanceId): Promise<ProviderTransaction[]> {
  return sql.many<ProviderTransaction>(
    `select ${columns} from provider_transaction t
     where t.remittance_id = $1 and t.outcome is null and t.status = 'approved' and t.kind <> 'payment'
     order by (t.kind = 'won_back'), t.id limit 100`,
    [remittanceId],
  );
}

/** The transaction, locked until the caller's transaction ends, while nothing has followed from it. */
export function lockWaiting(sql: Sql, id: number): Promise<ProviderTransaction | undefined> {
  return sql.maybe<ProviderTransaction>(
    `select ${columns} from provider_transaction t where t.id = $1 and t.outcome is null for update`,
    [id],
  );
}

/** So much of a payment has gone back before it was anybody's, by that taking. */
export async function noteGivenBack(
  sql: Sql,
  { payment, taking, minor }: { readonly payment: number; readonly taking: number; readonly minor: bigint },
): Promise<void> {
  await sql.run('update provider_transaction set given_back = given_back + $3 where id in ($1, $2)', [payment, taking, minor]);
}

/** Writes down what has followed from it. */
export async function concludeTransaction(
  sql: Sql,
  id: number,
  { outcome, remittanceId = null }: { readonly outcome: TransactionOutcome; readonly remittanceId?: RemittanceId | null },
): Promise<void> {
  await sql.run(
    'update provider_transaction set outcome = $2, outcome_remittance_id = coalesce($3, outcome_remittance_id) where id = $1',
    [id, outcome, remittanceId],
  );
}

/** The transaction, locked until the caller's transaction ends, while that is what has followed from it. */
export function lockTransaction(sql: Sql, id: number, outcome: TransactionOutcome): Promise<ProviderTransaction | undefined> {
  return sql.maybe<ProviderTransaction>(
    `select ${columns} from provider_transaction t where t.id = $1 and t.outcome = $2 for update`,
    [id, outcome],
  );
}

export function transactionOf(sql: Sql, id: number): Promise<ProviderTransaction | undefined> {
  return sql.maybe<ProviderTransaction>(`select ${columns} from provider_transaction t where t.id = $1`, [id]);
}

type Named = Pick<ProviderTransaction, 'provider' | 'transactionId'>;

/** Whether the provider has told of that very payment that it was taken back, and no credit of ours was. */
export async function isToldAsUndone(sql: Sql, { provider, transactionId }: Named): Promise<boolean> {
  const undone = await sql.maybe(
    `select id from provider_transaction where provider = $1 and transaction_id = $2 and kind in ('refund', 'chargeback')
       and undoes_itself and status = 'approved' and (outcome is null or outcome = 'returned')`,
    [provider, transactionId],
  );
  return undone !== undefined;
}

/** What has followed from the payment of that number; null: nothing yet, undefined: it is not known. */
export async function paymentOutcome(
  sql: Sql,
  { provider, transactionId }: Named,
): Promise<ProviderTransaction['outcome'] | undefined> {
  const paid = await sql.maybe<Pick<ProviderTransaction, 'outcome'>>(
    `select outcome from provider_transaction where provider = $1 and transaction_id = $2 and kind = 'payment'`,
    [provider, transactionId],
  );
  return paid?.outcome;
}

/** A payment as a dispute of it is answered. */
interface PaidBy {
  readonly number: string;
  readonly payerName: string | null;
  readonly cardMask: string | null;
  readonly occurredAt: Date;
}

/**
 * Who has made a payment of the order, by what, and when: the one that the deposit was taken for, or another one. Undefined for one
 * from before these were kept.
 */
export function paidBy(
  sql: Sql,
  { id, providerTransaction }: Pick<Remittance, 'id' | 'providerTransaction'>,
  other: number | null,
): Promise<PaidBy | undefined> {
  return sql.maybe(
    `select transaction_id as number, payer_name as "payerName", card_mask as "cardMask", occurred_at as "occurredAt"
     from provider_transaction where remittance_id = $1 and case when $3::bigint is null then kind = 'payment' and transaction_id = $2 else id = $3 end`,
    [id, providerTransaction, other],
  );
}

/** The transaction that a transfer was made of. */
export function transactionBehind(sql: Sql, remittanceId: RemittanceId): Promise<ProviderTransaction | undefined> {
  return sql.maybe<ProviderTransaction>(
    `select ${columns} from provider_transaction t join remittance r on r.reverses = t.remittance_id
     where r.id = $1 and t.outcome_remittance_id = r.id`,
    [remittanceId],
  );
}

/** Writes down what has followed from the transaction that a transfer was made of. */
export async function concludeTransactionOf(sql: Sql, remittanceId: RemittanceId, outcome: TransactionOutcome): Promise<void> {
  await sql.run('update provider_transaction set outcome = $2 where outcome_remittance_id = $1', [remittanceId, outcome]);
}

interface Paid {
  readonly remittance: Remittance;
  readonly payment: PaymentState;
  readonly at: Date;
}

/** Money of somebody else is not to be taken (trade rules): it goes on review, as what may be does where none ever is, and into the audit. */
export async function isByOther(sql: Sql, { remittance, payment, at }: Paid): Promise<boolean> {
  return noteOther(sql, { remittance, payer: payment.payer.name?.slice(0, 200) ?? null, at });
}

/** The same of a payment that is kept; what came back of a withdrawal was paid by the broker, which is nobody of another name. */
export async function isPaidByOther(
  sql: Sql,
  { remittance, transaction, at }: Pick<Paid, 'remittance' | 'at'> & { readonly transaction: ProviderTransaction },
): Promise<boolean> {
  if (!(await wasPaidByOther(sql, remittance.clientId, transaction))) return false;
  return noteOther(sql, { remittance, payer: transaction.payerName, at });
}

/** Whether it was, without a word in the audit trail: as it was when it came in. */
export async function wasPaidByOther(sql: Sql, client: ClientId, transaction: ProviderTransaction): Promise<boolean> {
  return !isOfBroker(transaction) && mayBeSamePerson((await payerOf(sql, client)).name, transaction.payerName ?? '') === false;
}

/** Where none of others is taken (readings, decision 30): a name in another script, and a bank transfer without one. */
function isToBeProven({ companyId, provider }: Remittance, payer: string | null): boolean {
  return companyProfileOf(companyId).thirdPartyMoney === 'never' && (payer !== null || provider === 'bank');
}

const isOfBroker = ({ kind, payoutId }: ProviderTransaction): boolean => kind !== 'payment' || payoutId !== null;
interface Payer extends Pick<Paid, 'remittance' | 'at'> {
  readonly payer: string | null;
}

async function noteOther(sql: Sql, { remittance, payer, at }: Payer): Promise<boolean> {
  const client = await payerOf(sql, remittance.clientId);
  if (mayBeSamePerson(client.name, payer ?? '') ?? !isToBeProven(remittance, payer)) return false;
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'remittance' },
    action: 'remittance.payer_differs',
    subject: `remittance:${remittance.id}`,
    clientId: remittance.clientId,
    detail: { client: client.name, payer },
    at,
  });
  return true;
}
