import type { Remittance } from '../store.ts';
import { isRestricted } from '../../disputes/face.ts';
import { isHeld } from '../../screening/face.ts';
import { owedBy } from '../../debts/face.ts';
import { currencyCodes, isCentCurrency, mainCurrency, type Currency } from '../../../base/currency.ts';
import type { ClientId, RemittanceId } from '../../../base/id.ts';
import { money, type Money, type Rate } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import { after, dayMs, minuteMs, secondMs } from '../../../base/time.ts';
import { methodsPayingBack, routeOf, type MethodScope } from '../../../law/methods.ts';
import type { Settings } from '../../../settings/index.ts';
import { coolsUntil } from '../../contacts/face.ts';
import type { ReturnSource } from './returnToSource.ts';

/* What a client's withdrawals can go back to, and what each goes back to line by line. */

/** A line of a withdrawal, as it was agreed. Amounts are minor units. */
export interface WithdrawalLine {
  readonly id: number;
  readonly methodId: number;
  readonly provider: string;
  readonly way: 'refund' | 'payout';
  readonly sourceId: RemittanceId | null;
  /** A destination in the client's own name. */
  readonly destinationId: number | null;
  readonly label: string | null;
  /** What leaves the account for it, the fee and what is left over among it. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly leftOver: bigint;
  readonly currency: Currency;
  /** What arrives. */
  readonly paysAmount: bigint;
  readonly paysCurrency: Currency;
  readonly rate: Rate | null;
}

export type NewLine = Omit<WithdrawalLine, 'id'>;

const lineColumns = `l.id::integer as id, l.method_id as "methodId", l.provider, l.way, l.source_id as "sourceId", l.destination_id as "destinationId", l.label, l.amount, l.fee,
  l.left_over as "leftOver", l.currency, l.pays_amount as "paysAmount", l.pays_currency as "paysCurrency", l.rate`;

/** More payments with something left than a client's withdrawal can go back to: those that come first do. */
const mostSources = 500;

interface SourceFigures {
  readonly currency: Currency;
  readonly brought: bigint;
  /** What was taken back of it. */
  readonly taken: bigint;
  /** What went back, or is on its way there. */
  readonly gone: bigint;
  /** Nobody knows for now how much of it was taken back. */
  readonly waits: boolean;
}

interface SourceRow extends SourceFigures {
  readonly id: number;
  readonly methodId: number;
  readonly label: string | null;
  readonly paidAt: Date;
}

interface SourcesAsked {
  readonly clientId: ClientId;
  readonly scope: Omit<MethodScope, 'direction'>;
  readonly now: Date;
  /** A withdrawal that is looked at itself takes nothing from what it may go back to. */
  readonly except?: RemittanceId;
}

/** A transaction `t` that staff have credited beside the payment that the deposit `d` was taken for. */
const isCredited = `t.outcome = 'credited'
         and (t.kind = 'won_back' or t.kind = 'payment' and t.transaction_id <> d.provider_transaction)`;

/** An amount as the account's currency of a coin's deposit `d` has it, by the rate of its own payment; nothing where that is not known. */
const inAccounts = (amount: string, currency: string): string =>
  `case when ${currency} = d.account_currency then ${amount} else floor(coalesce(${amount} * x.gives / x.of, 0)) end`;

/**
 * Of a payment `d`, with what `takenOfDeposit` joins: `$2` and `$3` are the withdrawal that is looked at itself, and the time. Coins
 * count as what they were worth.
 */
const figuresOfDeposit = `case when d.details ? 'coin' then d.account_currency else d.currency end as currency,
       case when d.phase <> 'completed' then 0 when d.details ? 'coin' then d.account_amount else d.amount end + coalesce(f.amount, 0) as brought,
       coalesce(b.amount, 0)::bigint as taken, coalesce(w.amount, 0)::bigint as gone, v.waits`;
