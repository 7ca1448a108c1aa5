import type { Jobs } from '../../protocol/call.ts';
import { followDormancy } from './falling.ts';

export const jobs = (): Jobs => ({
  every: [{ name: 'dormancy', seconds: 60, dueBy: 'application', run: followDormancy }],
});
