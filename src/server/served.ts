// Written by `npm run registries` from the folders of src/areas.
import { accountsContract } from '../areas/accounts/contract.ts';
import { dashboardContract } from '../areas/dashboard/contract.ts';
import { depositContract } from '../areas/deposit/contract.ts';
import { inboxContract } from '../areas/inbox/contract.ts';
import { internalTransferContract } from '../areas/internalTransfer/contract.ts';
import { interposingContract } from '../areas/interposing/contract.ts';
import { noticesContract } from '../areas/notices/contract.ts';
import { openingContract } from '../areas/opening/contract.ts';
import { paymentsContract } from '../areas/payments/contract.ts';
import { platformsContract } from '../areas/platforms/contract.ts';
import { ratesContract } from '../areas/rates/contract.ts';
import { searchContract } from '../areas/search/contract.ts';
import { sessionContract } from '../areas/session/contract.ts';
import { tradingContract } from '../areas/trading/contract.ts';
import { transfersContract } from '../areas/transfers/contract.ts';
import { walletContract } from '../areas/wallet/contract.ts';
import { calls as accountsCalls } from '../areas/accounts/calls.ts';
import { calls as dashboardCalls } from '../areas/dashboard/calls.ts';
import { calls as depositCalls } from '../areas/deposit/calls.ts';
import { calls as inboxCalls } from '../areas/inbox/calls.ts';
import { calls as internalTransferCalls } from '../areas/internalTransfer/calls.ts';
import { calls as interposingCalls } from '../areas/interposing/calls.ts';
import { calls as noticesCalls } from '../areas/notices/calls.ts';
import { calls as openingCalls } from '../areas/opening/calls.ts';
import { calls as paymentsCalls } from '../areas/payments/calls.ts';
import { calls as ratesCalls } from '../areas/rates/calls.ts';
import { calls as searchCalls } from '../areas/search/calls.ts';
import { calls as sessionCalls } from '../areas/session/calls.ts';
import { calls as tradingCalls } from '../areas/trading/calls.ts';
import { calls as transfersCalls } from '../areas/transfers/calls.ts';
import { calls as walletCalls } from '../areas/wallet/calls.ts';
import { jobs as accountsJobs } from '../areas/accounts/jobs.ts';
import { jobs as noticesJobs } from '../areas/notices/jobs.ts';
import { jobs as openingJobs } from '../areas/opening/jobs.ts';
import { jobs as paymentsJobs } from '../areas/payments/jobs.ts';
import { jobs as ratesJobs } from '../areas/rates/jobs.ts';
import { jobs as reconciliationJobs } from '../areas/reconciliation/jobs.ts';
import { jobs as sessionJobs } from '../areas/session/jobs.ts';
import { jobs as tradingJobs } from '../areas/trading/jobs.ts';
import { webhooks as paymentsWebhooks } from '../areas/payments/webhooks.ts';
import type { Jobs } from '../protocol/call.ts';
import type { ServedArea } from './serve/parts.ts';
import type { AppContext } from './start/appContext.ts';
import type { Webhook } from '../protocol/webhook.ts';

/** What an area makes of the app context; many need only a part of it, or nothing. */
function hand<Made>(app: AppContext, make: (app: AppContext) => Made): Made {
  return make(app);
}

/** Every area's calls with what they answer, handed the app context. */
export const servedAreas = (app: AppContext): readonly ServedArea[] => [
  { contract: accountsContract, handlers: hand(app, accountsCalls) },
  { contract: dashboardContract, handlers: hand(app, dashboardCalls) },
  { contract: depositContract, handlers: hand(app, depositCalls) },
  { contract: inboxContract, handlers: hand(app, inboxCalls) },
  { contract: internalTransferContract, handlers: hand(app, internalTransferCalls) },
  { contract: interposingContract, handlers: hand(app, interposingCalls) },
  { contract: noticesContract, handlers: hand(app, noticesCalls) },
  { contract: openingContract, handlers: hand(app, openingCalls) },
  { contract: paymentsContract, handlers: hand(app, paymentsCalls) },
  { contract: platformsContract, handlers: {} },
  { contract: ratesContract, handlers: hand(app, ratesCalls) },
  { contract: searchContract, handlers: hand(app, searchCalls) },
  { contract: sessionContract, handlers: hand(app, sessionCalls) },
  { contract: tradingContract, handlers: hand(app, tradingCalls) },
  { contract: transfersContract, handlers: hand(app, transfersCalls) },
  { contract: walletContract, handlers: hand(app, walletCalls) },
];

/** Every area's work without a caller. */
export const areaJobs = (app: AppContext): readonly Jobs[] => [
  hand(app, accountsJobs),
  hand(app, noticesJobs),
  hand(app, openingJobs),
  hand(app, paymentsJobs),
  hand(app, ratesJobs),
  hand(app, reconciliationJobs),
  hand(app, sessionJobs),
  hand(app, tradingJobs),
];

/** Where outside parties send their messages. */
export const areaWebhooks = (app: AppContext): readonly Webhook[] => [...hand(app, paymentsWebhooks)];
