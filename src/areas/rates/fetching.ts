import type { Database } from '../../base/sql.ts';
import { dayMs, hourMs, minuteMs, utcDay } from '../../base/time.ts';
import { lastReferenceDay, publishedAt } from '../../law/ratesCalendar.ts';
import type { RatesSpan, ReferenceRates } from '../../ports/rates/port.ts';
import { firstRateDay } from './contract.ts';
import { keepReference, lastReading, markReading, referenceSpan, type NewReference } from './store.ts';

/** How many rates one statement writes. */
const batchRates = 5000;
/** While the day's rates are due the source is asked again this often: first often, since money waits for them, then less. */
const askAgainMs = { atFirst: minuteMs, later: 10 * minuteMs };
const atFirstMs = 2 * hourMs;

export interface FetchNeeds extends Database {
  readonly source: ReferenceRates;
  /** Application time. */
  readonly now: Date;
}

export type Fetched =
  | { readonly outcome: 'current' }
  | { readonly outcome: 'kept'; readonly count: number }
  | { readonly outcome: 'unknown'; readonly reason: string };

/**
 * Asks the source for what is missing and keeps it: everything since 2017 for an empty application, the last quarter after a
 * longer silence, else the day. Asks nothing while the last published day is known. Running twice does no harm.
 */
export async function fetchRates(needs: FetchNeeds): Promise<Fetched> {
  const { sql, now } = needs;
  const known = await referenceSpan(sql);
  const due = lastReferenceDay(now, publishedAt);
  if (known.last !== null && known.last >= due) return { outcome: 'current' };
  const overdueMs = now.getTime() - publishedAt(due).getTime();
  const againMs = overdueMs < atFirstMs ? askAgainMs.atFirst : askAgainMs.later;
  const asked = await lastReading(sql);
  const silence = asked === undefined ? undefined : now.getTime() - asked.getTime();
  if (known.last !== null && silence !== undefined && silence >= 0 && silence < againMs) return { outcome: 'current' };
  await markReading(sql, now);
  return keep(needs, spanFor(known.last, now));
}

async function keep(needs: FetchNeeds, span: RatesSpan): Promise<Fetched> {
  const answer = await needs.source.read(span);
  if (answer.outcome === 'unknown') return answer;
  const rows = answer.days
    .map((told) => ({ ...told, publishedAt: publishedAt(told.day) }))
    .filter((told) => told.day >= startDay && told.publishedAt <= needs.now)
    .flatMap(({ rates, ...told }): NewReference[] => [...rates].map(([currency, rate]) => ({ ...told, currency, rate })));
  return needs.transact(async (sql) => {
    let count = 0;
    for (let start = 0; start < rows.length; start += batchRates) {
      count += await keepReference(sql, rows.slice(start, start + batchRates));
    }
    return { outcome: 'kept', count };
  });
}

/** A little before the first day of the page, which is a holiday. */
const startDay = utcDay(new Date(Date.parse(`${firstRateDay}T00:00:00Z`) - 10 * dayMs));

function spanFor(last: string | null, now: Date): RatesSpan {
  if (last === null) return 'all';
  const behindDays = (now.getTime() - Date.parse(`${last}T00:00:00Z`)) / dayMs;
  if (behindDays > 80) return 'all';
  return behindDays > 1.9 ? 'quarter' : 'latest';
}
