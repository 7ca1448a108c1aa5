import { after, dayMs } from '../../base/time.ts';
import type { Jobs } from '../../wire/call.ts';
import { clearChallenges } from './store.ts';

/** A question counts towards its subject's limit for a day, so it is kept for two. */
const keptMs = 2 * dayMs;

export const jobs = (): Jobs => ({
  every: [
    {
      name: 'session.clear',
      seconds: 3600,
      run: ({ sql, now }) => clearChallenges(sql, after(now, -keptMs)),
    },
  ],
});
