import { after, dayMs } from '../../base/time.ts';
import { companyIds, isCompanyId } from '../../law/regions/profile.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { objectOf } from '../files/face.ts';
import { eraseRecords } from './erasing.ts';
import { draftDays, dueKinds, retention, securityDays } from './rules.ts';
import { tellAgreed } from './telling.ts';
import {
  dropLapsed,
  isKeptBack,
  isSomethingLeft,
  lockClient,
  longGone,
  nextErasure,
  objectsOf,
  putOffErasure,
  takeDueErasure,
} from './store.ts';

export interface Needs {
  readonly storage: ObjectStorage;
}

/** Of one round; whoever is left comes with the next. */
const atOnce = 50;
const rowsAtOnce = 5_000;

/** The retention table, applied: to clients who have left, and to what grows old of everybody's. */
export const jobs = (app: Needs): Jobs => ({
  on: { 'erasure.agreed': tellAgreed },
  every: [
    {
      name: 'personalData.erase',
      seconds: 60,
      dueBy: 'application',
      async run(context) {
        for (let count = 0; count < atOnce; count += 1) if (!(await eraseOne(app, context))) return;
      },
    },
    { name: 'personalData.lapse', seconds: 3600, dueBy: 'application', run: lapse },
  ],
});

/** Takes away what is kept no longer of one client; false when nobody's is due. Whoever dies at it leaves all of it to be done again. */
async function eraseOne({ storage }: Needs, { now, transact }: JobContext): Promise<boolean> {
  return transact(async (sql) => {
    const row = await takeDueErasure(sql, now);
    if (!row) return false;
    const { id, clientId, leftAt, companyId } = row;
    // What has come up since they left: looked at again tomorrow. Locked, so that nothing more comes up meanwhile.
    await lockClient(sql, clientId);
    if ((await isSomethingLeft(sql, clientId)) || (await isKeptBack(sql, clientId))) {
      await putOffErasure(sql, { id, until: after(now, dayMs) });
      return true;
    }
    if (!leftAt || !isCompanyId(companyId)) throw new Error(`the erasure ${id} has no end to count from`);
    const { due, next } = dueKinds({ company: companyId, leftAt, hadBusiness: row.hadBusiness ?? true }, now);
    const files = await objectsOf(sql, clientId);
    const gone = [
      ...(due.has('identity') ? files.sent.map(objectOf) : []),
      // Those that were written for the client lose their rows to the sweep of expired files, and their bytes now.
      ...(due.has('preferences') ? files.written.map((file) => `exports/${file}`) : []),
    ];
    for (const object of gone) await forget(storage, object);
    const records = await eraseRecords(sql, clientId, due);
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

async function forget(storage: ObjectStorage, object: string): Promise<void> {
  const answer = await storage.delete(object);
  if (answer.outcome === 'unknown') throw new Error(`the store did not forget a file: ${answer.reason}`);
}

async function lapse({ sql, now }: JobContext): Promise<void> {
  const security = after(now, -securityDays * dayMs);
  await dropLapsed(sql, { security, drafts: after(now, -draftDays * dayMs), limit: rowsAtOnce });
  for (const companyId of companyIds) {
    const before = new Date(now);
    before.setUTCFullYear(before.getUTCFullYear() - (retention.identity.years?.[companyId] ?? 0));
    await longGone(sql, { companyId, before, limit: atOnce });
  }
}