const takenOfDeposit = `left join lateral (
       -- Of the account's currency so much for what the deposit's own coin was worth in that which it was asked in: what has come once more is
       -- in the latter.
       select d.account_amount::numeric as gives, own.worth as of from provider_transaction own
       where own.remittance_id = d.id and own.kind = 'payment' and own.transaction_id = d.provider_transaction
         and own.worth_currency <> d.account_currency
     ) x on d.details ? 'coin'
     left join lateral (
       -- Whoever has paid an order twice has paid the second by the same thing: what staff has credited of it goes back there too, and
       -- so does what they have credited of what its bank gave back.
       select sum(case when d.details ? 'coin' then ${inAccounts('floor(t.worth::numeric * (t.amount - t.given_back) / t.amount)', 't.worth_currency')}
           else t.amount - t.given_back end)::bigint as amount from provider_transaction t where t.remittance_id = d.id and ${isCredited}
         and t.currency = d.currency
     ) f on true
     left join lateral (
       select sum(case when d.details ? 'coin' then ${inAccounts('r.account_amount', 'r.account_currency')}
         else r.amount - coalesce((select sum(won.amount) from remittance won where won.reverses = r.id), 0) end)::bigint as amount
       from remittance r where r.reverses = d.id and r.currency = d.currency and r.phase in ('reversing', 'completed')
     ) b on true
     left join lateral (
       select sum(l.pays_amount - coalesce((select sum(t.amount) from provider_transaction t
         where t.payout_id = p.id and t.outcome = 'reversed'), 0)) as amount from withdrawal_line l join remittance m on m.id = l.remittance_id
       left join payout p on p.line_id = l.id
       where l.source_id = d.id and l.remittance_id is distinct from $2 and (m.phase in ('held', 'awaiting_approval')
         or m.phase in ('sent', 'completed') and p.phase <> 'released' or m.phase = 'quoted' and l.reserved_until > $3)
     ) w on true
     -- Nobody knows how much of it the provider has given back while staff looks into that.
     cross join lateral (
       select exists (select from provider_transaction t where t.remittance_id = d.id and t.outcome = 'on_review'
         and t.kind in ('refund', 'chargeback')) as waits
     ) v`;

/**
 * What each completed payment of the client has brought, less what was taken back of it and what went back or is on its way there. Only
 * payments that a method offered there pays back.
 */
export async function sourcesOf(sql: Sql, { clientId, scope, now, except }: SourcesAsked): Promise<ReturnSource[]> {
  const rows = await sql.many<SourceRow>(
    `select * from (
       select d.id, d.method_id as "methodId", d.card_mask as label, coalesce(d.saved_at, d.created_at) as "paidAt",
         ${figuresOfDeposit}
       from remittance d ${takenOfDeposit}
       where d.client_id = $1 and d.transfer_type = 'deposit' and d.provider is not null
         and (d.phase = 'completed' or exists (select from provider_transaction t where t.remittance_id = d.id and ${isCredited}))
     ) s
     -- What has nothing left takes no place of what has: reckoned as leftIn does.
     where not s.waits and case when s.currency = any($4) then div(s.brought - s.taken, 100) else s.brought - s.taken end > s.gone
     order by s.id limit ${mostSources}`,
    [clientId, except ?? null, now, currencyCodes.filter(isCentCurrency)],
  );
  const payingBack = methodsPayingBack(scope);
  return rows.flatMap(({ id, methodId, label, paidAt, ...row }) => {
    const left = leftIn(row);
    const method = payingBack(methodId, left.currency);
    const route = routeOf(method);
    if (!method?.paysOut || !route || left.minor <= 0n) return [];
    const { rank, refundDays, name, isByDestination = false } = method.paysOut;
    const isRefundable = paidAt > after(now, -refundDays * dayMs);
    const source = { id, methodId: method.id, provider: route.provider, rank, label: label ?? name, isByDestination };
    return { ...source, left, isRefundable };
  });
}

/**
 * What a payment still takes back of a withdrawal of its own. It stays locked until the caller's transaction ends, so that nothing
 * of it is taken back meanwhile.
 */
