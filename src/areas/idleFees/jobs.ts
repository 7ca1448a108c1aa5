import type { Jobs } from '../../protocol/call.ts';
import type { EngineNeeds } from '../payments/face.ts';
import { chargeIdle } from './charging.ts';

export const jobs = (app: EngineNeeds): Jobs => ({
  every: [{ name: 'idleFees', seconds: 3600, dueBy: 'application', run: (context) => chargeIdle(app, context) }],
});
