import { toldNewsReason } from '../../law/strategies.ts';
import type { Handlers } from '../../protocol/call.ts';
import { staleLine } from '../../protocol/topics.ts';
import { closeCase, isClaimedByOther } from '../cases/face.ts';
import { notify } from '../notices/face.ts';
import type { strategyNewsContract } from './contract.ts';
import { strategyNewsNotices } from './notices.ts';
import { strategyNewsQueue } from './queues.ts';
import { newsAtDesk } from './shown.ts';
import { decideNews, lockNews, newsById } from './store.ts';

export const deskCalls = () =>
  ({
    async look({ id }, ctx) {
      const row = await newsById(ctx.sql, Number(id));
      if (!row) return ctx.refuse('news_not_found', { field: 'id' });
      await ctx.record({ subject: `strategy_news:${row.id}`, clientId: row.clientId });
      return { news: newsAtDesk(row) };
    },

    async decide({ id, decision, reason_code: code }, ctx) {
      const { sql, staff, now, refuse } = ctx;
      const row = await lockNews(sql, Number(id));
      if (!row) return refuse('news_not_found', { field: 'id' });
      const isApproved = decision === 'approved';
      // What is shown already can be taken back.
      const isTakenBack = row.status === 'approved' && !isApproved;
      if (row.status !== 'waiting' && !isTakenBack) return refuse('not_waiting', { field: 'id' });
      if (!isApproved && !code) return refuse('field_required', { field: 'reason_code' });
      const subject = `strategy_news:${row.id}`;
      const queue = strategyNewsQueue().name;
      if (await isClaimedByOther(sql, { queue, subject, staffId: staff.id, now })) return refuse('case_claimed');
      const reason = isApproved ? null : (code ?? null);
      await decideNews(sql, { id: row.id, status: decision, reason, by: staff.actor, at: now });
      await closeCase(sql, { queue, subject, outcome: decision, at: now });
      const values = { strategy: String(row.strategyId), title: row.title };
      await notify(sql, {
        clientId: row.clientId,
        notice: isApproved ? strategyNewsNotices.strategy_news_shown : strategyNewsNotices.strategy_news_declined,
        values: isApproved ? values : { ...values, reason: toldNewsReason(reason) },
        key: `${subject}:${decision}`,
        now,
      });
      await ctx.tell({ ...staleLine(['strategies']), clientId: row.clientId });
      await ctx.record({
        subject,
        clientId: row.clientId,
        before: { status: row.status },
        after: { status: decision },
        detail: { reason_code: reason },
      });
      return { news: newsAtDesk((await newsById(sql, row.id)) ?? row) };
    },
  }) satisfies Partial<Handlers<typeof strategyNewsContract>>;
