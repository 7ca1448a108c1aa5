import type { JobContext, JobEvent, Jobs } from '../../protocol/call.ts';
import { followCard, type Needs } from './following.ts';
import { cardById, dueCards, idByReference } from './store.ts';

/** A client has asked for something of a card; the issuer has told of one. */
export const cardTopic = 'prepaidCards.card';
export const messageTopic = 'prepaidCards.message';

const sweepSize = 50;
const mostUnanswered = 3;

export const jobs = (app: Needs): Jobs => ({
  on: {
    [cardTopic]: (event, context) => heed(app, Number(event.payload['id']), context),
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
async function heed(app: Needs, id: number, { sql, stale }: JobContext): Promise<void> {
  const outcome = await followCard(app, id);
  const card = outcome === 'followed' ? await cardById(sql, id) : undefined;
  if (card) await stale(card.clientId, ['prepaidCards']);
}

/** Messages get lost, and so do answers. */
async function askAboutDue(app: Needs, context: JobContext): Promise<void> {
  let unanswered = 0;
  for (const id of await dueCards(context.sql, context.now, sweepSize)) {
    const outcome = await followCard(app, id);
    if (outcome === 'unanswered') unanswered += 1;
    // The others would not be answered either.
    if (unanswered === mostUnanswered) return;
    const card = outcome === 'followed' ? await cardById(context.sql, id) : undefined;
    if (card) await context.stale(card.clientId, ['prepaidCards']);
  }
}
