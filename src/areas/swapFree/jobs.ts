import type { Jobs } from '../../protocol/call.ts';
import type { EngineNeeds } from '../payments/face.ts';
import { changeGroups } from './changing.ts';
import { chargeSwapFree } from './charging.ts';

export const jobs = (app: EngineNeeds): Jobs => ({
  every: [
    { name: 'swapFree.charging', seconds: 900, dueBy: 'application', run: (context) => chargeSwapFree(app, context) },
    { name: 'swapFree.groups', seconds: 300, dueBy: 'application', run: (context) => changeGroups(app, context) },
  ],
});
