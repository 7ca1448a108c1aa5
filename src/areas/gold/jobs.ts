import { after, dayMs } from '../../base/time.ts';
import type { Jobs } from '../../protocol/call.ts';
import { forgetUnused } from './store.ts';

/** A price that was shown and not taken is kept for a day, for whoever asks about it. */
const keptMs = dayMs;

export const jobs = (): Jobs => ({
  every: [
    {
      name: 'gold.quotes',
      seconds: 3600,
      dueBy: 'application',
      run: async ({ sql, now }) => void (await forgetUnused(sql, after(now, -keptMs))),
    },
  ],
});