export async function leftOf(
  sql: Sql,
  { sourceId, except, now }: { readonly sourceId: RemittanceId; readonly except: RemittanceId; readonly now: Date },
): Promise<bigint> {
  await sql.one('select id from remittance where id = $1 for update', [sourceId]);
  const figures = await sql.one<SourceFigures>(`select ${figuresOfDeposit} from remittance d ${takenOfDeposit} where d.id = $1`, [
    sourceId,
    except,
    now,
  ]);
  return leftIn(figures).minor;
}

/** No cents are paid of what coins brought. */
function leftIn({ currency, brought, taken, gone, waits }: SourceFigures): Money {
  const kept = brought - taken;
  const left = (isCentCurrency(currency) ? kept / 100n : kept) - gone;
  return money(waits ? 0n : left, mainCurrency(currency));
}

/** Keeps what a quote would be paid out as. */
export async function keepLines(sql: Sql, remittanceId: RemittanceId, lines: readonly NewLine[]): Promise<void> {
  const of = <Value>(pick: (line: NewLine) => Value): Value[] => lines.map(pick);
  await sql.run(
    `insert into withdrawal_line (remittance_id, place, method_id, provider, way, source_id, label, amount, fee, left_over, currency,
       pays_amount, pays_currency, rate, destination_id)
     select $1, t.place, t.method, t.provider, t.way, t.source, t.label, t.amount, t.fee, t.left_over, t.currency, t.pays, t.pays_in, t.rate, t.destination
     from unnest($2::integer[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[],
       $11::bigint[], $12::text[], $13::bigint[], $14::integer[]) with ordinality
       t (method, provider, way, source, label, amount, fee, left_over, currency, pays, pays_in, rate, destination, place)`,
    [
      remittanceId,
      of(({ methodId }) => methodId),
      of(({ provider }) => provider),
      of(({ way }) => way),
      of(({ sourceId }) => sourceId),
      of(({ label }) => label),
      of(({ amount }) => amount),
      of(({ fee }) => fee),
      of(({ leftOver }) => leftOver),
      of(({ currency }) => currency),
      of(({ paysAmount }) => paysAmount),
      of(({ paysCurrency }) => paysCurrency),
      of(({ rate }) => rate),
      of(({ destinationId }) => destinationId),
    ],
  );
}

export function linesOf(sql: Sql, remittanceId: RemittanceId): Promise<WithdrawalLine[]> {
  return sql.many<WithdrawalLine>(
    `select ${lineColumns} from withdrawal_line l where l.remittance_id = $1 order by l.place limit 100`,
    [remittanceId],
  );
}

/** A quote that is being saved has its lines to itself for so long. */
const reservedMs = 2 * minuteMs;

/**
 * Sets the lines of a quote aside, while each fits what is left of its payment; false when one does not: somebody else has planned with
 * the same money. One client's withdrawals do so one after the other.
 */
export async function reserveLines(sql: Sql, of: SourcesAsked & { readonly except: RemittanceId }): Promise<boolean> {
  await sql.one(`select pg_advisory_xact_lock(hashtext('withdrawal'), $1)::text as locked`, [of.clientId]);
  const fits = await fitsSources(sql, of);
  if (!fits) return false;
  await sql.run('update withdrawal_line set reserved_until = $2 where remittance_id = $1', [
    of.except,
    after(of.now, reservedMs),
  ]);
  return true;
}

/** Whether each line of the withdrawal still fits what its payment has brought. */
export async function fitsSources(sql: Sql, of: SourcesAsked & { readonly except: RemittanceId }): Promise<boolean> {
  const left = new Map((await sourcesOf(sql, of)).map((source) => [source.id, source.left.minor]));
  const lines = await linesOf(sql, of.except);
  return lines.every(({ sourceId, paysAmount }) => sourceId === null || paysAmount <= (left.get(sourceId) ?? 0n));
}

/** Nobody has to leave the lines alone any more: the quote could not begin. */
export async function giveLinesBack(sql: Sql, remittanceId: RemittanceId): Promise<void> {
  await sql.run('update withdrawal_line set reserved_until = null where remittance_id = $1', [remittanceId]);
}

