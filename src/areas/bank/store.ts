import type { Currency } from '../../base/currency.ts';
import type { RemittanceId, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Why } from './contract.ts';
import type { Payable } from './rules.ts';

export type EntryOutcome = 'handed' | 'suspense' | 'sent_back' | 'returned' | 'waiting' | 'noted';

/** A transaction at the bank as it is kept. Amounts are minor units. */
export interface KeptEntry {
  readonly id: number;
  readonly account: string;
  readonly key: string;
  readonly companyId: number;
  readonly direction: 'credit' | 'debit';
  readonly isReversal: boolean;
  readonly minor: bigint;
  readonly currency: Currency | null;
  readonly letters: string;
  readonly texts: readonly string[];
  readonly servicerReferences: readonly string[];
  readonly payerName: string | null;
  readonly bookedAt: Date;
  readonly outcome: EntryOutcome;
  readonly why: Why | null;
  readonly remittanceId: RemittanceId | null;
  /** Of the payment that it was handed to. */
  readonly reference: string | null;
}

const columns = `e.id, e.account, e.entry_key as key, e.company_id as "companyId", e.direction, e.is_reversal as "isReversal",
  e.amount as minor, e.currency, e.letters, e.texts, e.servicer_references as "servicerReferences", e.payer_name as "payerName",
  e.booked_at as "bookedAt", e.outcome, e.why, e.remittance_id as "remittanceId",
  (select r.reference from remittance r where r.id = e.remittance_id) as reference`;

export interface StatedEntry extends KeptEntry {
  /** That was the first to tell of it. */
  readonly statementId: number;
}

/** What statements were the first to tell of, one of them or all, in the order in which it was read. */
export function entriesOf(
  sql: Sql,
  of: { readonly statement: number | undefined; readonly after: number; readonly limit: number },
): Promise<StatedEntry[]> {
  return sql.many<StatedEntry>(
    `select ${columns}, e.statement_id as "statementId" from bank_entry e
     where e.id > $2 and ($1::integer is null or e.statement_id = $1) order by e.id limit $3`,
    [of.statement ?? null, of.after, of.limit],
  );
}

/** A transaction as a statement tells of it. */
interface ToldEntry extends Pick<KeptEntry, 'key' | 'direction' | 'isReversal' | 'texts' | 'servicerReferences' | 'bookedAt'> {
  readonly likeness: string;
  readonly amount: { readonly minor: bigint; readonly currency: Currency | undefined; readonly letters?: string };
  readonly payerName: string | undefined;
}

export interface NewEntry {
  readonly entry: ToldEntry;
  readonly account: string;
  readonly companyId: number;
  readonly statementId: number;
  readonly now: Date;
}

/** Keeps a transaction; undefined when it is known. */
export function addEntry(sql: Sql, { entry, account, companyId, statementId, now }: NewEntry): Promise<KeptEntry | undefined> {
  const { amount } = entry;
  return sql.maybe<KeptEntry>(
    `insert into bank_entry as e (account, entry_key, likeness, statement_id, company_id, direction, is_reversal, amount, currency, letters,
       texts, servicer_references, payer_name, booked_at, read_at, outcome)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'noted')
     on conflict (account, entry_key) do nothing
     returning ${columns}`,
    [
      account,
      entry.key,
      entry.likeness,
      statementId,
      companyId,
      entry.direction,
      entry.isReversal,
      amount.minor,
      amount.currency ?? null,
      (amount.letters ?? '').slice(0, 16),
      entry.texts,
      entry.servicerReferences,
      entry.payerName?.slice(0, 200) ?? null,
      entry.bookedAt,
      now,
    ],
  );
}

/** Whether another statement has told of a transaction that says the very same, by another number. */
export async function hasLike(sql: Sql, { entry, account, statementId }: NewEntry): Promise<boolean> {
  const row = await sql.one<{ found: boolean }>(
    `select exists (select from bank_entry where account = $1 and likeness = $2 and entry_key <> $3 and statement_id <> $4) as found`,
    [account, entry.likeness, entry.key, statementId],
  );
  return row.found;
}

