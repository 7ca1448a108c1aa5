import { z } from 'zod';
import { isBic, isTransferable, plainAccount } from '../../../base/bankAccount.ts';
import { currencyCodes } from '../../../base/currency.ts';
import { isChainAddress } from '../../../base/chainAddress.ts';
import type { ClientId, RemittanceId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import { coinNamed, coins, type Coin } from '../../../law/coins.ts';
import { isAccountNumber, localBanks, plainNumber } from '../../../law/localBanks.ts';
import type { ClientProfile } from '../../../law/gates.ts';
import { methodOf, type DestinationKind, type PaymentMethod } from '../../../law/methods.ts';
import type { PayoutDestination } from '../../../ports/payments/port.ts';
import type { ConfirmInput } from '../../../protocol/asked.ts';
import type { ScreeningRisk } from '../../../ports/screening/port.ts';
import { coinsListed } from '../coins.ts';
import type { Needs } from '../context.ts';
import type { ProcessContext } from '../contract.ts';
import { payerOf } from '../store.ts';

/* Where what return-to-source leaves goes: destinations in the client's own name, as the client tells them. */

/** As it is told, before it is kept. */
export interface ToldDestination {
  readonly methodId: number;
  readonly name: string;
  readonly details: PayoutDestination;
  /** Of an address of a chain: the coin, the exchange that keeps it unless the client does, and what was said of it just now. */
  readonly coin?: Coin;
  readonly exchange?: string | undefined;
  readonly screened?: { readonly risk: ScreeningRisk; readonly reference: string };
}

type Asked = ConfirmInput<'withdraw'>;

/** What a destination is told by, whoever tells it. */
export type DestinationAsked = Pick<
  Asked,
  | 'wallet_email'
  | 'bank'
  | 'bank_account'
  | 'wire_bank'
  | 'wire_account'
  | 'wire_bic'
  | 'crypto_network'
  | 'crypto_address'
  | 'crypto_memo'
  | 'wallet_held'
  | 'exchange_name'
>;

/** Whose destination it is, and how what is missing is refused. */
export interface DestinationReader {
  readonly client: { readonly profile: Pick<ClientProfile, 'country'> };
  readonly refuse: (
    code: 'field_required' | 'bank_not_listed' | 'destination_not_valid' | 'coin_not_offered',
    detail: { readonly field: string },
  ) => never;
}

/** Reads what is asked of each kind: refused at its field where something is missing. */
type Reading = (ctx: DestinationReader, asked: DestinationAsked, method: PaymentMethod) => Omit<ToldDestination, 'methodId'>;
const readings: Readonly<Record<DestinationKind, Reading>> = {
  wallet(ctx, { wallet_email: email }) {
    if (!email) return ctx.refuse('field_required', { field: 'wallet_email' });
    const name = email.toLowerCase();
    return { name, details: { kind: 'wallet', email: name } };
  },
  bank(ctx, { bank, bank_account: account }, { countries }) {
    const currency = countries?.[ctx.client.profile.country];
    const banks = (currency && localBanks[currency]?.banks) ?? [];
    if (!bank) return ctx.refuse('field_required', { field: 'bank' });
    if (!banks.includes(bank)) return ctx.refuse('bank_not_listed', { field: 'bank' });
    if (!account) return ctx.refuse('field_required', { field: 'bank_account' });
    if (!currency || !isAccountNumber(account, currency)) return ctx.refuse('destination_not_valid', { field: 'bank_account' });
    const number = plainNumber(account);
    return { name: `${bank} ${number}`, details: { kind: 'bank', bank, account: number } };
  },
  wire(ctx, { wire_bank: bank, wire_account: asked, wire_bic: code }) {
    if (!bank) return ctx.refuse('field_required', { field: 'wire_bank' });
    if (!asked) return ctx.refuse('field_required', { field: 'wire_account' });
    if (!code) return ctx.refuse('field_required', { field: 'wire_bic' });
    const [account, bic] = [plainAccount(asked), plainAccount(code)];
    if (!isBic(bic)) return ctx.refuse('destination_not_valid', { field: 'wire_bic' });
    if (!isTransferable({ account, bic })) return ctx.refuse('destination_not_valid', { field: 'wire_account' });
    return { name: `${account} ${bic}`, details: { kind: 'wire', bank, account, bic } };
  },
  // Cards are never told: who has one chooses it.
  card: (ctx) => ctx.refuse('field_required', { field: 'destination' }),
  coin(ctx, asked) {
    const { crypto_network: key, crypto_address: address, crypto_memo: memo, wallet_held: held, exchange_name: exchange } = asked;
    if (!key) return ctx.refuse('field_required', { field: 'crypto_network' });
    const coin = coinNamed(key) ?? ctx.refuse('coin_not_offered', { field: 'crypto_network' });
    if (!address) return ctx.refuse('field_required', { field: 'crypto_address' });
    if (!isChainAddress(coin.network, address)) return ctx.refuse('destination_not_valid', { field: 'crypto_address' });
    if (!held) return ctx.refuse('field_required', { field: 'wallet_held' });
    if (held === 'exchange' && !exchange) return ctx.refuse('field_required', { field: 'exchange_name' });
    // An exchange tells its customers apart by the tag.
    if (coin.hasMemo && held === 'exchange' && !memo) return ctx.refuse('field_required', { field: 'crypto_memo' });
    if (memo && (!coin.hasMemo || !/^\d{1,10}$/.test(memo))) return ctx.refuse('destination_not_valid', { field: 'crypto_memo' });
    const details = { kind: 'coin', code: coin.code, address, memo: memo || null } as const;
    return {
      name: [coin.key, address, memo].filter(Boolean).join(' '),
      details,
      coin,
      exchange: held === 'exchange' ? exchange : undefined,
    };
  },
};

/** The destination that was told for a method which pays the rest, or chosen; undefined where the method pays none. */
export async function readDestination(
  ctx: ProcessContext,
  method: PaymentMethod,
  asked: Asked,
): Promise<ToldDestination | undefined> {
  if (!method.paysRest) return undefined;
  const chosen = /^\d+$/.test(String(asked.destination ?? '')) ? Number(asked.destination) : undefined;
  if (chosen !== undefined) {
    const used = await usedDestinations(ctx.sql, ctx.client);
    const known = used.find(({ id, methodId }) => id === chosen && methodId === method.id);
    return known ?? ctx.refuse('destination_not_valid', { field: 'destination' });
  }
  const told = readTold(ctx, method, asked);
  // Trade rules: nothing goes to anybody else, so the client says that it is their own.
  if (!asked.confirm_own_name) return ctx.refuse('field_required', { field: 'confirm_own_name' });
  return told;
}

/** A destination as it is told, whether anything has gone there before or not; undefined for a method that pays to none. */
export function readTold(ctx: DestinationReader, method: PaymentMethod, asked: DestinationAsked): ToldDestination | undefined {
  return method.paysRest && { methodId: method.id, ...readings[method.paysRest.to](ctx, asked, method) };
}

/** A destination of the client's own that a withdrawal has named before, or a card of theirs. */
export interface UsedDestination extends ToldDestination {
  readonly id: number;
  /** It has cooled off from then on. */
  readonly usableFrom: Date;
}

interface UsedRow extends Pick<UsedDestination, 'id' | 'methodId' | 'name' | 'usableFrom'> {
  readonly details: unknown;
  readonly wallet: string | null;
}

/** What the client's withdrawals have gone to, or are to go to, and still can: the one that was named last first, at most twenty; cards that can be topped up before all. */
export async function usedDestinations(
  sql: Sql,
  { id, profile }: Pick<ProcessContext['client'], 'id' | 'profile'>,
): Promise<UsedDestination[]> {
  const rows = await sql.many<UsedRow>(
    `select o.id, o.method_id as "methodId", o.name, o.details, coalesce(d.usable_from, o.created_at) as "usableFrom",
       o.details->'travel'->'beneficiary'->>'wallet' as wallet
     from own_destination o
     left join payout_destination d on d.client_id = o.client_id and d.method_id = o.method_id and d.name = o.name
     left join card_destination c on c.destination_id = o.id
     cross join lateral (select max(l.id) as line from withdrawal_line l where l.destination_id = o.id) named
     where o.client_id = $1 and coalesce(c.is_open, d.client_id is not null)
     order by c.is_open nulls last, named.line desc nulls last limit 20`,
    [id],
  );
  return rows.map(usedOf).filter((used) => isStillThere(used, profile.country));
}

function usedOf({ wallet, details: kept, ...row }: UsedRow): UsedDestination {
  const details = detailsSchema.parse(kept);
  const coin = details.kind === 'coin' ? coins.find(({ code }) => code === details.code) : undefined;
  const exchange = wallet === null || wallet === selfHosted ? undefined : wallet;
  return { ...row, details, ...(coin ? { coin, exchange } : {}) };
}

/** A country's banks are paid to by those who live there, and a coin goes as long as it is one of ours. */
function isStillThere({ methodId, details, coin }: UsedDestination, country: string): boolean {
  if (details.kind === 'coin') return coin !== undefined;
  if (details.kind !== 'bank') return true;
  const currency = methodOf(methodId)?.countries?.[country];
  return currency !== undefined && (localBanks[currency]?.banks.includes(details.bank) ?? false);
}

/** As a choice shows it: enough for its owner to know it by, too little for anybody else. */
export function maskedName({ name, details, coin }: Pick<ToldDestination, 'name' | 'details' | 'coin'>): string {
  switch (details.kind) {
    case 'wallet': {
      const [name = '', host = ''] = details.email.split('@');
      return `${name.slice(0, 1)}•••@${host}`;
    }
    case 'bank':
    case 'wire':
      return `${details.bank} ••••${details.account.slice(-4)}`;
    case 'card':
      return name;
    case 'coin':
      return `${coin?.key ?? details.code} ${details.address.slice(0, 6)}…${details.address.slice(-4)}`;
  }
}

/** The same of one as it is kept; undefined of one that was erased with its client. */
export function maskedAsKept(name: string, kept: unknown): string | undefined {
  const { data: details } = detailsSchema.safeParse(kept);
  const coin = details?.kind === 'coin' ? coins.find(({ code }) => code === details.code) : undefined;
  return details && maskedName({ name, details, ...(coin && { coin }) });
}

/** An address of a chain is judged before anything is kept of it; without a verdict nothing is. */
export async function screened(needs: Needs, ctx: ProcessContext, told: ToldDestination): Promise<ToldDestination> {
  const { coin, details } = told;
  if (!coin || details.kind !== 'coin') return told;
  const desk = needs.payments.nowpayments?.coins;
  const listed = (desk && (await coinsListed(desk))) ?? ctx.refuse('provider_not_answering', { field: 'pm_id' });
  if (!listed.includes(coin)) return ctx.refuse('coin_not_offered', { field: 'crypto_network' });
  const verdict = await needs.screening?.screen({ network: coin.key, address: details.address });
  if (verdict?.outcome !== 'done') return ctx.refuse('provider_not_answering', { field: 'pm_id' });
  return { ...told, screened: { risk: verdict.risk, reference: verdict.reference } };
}

interface Keeping {
  readonly clientId: ClientId;
  readonly now: Date;
}

/** Keeps a destination, once, and what was said of it, each time; answers its number. */
export async function keepDestination(sql: Sql, told: ToldDestination, of: Keeping): Promise<number> {
  const id = await keepTold(sql, told, of);
  if (told.screened)
    await sql.run('insert into destination_screening (destination_id, risk, reference, at) values ($1, $2, $3, $4)', [
      id,
      told.screened.risk,
      told.screened.reference,
      of.now,
    ]);
  return id;
}

/** Whose wallet it is that no exchange keeps. */
const selfHosted = 'self-hosted';

/**
 * FATF, recommendation 16 ("travel rule"): who sends and who receives stay with the address. The client is both; the broker sends on the
 * client's behalf.
 */
async function travelOf(sql: Sql, { coin, exchange }: ToldDestination, { clientId }: Keeping): Promise<object> {
  if (!coin) return {};
  const { name, country } = await payerOf(sql, clientId);
  const person = { name, country, client: clientId };
  return { travel: { originator: person, beneficiary: { ...person, wallet: exchange ?? selfHosted } } };
}

async function keepTold(sql: Sql, told: ToldDestination, of: Keeping): Promise<number> {
  const { methodId, name, details } = told;
  const { clientId, now } = of;
  const travel = await travelOf(sql, told, of);
  const kept = await sql.maybe<{ id: number }>(
    `insert into own_destination (client_id, method_id, name, details, created_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning id`,
    [clientId, methodId, name, JSON.stringify({ ...details, ...travel }), now],
  );
  if (kept) return kept.id;
  const known = await sql.one<{ id: number }>(
    'select id from own_destination where client_id = $1 and method_id = $2 and name = $3',
    [clientId, methodId, name],
  );
  return known.id;
}

const detailsSchema: z.ZodType<PayoutDestination> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wallet'), email: z.string() }),
  z.object({ kind: z.literal('bank'), bank: z.string(), account: z.string() }),
  z.object({ kind: z.literal('wire'), bank: z.string(), account: z.string(), bic: z.string() }),
  z.object({ kind: z.literal('card'), card: z.string(), currency: z.enum(currencyCodes) }),
  z.object({ kind: z.literal('coin'), code: z.string(), address: z.string(), memo: z.string().nullable() }),
]);

