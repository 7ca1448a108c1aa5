import type { RemittanceId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import { after, secondMs } from '../../../base/time.ts';
import type { ReasonCode } from '../rules.ts';
import type { WithdrawalLine } from './lines.ts';
import type { PayoutPhase } from './payouts.ts';

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
  /** Why it was released. */
  readonly reason: ReasonCode | null;
  readonly attempts: number;
  readonly createdAt: Date;
  /** The deposit that it gives back, as its provider knows it; null where it gives none back. */
  readonly sourceReference: string | null;
  readonly sourceTransaction: string | null;
}

const partColumns = `p.id, p.remittance_id as "remittanceId", p.phase, p.reference, p.way, l.way as "lineWay", p.reason, p.attempts, p.created_at as "createdAt",
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
       select id from payout where phase in ('waiting', 'sent') and due_at <= $1
         -- Of a client who is frozen nothing goes out; what has gone is looked up all the same.
         and not (phase = 'waiting' and exists (select from remittance r join client c on c.id = r.client_id
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

/** By either of its names at its provider. */
export function partNamed(sql: Sql, name: string): Promise<PayoutPart | undefined> {
  const reference = name.endsWith(otherWay) ? name.slice(0, -otherWay.length) : name;
  return sql.maybe<PayoutPart>(`select ${partColumns} from ${partTables} where p.reference = $1`, [reference]);
}

/** References end in hexadecimal digits, which this is none of. */
const otherWay = 'p';

/** Our name for it at its provider: a payout that takes the place of a refund is another order there. */
export function nameOf({ reference, way, lineWay }: Pick<PayoutPart, 'reference' | 'way' | 'lineWay'>): string {
  return way === lineWay ? reference : `${reference}${otherWay}`;
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
