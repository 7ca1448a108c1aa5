import { setTimeout as pause } from 'node:timers/promises';
import { secondMs } from '../../base/time.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import type { DeskTable } from '../../tables/deskTable.ts';
import { ofClients, ofStaff } from './kinds.ts';
import type { FileRow } from './store.ts';
import { objectOf, openWriting, type FileKind, type WritingNeeds } from './writing.ts';

/** A job ends within seconds (`server/background/dispatch.ts`); a file that takes longer is written on beside it. */
const patienceMs = 15 * secondMs;
const sweepSize = 100;

export const jobs = (app: WritingNeeds & { readonly deskTables: readonly DeskTable[] }): Jobs => {
  const clients = writingOf(app, ofClients(app));
  const staff = writingOf(app, ofStaff(app, app.deskTables));
  return {
    on: {
      'export.asked': ({ payload }, context) => clients.writeFor(String(payload['id']), context),
      'desk_export.asked': ({ payload }, context) => staff.writeFor(String(payload['id']), context),
    },
    every: [
      { name: 'exports.write', seconds: 10, dueBy: 'wall', run: clients.writeOpen },
      { name: 'exports.forget', seconds: 300, dueBy: 'application', run: clients.forget },
      { name: 'exports.write_at_desk', seconds: 10, dueBy: 'wall', run: staff.writeOpen },
      { name: 'exports.forget_at_desk', seconds: 300, dueBy: 'application', run: staff.forget },
    ],
  };
};

function writingOf<Kept extends FileRow>(app: WritingNeeds, kind: FileKind<Kept>) {
  const writing = openWriting(app, kind);
  const writeFor = async (id: string, context: JobContext): Promise<void> => {
    const patience = new AbortController();
    const isLong = pause(patienceMs, undefined, { signal: patience.signal, ref: false }).catch(() => undefined);
    await Promise.race([writing.write(id, context), isLong]);
    patience.abort();
  };
  return {
    writeFor,
    async writeOpen(context: JobContext): Promise<void> {
      if (writing.isFull()) return;
      const open = await kind.files.open(context.sql, kind.mostAtOnce);
      await Promise.all(open.map((id) => writeFor(id, context)));
    },
    async forget(context: JobContext): Promise<void> {
      for (const id of await kind.files.expired(context.sql, context.now, sweepSize)) {
        const answer = await app.storage.delete(objectOf(id));
        if (answer.outcome === 'deleted') await kind.files.drop(context.sql, id);
      }
    },
  };
}
