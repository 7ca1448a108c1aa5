import type { Database } from '../../base/sql.ts';
import { dayMs, hourMs, minuteMs, utcDay } from '../../base/time.ts';
import type { RatesSpan, ReferenceRates } from '../../ports/rates/port.ts';
import { firstRateDay } from './contract.ts';
import { keepReference, lastReading, markReading, referenceSpan, type NewReference } from './store.ts';

/** How many rates one statement writes. */
const batchRates = 5000;
/** While the day's rates are overdue the source is asked again this often, and no more. */
const askAgainMs = 10 * minuteMs;

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
 * Asks the source for what is missing and keeps it: everything since 2017 for an empty house, the last quarter after a
 * longer silence, else the day. Asks nothing while the last published day is known. Running twice does no harm.
 */
export async function fetchRates(needs: FetchNeeds): Promise<Fetched> {
  const { sql, now } = needs;
  const known = await referenceSpan(sql);
  if (known.last !== null && known.last >= lastDueDay(now)) return { outcome: 'current' };
  const asked = await lastReading(sql);
  const silence = asked === undefined ? undefined : now.getTime() - asked.getTime();
  if (known.last !== null && silence !== undefined && silence >= 0 && silence < askAgainMs) return { outcome: 'current' };
  await markReading(sql, now);
  return keep(needs, spanFor(known.last, now));
}

async function keep(needs: FetchNeeds, span: RatesSpan): Promise<Fetched> {
  const answer = await needs.source.read(span);
  if (answer.outcome === 'unknown') return answer;
  const rows = answer.days
    .filter(({ day, publishedAt }) => day >= startDay && publishedAt <= needs.now)
    .flatMap(({ day, publishedAt, rates }): NewReference[] =>
      [...rates].map(([currency, rate]) => ({ currency, day, rate, publishedAt })),
    );
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

/** The newest weekday whose rates should be out: from 17:00 UTC on, an hour or more after they are made. */
function lastDueDay(now: Date): string {
  let at = now.getTime() - 17 * hourMs;
  while ([0, 6].includes(new Date(at).getUTCDay())) at -= dayMs;
  return utcDay(new Date(at));
}
