import type { JobContext, Jobs } from '../../protocol/call.ts';
import { bookFlows, waitingFlows } from './flows.ts';
import type { Needs } from './following.ts';
import { endForsaken, endOne } from './leaving.ts';
import { shareSweep } from './shares/sweeping.ts';
import { forsakenFollows, unsettledInvestments } from './store.ts';

/** One sweep looks at so many; the next goes on. */
const atOnce = 200;

/** Books money that has come through after its call, pays providers their shares, and ends what is to end. */
export const jobs = (app: Needs): Jobs => ({
  every: [
    { name: 'investments.flows', seconds: 10, dueBy: 'application', run: bookAll },
    { name: 'investments.shares', seconds: 10, dueBy: 'application', run: shareSweep(app) },
    {
      name: 'investments.ending',
      seconds: 15,
      dueBy: 'application',
      run: async (ctx) => {
        for (const id of await forsakenFollows(ctx.sql, atOnce)) await endForsaken(ctx, id);
        for (const id of await unsettledInvestments(ctx.sql, atOnce)) await endOne(app, ctx, id);
      },
    },
  ],
});

async function bookAll(ctx: JobContext): Promise<void> {
  const waiting = await waitingFlows(ctx.sql, { limit: atOnce });
  for (const id of new Set(waiting.map(({ investmentId }) => investmentId))) await bookFlows(ctx.sql, id, ctx);
}
