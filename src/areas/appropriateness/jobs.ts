import type { Jobs } from '../../protocol/call.ts';
import { lowerDue, type LoweringNeeds } from '../accounts/face.ts';
import { telling } from './telling.ts';

export type Needs = LoweringNeeds;

export const jobs = (app: Needs): Jobs => ({
  every: [
    {
      name: 'appropriateness.lowering',
      seconds: 15,
      dueBy: 'application',
      run: async (context) => lowerDue(app, context, telling),
    },
  ],
});
