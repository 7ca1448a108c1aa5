import type { Currency } from '../../base/currency.ts';
import type { Rate } from '../../base/money.ts';
import type { AccountNumber, ClientId, RemittanceId } from '../../base/id.ts';
import { gathered, inTheirOrder } from '../../base/gather.ts';
import type { Sql } from '../../base/sql.ts';
import type { Wording } from '../../base/wording.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { PaymentDetails, TransferStatus, TransferType } from './contract.ts';
import { mayFollow, type Phase, type ReasonCode, type TimelineCode } from './rules.ts';

/** A remittance as the database keeps it. Amounts are minor units of the currency that stands with them. */
export interface Remittance {
  readonly id: RemittanceId;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly type: TransferType;
  readonly phase: Phase;
  readonly status: TransferStatus;
  readonly reference: string;
  readonly methodId: number | null;
  readonly provider: string | null;
  readonly accountNumber: AccountNumber;
  /** Null: a wallet. */
  readonly accountPlatform: PlatformKey | null;
  readonly targetNumber: AccountNumber | null;
  readonly targetPlatform: PlatformKey | null;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly fee: bigint;
  /** What of the amount the exchange did not need, since what arrives is rounded down. */
  readonly leftOver: bigint;
  readonly accountAmount: bigint;
  readonly accountCurrency: Currency;
  readonly rate: Rate | null;
  readonly rateAsOf: Date | null;
  readonly redirect: PaymentRedirectRow | null;
  readonly providerTransaction: string | null;
  readonly arrivedMinor: bigint | null;
  readonly arrivedCurrency: Currency | null;
  readonly reason: ReasonCode | null;
  readonly reasonValues: Wording;
  readonly reverses: RemittanceId | null;
  readonly removesBonus: boolean;
  readonly details: PaymentDetails | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly savedAt: Date | null;
  readonly updatedAt: Date;
}

export interface PaymentRedirectRow {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly fields: Readonly<Record<string, string>>;
  /** Where coins are sent, of a deposit that leads to no page of a provider. */
  readonly payTo?: { readonly address: string; readonly memo: string | null };
}

/** The columns of a Remittance, of `remittance r`. */
export const columns = `r.id, r.client_id as "clientId", r.company_id as "companyId", r.transfer_type as type, r.phase, r.status, r.reference,
  r.method_id as "methodId", r.provider, r.account_number as "accountNumber", r.account_platform as "accountPlatform",
  r.target_number as "targetNumber", r.target_platform as "targetPlatform", r.amount, r.currency, r.fee,
  r.left_over as "leftOver", r.account_amount as "accountAmount", r.account_currency as "accountCurrency", r.rate, r.rate_as_of as "rateAsOf", r.redirect,
  r.provider_transaction as "providerTransaction", r.arrived_amount as "arrivedMinor", r.arrived_currency as "arrivedCurrency",
  r.reason, r.reason_values as "reasonValues", r.reverses,
  r.removes_bonus as "removesBonus", r.details, r.created_at as "createdAt", r.expires_at as "expiresAt",
  r.saved_at as "savedAt", r.updated_at as "updatedAt"`;

/** What a quote says; everything else follows from it. */
type Quoted =
  | 'clientId'
  | 'companyId'
  | 'type'
  | 'methodId'
  | 'provider'
  | 'accountNumber'
  | 'accountPlatform'
  | 'targetNumber'
  | 'targetPlatform'
  | 'amount'
  | 'currency'
  | 'fee'
  | 'leftOver'
  | 'accountAmount'
  | 'accountCurrency'
  | 'rate'
  | 'rateAsOf'
  | 'expiresAt';

export interface NewRemittance extends Pick<Remittance, Quoted> {
  readonly now: Date;
  readonly details?: PaymentDetails | null;
}

