import type { JobContext } from '../../../protocol/call.ts';
import type { EngineNeeds } from '../../payments/face.ts';
import { decidePeriod } from './deciding.ts';
import { payShare } from './paying.ts';
import { duePeriods, openShares } from './rows.ts';

const atOnce = 200;

/** Goes on with what is on its way, then decides what is due and pays it. What fails keeps nothing else waiting. */
export async function sweepShares(app: EngineNeeds, run: JobContext): Promise<void> {
  const faults: unknown[] = [];
  const trying = async (work: () => Promise<unknown>): Promise<void> => void (await work().catch((fault) => faults.push(fault)));
  for (let last = 0; ;) {
    const page = await openShares(run.sql, { now: run.now, after: last, limit: atOnce });
    for (const { id } of page) await trying(() => payShare({ app, run }, id));
    last = page.at(-1)?.id ?? 0;
    if (page.length < atOnce) break;
  }
  for (let last = 0; ;) {
    const page = await duePeriods(run.sql, { now: run.now, after: last, limit: atOnce });
    for (const id of page)
      await trying(async () => {
        const share = await decidePeriod({ app, run }, id);
        if (share !== undefined) await payShare({ app, run }, share);
      });
    last = page.at(-1) ?? 0;
    if (page.length < atOnce) break;
  }
  const [fault] = faults;
  if (fault !== undefined) throw fault;
}
