import { after, dayMs, utcDay } from '../../base/time.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { notify } from '../notices/face.ts';
import { stocksNotices } from './notices.ts';
import { endingDays } from './rules.ts';
import { endingBetween, type Ending } from './store.ts';

const sweepSize = 200;
/** A lapsed one is told of within so many days, however long no worker ran. */
const lookBackDays = 30;

export const jobs = (): Jobs => ({
  on: {},
  every: [{ name: 'stocks.w8ben', seconds: 3600, dueBy: 'application', run: lookAtForms }],
});

/** Reminds before a W-8BEN ends, and says when it has: each once, by the key of the notice. */
async function lookAtForms(context: JobContext): Promise<void> {
  const { sql, now } = context;
  const from = utcDay(after(now, -lookBackDays * dayMs));
  const till = utcDay(after(now, (endingDays - 1) * dayMs));
  for (let last = 0; ;) {
    const page = await endingBetween(sql, { from, till, after: last, limit: sweepSize });
    for (const one of page) await tell(one, context);
    last = page.at(-1)?.id ?? 0;
    if (page.length < sweepSize) return;
  }
}

async function tell({ id, clientId, validUntil }: Ending, { transact, now }: JobContext): Promise<void> {
  const isLapsed = validUntil < utcDay(now);
  await transact(async (sql) =>
    notify(sql, {
      clientId,
      notice: isLapsed ? stocksNotices.w8ben_lapsed : stocksNotices.w8ben_ending,
      values: { day: validUntil },
      key: `w8ben:${id}:${isLapsed ? 'lapsed' : 'ending'}`,
      now,
    }),
  );
}
