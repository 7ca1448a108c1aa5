import type { FastifyBaseLogger } from 'fastify';
import * as accounts from '../areas/accounts/calls.ts';
import { accountsContract } from '../areas/accounts/contract.ts';
import * as accountsJobs from '../areas/accounts/jobs.ts';
import * as dashboard from '../areas/dashboard/calls.ts';
import { dashboardContract } from '../areas/dashboard/contract.ts';
import * as deposit from '../areas/deposit/calls.ts';
import { depositContract } from '../areas/deposit/contract.ts';
import * as transfers from '../areas/transfers/calls.ts';
import { transfersContract } from '../areas/transfers/contract.ts';
import * as inbox from '../areas/inbox/calls.ts';
import { inboxContract } from '../areas/inbox/contract.ts';
import * as reconciliationJobs from '../areas/reconciliation/jobs.ts';
import * as notices from '../areas/notices/calls.ts';
import { noticesContract } from '../areas/notices/contract.ts';
import * as noticesJobs from '../areas/notices/jobs.ts';
import { loadNews } from '../areas/notices/news.ts';
import * as opening from '../areas/opening/calls.ts';
import { openingContract } from '../areas/opening/contract.ts';
import * as openingJobs from '../areas/opening/jobs.ts';
import { platformsContract } from '../areas/platforms/contract.ts';
import * as rates from '../areas/rates/calls.ts';
import { ratesContract } from '../areas/rates/contract.ts';
import * as ratesJobs from '../areas/rates/jobs.ts';
import * as payments from '../areas/payments/calls.ts';
import { paymentsContract } from '../areas/payments/contract.ts';
import * as paymentsJobs from '../areas/payments/jobs.ts';
import * as paymentsWebhooks from '../areas/payments/webhooks.ts';
import * as search from '../areas/search/calls.ts';
import { searchContract } from '../areas/search/contract.ts';
import * as session from '../areas/session/calls.ts';
import { sessionContract } from '../areas/session/contract.ts';
import * as sessionJobs from '../areas/session/jobs.ts';
import * as trading from '../areas/trading/calls.ts';
import { tradingContract } from '../areas/trading/contract.ts';
import * as tradingJobs from '../areas/trading/jobs.ts';
import * as internalTransfer from '../areas/internalTransfer/calls.ts';
import { internalTransferContract } from '../areas/internalTransfer/contract.ts';
import * as wallet from '../areas/wallet/calls.ts';
import { walletContract } from '../areas/wallet/contract.ts';
import type { Database } from '../base/sql.ts';
import type { Clock } from '../base/time.ts';
import type { LanguageKey } from '../law/languages.ts';
import type { Settings } from '../law/settings.ts';
import type { Book } from '../ledger/book.ts';
import type { Jobs, PageSpec } from '../protocol/call.ts';
import { countExactly, giveBack } from './serve/limits.ts';
import type { Outside } from './start/outside.ts';
import type { ClientNews, ServedArea } from './serve/parts.ts';
import type { LiveSession, Sessions } from './live/session.ts';
import type { ServerWords } from './serve/words.ts';

/** What an area may ask to be handed; each names in its own `Needs` only what it uses. */
export interface AppContext extends Omit<Outside, 'close'> {
  readonly book: Book;
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** Where browsers reach the portal, without a slash at the end. */
  readonly publicUrl: string;
  readonly words: ServerWords;
  /** The cookie that holds a session's secret. */
  readonly cookieName: string;
  /** The cookie by which a browser is known again. */
  readonly deviceCookieName: string;
  readonly settings: () => Settings;
  readonly log: FastifyBaseLogger;
}

export interface Areas {
  readonly served: readonly ServedArea[];
  readonly jobs: readonly Jobs[];
  readonly webhooks: readonly paymentsWebhooks.Webhook[];
  /** What rides along on answers when it has changed. */
  readonly news: (session: LiveSession, language: LanguageKey) => Promise<ClientNews>;
}

/** Every area, handed what it needs. A new area is a line in each list it has a part in. */
export function openAreas(app: AppContext, database: Database): Areas {
  return {
    served: [
      { contract: sessionContract, handlers: session.calls({ ...app, limits: { count: countExactly, giveBack } }) },
      { contract: noticesContract, handlers: notices.calls(app) },
      { contract: inboxContract, handlers: inbox.calls() },
      { contract: ratesContract, handlers: rates.calls() },
      { contract: accountsContract, handlers: accounts.calls(app) },
      { contract: openingContract, handlers: opening.calls(app) },
      { contract: platformsContract, handlers: {} },
      { contract: tradingContract, handlers: trading.calls(app) },
      { contract: paymentsContract, handlers: payments.calls(app) },
      { contract: transfersContract, handlers: transfers.calls(app) },
      { contract: depositContract, handlers: deposit.calls() },
      { contract: internalTransferContract, handlers: internalTransfer.calls() },
      { contract: walletContract, handlers: wallet.calls(app) },
      { contract: searchContract, handlers: search.calls(app) },
      { contract: dashboardContract, handlers: dashboard.calls(app) },
    ],
    jobs: [
      sessionJobs.jobs(),
      noticesJobs.jobs(app),
      accountsJobs.jobs(app),
      openingJobs.jobs(app),
      reconciliationJobs.jobs(app),
      tradingJobs.jobs(app),
      ratesJobs.jobs(app),
      paymentsJobs.jobs(app),
    ],
    webhooks: paymentsWebhooks.webhooks({ ...app, database }),
    news: ({ identity }, language) =>
      loadNews(database.sql, { client: identity, settings: app.settings(), say: app.words.in(language) }),
  };
}

export function pagesOf(areas: Areas): PageSpec[] {
  return areas.served.flatMap(({ contract }) => Object.values(contract.pages ?? {}));
}
