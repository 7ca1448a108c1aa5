import type { Sql } from '../../base/sql.ts';
import * as store from './store.ts';
import { takeIntoStock } from './stock.ts';

/** What lay in a vault before this portal: bars that were bought, and what the supplier says lies there besides. */
export interface StockBefore {
  readonly purchase: Parameters<typeof takeIntoStock>[1];
  readonly statement: Omit<store.KeptStatement, 'id'> & { readonly digest: Buffer };
}

export async function bringStock(sql: Sql, { purchase, statement }: StockBefore): Promise<void> {
  await takeIntoStock(sql, purchase);
  await store.addStatement(sql, { ...statement, fileId: null });
}

/** A bar as whoever takes it out of the vault needs it. */
export interface VaultBar {
  readonly id: number;
  readonly refiner: string;
  readonly serial: string;
}

const named = ({ id, refiner, serial }: store.KeptBar): VaultBar => ({ id, refiner, serial });

/** The bars of a weight that nobody waits for, the oldest first. */
export async function freeBarsOf(sql: Sql, wanted: store.BarsWanted): Promise<VaultBar[]> {
  return (await store.barsFree(sql, wanted)).map(named);
}

/** The bars that are set aside for a delivery, or have left with it. */
export async function barsOf(sql: Sql, deliveryId: number): Promise<VaultBar[]> {
  return (await store.barsOfDelivery(sql, deliveryId)).map(named);
}

/** Sets bars aside for a delivery, all of them; false when one is not free or of another kind: the caller's transaction has to end then. */
export async function allocateBars(
  sql: Sql,
  order: { readonly ids: readonly number[]; readonly deliveryId: number; readonly of: store.BarsWanted },
): Promise<boolean> {
  return (await store.setBarsAside(sql, order)) === order.ids.length;
}

/** What becomes of a delivery's bars: nobody's again, out of the vault, or back in it. */
export async function moveBars(
  sql: Sql,
  { deliveryId, to, now }: { readonly deliveryId: number; readonly to: 'stock' | 'client' | 'vault'; readonly now: Date },
): Promise<void> {
  if (to === 'stock') return store.freeBars(sql, deliveryId);
  return to === 'client' ? store.sendBars(sql, deliveryId, now) : store.takeBarsBack(sql, deliveryId, now);
}
