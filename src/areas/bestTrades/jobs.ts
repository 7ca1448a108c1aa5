import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { objectOf } from './calls.ts';
import { endExpired, noteForgotten } from './store.ts';

const sweepSize = 100;

export const jobs = ({ storage }: { readonly storage: ObjectStorage }): Jobs => ({
  on: {},
  every: [
    {
      name: 'bestTrades.forget',
      seconds: 3600,
      dueBy: 'application',
      async run({ sql, now }: JobContext) {
        for (const id of await endExpired(sql, now, sweepSize)) {
          const answers = await Promise.all(['png', 'json'].map((ending) => storage.delete(objectOf(`${id}.${ending}`))));
          if (answers.every(({ outcome }) => outcome === 'deleted')) await noteForgotten(sql, id);
        }
      },
    },
  ],
});
