import { after, hourMs } from '../../base/time.ts';
import type { JobContext } from '../../protocol/call.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { markFailing, markRead, markStale } from './listed.ts';
import { screeningQueue } from './queues.ts';

type Context = Pick<JobContext, 'transact' | 'now' | 'settings'>;

const subjectOf = (list: string): string => `watchlist:${list}`;

/**
 * Since when a list cannot be read. From the second failed look on it stands before compliance, once; and what is paid out waits from
 * `staleHours` on: who came onto the list meanwhile nobody knows.
 */
export function followReadings(
  { transact, now, settings }: Context,
  list: string,
  outcome: 'resting' | 'read' | 'failed',
): Promise<void> {
  return transact(async (sql) => {
    if (outcome === 'read') {
      if (await markRead(sql, list))
        await closeCase(sql, { queue: screeningQueue().name, subject: subjectOf(list), outcome: 'read', at: now });
      return;
    }
    if (outcome === 'failed') {
      const since = await markFailing(sql, list, now);
      if (since !== undefined && since < now)
        await openCase(sql, {
          queue: screeningQueue(settings),
          subject: subjectOf(list),
          detail: { list, since: since.toISOString() },
          now,
          hours: settings.desk.businessHours,
        });
    }
    await markStale(sql, list, after(now, -settings.screening.staleHours * hourMs));
  });
}
