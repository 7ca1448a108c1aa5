import type { JobContext, Jobs } from '../../protocol/call.ts';
import { bookFlows, waitingFlows } from './flows.ts';
import type { Needs } from './following.ts';
import { endForsaken, endOne } from './leaving.ts';
import { shareSweep } from './shares/sweeping.ts';
import { forsakenFollows, investmentsToGoOn } from './store.ts';

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
        await through(
          (after) => investmentsToGoOn(ctx.sql, { after, limit: atOnce }),
          (id) => endOne(app, ctx, id),
        );
      },
    },
  ],
});

/** Each of them, page by page; one that fails keeps no other waiting, and is told at the end. */
async function through(
  pageOf: (after: number) => Promise<readonly number[]>,
  work: (id: number) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  let page: readonly number[];
  let last = 0;
  do {
    page = await pageOf(last);
    for (const id of page) await work(id).catch((fault: unknown) => faults.push(fault));
    last = page.at(-1) ?? last;
  } while (page.length === atOnce);
  const [fault] = faults;
  if (fault !== undefined) throw fault;
}

async function bookAll(ctx: JobContext): Promise<void> {
  const waiting = await waitingFlows(ctx.sql, { limit: atOnce });
  for (const id of new Set(waiting.map(({ investmentId }) => investmentId))) await bookFlows(ctx.sql, id, ctx);
}
