import { z } from 'zod';
import type { ClientId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
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
const readings: Readonly<Record<DestinationKind, (ctx: ProcessContext, asked: Asked) => Omit<ToldDestination, 'methodId'>>> = {
  wallet(ctx, { wallet_email: email }) {
    if (!email) return ctx.refuse('field_required', { field: 'wallet_email' });
    const name = email.toLowerCase();
    return { name, details: { kind: 'wallet', email: name } };
  },
};

/** The destination that was told for a method which pays the rest; undefined where the method pays none. */
export function readDestination(ctx: ProcessContext, { id, paysRest }: PaymentMethod, asked: Asked): ToldDestination | undefined {
  if (!paysRest) return undefined;
  const told = readings[paysRest.to](ctx, asked);
  // Trade rules: nothing goes to anybody else, so the client says that it is their own.
  if (!asked.confirm_own_name) return ctx.refuse('field_required', { field: 'confirm_own_name' });
  return { methodId: id, ...told };
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

const detailsSchema: z.ZodType<PayoutDestination> = z.object({ kind: z.literal('wallet'), email: z.string() });

/** What its provider has to be told. */
export async function destinationOf(sql: Sql, id: number): Promise<PayoutDestination> {
  const { details } = await sql.one<{ details: unknown }>('select details from own_destination where id = $1', [id]);
  return detailsSchema.parse(details);
}
