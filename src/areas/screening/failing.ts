import { after, hourMs, secondMs } from '../../base/time.ts';
import type { JobContext } from '../../protocol/call.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { failingSince, markRead, markStale } from './listed.ts';
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
    const since = await failingSince(sql, list);
    // Between two looks that is said only where the last one is not ended long after it has begun: whoever made it has died over it.
    const told = outcome === 'failed' ? now : after(now, -settings.screening.checkSeconds * secondMs);
    if (since !== null && since < told)
      await openCase(sql, {
        queue: screeningQueue(settings),
        subject: subjectOf(list),
        detail: { list, since: since.toISOString() },
        now,
        hours: settings.desk.businessHours,
      });
    await markStale(sql, list, after(now, -settings.screening.staleHours * hourMs));
  });
}