/** Whether any of it goes somewhere that nothing of the client's was known to go, or to come from, for as long as it cools off. */
export async function goesSomewhereNew(
  sql: Sql,
  of: { readonly clientId: ClientId; readonly remittanceId: RemittanceId; readonly coolingSeconds: number; readonly now: Date },
): Promise<boolean> {
  const { isNew } = await sql.one<{ isNew: boolean }>(
    `select exists (
       select from withdrawal_line l left join remittance s on s.id = l.source_id and l.destination_id is null
       where l.remittance_id = $2
         and not exists (select from payout_destination d where d.client_id = $1 and d.method_id = l.method_id
           and d.name = coalesce(l.label, '') and d.usable_from <= $3)
         and not exists (select from remittance d where d.client_id = $1 and d.phase = 'completed' and d.transfer_type = 'deposit'
           and l.destination_id is null and d.card_mask is not distinct from s.card_mask
           and (d.card_mask is not null or d.method_id = s.method_id)
           and d.created_at + $4 * interval '1 second' <= $3)) as "isNew"`,
    [of.clientId, of.remittanceId, of.now, of.coolingSeconds],
  );
  return isNew;
}

/** Notes where a withdrawal goes, and from when on it may; answers the latest of these, and the names of those that are new. */
export async function noteDestinations(
  sql: Sql,
  of: {
    readonly clientId: ClientId;
    readonly lines: readonly WithdrawalLine[];
    readonly settings: Pick<Settings, 'withdraw' | 'contacts'>;
    readonly now: Date;
  },
): Promise<{ readonly usableFrom: Date; readonly added: readonly string[] }> {
  const { clientId, lines, settings, now } = of;
  const coolingMs = settings.withdraw.coolingSeconds * secondMs;
  // After a change of what identity hangs on nothing that is new is paid for longer (readings 24).
  const cools = await coolsUntil(sql, { client: clientId, settings, now });
  const added = await sql.many<{ name: string }>(
    `insert into payout_destination (client_id, method_id, name, usable_from, created_at)
     select distinct on (l.method_id, coalesce(l.label, '')) $1::integer, l.method_id, coalesce(l.label, ''),
       -- What paid in has been known since: whoever has taken over an account has not paid in with it long ago.
       -- What its provider gives no name is known by its method only.
       case when known.usable <= $3 then $3 else greatest(coalesce(known.usable, $3 + $4 * interval '1 millisecond'), $5::timestamptz) end, $3
     from withdrawal_line l left join remittance s on s.id = l.source_id and l.destination_id is null
     cross join lateral (select min(d.created_at) + $4 * interval '1 millisecond' as usable from remittance d
       where d.client_id = $1 and d.phase = 'completed' and d.transfer_type = 'deposit' and d.card_mask is not distinct from s.card_mask
         and (d.card_mask is not null or d.method_id = s.method_id)) known
     where l.id = any($2::bigint[])
     on conflict do nothing returning name`,
    [clientId, lines.map(({ id }) => id), now, coolingMs, cools ?? null],
  );
  const { usable } = await sql.one<{ usable: Date | null }>(
    `select max(d.usable_from) as usable from payout_destination d join withdrawal_line l
       on l.method_id = d.method_id and coalesce(l.label, '') = d.name
     where d.client_id = $1 and l.id = any($2::bigint[])`,
    [clientId, lines.map(({ id }) => id)],
  );
  return { usableFrom: usable ?? now, added: added.map(({ name }) => name) };
}

interface AboutToGo {
  readonly remittance: Remittance;
  readonly part: { readonly id: number; readonly sourceId: RemittanceId | null; readonly paysAmount: bigint };
  readonly now: Date;
}

/**
 * Whether what it gives back was taken back since it was approved, a payment of its client's is disputed, something is owed by now (that is
 * paid first), or its client may be on a list of sanctions.
 */
export async function isStopped(sql: Sql, { remittance: { id, clientId }, part, now }: AboutToGo): Promise<boolean> {
  const { sourceId, paysAmount } = part;
  if (sourceId !== null && (await leftOf(sql, { sourceId, except: id, now })) < paysAmount) return true;
  if ((await isRestricted(sql, clientId)) || (await isHeld(sql, clientId))) return true;
  return (await owedBy(sql, clientId)).length > 0;
}
