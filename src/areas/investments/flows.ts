import { remittanceId, type RemittanceId } from '../../base/id.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import { formatMinor } from '../../base/money.ts';
import { after, minuteMs } from '../../base/time.ts';
import { staleLine } from '../../protocol/topics.ts';
import type { Event } from '../../protocol/call.ts';
import { investorGoesOn } from '../investors/face.ts';
import { notify } from '../notices/face.ts';
import { remittanceOf } from '../payments/face.ts';
import { investmentsNotices } from './notices.ts';
import { hasOpenShare, insertShare } from './shares/rows.ts';
import { withMoneyIn, withMoneyOut } from './rules.ts';
import { agreeAnew, changeInvestment, lockInvestment, strategyNames, writeShares, type Investment } from './store.ts';

/* Money that comes to an investment and goes from it, booked once its payment has come through. */

export interface Flow {
  readonly remittanceId: RemittanceId;
  readonly investmentId: number;
  readonly direction: 'in' | 'out';
  /** Of money that goes: the equity before it. */
  readonly equity: bigint | null;
  /** Of money that goes: all that leaves, and what of it is the provider's share, computed with that high-water mark. */
  readonly gross: bigint | null;
  readonly share: bigint | null;
  readonly highWater: bigint | null;
}

/** What is agreed to with the first money of a follow. */
export type Terms = Pick<Investment, 'offerId' | 'share' | 'safetyMode' | 'protection'>;

/** Money that comes. */
export const comingIn = { direction: 'in', equity: null, gross: null, share: null, highWater: null } as const;

