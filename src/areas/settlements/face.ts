import type { Sql } from '../../base/sql.ts';
import { closeDifference } from '../platformOperations/face.ts';
import * as store from './store.ts';
import { closeDay, type ClosedDay } from './store.ts';

export type { KeptDay } from './store.ts';

/** Somebody says that a day's difference is explained; undefined where it is not open. */
export async function explainDay(
  sql: Sql,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<ClosedDay | undefined> {
  const day = await closeDay(sql, id);
  if (day) await closeDifference(sql, { subject: `settlement:${id}`, outcome: 'explained', now });
  return day;
}

/** How providers' days compare, as it was found last. */
export async function daysKept(sql: Sql, days: { readonly from: string; readonly till: string }): Promise<store.KeptDay[]> {
  return store.daysKept(sql, days);
}
