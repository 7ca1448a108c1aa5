import { z } from 'zod';
import { isChainAddress } from '../../../base/chainAddress.ts';
import type { ClientId, RemittanceId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import { coinNamed, type Coin } from '../../../law/coins.ts';
import { isAccountNumber, localBanks, plainNumber } from '../../../law/localBanks.ts';
import type { DestinationKind, PaymentMethod } from '../../../law/methods.ts';
import type { PayoutDestination } from '../../../ports/payments/port.ts';
import type { ConfirmInput } from '../../../protocol/payment.ts';
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

/** Reads what is asked of each kind: refused at its field where something is missing. */
type Reading = (ctx: ProcessContext, asked: Asked, method: PaymentMethod) => Omit<ToldDestination, 'methodId'>;
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

/** The destination that was told for a method which pays the rest; undefined where the method pays none. */
export function readDestination(ctx: ProcessContext, method: PaymentMethod, asked: Asked): ToldDestination | undefined {
  if (!method.paysRest) return undefined;
  const told = readings[method.paysRest.to](ctx, asked, method);
  // Trade rules: nothing goes to anybody else, so the client says that it is their own.
  if (!asked.confirm_own_name) return ctx.refuse('field_required', { field: 'confirm_own_name' });
  return { methodId: method.id, ...told };
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

/**
 * FATF, recommendation 16 ("travel rule"): who sends and who receives stay with the address. The client is both; the broker sends on the
 * client's behalf.
 */
async function travelOf(sql: Sql, { coin, exchange }: ToldDestination, { clientId }: Keeping): Promise<object> {
  if (!coin) return {};
  const { name, country } = await payerOf(sql, clientId);
  const person = { name, country, client: clientId };
  return { travel: { originator: person, beneficiary: { ...person, wallet: exchange ?? 'self-hosted' } } };
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
