import { after, dayMs } from '../../base/time.ts';
import type { Jobs } from '../../protocol/call.ts';
import { clearRefusals } from './store.ts';

/** The trace of refused calls is there to notice somebody trying, not for the record. */
const keptDays = 400;

export const jobs = (): Jobs => ({
  every: [
    {
      name: 'audit.clear_refusals',
      seconds: 3600,
      dueBy: 'application',
      run: ({ sql, now }) => clearRefusals(sql, after(now, -keptDays * dayMs)),
    },
  ],
});