/** Keeps a quote. Nothing has moved and nothing shows in any list before it is saved. */
export const addQuote = gathered<NewRemittance, Remittance>(async (sql, quotes) => {
  const rows = await sql.many<Remittance & { readonly place: number }>(
    `with given as materialized (
       select nextval(pg_get_serial_sequence('remittance', 'id'))::integer as id, q.*
       from jsonb_to_recordset($1) as q (place integer, "clientId" integer, "companyId" integer, type text, "methodId" integer,
         provider text, "accountNumber" integer, "accountPlatform" text, "targetNumber" integer, "targetPlatform" text, amount bigint,
         currency text, fee bigint, "leftOver" bigint, "accountAmount" bigint, "accountCurrency" text, rate bigint,
         "rateAsOf" timestamptz, "expiresAt" timestamptz, details jsonb, now timestamptz)
     ), r as (
       insert into remittance (id, client_id, company_id, transfer_type, phase, reference, method_id, provider,
         account_number, account_platform, target_number, target_platform, amount, currency, fee, account_amount, account_currency,
         rate, rate_as_of, created_at, expires_at, updated_at, left_over, details, settings_version)
       select n.id, "clientId", "companyId", type, 'quoted', 'r' || n.id || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8),
         "methodId", provider, "accountNumber", "accountPlatform", "targetNumber", "targetPlatform", amount, currency, fee,
         "accountAmount", "accountCurrency", rate, "rateAsOf", n.now, "expiresAt", n.now, "leftOver", n.details,
         (select max(id) from setting_version where effective_at <= n.now)
       from given n
       returning *
     )
     select n.place, ${columns} from r join given n on n.id = r.id`,
    [
      JSON.stringify(
        quotes.map((quote, index) => ({ ...quote, place: index + 1 })),
        inJson,
      ),
    ],
  );
  return inTheirOrder(quotes.length, rows).map((row) => {
    if (!row) throw new Error('a quote was not kept');
    const { place: _, ...remittance } = row;
    return remittance;
  });
});

const inJson = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** The amounts of a quote that was changed before it was saved. Answers false when it is no quote any more. */
export async function changeQuote(
  sql: Sql,
  id: RemittanceId,
  amounts: Pick<NewRemittance, 'amount' | 'fee' | 'leftOver' | 'accountAmount' | 'rate' | 'rateAsOf'>,
): Promise<boolean> {
  const changed = await sql.run(
    `update remittance set amount = $2, fee = $3, account_amount = $4, rate = $5, rate_as_of = $6, left_over = $7
     where id = $1 and phase = 'quoted'`,
    [id, amounts.amount, amounts.fee, amounts.accountAmount, amounts.rate, amounts.rateAsOf, amounts.leftOver],
  );
  return changed === 1;
}

/** The client agreed that the bonus of the source goes first. */
export async function agreeToBonusRemoval(sql: Sql, id: RemittanceId): Promise<void> {
  await sql.run(`update remittance set removes_bonus = true where id = $1 and phase = 'quoted'`, [id]);
}

