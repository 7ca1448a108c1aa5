import type { Currency } from '../../../base/currency.ts';
import type { ClientId, RemittanceId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import type { PaymentState } from '../../../ports/payments/port.ts';
import { after, secondMs } from '../../../base/time.ts';
import type { WithdrawalReason } from '../contract.ts';
import type { WithdrawalLine } from './lines.ts';

/**
 * Where a part of what a payment pays out stands. It goes back to waiting when one provider would not take it and another may.
 */
export const payoutPhases = {
  waiting: { next: ['sent', 'released'] },
  /** A provider has been asked for it. */
  sent: { next: ['waiting', 'completed', 'released'] },
  completed: { next: [] },
  /** It is no longer set aside: the client has it again. */
  released: { next: [] },
} as const satisfies Record<string, { readonly next: readonly string[] }>;

export type PayoutPhase = keyof typeof payoutPhases;

/**
 * Why a part is not paid: nobody takes it, something of the client's payments was taken back before it was sent, or staff has decided so.
 */
export type Unpaid = 'payout_refused' | 'payout_stopped' | `withdrawal_${WithdrawalReason}` | 'withdrawal_sent_back';

/** A part of a withdrawal on its way, with the line that it pays. */
export interface PayoutPart extends Omit<WithdrawalLine, 'id' | 'way'> {
  readonly id: number;
  readonly remittanceId: RemittanceId;
  readonly phase: PayoutPhase;
  /** Our name for it at its provider: asking again by the same is safe. */
  readonly reference: string;
  readonly way: 'refund' | 'payout';
  /** The way that was agreed. */
  readonly lineWay: 'refund' | 'payout';
  /** Why it was released; while it waits, why staff wants it given back, which happens once its provider has said that it has not paid it. */
  readonly reason: Unpaid | null;
  readonly attempts: number;
  /** It waits for staff: what a split has left for later, or what nobody has taken; null where it waits for nobody of ours. */
  readonly heldFor: HeldFor | null;
  /** How often staff has had it tried again. */
  readonly tries: number;
  readonly dueAt: Date | null;
  /** By what number its provider has told that it was paid; null where it has told none, and before. */
  readonly providerTransaction: string | null;
  readonly createdAt: Date;
  /** The deposit that it gives back, as its provider knows it; null where it gives none back. */
  readonly sourceReference: string | null;
  readonly sourceTransaction: string | null;
}

export type HeldFor = 'split' | 'refused';

const partColumns = `p.id, p.remittance_id as "remittanceId", p.phase, p.reference, p.way, l.way as "lineWay", p.reason, p.attempts, p.created_at as "createdAt",
  p.held_for as "heldFor", p.tries, nullif(p.due_at, 'infinity') as "dueAt", p.provider_transaction as "providerTransaction",
  l.method_id as "methodId", l.provider, l.source_id as "sourceId", l.destination_id as "destinationId", l.label, l.amount, l.fee, l.left_over as "leftOver", l.currency,
  l.pays_amount as "paysAmount", l.pays_currency as "paysCurrency", l.rate, d.reference as "sourceReference",
  d.provider_transaction as "sourceTransaction"`;
const partTables = `payout p join withdrawal_line l on l.id = p.line_id left join remittance d on d.id = l.source_id`;

/** Makes the parts of a withdrawal out of its lines, once. */
export async function openParts(
  sql: Sql,
  { remittanceId, dueAt, now }: { readonly remittanceId: RemittanceId; readonly dueAt: Date; readonly now: Date },
): Promise<void> {
  await sql.run(
    `insert into payout (remittance_id, hold_id, line_id, reference, amount, currency, method_id, provider, way, due_at, created_at, updated_at)
     select l.remittance_id, h.id, l.id, 'w' || l.remittance_id || '-' || l.place || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8),
       l.amount, l.currency, l.method_id, l.provider, l.way, $2, $3, $3
     from withdrawal_line l join ledger_hold h on h.remittance_id = l.remittance_id
     where l.remittance_id = $1 order by l.place on conflict do nothing`,
    [remittanceId, dueAt, now],
  );
}

/** So long whoever has taken a part works at it alone; whoever comes then goes on from where it stands. */
const leaseMs = 60 * secondMs;

/** Takes parts that somebody has to look at, the longest due first; nobody else has them until the lease runs out. */
export function takeDue(sql: Sql, { now, limit }: { readonly now: Date; readonly limit: number }): Promise<PayoutPart[]> {
  return sql.many<PayoutPart>(
    `with due as (
       select id from payout where phase in ('waiting', 'sent') and due_at <= $1 and held_for is distinct from 'split'
         -- Of a client who is frozen nothing goes out; what has gone is looked up, and what nobody has taken given back, all the same.
         and not (phase = 'waiting' and held_for is null and exists (select from remittance r join client c on c.id = r.client_id
           where r.id = payout.remittance_id and c.status_id = 14))
       order by due_at, id limit $3 for update skip locked
     ), taken as (
       update payout p set due_at = $2, attempts = attempts + 1 from due where p.id = due.id returning p.*
     )
     select ${partColumns} from taken p join withdrawal_line l on l.id = p.line_id left join remittance d on d.id = l.source_id order by p.id`,
    [now, after(now, leaseMs), limit],
  );
}

export function partsOf(sql: Sql, remittanceId: RemittanceId): Promise<PayoutPart[]> {
  return sql.many<PayoutPart>(`select ${partColumns} from ${partTables} where p.remittance_id = $1 order by p.id limit 100`, [
    remittanceId,
  ]);
}

/** By any of its names at its provider. */
export function partNamed(sql: Sql, name: string): Promise<PayoutPart | undefined> {
  const reference = name.replace(addedToName, '');
  return sql.maybe<PayoutPart>(`select ${partColumns} from ${partTables} where p.reference = $1`, [reference]);
}

/** References end in hexadecimal digits, which neither letter is. */
const otherWay = 'p';
const addedToName = /p?(?:r\d{1,4})?$/u;

/** Our name for it at its provider: a payout that takes the place of a refund is another order there, and so is each try that staff asks for. */
export function nameOf({ reference, way, lineWay, tries }: Pick<PayoutPart, 'reference' | 'way' | 'lineWay' | 'tries'>): string {
  return `${reference}${way === lineWay ? '' : otherWay}${tries === 0 ? '' : `r${tries}`}`;
}

/** What was asked for under that name. */
const wayNamed = ({ reference, lineWay }: Pick<PayoutPart, 'reference' | 'lineWay'>, name: string): PayoutPart['way'] =>
  name.startsWith(otherWay, reference.length) ? 'payout' : lineWay;

/** Told is not the payout itself but what came back of it: of a payout a refund of its order, of a refund that one's reversal. */
export function isOfReturn(
  part: Pick<PayoutPart, 'reference' | 'lineWay'>,
  { reference, kind, undoesItself }: PaymentState,
): boolean {
  return !undoesItself && kind === (wayNamed(part, reference) === 'payout' ? 'refund' : 'won_back');
}

/** The part as it stands, locked until the caller's transaction ends. */
export function lockPart(sql: Sql, id: number): Promise<PayoutPart | undefined> {
  return sql.maybe<PayoutPart>(`select ${partColumns} from ${partTables} where p.id = $1 for no key update of p`, [id]);
}

/** When somebody looks at it again. */
export async function putOff(sql: Sql, id: number, dueAt: Date): Promise<void> {
  await sql.run(`update payout set due_at = $2 where id = $1 and phase in ('waiting', 'sent')`, [id, dueAt]);
}

/** What would not be refunded is paid out to what paid it. */
export async function changeWay(sql: Sql, id: number, dueAt: Date): Promise<void> {
  await sql.run(`update payout set way = 'payout', due_at = $2 where id = $1`, [id, dueAt]);
}

/** Changes the phase of a part where no money moves; false when somebody else has changed it before. */
export async function changePart(
  sql: Sql,
  {
    id,
    from,
    to,
    detail,
  }: { readonly id: number; readonly from: PayoutPhase; readonly to: PayoutPhase; readonly detail: object },
  at: Date,
): Promise<boolean> {
  const locked = await sql.many('select payout_steps_lock(array[$1::bigint], array[$2])', [id, from]);
  if (locked.length === 0) return false;
  await sql.run('select payout_steps_apply(array[$1::bigint], array[$2], array[$3], array[$4::jsonb], array[$5::timestamptz])', [
    id,
    from,
    to,
    JSON.stringify(detail),
    at,
  ]);
  return true;
}

/** Whether it may be sent as it was read: nobody has changed its way, tried it again or held it since. It stays locked. */
export async function isAsRead(sql: Sql, { id, way, tries }: Pick<PayoutPart, 'id' | 'way' | 'tries'>): Promise<boolean> {
  const found = await sql.maybe(
    `select id from payout where id = $1 and phase = 'waiting' and held_for is null and way = $2 and tries = $3 for update`,
    [id, way, tries],
  );
  return found !== undefined;
}

/** It waits for staff from now on, until then at most. */
export async function holdPart(sql: Sql, id: number, until: Date): Promise<void> {
  await sql.run(`update payout set held_for = 'refused', due_at = $2 where id = $1 and phase = 'waiting'`, [id, until]);
}

/** Of a withdrawal that is split, all lines but these wait for staff. */
export async function holdRest(sql: Sql, remittanceId: RemittanceId, paid: readonly number[]): Promise<void> {
  await sql.run(
    `update payout p set held_for = 'split', due_at = 'infinity' from withdrawal_line l
     where l.id = p.line_id and p.remittance_id = $1 and p.phase = 'waiting' and l.place <> all($2::integer[])`,
    [remittanceId, paid],
  );
}

/** Of that client, what would go out by itself waits for staff, and what was asked for does if its provider never had it; the withdrawals. */
export async function holdWaitingOf(sql: Sql, client: ClientId): Promise<RemittanceId[]> {
  const held = await sql.many<{ id: RemittanceId }>(
    // Of what was tried before each try is looked up before it is given back.
    `update payout p set held_for = case when p.phase = 'waiting' and p.tries = 0 then 'split' else 'refused' end,
       due_at = case when p.phase = 'waiting' then 'infinity' else p.due_at end from remittance r
     where r.id = p.remittance_id and r.client_id = $1 and p.phase in ('waiting', 'sent') and p.held_for is null returning p.remittance_id as id`,
    [client],
  );
  return [...new Set(held.map(({ id }) => id))];
}

/** What of a withdrawal waits for staff, locked until the caller's transaction ends. */
export async function lockHeld(sql: Sql, remittanceId: RemittanceId): Promise<PayoutPart[]> {
  await sql.maybe('select id from remittance where id = $1 for update', [remittanceId]);
  await sql.many(`select id from payout where remittance_id = $1 and held_for is not null order by id for update`, [
    remittanceId,
  ]);
  return heldPartsOf(sql, remittanceId);
}

/** What waits for a decision of staff: what they have decided to give back does no more. */
export function heldPartsOf(sql: Sql, remittanceId: RemittanceId): Promise<PayoutPart[]> {
  return sql.many<PayoutPart>(
    `select ${partColumns} from ${partTables} where p.remittance_id = $1 and p.phase = 'waiting' and p.held_for is not null
       and p.reason is null order by p.id limit 100`,
    [remittanceId],
  );
}

/** It waits for staff no more: it goes at that instant, and as another order where it is tried again. */
export async function letGo(
  sql: Sql,
  ids: readonly number[],
  { dueAt, isRetry }: { readonly dueAt: Date; readonly isRetry: boolean },
): Promise<void> {
  await sql.run(
    `update payout set held_for = null, due_at = $2, tries = tries + $3 where id = any($1::integer[]) and phase = 'waiting'`,
    [ids, dueAt, isRetry ? 1 : 0],
  );
}

/** Staff gives it back: its provider is asked about it now, as when their time has run out. */
export async function giveBackNext(
  sql: Sql,
  id: number,
  { why, now }: { readonly why: Unpaid; readonly now: Date },
): Promise<void> {
  await sql.run(`update payout set reason = $2, due_at = $3 where id = $1 and phase = 'waiting'`, [id, why, now]);
}

/** A try that was given up has been paid after all: from now on the part is looked up by the name of that one. */
export async function goBackTo(
  sql: Sql,
  { id, tries, dueAt }: { readonly id: number; readonly tries: number; readonly dueAt: Date },
): Promise<void> {
  await sql.run(`update payout set held_for = null, tries = $2, due_at = $3 where id = $1 and phase = 'waiting'`, [
    id,
    tries,
    dueAt,
  ]);
}

/** Meanwhile it was sent under another name, or given back. */
export async function hasGoneOtherwise(sql: Sql, { id, tries }: PayoutPart): Promise<boolean> {
  const now = await sql.one<{ tries: number; phase: string }>('select tries, phase from payout where id = $1', [id]);
  return now.phase === 'released' || now.tries !== tries;
}

/** What is to be paid out at a provider by a day; minor units of the currency that it pays. */
export interface ComingPayout {
  readonly company: number;
  readonly provider: string;
  readonly currency: Currency;
  /** A day of UTC; null: it waits for a decision that nobody has promised. */
  readonly day: string | null;
  readonly count: number;
  readonly minor: bigint;
  /** Of it, what staff has not approved yet. */
  readonly unapproved: bigint;
}

/**
 * Payouts to come by day and provider: what waits for approval by when that is promised, what cools off by when it may go, what has been
 * handed over today.
 */
export function comingPayouts(sql: Sql, now: Date): Promise<ComingPayout[]> {
  return sql.many<ComingPayout>(
    `select company, provider, currency, day, count(*)::integer as count, sum(minor)::bigint as minor,
       coalesce(sum(minor) filter (where is_waiting), 0)::bigint as unapproved
     from (
       select r.company_id as company, l.provider, l.pays_currency as currency, l.pays_amount as minor, p.id is null as is_waiting,
         case when p.held_for = 'split' or p.due_at = 'infinity' then null
           else (greatest(case when p.phase = 'sent' then $1 else coalesce(p.due_at, u.expires_at) end, $1) at time zone 'UTC')::date::text end as day
       from remittance_under_way u join remittance r on r.id = u.remittance_id and r.transfer_type = 'withdraw'
       join withdrawal_line l on l.remittance_id = r.id left join payout p on p.line_id = l.id
       where u.phase in ('held', 'awaiting_approval', 'sent') and (p.id is null or p.phase in ('waiting', 'sent'))
     ) coming group by company, provider, currency, day order by day nulls last, company, provider, currency limit 1000`,
    [now],
  );
}

/** A line of a withdrawal as staff sees it: counted from 1, with how its part stands; a line that waits for approval has none yet. */
export interface PayoutLine {
  readonly line: number;
  readonly way: 'refund' | 'payout';
  readonly label: string | null;
  /** It goes to a destination in the client's own name, not back to a payment. */
  readonly isOwn: boolean;
  readonly provider: string;
  readonly paysAmount: bigint;
  readonly paysCurrency: Currency;
  readonly phase: PayoutPhase | null;
  readonly heldFor: HeldFor | null;
  readonly tries: number | null;
  readonly reference: string | null;
}

export function payoutLinesOf(sql: Sql, remittanceId: RemittanceId): Promise<PayoutLine[]> {
  return sql.many<PayoutLine>(
    `select l.place as line, coalesce(p.way, l.way) as way, l.label, l.source_id is null as "isOwn", l.provider, l.pays_amount as "paysAmount",
       l.pays_currency as "paysCurrency", p.phase, case when p.phase = 'waiting' then p.held_for end as "heldFor", p.tries, p.reference
     from withdrawal_line l left join payout p on p.line_id = l.id where l.remittance_id = $1 order by l.place limit 100`,
    [remittanceId],
  );
}
