import { loadNews } from '../areas/notices/news.ts';
import type { LanguageKey } from '../law/languages.ts';
import type { DeskPageSpec, Jobs, PageSpec } from '../protocol/call.ts';
import type { Webhook } from '../protocol/webhook.ts';
import type { LiveSession } from './live/session.ts';
import type { ClientNews, ServedArea } from './serve/parts.ts';
import { areaJobs, areaWebhooks, servedAreas } from './served.ts';
import type { AppContext } from './start/appContext.ts';

export interface Areas {
  readonly served: readonly ServedArea[];
  readonly jobs: readonly Jobs[];
  readonly webhooks: readonly Webhook[];
  /** What rides along on answers when it has changed. */
  readonly news: (session: LiveSession, language: LanguageKey) => Promise<ClientNews>;
}

/** Every area, handed what it needs. */
export function openAreas(app: AppContext): Areas {
  return {
    served: servedAreas(app),
    jobs: areaJobs(app),
    webhooks: areaWebhooks(app),
    news: ({ identity }, language) =>
      loadNews(app.database.sql, {
        client: identity,
        settings: app.settings(),
        language,
        say: app.words.in(language),
        noticeTypes: app.noticeTypes,
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
