import { after, minuteMs } from '../../base/time.ts';
import type { JobContext, JobEvent, Jobs } from '../../protocol/call.ts';
import { followCard, type Followed, type Needs } from './following.ts';
import { cardById, dueCards, idByReference, lookedAt } from './store.ts';

/** A client has asked for something of a card; the issuer has told of one. */
export const cardTopic = 'prepaidCards.card';
export const messageTopic = 'prepaidCards.message';

const sweepSize = 50;
const mostUnanswered = 3;
const failedMs = 10 * minuteMs;

export const jobs = (app: Needs): Jobs => ({
  on: {
    async [cardTopic](event, context) {
      await heed(app, Number(event.payload['id']), context);
    },
    [messageTopic]: (event, context) => heedMessage(app, event, context),
  },
  every: [{ name: 'prepaidCards.due', seconds: 60, dueBy: 'application', run: (context) => askAboutDue(app, context) }],
});

async function heedMessage(app: Needs, { payload }: JobEvent, context: JobContext): Promise<void> {
  const id = await idByReference(context.sql, String(payload['reference']));
  // Somebody else's at the same issuer.
  if (id !== undefined) await heed(app, id, context);
}

/** Who does not answer is asked again by the sweep. */
async function heed(app: Needs, id: number, { sql, stale }: JobContext): Promise<Followed> {
  const outcome = await followCard(app, id);
  const card = outcome === 'followed' ? await cardById(sql, id) : undefined;
  if (card) await stale(card.clientId, ['prepaidCards']);
  return outcome;
}

/** Messages get lost, and so do answers. One that fails is put off, so that it is in nobody's way. */
async function askAboutDue(app: Needs, context: JobContext): Promise<void> {
  let unanswered = 0;
  const failures: unknown[] = [];
  for (const id of await dueCards(context.sql, context.now, sweepSize)) {
    try {
      if ((await heed(app, id, context)) === 'unanswered') unanswered += 1;
    } catch (error) {
      failures.push(error);
      await lookedAt(context.sql, { id, dueAt: after(context.now, failedMs) });
    }
    // The others would not be answered either.
    if (unanswered === mostUnanswered) break;
  }
  if (failures.length > 0) throw failures[0];
}
