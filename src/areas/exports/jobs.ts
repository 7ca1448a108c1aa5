import { setTimeout as pause } from 'node:timers/promises';
import { secondMs } from '../../base/time.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { dropExport, expiredExports, openExports } from './store.ts';
import { objectOf, openWriting, type WritingNeeds } from './writing.ts';

/** A job ends within seconds (`server/background/dispatch.ts`); a file that takes longer is written on beside it. */
const patienceMs = 15 * secondMs;
const sweepSize = 100;

export const jobs = (app: WritingNeeds): Jobs => {
  const writing = openWriting(app);
  const writeFor = async (id: string, context: JobContext): Promise<void> => {
    const patience = new AbortController();
    const isLong = pause(patienceMs, undefined, { signal: patience.signal, ref: false }).catch(() => undefined);
    await Promise.race([writing.write(id, context), isLong]);
    patience.abort();
  };
  async function writeOpen(context: JobContext): Promise<void> {
    if (writing.isFull()) return;
    await Promise.all((await openExports(context.sql, 2)).map((id) => writeFor(id, context)));
  }
  async function forget(context: JobContext): Promise<void> {
    for (const id of await expiredExports(context.sql, context.now, sweepSize)) {
      const answer = await app.storage.delete(objectOf(id));
      if (answer.outcome === 'deleted') await dropExport(context.sql, id);
    }
  }
  return {
    on: { 'export.asked': ({ payload }, context) => writeFor(String(payload['id']), context) },
    every: [
      { name: 'exports.write', seconds: 10, dueBy: 'wall', run: writeOpen },
      { name: 'exports.forget', seconds: 300, dueBy: 'application', run: forget },
    ],
  };
};
