import type { Jobs } from '../../protocol/call.ts';
import { renewAll } from './charging.ts';

/** Renews what clients have subscribed to, or ends it. */
export const jobs = (): Jobs => ({
  every: [{ name: 'copyTrading.renewal', seconds: 60, dueBy: 'application', run: renewAll }],
});