/** Deposits by transfer of those references. */
export function payablesNamed(sql: Sql, references: readonly string[]): Promise<Payable[]> {
  if (references.length === 0) return Promise.resolve([]);
  return sql.many<Payable>(
    `select r.id, r.reference, r.company_id as "companyId", r.currency,
       (c.status_id in (4, 5, 18, 19) or coalesce(a.status not in ('active', 'opening'), false)) as "isClosed"
     from remittance r join client c on c.id = r.client_id left join trading_account a on a.number = r.account_number
     where r.reference = any($1) and r.transfer_type = 'deposit' and r.provider = 'bank' and r.saved_at is not null
     order by r.id limit 10`,
    [references],
  );
}

/** A payout by the bank that a text names. */
export interface NamedPayout {
  readonly reference: string;
  readonly remittanceId: RemittanceId;
  readonly clientId: ClientId;
}

export function payoutNamed(sql: Sql, references: readonly string[]): Promise<NamedPayout | undefined> {
  if (references.length === 0) return Promise.resolve(undefined);
  return sql.maybe<NamedPayout>(
    `select p.reference, p.remittance_id as "remittanceId", r.client_id as "clientId" from payout p join remittance r on r.id = p.remittance_id
     where p.reference = any($1) and p.provider = 'bank' order by p.id limit 1`,
    [references],
  );
}

/** What the payer wrote with what left the account under one of the numbers that a transaction bears. */
export async function textsOfDebit(sql: Sql, entry: KeptEntry): Promise<readonly string[]> {
  const debit = await sql.maybe<{ texts: string[] }>(
    `select texts from bank_entry where account = $1 and id <> $2 and direction = 'debit' and servicer_references && $3 order by id limit 1`,
    [entry.account, entry.id, entry.servicerReferences],
  );
  return debit?.texts ?? [];
}

export function entryOf(sql: Sql, id: number): Promise<KeptEntry | undefined> {
  return sql.maybe<KeptEntry>(`select ${columns} from bank_entry e where e.id = $1`, [id]);
}

/** The transaction, locked until the caller's transaction ends, while that is what has followed from it. */
export function lockEntry(sql: Sql, id: number, outcomes: readonly EntryOutcome[]): Promise<KeptEntry | undefined> {
  return sql.maybe<KeptEntry>(`select ${columns} from bank_entry e where e.id = $1 and e.outcome = any($2) for update of e`, [
    id,
    outcomes,
  ]);
}

/** What came in on the account under one of the numbers that a reversal or a transfer back names: of exactly that money, locked. */
export function originalOf(sql: Sql, taking: KeptEntry): Promise<KeptEntry | undefined> {
  return sql.maybe<KeptEntry>(
    `select ${columns} from bank_entry e
     where e.account = $1 and e.id <> $2 and e.direction = 'credit' and not e.is_reversal and e.servicer_references && $3
       and e.outcome in ('handed', 'suspense', 'sent_back') order by e.id limit 1 for update of e`,
    [taking.account, taking.id, taking.servicerReferences],
  );
}

/** What has waited for that transaction to be told of. */
export function waitingFor(sql: Sql, original: KeptEntry): Promise<KeptEntry[]> {
  return sql.many<KeptEntry>(
    `select ${columns} from bank_entry e
     where e.account = $1 and e.outcome = 'waiting' and e.servicer_references && $2 order by e.id limit 10 for update of e`,
    [original.account, original.servicerReferences],
  );
}

/** The event that hands it to its payment, told once the transaction has committed. */
export async function tellHanded(
  sql: Sql,
  topic: string,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<void> {
  await sql.run(
    'insert into outbox (topic, key, payload, due_at, created_at) values ($1, $2, $3, $4, $4) on conflict do nothing',
    [topic, `${topic}:${id}`, JSON.stringify({ id }), now],
  );
}

export async function conclude(
  sql: Sql,
  id: number,
  { outcome, why = null, remittanceId = null }: { outcome: EntryOutcome; why?: Why | null; remittanceId?: RemittanceId | null },
): Promise<void> {
  await sql.run(
    'update bank_entry set outcome = $2, why = coalesce($3, why), remittance_id = coalesce($4, remittance_id) where id = $1',
    [id, outcome, why, remittanceId],
  );
}
