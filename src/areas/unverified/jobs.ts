import { after, dayMs } from '../../base/time.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { lookAt } from './clock.ts';
import { clientsToLookAt } from './store.ts';

const pageSize = 200;

export const jobs = (): Jobs => ({
  every: [{ name: 'unverified.clock', seconds: 60, dueBy: 'application', run: lookAtAll }],
});

/** One client who cannot be helped now keeps no other waiting. */
async function lookAtAll(context: JobContext): Promise<void> {
  const { sql, now, settings } = context;
  const until = after(now, Math.max(0, ...settings.unverified.noticeDays) * dayMs);
  const failures: unknown[] = [];
  for (let last = 0; ;) {
    const page = await clientsToLookAt(sql, { until, now, after: last, limit: pageSize });
    for (const client of page) await lookAt(context, client).catch((error: unknown) => failures.push(error));
    last = page.at(-1) ?? 0;
    if (page.length < pageSize) break;
  }
  if (failures.length > 0) throw failures[0];
}
