import type { Jobs } from '../../protocol/call.ts';
import { clearSignUps } from './store.ts';

export const jobs = (): Jobs => ({
  every: [{ name: 'registration.clear', seconds: 3600, dueBy: 'application', run: ({ sql, now }) => clearSignUps(sql, now) }],
});
