import { after, hourMs, type Clock } from '../../base/time.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { objectOf } from './face.ts';
import { drop, forgotten } from './store.ts';

/** The slowest call is over by then: what is on its way still belongs to a process that died. */
const longestCallMs = hourMs;
const sweepSize = 100;

export const jobs = (app: { readonly storage: ObjectStorage; readonly clock: Clock }): Jobs => {
  async function forgetUnkept({ sql }: JobContext): Promise<void> {
    for (const id of await forgotten(sql, after(app.clock.wall(), -longestCallMs), sweepSize)) {
      const answer = await app.storage.delete(objectOf(id));
      if (answer.outcome === 'deleted') await drop(sql, id);
    }
  }
  return { every: [{ name: 'files.unkept', seconds: 900, dueBy: 'wall', run: forgetUnkept }] };
};
