import type { Jobs } from '../../protocol/call.ts';
import type { Engine, EngineNeeds } from '../payments/face.ts';
import { runOrders } from './running.ts';

export const jobs = (app: EngineNeeds & { readonly engine: Engine }): Jobs => ({
  every: [
    {
      name: 'transferAutomation',
      seconds: 15,
      dueBy: 'application',
      run: (context) => runOrders(app, context),
    },
  ],
});
