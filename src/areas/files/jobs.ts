import { after, dayMs, hourMs, type Clock } from '../../base/time.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Scanner } from '../../ports/scanner/port.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { JobContext, JobEvent, Jobs } from '../../protocol/call.ts';
import { objectOf } from './face.ts';
import { drop, endUploads, forgotten, keptFile, noteScan, oldUploads } from './store.ts';

/** The slowest call is over by then: what is on its way still belongs to a process that died. */
const longestCallMs = hourMs;
/** Our own rule: so long a file that was cut off can be gone on with. */
const longestUploadMs = dayMs;
const sweepSize = 100;
/** So many pages in one round. */
const mostPages = 100;

export interface Needs {
  readonly storage: ObjectStorage;
  readonly scanner: Scanner;
  readonly clock: Clock;
}

export const jobs = (app: Needs): Jobs => {
  /** How many of a page are gone: fewer where the store did not answer. */
  async function forgetSome({ sql }: JobContext): Promise<number> {
    let gone = 0;
    for (const id of await forgotten(sql, after(app.clock.wall(), -longestCallMs), sweepSize)) {
      const answer = await app.storage.delete(objectOf(id));
      if (answer.outcome !== 'deleted') continue;
      await drop(sql, id);
      gone += 1;
    }
    return gone;
  }

  /** How many were ended. */
  async function endOld({ sql, transact }: JobContext): Promise<number> {
    const left = await oldUploads(sql, after(app.clock.wall(), -longestUploadMs), sweepSize);
    if (left.length > 0) await transact((inner) => endUploads(inner, left));
    return left.length;
  }

  /** All of it: what clients can leave behind within one round is more than a page. */
  async function forgetUnkept(context: JobContext): Promise<void> {
    for (const some of [endOld, forgetSome]) {
      let isMore = true;
      for (let page = 0; isMore && page < mostPages; page += 1) isMore = (await some(context)) === sweepSize;
    }
  }
  return {
    on: { 'file.scan': (event, context) => scan(app, event, context) },
    every: [{ name: 'files.unkept', seconds: 900, dueBy: 'wall', run: forgetUnkept }],
  };
};

/** Has a kept file looked at. What is infected is gone from then on: its row stays, its bytes do not. */
async function scan(app: Needs, { payload }: JobEvent, { sql, transact, now }: JobContext): Promise<void> {
  const file = await keptFile(sql, String(payload['id']));
  if (!file) return;
  if (file.scan === 'waiting') {
    const verdict = await verdictOf(app, file.id);
    await transact(async (within) => {
      if (!(await noteScan(within, { id: file.id, ...verdict })) || verdict.scan === 'clean') return;
      await recordAudit(within, {
        actor: { kind: 'system', id: 'files' },
        action: `file.${verdict.scan}`,
        subject: `file:${file.id}`,
        ...(file.clientId === null ? {} : { clientId: file.clientId }),
        detail: { about: file.about, found: verdict.found },
        at: now,
      });
    });
  }
  const { scan: said } = (await keptFile(sql, file.id)) ?? file;
  if (said !== 'infected') return;
  const gone = await app.storage.delete(objectOf(file.id));
  if (gone.outcome === 'unknown') throw new Error(`the store did not forget an infected file: ${gone.reason}`);
}

async function verdictOf({ storage, scanner }: Needs, id: string) {
  const kept = await storage.get(objectOf(id));
  if (kept.outcome === 'unknown') throw new Error(`the store did not give a file: ${kept.reason}`);
  if (kept.outcome === 'absent') return { scan: 'refused', found: 'its bytes are gone' } as const;
  const answer = await scanner.scan(kept.object.body);
  // Tried again later: until the scanner is back nothing is opened.
  if (answer.outcome === 'unknown') throw new Error(`the scanner did not say: ${answer.reason}`);
  if (answer.outcome === 'infected') return { scan: 'infected', found: answer.found } as const;
  return { scan: answer.outcome, found: answer.outcome === 'refused' ? answer.reason : null } as const;
}
