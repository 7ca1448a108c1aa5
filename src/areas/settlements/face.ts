import type { Sql } from '../../base/sql.ts';
import { closeCase } from '../cases/face.ts';
import { differencesQueue } from '../reconciliation/face.ts';
import { closeDay, type ClosedDay } from './store.ts';

/** Somebody says that a day's difference is explained; undefined where it is not open. */
export async function explainDay(
  sql: Sql,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<ClosedDay | undefined> {
  const day = await closeDay(sql, id);
  if (day) await closeCase(sql, { queue: differencesQueue.name, subject: `settlement:${id}`, outcome: 'explained', at: now });
  return day;
}
