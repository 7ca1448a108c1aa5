import type { RemittanceId } from '../../base/id.ts';
import { money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { amountSaid } from '../../base/wording.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import type { PaymentState } from '../../ports/payments/port.ts';
import { ensureWallet } from '../fundingAccounts/face.ts';
import type { LookUpOutcome, LookUpParts } from './context.ts';
import * as movements from './movements.ts';
import { openOddCase } from './payout/held.ts';
import { lockPart, nameOf, type PayoutPart } from './payout/parts.ts';
import { collectFor } from './provider/indebted.ts';
import {
  concludeTransaction,
  keepTransaction,
  lockWaiting,
  waitingTransactions,
  type ProviderTransaction,
} from './provider/transactions.ts';
import { keepUnmatched } from './provider/unmatched.ts';
import { beginTimeline, columns, noteInTimeline, remittanceOf, type Remittance } from './store.ts';

/*
 * What a provider had paid out and gives back afterwards, whole or in pieces. A completed withdrawal stays completed (interfaces §4):
 * each piece is a transfer of its own that reverses it, into the wallet of the currency that was paid, once, and so is all of it where the
 * payout says of itself that it was reversed. What does not fit its payout stands before staff, and nothing of it is guessed.
 */

/** What follows from one of them, whether its payout is known to be paid by then or not. */
export async function applyReturn(parts: LookUpParts, part: PayoutPart, payment: PaymentState): Promise<LookUpOutcome> {
  const { needs, run } = parts;
  const remittance = await remittanceOf(run.sql, part.remittanceId);
  if (!remittance) return 'unknown_reference';
  const now = needs.clock.now();
  const transaction = await keepTransaction(run.sql, { remittance, payment, now, payout: part });
  if (!transaction || transaction.outcome) return 'nothing_new';
  if (payment.status === 'pending') return 'waits';
  if (payment.status !== 'approved') {
    await concludeTransaction(run.sql, transaction.id, { outcome: 'ended' });
    return 'nothing_new';
  }
  // By that name the book has paid nothing: there is nothing that could come back.
  if (payment.reference !== nameOf(part) || part.phase === 'released') {
    return asOddCase(parts, part, { payment, transaction, outcome: 'returned' });
  }
  // Another try of the same order, which has brought nobody anything.
  const isOfOther = payment.undoesItself && ![null, transaction.transactionId].includes(part.providerTransaction);
  if (isOfOther) {
    await concludeTransaction(run.sql, transaction.id, { outcome: 'returned' });
    return 'nothing_new';
  }
  const outcome = await takeReturn(parts, remittance, transaction);
  if (outcome !== 'fits_none') return outcome;
  if (!payment.undoesItself) return keepUnmatched(parts, remittance, transaction);
  // All of it, though pieces of it have come back: how much has come now nobody can say.
  return asOddCase(parts, part, { payment, transaction, outcome: 'on_review' });
}

interface Odd {
  readonly payment: PaymentState;
  readonly transaction: ProviderTransaction;
  readonly outcome: 'returned' | 'on_review';
}

/** The case first: whoever dies between opens it once more with the next message, by the same subject. */
async function asOddCase(parts: LookUpParts, part: PayoutPart, { payment, transaction, outcome }: Odd): Promise<LookUpOutcome> {
  const opened = await openOddCase(parts, part, { payment, kind: 'payout_returned' });
  await concludeTransaction(parts.run.sql, transaction.id, { outcome });
  return opened;
}

/** What was told of before its payout, now that this is paid. */
export async function followReturns(parts: LookUpParts, id: RemittanceId): Promise<void> {
  for (const transaction of await waitingTransactions(parts.run.sql, id)) {
    const remittance = await remittanceOf(parts.run.sql, id);
    if (!remittance || transaction.payoutId === null) continue;
    // What takes the whole part back is decided by its own message: of how much it is, only that can tell.
    if (transaction.undoesItself) continue;
    if ((await takeReturn(parts, remittance, transaction)) === 'fits_none') await keepUnmatched(parts, remittance, transaction);
  }
}

async function takeReturn(
  parts: LookUpParts,
  remittance: Remittance,
  told: ProviderTransaction,
): Promise<LookUpOutcome | 'fits_none'> {
  const { needs, run } = parts;
  const now = needs.clock.now();
  const outcome = await run.transact(async (sql): Promise<LookUpOutcome | 'fits_none'> => {
    const transaction = await lockWaiting(sql, told.id);
    const part = transaction?.payoutId == null ? undefined : await lockPart(sql, transaction.payoutId);
    if (!transaction || !part) return 'nothing_new';
    if (part.phase !== 'completed') return 'waits';
    const { minor, currency } = transaction;
    const left = part.paysAmount - (await returnedSoFar(sql, part.id));
    if (minor === null || minor <= 0n || minor > left || currency !== part.paysCurrency) return 'fits_none';
    const row = await addReturn(sql, { remittance, part, transaction, minor, now });
    await concludeTransaction(sql, transaction.id, { outcome: 'reversed', remittanceId: row.id });
    const values = { part: amountSaid(money(minor, currency)), card: part.label ?? '' };
    await noteInTimeline(sql, remittance.id, { code: 'payout_returned', values, at: now });
    for (const event of movements.eventsOf(row, 'completed', now)) await run.tellIn(sql, movements.ofClient(event, row));
    return 'reversed';
  });
  if (outcome === 'reversed') await collectFor(parts, remittance.clientId);
  return outcome;
}

async function returnedSoFar(sql: Sql, payoutId: number): Promise<bigint> {
  const { sum } = await sql.one<{ sum: bigint }>(
    `select coalesce(sum(amount), 0)::bigint as sum from provider_transaction where payout_id = $1 and outcome = 'reversed'`,
    [payoutId],
  );
  return sum;
}

interface Returned {
  readonly remittance: Remittance;
  readonly part: PayoutPart;
  readonly transaction: ProviderTransaction;
  readonly minor: bigint;
  readonly now: Date;
}

/** The transfer and its posting: both or neither. The fee was for the payout, which was made. */
async function addReturn(sql: Sql, { remittance, part, transaction, minor, now }: Returned): Promise<Remittance> {
  const { clientId, companyId: company } = remittance;
  const { paysCurrency: currency, provider } = part;
  const wallet = await ensureWallet(sql, { clientId, companyId: company, currency, now });
  const row = await sql.one<Remittance>(
    `insert into remittance as r (id, client_id, company_id, transfer_type, phase, reference, method_id, provider, account_number, amount,
       currency, account_amount, account_currency, provider_transaction, taken_back_by, reason, reverses, created_at, expires_at, saved_at,
       updated_at)
     select n.id, o.client_id, o.company_id, 'reversal', 'reversing', 'r' || n.id || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8),
       $2, $3, $4, $5, $6, $5, $6, $7::text, 'returned:' || $8::integer || ':' || $7, 'payout_returned', o.id, $9, $9, $9, $9
     from remittance o, (select nextval(pg_get_serial_sequence('remittance', 'id'))::integer as id) n where o.id = $1
     returning ${columns}`,
    [remittance.id, part.methodId, provider, wallet.number, minor, currency, transaction.transactionId, part.id, now],
  );
  await beginTimeline(sql, { id: row.id, phase: 'reversing', stage: 'payout_back', reason: 'payout_returned' }, now);
  const ends = { from: chart.provider(company, currency, provider), to: chart.wallet({ company, clientId }, currency) };
  const posting = {
    kind: 'withdrawal_returned',
    legs: [{ ...ends, minor }],
    to: 'completed',
    stage: 'payout_back_credited',
    reason: 'payout_returned',
    at: now,
    actor: 'system',
  } as const;
  const outcome = await post(sql, movements.intentOf(row, posting));
  if (outcome.outcome === 'refused') throw new Error(`withdrawal_returned:${row.id} could not be posted: ${outcome.code}`);
  return row;
}
