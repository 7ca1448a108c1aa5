import type { JobContext, JobEvent, Jobs } from '../../protocol/call.ts';
import { after, dayMs } from '../../base/time.ts';
import { giveUpScanned } from '../documents/face.ts';
import { clientById } from '../session/face.ts';
import { followCheck, namedBy } from './following.ts';
import { handScanned, type Needs } from './handing.ts';
import { scannedTopic } from './scanning.ts';
import {
  abandonedScans,
  checkByReference,
  keepCheck,
  lockScan,
  lookedAt,
  messageById,
  noteProcessed,
  setApplicant,
  setScan,
  waitingChecks,
} from './store.ts';
import { messageTopic } from './webhooks.ts';

const sweepSize = 50;

export const jobs = (app: Needs): Jobs => ({
  on: {
    [messageTopic]: (event, context) => heed(app, event, context),
    [scannedTopic]: (event, context) => handScanned(app, event, context),
  },
  every: [
    { name: 'verification.waiting', seconds: 60, dueBy: 'application', run: (context) => askAboutWaiting(app, context) },
    { name: 'verification.abandoned', seconds: 3600, dueBy: 'application', run: giveUpAbandoned },
  ],
});

/** A message says that something is so, and the vendor says what: the outcome stands with the message. */
async function heed(app: Needs, { payload }: JobEvent, { sql, now }: JobContext): Promise<void> {
  const id = String(payload['message']);
  const message = await messageById(sql, id);
  const named = namedBy(message?.reference);
  if (!message || !named || !message.reference) return noteProcessed(sql, id, 'not_ours');
  const known = await checkByReference(sql, message.reference);
  // The vendor may know a client whom our own call has not come back for, or whom somebody has entered there by hand.
  if (!known && (named.purpose === 'scan' || !(await clientById(sql, named.client)))) return noteProcessed(sql, id, 'not_ours');
  const check = known ?? (await keepCheck(sql, { ...named, reference: message.reference, at: now }));
  await setApplicant(sql, { id: check.id, applicant: message.applicant });
  if (check.applicant !== null && check.applicant !== message.applicant) return noteProcessed(sql, id, 'another_applicant');
  const outcome = await followCheck(app, check.id);
  // Tried again later.
  if (outcome === 'unknown') throw new Error(`the vendor did not say how far it is with the check ${check.id}`);
  await noteProcessed(sql, id, outcome);
}

/** Our own rule: nobody comes back to a scan after that, and what was scanned so far is forgotten. */
const abandonedMs = 7 * dayMs;

async function giveUpAbandoned({ sql, transact, now }: JobContext): Promise<void> {
  for (const id of await abandonedScans(sql, after(now, -abandonedMs), sweepSize))
    await transact(async (within) => {
      const flow = await lockScan(within, id);
      if (!flow || (flow.state !== 'created' && flow.state !== 'waiting')) return;
      await setScan(within, { id, state: 'rejected', document: null, at: now });
      if (flow.documentId !== null) await giveUpScanned(within, flow.documentId, { client: flow.clientId, now });
    });
}

const mostUnanswered = 3;

/** Messages get lost: whoever waits is asked for. */
async function askAboutWaiting(app: Needs, { sql, now }: JobContext): Promise<void> {
  if (!app.verification) return;
  let unanswered = 0;
  for (const id of await waitingChecks(sql, now, sweepSize)) {
    if ((await followCheck(app, id).catch(() => 'unknown' as const)) === 'followed') continue;
    // Behind the others: what cannot be followed must not keep them waiting.
    await lookedAt(sql, id, now);
    unanswered += 1;
    // The others would not be answered either.
    if (unanswered === mostUnanswered) return;
  }
}