/** Notes a payment before anything of it moves. */
export async function noteFlow(sql: Sql, flow: Flow, at: Date): Promise<void> {
  await sql.run(
    `insert into investment_flow (remittance_id, investment_id, direction, equity, gross, share, high_water, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [flow.remittanceId, flow.investmentId, flow.direction, flow.equity, flow.gross, flow.share, flow.highWater, at],
  );
}

/**
 * The same, of an investment that has not begun to end: under its lock, so that it does not end beside it. One thing at a time: money
 * goes only while nothing else comes or goes and no share is on its way, none comes while some goes, and the first comes alone, by
 * the terms that were agreed to with it.
 */
export async function noteWhileOpen(
  transact: Transact,
  flow: Flow & { readonly first?: Terms | undefined },
  at: Date,
): Promise<'noted' | 'closing' | 'busy'> {
  return transact(async (sql) => {
    const investment = await lockInvestment(sql, flow.investmentId);
    if (!investment || investment.status === 'closing' || investment.status === 'closed') return 'closing';
    const isOut = flow.direction === 'out';
    const isBusy = isOut
      ? (await flowsOf(sql, investment.id)).waiting > 0 || (await hasOpenShare(sql, investment.id))
      : await mayNotCome(sql, investment, flow.first);
    if (isBusy || (isOut && flow.highWater !== investment.highWater)) return 'busy';
    if (flow.first) await agreeAnew(sql, { ...flow.first, id: investment.id });
    await noteFlow(sql, flow, at);
    return 'noted';
  });
}

async function mayNotCome(sql: Sql, { id, status }: Investment, first: Terms | undefined): Promise<boolean> {
  if (status === 'opening') return (await flowsOf(sql, id)).waiting > 0;
  return first !== undefined || isMoneyLeaving(sql, id);
}

/** Of a payment that was refused before anything of it was saved. Its caller is the only one who could have saved it. */
export async function forgetUnsaved(sql: Sql, payment: RemittanceId): Promise<void> {
  if ((await remittanceOf(sql, payment))?.phase === 'quoted') await forgetFlow(sql, payment);
}

async function forgetFlow(sql: Sql, payment: RemittanceId): Promise<void> {
  await sql.run('delete from investment_flow where remittance_id = $1 and booked_at is null', [payment]);
}

/** What tells whether money has come or gone since: how many flows there are, which is the last, and how many wait. */
export interface Flows {
  readonly count: number;
  readonly last: number;
  readonly waiting: number;
}

export async function flowsOf(sql: Sql, investment: number): Promise<Flows> {
  return sql.one<Flows>(
    `select count(*)::integer as count, coalesce(max(remittance_id), 0)::integer as last,
       (count(*) filter (where booked_at is null))::integer as waiting
       from investment_flow where investment_id = $1`,
    [investment],
  );
}

/** Whether money is on its way out of it, or may be. */
export async function isMoneyLeaving(sql: Sql, investment: number): Promise<boolean> {
  const { is } = await sql.one<{ is: boolean }>(
    `select exists (select from investment_flow where investment_id = $1 and direction = 'out' and booked_at is null) as is`,
    [investment],
  );
  return is;
}

const columns = `remittance_id as "remittanceId", investment_id as "investmentId", direction, equity, gross, share,
  high_water as "highWater"`;
const known = (row: Flow): Flow => ({ ...row, remittanceId: remittanceId(row.remittanceId) });

/** What waits to be booked: of one investment, or of all. */
export async function waitingFlows(sql: Sql, of: { readonly investment?: number; readonly limit: number }): Promise<Flow[]> {
  const rows = await sql.many<Flow>(
    `select ${columns} from investment_flow where booked_at is null and ($1::integer is null or investment_id = $1)
      order by remittance_id limit $2`,
    [of.investment ?? null, of.limit],
  );
  return rows.map(known);
}

export interface Booking {
  readonly transact: Transact;
  readonly tellIn: (sql: Sql, event: Event) => Promise<void>;
  readonly now: Date;
}

/** Books what has come through of an investment, in the order in which it was asked for, and forgets what came to nothing. */
export async function bookFlows(sql: Sql, investment: number, booking: Booking): Promise<void> {
  for (const flow of await waitingFlows(sql, { investment, limit: 100 }))
    await booking.transact((own) => bookFlow(own, flow, booking));
}

/** A slow saving may begin just before its quote expires. */
const leftMs = 10 * minuteMs;
const ended: ReadonlySet<string> = new Set(['declined', 'cancelled', 'failed']);

async function bookFlow(sql: Sql, flow: Flow, { tellIn, now }: Booking): Promise<void> {
  const investment = await lockInvestment(sql, flow.investmentId);
  const payment = await remittanceOf(sql, flow.remittanceId);
  // A quote that nobody saved is refused once it has expired.
  const isLeft = payment?.phase === 'quoted' && after(payment.expiresAt, leftMs) < now;
  if (!investment || !payment || isLeft || ended.has(payment.status)) {
    await forgetFlow(sql, flow.remittanceId);
    return;
  }
  if (payment.status !== 'completed') return;
  const amount = flow.direction === 'in' ? payment.accountAmount : (flow.gross ?? payment.amount);
  const shares =
    flow.direction === 'in'
      ? withMoneyIn(investment, amount)
      : withMoneyOut(investment, { amount, equity: flow.equity ?? payment.amount });
  const isTaken = await markBooked(sql, { remittanceId: flow.remittanceId, at: now, amount, highWater: shares.highWater });
  if (!isTaken) return;
  await writeShares(sql, investment.id, shares);
  if (flow.direction === 'in') await begin(sql, { investment, amount, now });
  else await shareOf(sql, { flow, investment, now });
  await tellIn(sql, { ...staleLine(['strategies', 'accounts']), clientId: investment.clientId });
}

/** False where it was booked already. In minor units of the account: what came or left, and the high-water mark after it. */
export async function markBooked(
  sql: Sql,
  of: { readonly remittanceId: RemittanceId; readonly at: Date; readonly amount: bigint; readonly highWater: bigint },
): Promise<boolean> {
  const taken = await sql.run(
    `update investment_flow set booked_at = $2, amount = $3, high_water_after = $4
      where remittance_id = $1 and booked_at is null`,
    [of.remittanceId, of.at, of.amount, of.highWater],
  );
  return taken > 0;
}

/** What a withdrawal owes the provider is written with it: its part of the profit has left the mark. */
async function shareOf(
  sql: Sql,
  { flow, investment, now }: { readonly flow: Flow; readonly investment: Investment; readonly now: Date },
): Promise<void> {
  const { equity, gross, share: amount, highWater, remittanceId: payment } = flow;
  if (equity === null || gross === null || amount === null || highWater === null || amount === 0n) return;
  const { id: investmentId, share: percent } = investment;
  const of = { occasion: 'withdrawal', remittanceId: payment, withdrawn: gross, dueAt: now, at: now } as const;
  await insertShare(sql, { ...of, investmentId, percent, equity, highWater, amount });
}

interface First {
  readonly investment: Investment;
  readonly amount: bigint;
  readonly now: Date;
}

/** Its first money makes it active; nothing that was opened before is copied. */
async function begin(sql: Sql, { investment, amount, now }: First): Promise<void> {
  const { id, clientId, strategyId, currency } = investment;
  if (!(await changeInvestment(sql, { id, from: 'opening', to: 'active', why: 'first_money', at: now }))) return;
  await investorGoesOn(sql, clientId, { isFunded: true });
  const strategy = (await strategyNames(sql, [strategyId])).get(strategyId);
  await notify(sql, {
    clientId,
    notice: investmentsNotices.investment_started,
    values: { name: strategy?.name ?? '', amount: formatMinor(amount, currency), currency },
    key: `investment:${id}:started`,
    now,
  });
}
