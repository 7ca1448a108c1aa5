import { after, dayMs } from '../../base/time.ts';
import { isFeedbackAsked } from '../../law/feedback.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import type { feedbackContract } from './contract.ts';
import { askedFacts, feedbackBefore, keepFeedback, putOffFeedback, scoresSince } from './store.ts';

type Calls = Handlers<typeof feedbackContract>;
type Context = Pick<ContextOf<(typeof feedbackContract)['calls']['give']>, 'sql' | 'client' | 'settings' | 'now' | 'refuse'>;

const countedDays = 365;

export const calls = () =>
  ({
    async give({ score, text = '', may_contact: mayContact = false }, ctx) {
      await requireAsked(ctx);
      await keepFeedback(ctx.sql, { client: ctx.client.id, score, text, mayContact, at: ctx.now });
      return {};
    },

    async note({ event }, ctx) {
      await requireAsked(ctx);
      const { id: client } = ctx.client;
      if (event === 'put_off') await putOffFeedback(ctx.sql, client);
      else await keepFeedback(ctx.sql, { client, score: null, text: '', mayContact: false, at: ctx.now });
      return {};
    },

    async list({ after: before }, ctx) {
      const { pageSize: limit } = ctx.settings.lists;
      const rows = await feedbackBefore(ctx.sql, { before, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      await ctx.record({ subject: 'feedback', detail: { lines: shown.length } });
      return {
        feedback: shown.map(({ id, clientId, score, text, mayContact, at }) => ({
          id: String(id),
          client_id: clientId,
          score,
          text,
          may_contact: mayContact,
          at: at.toISOString(),
        })),
        next: rows.length > limit ? String(shown.at(-1)?.id) : null,
        counts: await scoresSince(ctx.sql, after(ctx.now, -countedDays * dayMs)),
      };
    },
  }) satisfies Calls;

/** Nobody is heard twice, and nobody who was not asked. */
async function requireAsked({ sql, client, settings, now, refuse }: Context): Promise<void> {
  const { registeredAt, answeredAt } = await askedFacts(sql, client.id);
  const facts = { status: client.profile.status, registeredAt, answeredAt };
  if (!isFeedbackAsked(facts, settings.feedback, now)) refuse('feedback_not_asked');
}
