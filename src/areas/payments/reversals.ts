import type { Sql } from '../../base/sql.ts';
import * as chart from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { PaymentState } from '../../ports/payments/port.ts';
import type { Finished } from '../platformOperations/face.ts';
import * as movements from './movements.ts';
import { nextReversal, shareToGet, type PaidAmounts, type ReasonCode, type TimelineCode } from './rules.ts';
import { leavable } from './leaving.ts';
import { beginTimeline, columns, type Remittance } from './store.ts';
import {
  move,
  operationOf,
  postDone,
  type Course,
  type LookUpOutcome,
  type LookUpParts,
  type Moved,
  type PaymentContext,
} from './context.ts';

/** A payment that was completed is taken back, in part or whole. It begins saved: nobody asks for it. */
export const reversals: Course = { asked: undefined, movers: { reversing: takeBack }, applyPayment: undefined };

export interface TakenBack {
  readonly payment: PaymentState;
  readonly reason: 'chargeback' | 'refunded';
}

/** The provider has given a completed payment back to the payer: what we have credited is taken back, by as much. */
export async function reverse(parts: LookUpParts, remittance: Remittance, taken: TakenBack): Promise<LookUpOutcome> {
  const { needs, run, engine } = parts;
  const { amount, providerTransactionId } = taken.payment;
  const told = amount?.currency === remittance.currency && amount.minor > 0n ? amount.minor : remittance.amount;
  const intoWallet = remittance.reason === 'account_refused_wallet';
  const reversal = await run.transact(async (sql) => {
    // However often the provider takes it back, never more than was paid.
    const part = nextReversal(remittance, await reversedSoFar(sql, remittance.id), told);
    if (!part) return undefined;
    const added = await addReversal(sql, intoWallet ? { ...remittance, accountPlatform: null } : remittance, {
      ...part,
      transaction: `${taken.reason}:${providerTransactionId ?? remittance.reference}`,
      reason: taken.reason,
      now: needs.clock.now(),
    });
    if (!added) return undefined;
    for (const event of movements.eventsOf(added, 'reversing', needs.clock.now()))
      await run.tellIn(sql, movements.ofClient(event, added));
    return added;
  });
  if (!reversal) return 'nothing_new';
  await engine.drive(run, reversal.id);
  return 'reversed';
}

/** What was taken back of a payment already. The payment stays locked until the caller's transaction ends. */
async function reversedSoFar(sql: Sql, id: number): Promise<PaidAmounts> {
  await sql.one('select id from remittance where id = $1 for update', [id]);
  return sql.one<PaidAmounts>(
    `select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(fee), 0)::bigint as fee,
       coalesce(sum(account_amount), 0)::bigint as "accountAmount" from remittance where reverses = $1`,
    [id],
  );
}

/** A reversal begins its life saved: nobody confirms it. Undefined when the provider's transaction was taken back already. */
async function addReversal(
  sql: Sql,
  original: Remittance,
  part: PaidAmounts & {
    readonly transaction: string;
    readonly reason: ReasonCode & TimelineCode;
    readonly now: Date;
  },
): Promise<Remittance | undefined> {
  const row = await sql.maybe<Remittance>(
    `insert into remittance as r (id, client_id, company_id, transfer_type, phase, reference, method_id, provider,
       account_number, account_platform, amount, currency, fee, account_amount, account_currency, rate, rate_as_of,
       provider_transaction, taken_back_by, reason, reverses, created_at, expires_at, saved_at, updated_at)
     select n.id, o.client_id, o.company_id, 'reversal', 'reversing', 'r' || n.id || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8),
       o.method_id, o.provider, $2, $3, $4, o.currency, $9, $5, o.account_currency, o.rate, o.rate_as_of, $6, $6, $7, o.id, $8, $8, $8, $8
     from remittance o, (select nextval(pg_get_serial_sequence('remittance', 'id'))::integer as id) n where o.id = $1
     on conflict (reverses, taken_back_by) where reverses is not null do nothing
     returning ${columns}`,
    [
      original.id,
      original.accountNumber,
      original.accountPlatform,
      part.amount,
      part.accountAmount,
      part.transaction,
      part.reason,
      part.now,
      part.fee,
    ],
  );
  if (row) await beginTimeline(sql, { id: row.id, phase: 'reversing', stage: part.reason, reason: part.reason }, part.now);
  return row;
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
  return postDone(context, movements.reversed(remittance, { at, coveredMinor, coveredPaidMinor }), covered);
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
