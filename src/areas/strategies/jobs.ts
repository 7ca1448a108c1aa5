import { after, secondMs } from '../../base/time.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { figureStrategy } from './figuring.ts';
import { dueForFigures } from './store.ts';

/** Figures grow no older than this. */
const everySeconds = 60;
/** One sweep reckons at most so many strategies; the next goes on from there. */
const mostStrategies = 200;

/** Keeps the figures of strategies beside their deals. */
export const jobs = (): Jobs => ({
  every: [{ name: 'strategies.figures', seconds: 15, dueBy: 'application', run: figureAll }],
});

async function figureAll({ sql, transact, now }: JobContext): Promise<void> {
  const due = await dueForFigures(sql, after(now, -everySeconds * secondMs), mostStrategies);
  for (const id of due) await transact(async (own) => figureStrategy(own, id, now));
}
