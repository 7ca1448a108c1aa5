import { isCurrency, type Currency } from '../../base/currency.ts';
import type { ClientId, RemittanceId } from '../../base/id.ts';
import { formatMoney, money, parseMinor, worthIn, type Money } from '../../base/money.ts';
import type { RefusalDetail } from '../../base/refusal.ts';
import type { Sql } from '../../base/sql.ts';
import { amountSaid } from '../../base/wording.ts';
import type { ClientProfile } from '../../law/gates.ts';
import { capsDeposits, isCapped } from '../../law/verified.ts';
import type { Settings } from '../../settings/index.ts';
import { quoteRate } from '../rates/face.ts';
import { clientById } from '../session/face.ts';
import type { ProcessContext } from './contract.ts';
import type { ConfirmQuestion } from './direction.ts';
import type { Saving } from './quotes.ts';
import { changeQuote, remittanceOf, type Remittance } from './store.ts';

/* What clients may pay in before their papers are approved: into a wallet, up to a cap. The clock is areas/unverified. */

export interface CappedTerms {
  readonly cap: Money;
  readonly left: Money;
  readonly days: number;
  /** When what has come in goes back; undefined while nothing has. */
  readonly dueAt: Date | undefined;
}

interface Asking {
  readonly sql: Sql;
  readonly now: Date;
  readonly settings: Settings;
  readonly client: { readonly id: ClientId; readonly profile: ClientProfile };
  /** The deposit whose own part is not counted. */
  readonly except?: RemittanceId;
}

/** Undefined for whoever may pay in what they like. */
export async function cappedTerms(asking: Asking): Promise<CappedTerms | undefined> {
  const { sql, settings, client } = asking;
  if (!isCapped(client.profile)) return undefined;
  const terms = settings.unverified.companies.find(({ company }) => company === client.profile.company);
  if (!terms) return { cap: money(0n, 'USD'), left: money(0n, 'USD'), days: 0, dueAt: undefined };
  const { currency, days } = terms;
  const cap = money(parseMinor(terms.cap, currency) ?? 0n, currency);
  const { dueAt, isOver, sums } = await usedOf(sql, asking);
  let left = isOver ? 0n : cap.minor;
  for (const sum of sums) left -= (await capWorth(asking, sum, currency))?.minor ?? left;
  return { cap, left: money(left > 0n ? left : 0n, currency), days, dueAt };
}

interface UsedRow {
  readonly currency: string;
  readonly worth: bigint;
  readonly due: Date | null;
  readonly isReturned: boolean;
}

/** What was paid in since, or is being: what was given back counts too, and nothing more is taken once something was or is due. */
async function usedOf(sql: Sql, { client, now, except }: Asking) {
  const rows = await sql.many<UsedRow>(
    `select u.currency, sum(u.worth)::bigint as worth, min(u.due_at) filter (where u.ended_at is null) as due,
       bool_or(u.over_at is not null or u.return_id is not null) as "isReturned"
     from unverified_deposit u join remittance r on r.id = u.remittance_id
     where u.client_id = $1 and u.outcome is distinct from 'verified' and (r.phase not in ('declined', 'cancelled', 'failed') or u.received_at is not null)
       -- What waits because it did not fit takes nothing.
       and not (r.phase = 'on_review' and r.reason is not distinct from 'unverified_cap') and not (r.phase = 'quoted' and r.expires_at <= $2) and u.remittance_id is distinct from $3
     group by u.currency order by u.currency limit 50`,
    [client.id, now, except ?? null],
  );
  const dues = rows.flatMap(({ due }) => due ?? []).toSorted((one, other) => one.getTime() - other.getTime());
  const [dueAt] = dues;
  const isOver = rows.some(({ isReturned }) => isReturned) || (dueAt !== undefined && dueAt <= now);
  return { dueAt, isOver, sums: rows.map(({ worth, currency }) => money(worth, read(currency))) };
}

function read(currency: string): Currency {
  if (!isCurrency(currency)) throw new Error(`a cap was kept in ${currency}, which is no currency`);
  return currency;
}

/** Undefined where there is no rate. */
export async function capWorth(
  { sql, now, settings }: Pick<Asking, 'sql' | 'now' | 'settings'>,
  amount: Money,
  to: Currency,
): Promise<Money | undefined> {
  if (amount.currency === to) return amount;
  const quoted = await quoteRate(sql, { from: amount.currency, to, direction: 'transfer', at: now, rules: settings.rates });
  return quoted && worthIn(amount, to, quoted.rate);
}

/** Asked before a quote is kept. */
export const underCap: ConfirmQuestion = async (ctx, { fundingAccount, quoted }) => {
  const terms = await cappedTerms(ctx);
  if (!terms) return;
  requireWallet(ctx, fundingAccount.platform === undefined);
  await requireRoom(ctx, terms, quoted.amounts.arrives);
};

/** No margin is built on what may have to go back. */
function requireWallet(ctx: ProcessContext, isWallet: boolean): void {
  if (!isWallet) ctx.refuse('wallet_until_verified', { field: 'account_number', data: { next: 'documents' } });
}

async function requireRoom(ctx: ProcessContext, { cap, left }: CappedTerms, arrives: Money): Promise<Money> {
  const worth = (await capWorth(ctx, arrives, cap.currency)) ?? ctx.refuse('rate_not_available', { field: 'amount' });
  if (worth.minor <= left.minor) return worth;
  return refuseCap(ctx, { cap, left }, 'amount');
}