export const remittanceOf = gathered<RemittanceId, Remittance | undefined>(async (sql, ids) => {
  const rows = await sql.many<Remittance>(`select ${columns} from remittance r where r.id = any($1::integer[])`, [ids]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
});

export async function remittanceNamed(sql: Sql, reference: string): Promise<Remittance | undefined> {
  return sql.maybe<Remittance>(`select ${columns} from remittance r where r.reference = $1`, [reference]);
}

/** Facts that a change of phase may bring along. */
export interface PhaseFacts {
  readonly expires_at?: string;
  readonly redirect?: PaymentRedirectRow;
  readonly provider_transaction?: string;
  readonly payer_name?: string;
  readonly card_mask?: string;
  readonly card_brand?: string;
  readonly arrived_amount?: string;
  readonly arrived_currency?: Currency;
}

/** One step of a remittance: what the ledger writes with a posting, and the store without one. */
export interface Transition {
  readonly id: RemittanceId;
  readonly from: Phase;
  readonly to: Phase;
  /** The line of the timeline: message id `stage.<stage>`. */
  readonly stage: TimelineCode;
  readonly values?: Wording;
  /** Why it is not the usual course: message id `reason.<reason>`. */
  readonly reason?: ReasonCode;
  readonly set?: PhaseFacts;
  /** The platform operation that it follows from, when that is not written down yet. */
  readonly finished?: { readonly tag: string; readonly ticket: string };
  /** The platform operation that follows from it, written and claimed with it; as `claimWith` of platformOperations gives it. */
  readonly asked?: { readonly tag: string } | undefined;
  /** What it takes off its client's allowance of a day. */
  readonly exchange?: Readonly<Record<'client' | 'day' | 'worth' | 'most', string | number>> | undefined;
}

/** The step as the ledger's `Step` and `remittance_steps_apply` take it. Throws when it is not one that may follow. */
export function transitionDetail(transition: Transition): Readonly<Record<string, unknown>> {
  if (!mayFollow(transition.from, transition.to))
    throw new Error(`remittance ${transition.id} cannot go from ${transition.from} to ${transition.to}`);
  return {
    stage: transition.stage,
    ...(transition.values ? { values: transition.values } : {}),
    ...(transition.reason ? { reason: transition.reason } : {}),
    ...(transition.set ? { set: transition.set } : {}),
    ...(transition.finished ? { finished: transition.finished } : {}),
    ...(transition.asked ? { asked: transition.asked } : {}),
    ...(transition.exchange ? { exchange: transition.exchange } : {}),
  };
}

/** Changes a phase where no money moves. Answers false when the remittance was not in the phase that it comes from. */
export async function changePhase(sql: Sql, transition: Transition, at: Date): Promise<boolean> {
  const detail = transitionDetail(transition);
  const locked = await sql.many('select remittance_steps_lock(array[$1::bigint], array[$2])', [transition.id, transition.from]);
  if (locked.length === 0) return false;
  await writeTransition(sql, { ...transition, detail }, at);
  return true;
}

/** Writes the first line of the timeline of a remittance that begins its life saved. */
export async function beginTimeline(
  sql: Sql,
  begun: Pick<Transition, 'id' | 'stage' | 'reason'> & { phase: Phase },
  at: Date,
): Promise<void> {
  const { id, phase, stage, reason } = begun;
  await writeTransition(sql, { id, from: phase, to: phase, detail: { stage, reason } }, at);
}

interface Written extends Pick<Transition, 'id' | 'from' | 'to'> {
  readonly detail: Readonly<Record<string, unknown>>;
}

async function writeTransition(sql: Sql, { id, from, to, detail }: Written, at: Date): Promise<void> {
  await sql.run(
    'select remittance_steps_apply(array[$1::bigint], array[$2], array[$3], array[$4::jsonb], array[$5::timestamptz])',
    [id, from, to, JSON.stringify(detail), at],
  );
}

export interface TimelineRow {
  readonly at: Date;
  readonly phase: Phase;
  readonly code: TimelineCode;
  readonly values: Wording;
}

export async function timelineOf(sql: Sql, id: RemittanceId): Promise<TimelineRow[]> {
  return sql.many<TimelineRow>(
    'select at, phase, code, values from remittance_stage where remittance_id = $1 order by id limit 100',
    [id],
  );
}

/** A line in a transfer's timeline that changes nothing else of it. */
export async function noteInTimeline(
  sql: Sql,
  remittanceId: RemittanceId,
  { code, values, at }: { readonly code: TimelineCode; readonly values: Wording; readonly at: Date },
): Promise<void> {
  await sql.run('select remittance_note($1, $2, $3, $4)', [remittanceId, at, code, JSON.stringify(values)]);
}

export async function reversalsOf(sql: Sql, id: RemittanceId): Promise<RemittanceId[]> {
  const rows = await sql.many<{ id: RemittanceId }>('select id from remittance where reverses = $1 order by id limit 100', [id]);
  return rows.map((row) => row.id);
}

/** What deposits and transfers have credited to an account in all, in minor units; to those it was before a move, where its client says so. */
export async function cameIn(
  sql: Sql,
  { clientId, number }: { readonly clientId: ClientId; readonly number: AccountNumber },
): Promise<bigint> {
  const row = await sql.one<{ came: bigint }>(
    `with recursive own (number) as (
       select $2::integer union select a.number from own join company_move_account a on a.to_number = own.number
         join company_move m on m.id = a.move_id and m.phase = 'moved' and m.counts_deposits
     )
     select coalesce(sum(account_amount), 0)::bigint as came from remittance
      where client_id = $1 and saved_at is not null and phase = 'completed' and (transfer_type = 'deposit' and account_number in (table own)
        or transfer_type = 'transfer' and target_number in (table own))`,
    [clientId, number],
  );
  return row.came;
}

/** Who pays, as the provider's page is told. */
export interface Payer {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly country: string;
  readonly language: string;
}

export async function payerOf(sql: Sql, clientId: ClientId): Promise<Payer> {
  return sql.one<Payer>(
    `select trim(first_name || ' ' || last_name) as name, email, mobile_phone as phone, country, language from client where id = $1`,
    [clientId],
  );
}

/** What arrived takes the place of what was asked for, only while it is looked at; answers false afterwards. */
export async function acceptArrived(
  sql: Sql,
  id: RemittanceId,
  amounts: Pick<NewRemittance, 'amount' | 'currency' | 'fee' | 'leftOver' | 'accountAmount' | 'rate' | 'rateAsOf'>,
): Promise<boolean> {
  const changed = await sql.run(
    `update remittance set amount = $2, currency = $3, fee = $4, account_amount = $5, rate = $6, rate_as_of = $7, left_over = $8
     where id = $1 and phase = 'on_review'`,
    [id, amounts.amount, amounts.currency, amounts.fee, amounts.accountAmount, amounts.rate, amounts.rateAsOf, amounts.leftOver],
  );
  return changed === 1;
}

type Told = Readonly<{ topic: string; payload?: object; clientId?: number; dueAt?: Date }>;
/** An event that is told once the caller's transaction has committed. */
export async function tellLater(sql: Sql, told: Told, at: Date): Promise<void> {
  const values = [told.topic, told.clientId ?? null, JSON.stringify(told.payload ?? {}), told.dueAt ?? at, at];
  await sql.run('insert into outbox (topic, client_id, payload, due_at, created_at) values ($1, $2, $3, $4, $5)', values);
}
