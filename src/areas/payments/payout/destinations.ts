import { z } from 'zod';
import type { ClientId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import { isAccountNumber, localBanks, plainNumber } from '../../../law/localBanks.ts';
import type { DestinationKind, PaymentMethod } from '../../../law/methods.ts';
import type { PayoutDestination } from '../../../ports/payments/port.ts';
import type { ConfirmInput } from '../../../protocol/payment.ts';
import type { ProcessContext } from '../contract.ts';

/* Where what return-to-source leaves goes: destinations in the client's own name, as the client tells them. */

/** As it is told, before it is kept. */
export interface ToldDestination {
  readonly methodId: number;
  readonly name: string;
  readonly details: PayoutDestination;
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
};

/** The destination that was told for a method which pays the rest; undefined where the method pays none. */
export function readDestination(ctx: ProcessContext, method: PaymentMethod, asked: Asked): ToldDestination | undefined {
  if (!method.paysRest) return undefined;
  const told = readings[method.paysRest.to](ctx, asked, method);
  // Trade rules: nothing goes to anybody else, so the client says that it is their own.
  if (!asked.confirm_own_name) return ctx.refuse('field_required', { field: 'confirm_own_name' });
  return { methodId: method.id, ...told };
}

/** Keeps a destination, once; answers its number. */
export async function keepDestination(
  sql: Sql,
  { methodId, name, details }: ToldDestination,
  { clientId, now }: { readonly clientId: ClientId; readonly now: Date },
): Promise<number> {
  const kept = await sql.maybe<{ id: number }>(
    `insert into own_destination (client_id, method_id, name, details, created_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning id`,
    [clientId, methodId, name, JSON.stringify(details), now],
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
]);

/** What its provider has to be told. */
export async function destinationOf(sql: Sql, id: number): Promise<PayoutDestination> {
  const { details } = await sql.one<{ details: unknown }>('select details from own_destination where id = $1', [id]);
  return detailsSchema.parse(details);
}