interface CapContext extends Asking {
  readonly refuse: (code: 'unverified_cap', detail: RefusalDetail) => never;
}

function refuseCap(ctx: CapContext, { cap, left }: Pick<CappedTerms, 'cap' | 'left'>, field: string): never {
  return ctx.refuse('unverified_cap', {
    field,
    values: { cap: amountSaid(cap), left: amountSaid(left) },
    data: { cap: formatMoney(cap), left: formatMoney(left), currency: cap.currency, next: 'documents' },
  });
}

interface Arriving {
  readonly sql: Sql;
  readonly now: Date;
  readonly settings: Settings;
  readonly remittance: Pick<Remittance, 'id' | 'clientId' | 'companyId'>;
  /** What the wallet would have of it. */
  readonly arrives: Money;
}

/**
 * Whether what has come may be taken: it was cancelled and is paid all the same, or it is more than was asked for, so the cap is asked
 * again. It takes its part within the caller's transaction.
 */
export async function takesRoom(arriving: Arriving): Promise<boolean> {
  const { sql, now, remittance } = arriving;
  await lockCap(sql, remittance.clientId);
  const part = await partOf(arriving);
  if (part === 'none_needed') return true;
  if (part === undefined) return false;
  const { id, clientId, companyId } = remittance;
  await keepPart(sql, { id, clientId, companyId, ...part, now, receivedAt: now });
  return true;
}

/** Whether it would be taken now. */
export async function hasArrivedRoom(arriving: Arriving): Promise<boolean> {
  return (await partOf(arriving)) !== undefined;
}

/** What it would take of the cap; undefined where there is no room for it. */
async function partOf({ sql, now, settings, remittance, arrives }: Arriving) {
  if (!capsDeposits(remittance.companyId)) return 'none_needed';
  const client = await clientById(sql, remittance.clientId);
  if (!client || !isCapped(client.profile)) return 'none_needed';
  const asking = { sql, now, settings, client, except: remittance.id };
  const terms = await cappedTerms(asking);
  if (!terms) return 'none_needed';
  const { days, left, cap } = terms;
  const worth = await capWorth(asking, arrives, cap.currency);
  return days === 0 || !worth || worth.minor > left.minor ? undefined : { worth, days };
}

/** Asked of what its client would take as it has arrived. */
export async function requireArrivedRoom(ctx: CapContext, remittance: Arriving['remittance'], arrives: Money): Promise<void> {
  if (await takesRoom({ ...ctx, remittance, arrives })) return;
  const terms = await cappedTerms({ ...ctx, except: remittance.id });
  if (terms) refuseCap(ctx, terms, 'tid');
}

/** Takes its part of the cap: one client's savings do so one after the other. */
export async function reserveUnderCap(ctx: ProcessContext, { remittance }: Saving): Promise<void> {
  if (!isCapped(ctx.client.profile)) return;
  requireWallet(ctx, remittance.accountPlatform === null);
  await ctx.transact(async (sql) => {
    await lockCap(sql, remittance.clientId);
    await reserve({ ...ctx, sql }, remittance.id);
  });
}

/** Another amount takes another part of the cap, also where another saving has just taken that of the first. */
export async function changeUnderCap(ctx: ProcessContext, { id, clientId }: Remittance, quote: Changed): Promise<void> {
  if (!isCapped(ctx.client.profile)) {
    await changeQuote(ctx.sql, id, quote);
    return;
  }
  await ctx.transact(async (sql) => {
    await lockCap(sql, clientId);
    await changeQuote(sql, id, quote);
    const isReserved = await sql.maybe('select from unverified_deposit where remittance_id = $1', [id]);
    if (isReserved) await reserve({ ...ctx, sql }, id);
  });
}

type Changed = Parameters<typeof changeQuote>[2];

async function lockCap(sql: Sql, client: ClientId): Promise<void> {
  await sql.one(`select pg_advisory_xact_lock(hashtext('unverified'), $1)::text as locked`, [client]);
}

/** Of the amount that the quote has by now; what has begun keeps its part. */
async function reserve(ctx: ProcessContext, id: RemittanceId): Promise<void> {
  const { sql, now } = ctx;
  await sql.maybe(`select from remittance where id = $1 and phase = 'quoted' for update`, [id]);
  const quote = await remittanceOf(sql, id);
  if (quote?.phase !== 'quoted') return;
  const terms = await cappedTerms({ ...ctx, except: id });
  if (!terms) return;
  const worth = await requireRoom(ctx, terms, money(quote.accountAmount, quote.accountCurrency));
  const { clientId, companyId } = quote;
  await keepPart(sql, { id, clientId, companyId, worth, days: terms.days, now });
}

interface Part extends Pick<Remittance, 'id' | 'clientId' | 'companyId'> {
  readonly worth: Money;
  readonly days: number;
  readonly now: Date;
  readonly receivedAt?: Date;
}

async function keepPart(sql: Sql, { id, clientId, companyId, worth, days, now, receivedAt }: Part): Promise<void> {
  await sql.run(
    `insert into unverified_deposit as u (remittance_id, client_id, company_id, worth, currency, days, made_at, received_at)
     values ($1, $2, $3, greatest($4::bigint, 1), $5, $6, $7, $8)
     on conflict (remittance_id) do update set worth = excluded.worth, currency = excluded.currency, days = excluded.days,
       received_at = coalesce(u.received_at, excluded.received_at)`,
    [id, clientId, companyId, worth.minor, worth.currency, days, now, receivedAt ?? null],
  );
}
