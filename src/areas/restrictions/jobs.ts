import type { Jobs } from '../../protocol/call.ts';
import { followRestrictions, type FollowNeeds } from './following.ts';

export const jobs = (app: FollowNeeds): Jobs => ({
  every: [{ name: 'restrictions.follow', seconds: 15, dueBy: 'wall', run: (context) => followRestrictions(app, context) }],
});
