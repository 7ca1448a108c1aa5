import type { ClientId } from '../../base/id.ts';
import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import { methodsPaying, type PaymentMethod } from '../../law/methods.ts';
import { destinationOf, keepDestination } from './payout/destinations.ts';

/* Prepaid cards as destinations in the client's own name: nobody names one, it is here from the day it is active. */

export interface OwnCard {
  readonly clientId: ClientId;
  /** The issuer's own name of it. */
  readonly card: string;
  /** As the client knows it. */
  readonly name: string;
  readonly currency: Currency;
}

/** The method that tops cards up. */
export function toppingUp(): PaymentMethod | undefined {
  return methodsPaying('card')[0];
}

/** From now on it can be topped up, or cannot. One that never could be is not kept. */
export async function setCardOpen(
  sql: Sql,
  { clientId, card, name, currency }: OwnCard,
  { isOpen, now }: { readonly isOpen: boolean; readonly now: Date },
): Promise<void> {
  const method = toppingUp();
  if (!method) return;
  if (isOpen) {
    const id = await ownDestination(sql, { clientId, card, name, currency }, { methodId: method.id, now });
    await sql.run(
      'insert into card_destination (destination_id, is_open, changed_at) values ($1, false, $2) on conflict do nothing',
      [id, now],
    );
  }
  await sql.run(
    `update card_destination c set is_open = $3, changed_at = $4 from own_destination o
     where o.id = c.destination_id and o.client_id = $1 and o.details->>'card' = $2 and c.is_open <> $3`,
    [clientId, card, isOpen, now],
  );
}

/** More cards of one client than can have the same last digits, month and currency. */
const mostAlike = 20;

/** The card as a destination by its name; a card that looks like another one of the client's is told from it by a number behind. */
async function ownDestination(
  sql: Sql,
  { clientId, card, name, currency }: OwnCard,
  { methodId, now }: { readonly methodId: number; readonly now: Date },
): Promise<number> {
  const details = { kind: 'card', card, currency } as const;
  for (let count = 1; count <= mostAlike; count += 1) {
    const told = { methodId, name: count === 1 ? name : `${name} (${count})`, details };
    const id = await keepDestination(sql, told, { clientId, now });
    const kept = await destinationOf(sql, id);
    if (kept.kind === 'card' && kept.card === card) return id;
  }
  throw new Error(`client ${clientId} has ${mostAlike} cards named ${name}`);
}

/** Whether any of them is a card that cannot be topped up any more. */
export async function isAnyClosed(sql: Sql, destinations: readonly (number | null)[]): Promise<boolean> {
  const { isClosed } = await sql.one<{ isClosed: boolean }>(
    `select exists (select from card_destination where destination_id = any($1::integer[]) and not is_open) as "isClosed"`,
    [destinations.filter((id) => id !== null)],
  );
  return isClosed;
}