/** What its provider has to be told. */
export async function destinationOf(sql: Sql, id: number): Promise<PayoutDestination> {
  const { details } = await sql.one<{ details: unknown }>('select details from own_destination where id = $1', [id]);
  return detailsSchema.parse(details);
}

export type AddressTrouble = 'address_flagged' | 'proof_missing';

/**
 * Why a withdrawal to an address of a chain cannot be approved: what was said of it last forbids it, or nothing shows that it is the
 * client's, neither a paper that came with this withdrawal nor a payout that has arrived there before.
 */
export async function addressTrouble(sql: Sql, remittanceId: RemittanceId): Promise<AddressTrouble | undefined> {
  const rows = await sql.many<{ risk: ScreeningRisk | null; isProven: boolean }>(
    `select (select s.risk from destination_screening s where s.destination_id = o.id order by s.id desc limit 1) as risk,
       exists (select 1 from stored_file f where f.about = 'remittance:' || $1::integer and f.state = 'kept')
         or exists (select 1 from payout p join withdrawal_line before on before.id = p.line_id
           where before.destination_id = o.id and p.phase = 'completed') as "isProven"
     from own_destination o where o.details->>'kind' = 'coin'
       and o.id in (select destination_id from withdrawal_line where remittance_id = $1::integer)`,
    [remittanceId],
  );
  if (rows.some(({ risk }) => risk !== 'low' && risk !== 'medium')) return 'address_flagged';
  return rows.some(({ isProven }) => !isProven) ? 'proof_missing' : undefined;
}

/** What staff reads of the addresses that a withdrawal goes to. */
export async function addressWords(sql: Sql, remittanceId: RemittanceId): Promise<string> {
  const rows = await sql.many<{ name: string; risk: string | null; wallet: string | null }>(
    `select o.name, o.details->'travel'->'beneficiary'->>'wallet' as wallet,
       (select s.risk from destination_screening s where s.destination_id = o.id order by s.id desc limit 1) as risk
     from own_destination o where o.details->>'kind' = 'coin'
       and o.id in (select destination_id from withdrawal_line where remittance_id = $1::integer)`,
    [remittanceId],
  );
  return rows.map(({ name, risk, wallet }) => `${name} (${wallet ?? ''}): ${risk ?? 'not screened'}`).join('; ');
}
