import type { Sql } from '../../base/sql.ts';
import { endOfSignalDay } from '../../law/signals.ts';
import { insertHoliday, insertSignal, type HolidayRow, type NewSignal, type NewVersion } from './store.ts';

export { closeSignals } from './closing.ts';

/** A signal of the past, as a seed brings it; what became of it the market's prices tell (`closeSignals`). */
export interface PastSignal extends Omit<NewSignal, 'expiresAt' | 'postedAt'>, Pick<NewVersion, 'entry' | 'stop' | 'targets'> {}

/** Takes such a signal in; one for the same session is left as it is. */
export async function bringSignal(sql: Sql, past: PastSignal): Promise<void> {
  const { entry, stop, targets, ...of } = past;
  const version = { entry, stop, targets, comment: '', madeBy: of.postedBy, madeAt: of.countsFrom };
  await insertSignal(sql, { ...of, postedAt: of.countsFrom, expiresAt: endOfSignalDay(of.day) }, version);
}

/** A day on which a market rests, as a seed brings it. */
export async function bringHoliday(sql: Sql, of: Omit<HolidayRow, 'id'> & { readonly at: Date }): Promise<void> {
  await insertHoliday(sql, of);
}
