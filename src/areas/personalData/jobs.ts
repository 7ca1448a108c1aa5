import { after, dayMs, hourMs } from '../../base/time.ts';
import { companyIds, isCompanyId } from '../../law/regions/profile.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { forgetFile, objectOf } from '../files/face.ts';
import type { RecordKind } from './contract.ts';
import { eraseRecords } from './erasing.ts';
import { draftDays, dueKinds, securityDays, yearsKept } from './rules.ts';
import { tellAgreed } from './telling.ts';
import {
  dropLapsed,
  isKeptBack,
  isSomethingLeft,
  lockClient,
  longGone,
  nextErasure,
  objectsOf,
  pictureFile,
  putOffErasure,
  takeDueErasure,
} from './store.ts';

export interface Needs {
  readonly storage: ObjectStorage;
}

/** Of one round; whoever is left comes with the next. */
const atOnce = 50;
const rowsAtOnce = 5_000;

/** Objects of the storage that one event names. */
const objectsAtOnce = 100;

/** The retention table, applied: to clients who have left, and to what grows old of everybody's. */
export const jobs = (app: Needs): Jobs => ({
  on: { 'erasure.agreed': tellAgreed, 'erasure.bytes': ({ payload }) => forgetObjects(app, payload['objects']) },
  every: [
    { name: 'personalData.erase', seconds: 60, dueBy: 'application', run: eraseDue },
    { name: 'personalData.lapse', seconds: 3600, dueBy: 'application', run: lapse },
  ],
});

/** One client at whom it fails keeps no others waiting: theirs is tried again in an hour. */
async function eraseDue(context: JobContext): Promise<void> {
  const faults: unknown[] = [];
  for (let count = 0; count < atOnce; count += 1) {
    let taken: number | undefined;
    try {
      if (!(await eraseOne(context, (id) => (taken = id)))) break;
    } catch (fault) {
      if (taken === undefined) throw fault;
      const id = taken;
      await context.transact((sql) => putOffErasure(sql, { id, until: after(context.now, hourMs) }));
      faults.push(new Error(`the erasure ${id} failed and is tried again in an hour`, { cause: fault }));
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('; '));
}

/** Takes away what is kept no longer of one client; false when nobody's is due. Whoever dies at it leaves all of it to be done again. */
async function eraseOne({ now, transact, tellIn }: JobContext, onTaken: (id: number) => void): Promise<boolean> {
  return transact(async (sql) => {
    const row = await takeDueErasure(sql, now);
    if (!row) return false;
    const { id, clientId, leftAt, companyId } = row;
    onTaken(id);
    // What has come up since they left: looked at again tomorrow. Locked, so that nothing more comes up meanwhile.
    await lockClient(sql, clientId);
    if ((await isSomethingLeft(sql, clientId)) || (await isKeptBack(sql, clientId))) {
      await putOffErasure(sql, { id, until: after(now, dayMs) });
      return true;
    }
    if (!leftAt || !isCompanyId(companyId)) throw new Error(`the erasure ${id} has no end to count from`);
    const { due, next } = dueKinds({ company: companyId, leftAt, hadBusiness: row.hadBusiness ?? true }, now);
    const gone = objectsDue(await objectsOf(sql, clientId), due);
    // Its row goes now, and nothing would tell later that it is a picture: the sweep of files that nobody keeps has its bytes.
    const picture = due.has('preferences') ? await pictureFile(sql, clientId) : undefined;
    const records = await eraseRecords(sql, clientId, due);
    if (picture !== undefined) await forgetFile(sql, picture);
    // Bytes go after the commit, and as often as it takes: nothing brings them back if it fails.
    for (let first = 0; first < gone.length; first += objectsAtOnce)
      await tellIn(sql, { topic: 'erasure.bytes', clientId, payload: { objects: gone.slice(first, first + objectsAtOnce) } });
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'personalData' },
      action: 'client.erased',
      subject: `client:${clientId}`,
      clientId,
      detail: { kinds: [...due], records, files: gone.length, next: next?.toISOString() ?? null },
      at: now,
    });
    await nextErasure(sql, { id, next, at: now });
    return true;
  });
}

function objectsDue({ sent, written }: Awaited<ReturnType<typeof objectsOf>>, due: ReadonlySet<RecordKind>): string[] {
  return [
    ...(due.has('identity') ? sent.map(objectOf) : []),
    // Those that were written for the client lose their rows to the sweep of expired files, and their bytes now.
    ...(due.has('preferences') ? written.map((file) => `exports/${file}`) : []),
  ];
}

/** Those that are gone already are gone. */
async function forgetObjects({ storage }: Needs, objects: unknown): Promise<void> {
  if (!Array.isArray(objects)) return;
  for (const object of objects) {
    const answer = await storage.delete(String(object));
    if (answer.outcome === 'unknown') throw new Error(`the store did not forget a file: ${answer.reason}`);
  }
}

async function lapse({ sql, now }: JobContext): Promise<void> {
  const security = after(now, -securityDays * dayMs);
  await dropLapsed(sql, { security, drafts: after(now, -draftDays * dayMs), limit: rowsAtOnce });
  for (const companyId of companyIds) {
    const before = new Date(now);
    before.setUTCFullYear(before.getUTCFullYear() - (yearsKept('identity', companyId) ?? 0));
    await longGone(sql, { companyId, before, limit: atOnce });
  }
}
