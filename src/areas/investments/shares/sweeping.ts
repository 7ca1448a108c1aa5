import { deadlineAfter, secondMs } from '../../../base/time.ts';
import type { JobContext } from '../../../protocol/call.ts';
import type { EngineNeeds } from '../../payments/face.ts';
import { decidePeriod } from './deciding.ts';
import { payShare } from './paying.ts';
import { duePeriods, openShares } from './rows.ts';

const atOnce = 200;
/** One sweep is at it for so long at most; the next goes on behind the last that was looked at. */
const sweepMs = 30 * secondMs;

/**
 * Goes on with what is on its way, then decides what is due and pays it, each at its own instant. What fails keeps nothing else waiting,
 * and neither does a platform that answers nobody: where a sweep has stopped, the next begins.
 */
export function shareSweep(app: EngineNeeds): (run: JobContext) => Promise<void> {
  let [openFrom, dueFrom] = [0, 0];
  return async (context) => {
    const faults: unknown[] = [];
    const deadline = deadlineAfter(sweepMs);
    const now = (): JobContext => ({ ...context, now: app.clock.now() });
    /** Answers how far it came: back at the beginning once all were looked at. */
    const through = async (
      page: (after: number) => Promise<readonly number[]>,
      work: (id: number) => Promise<unknown>,
      from: number,
    ): Promise<number> => {
      for (let last = from; ;) {
        const ids = await page(last);
        for (const id of ids) {
          await work(id).catch((fault: unknown) => faults.push(fault));
          last = id;
          if (deadline.leftMs() <= 0) return last;
        }
        if (ids.length < atOnce) return 0;
      }
    };
    openFrom = await through(
      async (after) => (await openShares(context.sql, { now: now().now, after, limit: atOnce })).map(({ id }) => id),
      async (id) => payShare({ app, run: now() }, id),
      openFrom,
    );
    dueFrom = await through(
      async (after) => duePeriods(context.sql, { now: now().now, after, limit: atOnce }),
      async (id) => {
        const share = await decidePeriod({ app, run: now() }, id);
        if (share !== undefined) await payShare({ app, run: now() }, share);
      },
      dueFrom,
    );
    const [fault] = faults;
    if (fault !== undefined) throw fault;
  };
}
