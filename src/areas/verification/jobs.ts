import type { JobContext, JobEvent, Jobs } from '../../protocol/call.ts';
import { clientById } from '../session/face.ts';
import { followCheck, namedBy } from './following.ts';
import { handScanned, type Needs } from './handing.ts';
import { scannedTopic } from './scanning.ts';
import { checkByReference, keepCheck, lookedAt, messageById, noteProcessed, setApplicant, waitingChecks } from './store.ts';
import { messageTopic } from './webhooks.ts';

const sweepSize = 50;

export const jobs = (app: Needs): Jobs => ({
  on: {
    [messageTopic]: (event, context) => heed(app, event, context),
    [scannedTopic]: (event, context) => handScanned(app, event, context),
  },
  every: [{ name: 'verification.waiting', seconds: 60, dueBy: 'application', run: (context) => askAboutWaiting(app, context) }],
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
