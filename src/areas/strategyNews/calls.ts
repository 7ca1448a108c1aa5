import { recordAudit } from '../../ledger/audit.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import type { Sql } from '../../base/sql.ts';
import { openCase } from '../cases/face.ts';
import { mostWaitingNews, type strategyNewsContract } from './contract.ts';
import { deskCalls } from './deskCalls.ts';
import { strategyNewsQueue } from './queues.ts';
import { ownNews, shownNews } from './shown.ts';
import { countWaiting, insertNews, newsFeed, ownStrategy, writtenOf } from './store.ts';

type Specs = (typeof strategyNewsContract)['calls'];

export const calls = () =>
  ({
    async feed({ type, page: asked, per_page: size }, { sql, client }) {
      const follower = type === 'my' ? client.id : undefined;
      const { rows, total, page } = await newsFeed(sql, { follower, page: asked, size });
      return { direct: { manager_news_feed: rows.map(shownNews), total_items: total, page_size: size, page } };
    },

    async ofStrategy({ strategy_id: id }, { sql, client, refuse }) {
      const strategy = await ownStrategy(sql, { id, client: client.id });
      return strategy ? shownWritten(sql, strategy) : refuse('strategy_not_found');
    },

    async write(input, ctx) {
      const strategy = await ownStrategy(ctx.sql, { id: input.strategy_id, client: ctx.client.id });
      if (!strategy?.isActive) return ctx.refuse('strategy_not_found');
      await askDesk(input, strategy, ctx);
      return shownWritten(ctx.sql, strategy);
    },

    ...deskCalls(),
  }) satisfies Handlers<typeof strategyNewsContract>;

type Strategy = Readonly<Record<'id', number> & Record<'name', string>>;

async function shownWritten(sql: Sql, { id, name }: Strategy) {
  return { direct: { strategy: { id, name }, news: (await writtenOf(sql, id)).map(ownNews) } };
}

interface Written {
  readonly title: string;
  readonly text: string;
}

async function askDesk({ title, text }: Written, strategy: Strategy, ctx: ContextOf<Specs['write']>): Promise<void> {
  const { sql, client, now, settings, refuse } = ctx;
  // The strategy is locked: of two that are written at once the second is counted with the first.
  if ((await countWaiting(sql, strategy.id)) >= mostWaitingNews)
    return refuse('news_too_many', { values: { most: mostWaitingNews } });
  const id = await insertNews(sql, { strategyId: strategy.id, clientId: client.id, title, text, at: now });
  await openCase(sql, {
    queue: strategyNewsQueue(settings),
    subject: `strategy_news:${id}`,
    clientId: client.id,
    detail: { strategy: strategy.name, title },
    now,
    hours: settings.desk.businessHours,
  });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action: 'strategy_news.write',
    subject: `strategy_news:${id}`,
    clientId: client.id,
    detail: { strategy: strategy.id },
    at: now,
  });
}
