import { isCoin, type Currency } from '../../../base/currency.ts';
import type { RemittanceId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import { post } from '../../../ledger/book.ts';
import * as chart from '../../../ledger/chart.ts';
import { closeCase } from '../../cases/face.ts';
import { debtOf, lockDebts, payOfReversal } from '../../debts/face.ts';
import { winDispute } from '../../disputes/face.ts';
import { ensureWallet } from '../../fundingAccounts/face.ts';
import * as movements from '../movements.ts';
import { chargebacksQueue } from '../queues.ts';
import { lockRemittance } from './reversals.ts';
import { shareToGet } from './shares.ts';
import { beginTimeline, columns, type Remittance } from '../store.ts';
import { concludeTransaction, lockWaiting, type ProviderTransaction } from './transactions.ts';
import { keepUnmatched } from './unmatched.ts';
import type { LookUpOutcome, LookUpParts } from '../context.ts';

/** A transfer that a chargeback has become, and what of it was won back so far. */
interface Part {
  readonly id: RemittanceId;
  /** The provider's number of the chargeback. */
  readonly number: string;
  readonly phase: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly fee: bigint;
  readonly wonBack: bigint;
  readonly wonBackFee: bigint;
}

/** A chargeback of the order, with a transfer for each payment that it has taken. */
type Chargeback = readonly Part[];

/**
 * The payer's bank has given back what it had taken: first it pays what the client still owes of that chargeback, the rest goes into
 * the wallet of the payment's own currency, by a transfer of its own. Of a chargeback that took nothing from the client it is money
 * that no order waits for, or nothing follows, as staff have decided of the chargeback. `waits`: its chargeback is not known, or not done.
 */
export async function giveBackWon(
  parts: LookUpParts,
  remittance: Remittance,
  waiting: ProviderTransaction,
): Promise<LookUpOutcome> {
  const { needs, run } = parts;
  const outcome = await run.transact(async (sql): Promise<LookUpOutcome | 'fits_none'> => {
    await lockDebts(sql, remittance.clientId);
    await lockRemittance(sql, remittance.id);
    const transaction = await lockWaiting(sql, waiting.id);
    if (!transaction) return 'nothing_new';
    const { minor, currency } = transaction;
    const chargebacks = await chargebacksOf(sql, remittance.id);
    const found = minor === null ? undefined : fittingOf(chargebacks, { minor, currency });
    if (minor !== null && found?.every(({ phase }) => phase === 'completed')) {
      const won = await addAll(sql, { remittance, chargeback: found, transaction, minor, at: needs.clock.now() });
      await concludeTransaction(sql, transaction.id, { outcome: 'won_back', remittanceId: won[0]?.id ?? null });
      for (const each of won) {
        for (const event of movements.eventsOf(each, 'completed', needs.clock.now()))
          await run.tellIn(sql, movements.ofClient(event, each));
      }
      return 'won_back';
    }
    const took = minor === null || found ? undefined : await tookNothing(sql, { remittance, currency, minor });
    if (took === 'refused') {
      await concludeTransaction(sql, transaction.id, { outcome: 'refused' });
      return 'nothing_new';
    }
    if (took === 'returned') return 'fits_none';
    const mayStillCome =
      found !== undefined || chargebacks.length === 0 || chargebacks.flat().some(({ phase }) => phase !== 'completed');
    return mayStillCome ? 'waits' : 'fits_none';
  });
  return outcome === 'fits_none' ? keepUnmatched(parts, remittance, waiting) : outcome;
}

async function chargebacksOf(sql: Sql, id: RemittanceId): Promise<Chargeback[]> {
  const parts = await sql.many<Part>(
    `select r.id, coalesce(r.provider_transaction, r.id::text) as number, r.phase, r.amount, r.currency, r.fee,
       coalesce(sum(w.amount), 0)::bigint as "wonBack", coalesce(sum(w.fee), 0)::bigint as "wonBackFee"
     from remittance r left join remittance w on w.reverses = r.id
     where r.reverses = $1 and r.taken_back_by like 'chargeback:%' and r.phase <> 'declined' group by r.id order by r.id limit 100`,
    [id],
  );
  return [...Map.groupBy(parts, ({ number }) => number).values()];
}

interface GivenBack extends Pick<ProviderTransaction, 'currency'> {
  readonly remittance: Remittance;
  readonly minor: bigint;
}

/**
 * What became of chargebacks of the order for which nothing was taken from the client, where so much of them was not given back yet:
 * `returned`, what they took back was never credited; `refused`, staff have said that nothing follows. A payment that tells by itself
 * that it was taken back tells by itself that it stands again.
 */
async function tookNothing(sql: Sql, { remittance, currency, minor }: GivenBack): Promise<'returned' | 'refused' | undefined> {
  const row = await sql.maybe<{ outcome: 'returned' | 'refused' }>(
    `select outcome from (
       select case outcome when 'refused' then 'refused' else 'returned' end as outcome,
         sum(case kind when 'chargeback' then amount else -amount end) as rest
       from provider_transaction
       where remittance_id = $1 and currency = $2 and outcome in ('returned', 'refused', 'suspense', 'credited')
         and (kind = 'won_back' or kind = 'chargeback' and (outcome = 'refused' or outcome = 'returned' and not undoes_itself))
       group by 1) ended
     where rest >= $3 order by rest = $3 desc, outcome desc limit 1`,
    [remittance.id, currency, minor],
  );
  return row?.outcome;
}

const leftOf = ({ amount, wonBack }: Part): bigint => amount - wonBack;

/** The chargeback of exactly that amount, else the oldest of which so much is left. */
function fittingOf(
  chargebacks: readonly Chargeback[],
  { minor, currency }: { readonly minor: bigint; readonly currency: string | null },
): Chargeback | undefined {
  const left = (parts: Chargeback): bigint => parts.reduce((sum, part) => sum + leftOf(part), 0n);
  // What is owed of a coin is owed in another currency: staff say what becomes of one that is given back.
  const same = chargebacks.filter((parts) => parts.every((part) => part.currency === currency && !isCoin(part.currency)));
  return same.find((each) => left(each) === minor) ?? same.find((each) => left(each) > minor);
}

/** What of the chargeback was written off, less what was won back of that. */
async function writtenOff(sql: Sql, { id, wonBackFee }: Part): Promise<bigint> {
  const { off, back } = await sql.one<{ off: bigint; back: bigint }>(
    `select (select coalesce(sum(e.amount), 0) from ledger_movement m join ledger_entry e on e.movement_id = m.id
              where m.key = 'debt_written_off:' || $1::integer)::bigint as off,
       (select coalesce(sum(e.amount), 0) from remittance w join ledger_movement m on m.key = 'won_back:' || w.id
          join ledger_entry e on e.movement_id = m.id join ledger_account f on f.id = e.to_account and f.kind = 'fees'
         where w.reverses = $1::integer)::bigint as back`,
    [id],
  );
  return off - (back - wonBackFee);
}

interface WonBack {
  readonly remittance: Remittance;
  readonly transaction: ProviderTransaction;
  readonly minor: bigint;
  readonly at: Date;
}

/** What each transfer of the chargeback has taken is given again, the first one's first. */
async function addAll(sql: Sql, { chargeback, ...won }: WonBack & { readonly chargeback: Chargeback }): Promise<Remittance[]> {
  let rest = won.minor;
  const given: Remittance[] = [];
  for (const part of chargeback) {
    const minor = leftOf(part) < rest ? leftOf(part) : rest;
    rest -= minor;
    if (minor > 0n) given.push(await addWonBack(sql, { ...won, part, minor }));
  }
  return given;
}

/** The transfer, its posting and what it pays of the debt are one. */
async function addWonBack(sql: Sql, won: WonBack & { readonly part: Part }): Promise<Remittance> {
  const { remittance, part: chargeback, transaction, minor, at } = won;
  const { clientId, companyId: company } = remittance;
  const { currency } = chargeback;
  const wallet = await ensureWallet(sql, { clientId, companyId: company, currency, now: at });
  // The broker has given its fee too, and has it again, in the same share.
  const feeSoFar = shareToGet(chargeback.wonBack + minor, { parts: chargeback.amount, amount: chargeback.fee });
  const fee = feeSoFar - chargeback.wonBackFee;
  const row = await sql.one<Remittance>(
    `insert into remittance as r (id, client_id, company_id, transfer_type, phase, reference, method_id, provider, account_number, amount,
       currency, fee, account_amount, account_currency, provider_transaction, taken_back_by, reason, reverses, created_at, expires_at,
       saved_at, updated_at)
     select n.id, o.client_id, o.company_id, 'reversal', 'reversing', 'r' || n.id || '-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8),
       o.method_id, o.provider, $2, $3, $9, $4, $5, $9, $6::text, 'won_back:' || $6, 'won_back', $7, $8, $8, $8, $8
     from remittance o, (select nextval(pg_get_serial_sequence('remittance', 'id'))::integer as id) n where o.id = $1
     returning ${columns}`,
    [remittance.id, wallet.number, minor, fee, minor - fee, transaction.transactionId, chargeback.id, at, currency],
  );
  await beginTimeline(sql, { id: row.id, phase: 'reversing', stage: 'won_back', reason: 'won_back' }, at);
  const paid = await payOfReversal(sql, { remittanceId: chargeback.id, most: minor - fee, at });
  // What was written off is the broker's loss, and the broker's again.
  const lost = await writtenOff(sql, chargeback);
  const recovered = lost < minor - fee - paid ? lost : minor - fee - paid;
  const from = chart.provider(company, currency, transaction.provider);
  const owner = { company, clientId };
  const legs = [
    { from, to: chart.fees(company, currency), minor: fee + recovered },
    { from, to: chart.debt(owner, currency), minor: paid },
    { from, to: chart.wallet(owner, currency), minor: minor - fee - paid - recovered },
  ];
  const posting = {
    kind: 'won_back',
    legs,
    to: 'completed',
    stage: 'won_back_credited',
    reason: 'won_back',
    at,
    actor: 'system',
  } as const;
  const outcome = await post(sql, movements.intentOf(row, posting));
  if (outcome.outcome === 'refused') throw new Error(`won_back:${row.id} could not be posted: ${outcome.code}`);
  if ((await debtOf(sql, chargeback.id))?.remaining === 0n) {
    await closeCase(sql, { queue: chargebacksQueue.name, subject: `debt:${chargeback.id}`, outcome: 'won_back', at });
  }
  if (chargeback.wonBack + minor === chargeback.amount) await winDispute(sql, chargeback.id, at);
  return row;
}
