import { loadNews } from '../areas/notices/news.ts';
import type { DeskPageSpec, Jobs, PageSpec } from '../protocol/call.ts';
import type { Webhook } from '../protocol/webhook.ts';
import type { ServedArea, ServeParts } from './serve/parts.ts';
import { areaJobs, areaWebhooks, servedAreas } from './served.ts';
import type { AppContext } from './start/appContext.ts';

export interface Areas {
  readonly served: readonly ServedArea[];
  readonly jobs: readonly Jobs[];
  readonly webhooks: readonly Webhook[];
  /** What rides along on answers when it has changed. */
  readonly news: ServeParts['news'];
}

/** Every area, handed what it needs. */
export function openAreas(app: AppContext): Areas {
  return {
    served: servedAreas(app),
    jobs: areaJobs(app),
    webhooks: areaWebhooks(app),
    news: ({ identity }, language, wanted) =>
      loadNews(app.database.sql, {
        client: identity,
        settings: app.settings(),
        now: app.clock.now(),
        language,
        say: app.words.in(language),
        noticeTypes: app.noticeTypes,
        wanted,
      }),
  };
}

export function pagesOf(areas: Areas): PageSpec[] {
  return areas.served.flatMap(({ contract }) => Object.values(contract.pages ?? {}));
}

/** And all of the staff's desk. */
export function deskPagesOf(areas: Areas): DeskPageSpec[] {
  return areas.served.flatMap(({ contract }) => Object.values(contract.deskPages ?? {}));
}
