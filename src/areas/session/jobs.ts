import { after, dayMs } from '../../base/time.ts';
import type { Jobs } from '../../protocol/call.ts';
import { deviceDays } from './throttle.ts';
import { clearChallenges } from './store.ts';

/** A question counts towards its subject's limit for a day, so it is kept for two. */
const keptMs = 2 * dayMs;

export const jobs = (): Jobs => ({
  every: [
    {
      name: 'session.clear',
      seconds: 3600,
      dueBy: 'application',
      run: ({ sql, now }) =>
        clearChallenges(sql, { now, before: after(now, -keptMs), devicesBefore: after(now, -deviceDays * dayMs) }),
    },
  ],
});
