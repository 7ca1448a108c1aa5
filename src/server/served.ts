// Written by `npm run registries` from the folders of src/areas.
import { accountsContract } from '../areas/accounts/contract.ts';
import { appropriatenessContract } from '../areas/appropriateness/contract.ts';
import { approvalsContract } from '../areas/approvals/contract.ts';
import { auditContract } from '../areas/audit/contract.ts';
import { bankContract } from '../areas/bank/contract.ts';
import { bestTradesContract } from '../areas/bestTrades/contract.ts';
import { calendarContract } from '../areas/calendar/contract.ts';
import { casesContract } from '../areas/cases/contract.ts';
import { clientStatusContract } from '../areas/clientStatus/contract.ts';
import { clientsContract } from '../areas/clients/contract.ts';
import { closingContract } from '../areas/closing/contract.ts';
import { copyTradingContract } from '../areas/copyTrading/contract.ts';
import { copyingContract } from '../areas/copying/contract.ts';
import { countriesContract } from '../areas/countries/contract.ts';
import { dashboardContract } from '../areas/dashboard/contract.ts';
import { depositContract } from '../areas/deposit/contract.ts';
import { disputesContract } from '../areas/disputes/contract.ts';
import { documentsContract } from '../areas/documents/contract.ts';
import { dormancyContract } from '../areas/dormancy/contract.ts';
import { duplicatesContract } from '../areas/duplicates/contract.ts';
import { enrolmentContract } from '../areas/enrolment/contract.ts';
import { exportsContract } from '../areas/exports/contract.ts';
import { feedbackContract } from '../areas/feedback/contract.ts';
import { filesContract } from '../areas/files/contract.ts';
import { forecastsContract } from '../areas/forecasts/contract.ts';
import { freezingContract } from '../areas/freezing/contract.ts';
import { goldContract } from '../areas/gold/contract.ts';
import { goldCollateralContract } from '../areas/goldCollateral/contract.ts';
import { goldDeliveryContract } from '../areas/goldDelivery/contract.ts';
import { idleFeesContract } from '../areas/idleFees/contract.ts';
import { inboxContract } from '../areas/inbox/contract.ts';
import { internalTransferContract } from '../areas/internalTransfer/contract.ts';
import { interposingContract } from '../areas/interposing/contract.ts';
import { investmentsContract } from '../areas/investments/contract.ts';
import { investorsContract } from '../areas/investors/contract.ts';
import { movesContract } from '../areas/moves/contract.ts';
import { notesContract } from '../areas/notes/contract.ts';
import { noticesContract } from '../areas/notices/contract.ts';
import { openingContract } from '../areas/opening/contract.ts';
import { passwordsContract } from '../areas/passwords/contract.ts';
import { paymentsContract } from '../areas/payments/contract.ts';
import { personalDataContract } from '../areas/personalData/contract.ts';
import { pivotsContract } from '../areas/pivots/contract.ts';
import { platformsContract } from '../areas/platforms/contract.ts';
import { prepaidCardsContract } from '../areas/prepaidCards/contract.ts';
import { professionalContract } from '../areas/professional/contract.ts';
import { profileContract } from '../areas/profile/contract.ts';
import { providersContract } from '../areas/providers/contract.ts';
import { ratesContract } from '../areas/rates/contract.ts';
import { registrationContract } from '../areas/registration/contract.ts';
import { remunerationsContract } from '../areas/remunerations/contract.ts';
import { researchContract } from '../areas/research/contract.ts';
import { restrictionsContract } from '../areas/restrictions/contract.ts';
import { reviewsContract } from '../areas/reviews/contract.ts';
import { riskContract } from '../areas/risk/contract.ts';
import { screeningContract } from '../areas/screening/contract.ts';
import { searchContract } from '../areas/search/contract.ts';
import { securityContract } from '../areas/security/contract.ts';
import { sessionContract } from '../areas/session/contract.ts';
import { settingsContract } from '../areas/settings/contract.ts';
import { signalsContract } from '../areas/signals/contract.ts';
import { staffContract } from '../areas/staff/contract.ts';
import { statementsContract } from '../areas/statements/contract.ts';
import { statisticsContract } from '../areas/statistics/contract.ts';
import { stocksContract } from '../areas/stocks/contract.ts';
import { strategiesContract } from '../areas/strategies/contract.ts';
import { strategyNewsContract } from '../areas/strategyNews/contract.ts';
import { suspicionsContract } from '../areas/suspicions/contract.ts';
import { swapFreeContract } from '../areas/swapFree/contract.ts';
import { trackingContract } from '../areas/tracking/contract.ts';
import { tradeReportsContract } from '../areas/tradeReports/contract.ts';
import { tradingContract } from '../areas/trading/contract.ts';
import { transferAutomationContract } from '../areas/transferAutomation/contract.ts';
import { transfersContract } from '../areas/transfers/contract.ts';
import { treasuryContract } from '../areas/treasury/contract.ts';
import { unverifiedContract } from '../areas/unverified/contract.ts';
import { vaultsContract } from '../areas/vaults/contract.ts';
import { verificationContract } from '../areas/verification/contract.ts';
import { walletContract } from '../areas/wallet/contract.ts';
import { withdrawContract } from '../areas/withdraw/contract.ts';
import { calls as accountsCalls } from '../areas/accounts/calls.ts';
import { calls as appropriatenessCalls } from '../areas/appropriateness/calls.ts';
import { calls as approvalsCalls } from '../areas/approvals/calls.ts';
import { calls as auditCalls } from '../areas/audit/calls.ts';
import { calls as bankCalls } from '../areas/bank/calls.ts';
import { calls as bestTradesCalls } from '../areas/bestTrades/calls.ts';
import { calls as calendarCalls } from '../areas/calendar/calls.ts';
import { calls as casesCalls } from '../areas/cases/calls.ts';
import { calls as clientStatusCalls } from '../areas/clientStatus/calls.ts';
import { calls as clientsCalls } from '../areas/clients/calls.ts';
import { calls as closingCalls } from '../areas/closing/calls.ts';
import { calls as copyTradingCalls } from '../areas/copyTrading/calls.ts';
import { calls as copyingCalls } from '../areas/copying/calls.ts';
import { calls as countriesCalls } from '../areas/countries/calls.ts';
import { calls as dashboardCalls } from '../areas/dashboard/calls.ts';
import { calls as depositCalls } from '../areas/deposit/calls.ts';
import { calls as disputesCalls } from '../areas/disputes/calls.ts';
import { calls as documentsCalls } from '../areas/documents/calls.ts';
import { calls as dormancyCalls } from '../areas/dormancy/calls.ts';
import { calls as duplicatesCalls } from '../areas/duplicates/calls.ts';
import { calls as enrolmentCalls } from '../areas/enrolment/calls.ts';
import { calls as exportsCalls } from '../areas/exports/calls.ts';
import { calls as feedbackCalls } from '../areas/feedback/calls.ts';
import { calls as filesCalls } from '../areas/files/calls.ts';
import { calls as forecastsCalls } from '../areas/forecasts/calls.ts';
import { calls as freezingCalls } from '../areas/freezing/calls.ts';
import { calls as goldCalls } from '../areas/gold/calls.ts';
import { calls as goldCollateralCalls } from '../areas/goldCollateral/calls.ts';
import { calls as goldDeliveryCalls } from '../areas/goldDelivery/calls.ts';
import { calls as idleFeesCalls } from '../areas/idleFees/calls.ts';
import { calls as inboxCalls } from '../areas/inbox/calls.ts';
import { calls as internalTransferCalls } from '../areas/internalTransfer/calls.ts';
import { calls as interposingCalls } from '../areas/interposing/calls.ts';
import { calls as investmentsCalls } from '../areas/investments/calls.ts';
import { calls as investorsCalls } from '../areas/investors/calls.ts';
import { calls as movesCalls } from '../areas/moves/calls.ts';
import { calls as notesCalls } from '../areas/notes/calls.ts';
import { calls as noticesCalls } from '../areas/notices/calls.ts';
import { calls as openingCalls } from '../areas/opening/calls.ts';
import { calls as passwordsCalls } from '../areas/passwords/calls.ts';
import { calls as paymentsCalls } from '../areas/payments/calls.ts';
import { calls as personalDataCalls } from '../areas/personalData/calls.ts';
import { calls as pivotsCalls } from '../areas/pivots/calls.ts';
import { calls as prepaidCardsCalls } from '../areas/prepaidCards/calls.ts';
import { calls as professionalCalls } from '../areas/professional/calls.ts';
import { calls as profileCalls } from '../areas/profile/calls.ts';
import { calls as providersCalls } from '../areas/providers/calls.ts';
import { calls as ratesCalls } from '../areas/rates/calls.ts';
import { calls as registrationCalls } from '../areas/registration/calls.ts';
import { calls as remunerationsCalls } from '../areas/remunerations/calls.ts';
import { calls as researchCalls } from '../areas/research/calls.ts';
import { calls as restrictionsCalls } from '../areas/restrictions/calls.ts';
import { calls as reviewsCalls } from '../areas/reviews/calls.ts';
import { calls as riskCalls } from '../areas/risk/calls.ts';
import { calls as screeningCalls } from '../areas/screening/calls.ts';
import { calls as searchCalls } from '../areas/search/calls.ts';
import { calls as securityCalls } from '../areas/security/calls.ts';
import { calls as sessionCalls } from '../areas/session/calls.ts';
import { calls as settingsCalls } from '../areas/settings/calls.ts';
import { calls as signalsCalls } from '../areas/signals/calls.ts';
import { calls as staffCalls } from '../areas/staff/calls.ts';
import { calls as statementsCalls } from '../areas/statements/calls.ts';
import { calls as statisticsCalls } from '../areas/statistics/calls.ts';
import { calls as stocksCalls } from '../areas/stocks/calls.ts';
import { calls as strategiesCalls } from '../areas/strategies/calls.ts';
import { calls as strategyNewsCalls } from '../areas/strategyNews/calls.ts';
import { calls as suspicionsCalls } from '../areas/suspicions/calls.ts';
import { calls as swapFreeCalls } from '../areas/swapFree/calls.ts';
import { calls as trackingCalls } from '../areas/tracking/calls.ts';
import { calls as tradeReportsCalls } from '../areas/tradeReports/calls.ts';
import { calls as tradingCalls } from '../areas/trading/calls.ts';
import { calls as transferAutomationCalls } from '../areas/transferAutomation/calls.ts';
import { calls as transfersCalls } from '../areas/transfers/calls.ts';
import { calls as treasuryCalls } from '../areas/treasury/calls.ts';
import { calls as unverifiedCalls } from '../areas/unverified/calls.ts';
import { calls as vaultsCalls } from '../areas/vaults/calls.ts';
import { calls as verificationCalls } from '../areas/verification/calls.ts';
import { calls as walletCalls } from '../areas/wallet/calls.ts';
import { calls as withdrawCalls } from '../areas/withdraw/calls.ts';
import { jobs as accountLossesJobs } from '../areas/accountLosses/jobs.ts';
import { jobs as accountsJobs } from '../areas/accounts/jobs.ts';
import { jobs as appropriatenessJobs } from '../areas/appropriateness/jobs.ts';
import { jobs as auditJobs } from '../areas/audit/jobs.ts';
import { jobs as bankJobs } from '../areas/bank/jobs.ts';
import { jobs as bestTradesJobs } from '../areas/bestTrades/jobs.ts';
import { jobs as calendarJobs } from '../areas/calendar/jobs.ts';
import { jobs as closingJobs } from '../areas/closing/jobs.ts';
import { jobs as copyTradingJobs } from '../areas/copyTrading/jobs.ts';
import { jobs as copyingJobs } from '../areas/copying/jobs.ts';
import { jobs as disputesJobs } from '../areas/disputes/jobs.ts';
import { jobs as documentsJobs } from '../areas/documents/jobs.ts';
import { jobs as dormancyJobs } from '../areas/dormancy/jobs.ts';
import { jobs as enrolmentJobs } from '../areas/enrolment/jobs.ts';
import { jobs as exportsJobs } from '../areas/exports/jobs.ts';
import { jobs as filesJobs } from '../areas/files/jobs.ts';
import { jobs as freezingJobs } from '../areas/freezing/jobs.ts';
import { jobs as goldJobs } from '../areas/gold/jobs.ts';
import { jobs as goldCollateralJobs } from '../areas/goldCollateral/jobs.ts';
import { jobs as goldDeliveryJobs } from '../areas/goldDelivery/jobs.ts';
import { jobs as idleFeesJobs } from '../areas/idleFees/jobs.ts';
import { jobs as investmentsJobs } from '../areas/investments/jobs.ts';
import { jobs as movesJobs } from '../areas/moves/jobs.ts';
import { jobs as noticesJobs } from '../areas/notices/jobs.ts';
import { jobs as openingJobs } from '../areas/opening/jobs.ts';
import { jobs as paymentsJobs } from '../areas/payments/jobs.ts';
import { jobs as personalDataJobs } from '../areas/personalData/jobs.ts';
import { jobs as prepaidCardsJobs } from '../areas/prepaidCards/jobs.ts';
import { jobs as providersJobs } from '../areas/providers/jobs.ts';
import { jobs as ratesJobs } from '../areas/rates/jobs.ts';
import { jobs as reconciliationJobs } from '../areas/reconciliation/jobs.ts';
import { jobs as registrationJobs } from '../areas/registration/jobs.ts';
import { jobs as restrictionsJobs } from '../areas/restrictions/jobs.ts';
import { jobs as riskJobs } from '../areas/risk/jobs.ts';
import { jobs as screeningJobs } from '../areas/screening/jobs.ts';
import { jobs as securityJobs } from '../areas/security/jobs.ts';
import { jobs as sessionJobs } from '../areas/session/jobs.ts';
import { jobs as settlementsJobs } from '../areas/settlements/jobs.ts';
import { jobs as signalsJobs } from '../areas/signals/jobs.ts';
import { jobs as stocksJobs } from '../areas/stocks/jobs.ts';
import { jobs as strategiesJobs } from '../areas/strategies/jobs.ts';
import { jobs as swapFreeJobs } from '../areas/swapFree/jobs.ts';
import { jobs as trackingJobs } from '../areas/tracking/jobs.ts';
import { jobs as tradingJobs } from '../areas/trading/jobs.ts';
import { jobs as transferAutomationJobs } from '../areas/transferAutomation/jobs.ts';
import { jobs as unverifiedJobs } from '../areas/unverified/jobs.ts';
import { jobs as vaultsJobs } from '../areas/vaults/jobs.ts';
import { jobs as verificationJobs } from '../areas/verification/jobs.ts';
import { webhooks as paymentsWebhooks } from '../areas/payments/webhooks.ts';
import { webhooks as prepaidCardsWebhooks } from '../areas/prepaidCards/webhooks.ts';
import { webhooks as verificationWebhooks } from '../areas/verification/webhooks.ts';
import { performer as bankPerformer } from '../areas/bank/perform.ts';
import { performer as clientStatusPerformer } from '../areas/clientStatus/perform.ts';
import { performer as closingPerformer } from '../areas/closing/perform.ts';
import { performer as disputesPerformer } from '../areas/disputes/perform.ts';
import { performer as documentsPerformer } from '../areas/documents/perform.ts';
import { performer as goldDeliveryPerformer } from '../areas/goldDelivery/perform.ts';
import { performer as personalDataPerformer } from '../areas/personalData/perform.ts';
import { performer as ratesPerformer } from '../areas/rates/perform.ts';
import { performer as reviewsPerformer } from '../areas/reviews/perform.ts';
import { performer as riskPerformer } from '../areas/risk/perform.ts';
import { performer as screeningPerformer } from '../areas/screening/perform.ts';
import { performer as settingsPerformer } from '../areas/settings/perform.ts';
import { performer as swapFreePerformer } from '../areas/swapFree/perform.ts';
import { performer as unverifiedPerformer } from '../areas/unverified/perform.ts';
import { performer as vaultsPerformer } from '../areas/vaults/perform.ts';
import { queues as documentsQueues } from '../areas/documents/queues.ts';
import { queues as duplicatesQueues } from '../areas/duplicates/queues.ts';
import { queues as enrolmentQueues } from '../areas/enrolment/queues.ts';
import { queues as goldDeliveryQueues } from '../areas/goldDelivery/queues.ts';
import { queues as investorsQueues } from '../areas/investors/queues.ts';
import { queues as movesQueues } from '../areas/moves/queues.ts';
import { queues as paymentsQueues } from '../areas/payments/queues.ts';
import { queues as personalDataQueues } from '../areas/personalData/queues.ts';
import { queues as platformOperationsQueues } from '../areas/platformOperations/queues.ts';
import { queues as professionalQueues } from '../areas/professional/queues.ts';
import { queues as providersQueues } from '../areas/providers/queues.ts';
import { queues as restrictionsQueues } from '../areas/restrictions/queues.ts';
import { queues as riskQueues } from '../areas/risk/queues.ts';
import { queues as screeningQueues } from '../areas/screening/queues.ts';
import { queues as strategyNewsQueues } from '../areas/strategyNews/queues.ts';
import { deskTables as approvalsDeskTables } from '../areas/approvals/deskTables.ts';
import { deskTables as auditDeskTables } from '../areas/audit/deskTables.ts';
import { deskTables as bankDeskTables } from '../areas/bank/deskTables.ts';
import { deskTables as casesDeskTables } from '../areas/cases/deskTables.ts';
import { deskTables as disputesDeskTables } from '../areas/disputes/deskTables.ts';
import { deskTables as goldCollateralDeskTables } from '../areas/goldCollateral/deskTables.ts';
import { deskTables as prepaidCardsDeskTables } from '../areas/prepaidCards/deskTables.ts';
import { deskTables as staffDeskTables } from '../areas/staff/deskTables.ts';
import { deskTables as treasuryDeskTables } from '../areas/treasury/deskTables.ts';
import { deskTables as vaultsDeskTables } from '../areas/vaults/deskTables.ts';
import type { Jobs } from '../protocol/call.ts';
import type { ServedArea } from './serve/parts.ts';
import type { AppContext } from './start/appContext.ts';
import type { Webhook } from '../protocol/webhook.ts';

/** What an area makes of the app context; many need only a part of it, or nothing. */
function hand<Context, Made>(app: Context, make: (app: Context) => Made): Made {
  return make(app);
}

/** The app context with what staff approve, what waits for them in queues, and the lists that they take along, told by their areas. */
export function withDesk(app: AppContext) {
  const performers = [
    hand(app, bankPerformer),
    hand(app, clientStatusPerformer),
    hand(app, closingPerformer),
    hand(app, disputesPerformer),
    hand(app, documentsPerformer),
    hand(app, goldDeliveryPerformer),
    hand(app, personalDataPerformer),
    hand(app, ratesPerformer),
    hand(app, reviewsPerformer),
    hand(app, riskPerformer),
    hand(app, screeningPerformer),
    hand(app, settingsPerformer),
    hand(app, swapFreePerformer),
    hand(app, unverifiedPerformer),
    hand(app, vaultsPerformer),
  ];
  const desk = {
    ...app,
    performers,
    queues: [
      ...hand(app, documentsQueues),
      ...hand(app, duplicatesQueues),
      ...hand(app, enrolmentQueues),
      ...hand(app, goldDeliveryQueues),
      ...hand(app, investorsQueues),
      ...hand(app, movesQueues),
      ...hand(app, paymentsQueues),
      ...hand(app, personalDataQueues),
      ...hand(app, platformOperationsQueues),
      ...hand(app, professionalQueues),
      ...hand(app, providersQueues),
      ...hand(app, restrictionsQueues),
      ...hand(app, riskQueues),
      ...hand(app, screeningQueues),
      ...hand(app, strategyNewsQueues),
    ],
  };
  return {
    ...desk,
    deskTables: [
      ...hand(desk, approvalsDeskTables),
      ...hand(desk, auditDeskTables),
      ...hand(desk, bankDeskTables),
      ...hand(desk, casesDeskTables),
      ...hand(desk, disputesDeskTables),
      ...hand(desk, goldCollateralDeskTables),
      ...hand(desk, prepaidCardsDeskTables),
      ...hand(desk, staffDeskTables),
      ...hand(desk, treasuryDeskTables),
      ...hand(desk, vaultsDeskTables),
    ],
  };
}

interface Area {
  readonly contract: ServedArea['contract'];
  readonly calls?: (app: ReturnType<typeof withDesk>) => ServedArea['handlers'];
}

const areas: readonly Area[] = [
  { contract: accountsContract, calls: accountsCalls },
  { contract: appropriatenessContract, calls: appropriatenessCalls },
  { contract: approvalsContract, calls: approvalsCalls },
  { contract: auditContract, calls: auditCalls },
  { contract: bankContract, calls: bankCalls },
  { contract: bestTradesContract, calls: bestTradesCalls },
  { contract: calendarContract, calls: calendarCalls },
  { contract: casesContract, calls: casesCalls },
  { contract: clientStatusContract, calls: clientStatusCalls },
  { contract: clientsContract, calls: clientsCalls },
  { contract: closingContract, calls: closingCalls },
  { contract: copyTradingContract, calls: copyTradingCalls },
  { contract: copyingContract, calls: copyingCalls },
  { contract: countriesContract, calls: countriesCalls },
  { contract: dashboardContract, calls: dashboardCalls },
  { contract: depositContract, calls: depositCalls },
  { contract: disputesContract, calls: disputesCalls },
  { contract: documentsContract, calls: documentsCalls },
  { contract: dormancyContract, calls: dormancyCalls },
  { contract: duplicatesContract, calls: duplicatesCalls },
  { contract: enrolmentContract, calls: enrolmentCalls },
  { contract: exportsContract, calls: exportsCalls },
  { contract: feedbackContract, calls: feedbackCalls },
  { contract: filesContract, calls: filesCalls },
  { contract: forecastsContract, calls: forecastsCalls },
  { contract: freezingContract, calls: freezingCalls },
  { contract: goldContract, calls: goldCalls },
  { contract: goldCollateralContract, calls: goldCollateralCalls },
  { contract: goldDeliveryContract, calls: goldDeliveryCalls },
  { contract: idleFeesContract, calls: idleFeesCalls },
  { contract: inboxContract, calls: inboxCalls },
  { contract: internalTransferContract, calls: internalTransferCalls },
  { contract: interposingContract, calls: interposingCalls },
  { contract: investmentsContract, calls: investmentsCalls },
  { contract: investorsContract, calls: investorsCalls },
  { contract: movesContract, calls: movesCalls },
  { contract: notesContract, calls: notesCalls },
  { contract: noticesContract, calls: noticesCalls },
  { contract: openingContract, calls: openingCalls },
  { contract: passwordsContract, calls: passwordsCalls },
  { contract: paymentsContract, calls: paymentsCalls },
  { contract: personalDataContract, calls: personalDataCalls },
  { contract: pivotsContract, calls: pivotsCalls },
  { contract: platformsContract },
  { contract: prepaidCardsContract, calls: prepaidCardsCalls },
  { contract: professionalContract, calls: professionalCalls },
  { contract: profileContract, calls: profileCalls },
  { contract: providersContract, calls: providersCalls },
  { contract: ratesContract, calls: ratesCalls },
  { contract: registrationContract, calls: registrationCalls },
  { contract: remunerationsContract, calls: remunerationsCalls },
  { contract: researchContract, calls: researchCalls },
  { contract: restrictionsContract, calls: restrictionsCalls },
  { contract: reviewsContract, calls: reviewsCalls },
  { contract: riskContract, calls: riskCalls },
  { contract: screeningContract, calls: screeningCalls },
  { contract: searchContract, calls: searchCalls },
  { contract: securityContract, calls: securityCalls },
  { contract: sessionContract, calls: sessionCalls },
  { contract: settingsContract, calls: settingsCalls },
  { contract: signalsContract, calls: signalsCalls },
  { contract: staffContract, calls: staffCalls },
  { contract: statementsContract, calls: statementsCalls },
  { contract: statisticsContract, calls: statisticsCalls },
  { contract: stocksContract, calls: stocksCalls },
  { contract: strategiesContract, calls: strategiesCalls },
  { contract: strategyNewsContract, calls: strategyNewsCalls },
  { contract: suspicionsContract, calls: suspicionsCalls },
  { contract: swapFreeContract, calls: swapFreeCalls },
  { contract: trackingContract, calls: trackingCalls },
  { contract: tradeReportsContract, calls: tradeReportsCalls },
  { contract: tradingContract, calls: tradingCalls },
  { contract: transferAutomationContract, calls: transferAutomationCalls },
  { contract: transfersContract, calls: transfersCalls },
  { contract: treasuryContract, calls: treasuryCalls },
  { contract: unverifiedContract, calls: unverifiedCalls },
  { contract: vaultsContract, calls: vaultsCalls },
  { contract: verificationContract, calls: verificationCalls },
  { contract: walletContract, calls: walletCalls },
  { contract: withdrawContract, calls: withdrawCalls },
];

/** Every area's calls with what they answer, handed the app context. */
export const servedAreas = (app: AppContext): readonly ServedArea[] => {
  const desk = withDesk(app);
  return areas.map(({ contract, calls }) => ({ contract, handlers: calls ? calls(desk) : {} }));
};

/** Every contract, as the compiler knows it. */
export type AreaContract =
  | typeof accountsContract
  | typeof appropriatenessContract
  | typeof approvalsContract
  | typeof auditContract
  | typeof bankContract
  | typeof bestTradesContract
  | typeof calendarContract
  | typeof casesContract
  | typeof clientStatusContract
  | typeof clientsContract
  | typeof closingContract
  | typeof copyTradingContract
  | typeof copyingContract
  | typeof countriesContract
  | typeof dashboardContract
  | typeof depositContract
  | typeof disputesContract
  | typeof documentsContract
  | typeof dormancyContract
  | typeof duplicatesContract
  | typeof enrolmentContract
  | typeof exportsContract
  | typeof feedbackContract
  | typeof filesContract
  | typeof forecastsContract
  | typeof freezingContract
  | typeof goldContract
  | typeof goldCollateralContract
  | typeof goldDeliveryContract
  | typeof idleFeesContract
  | typeof inboxContract
  | typeof internalTransferContract
  | typeof interposingContract
  | typeof investmentsContract
  | typeof investorsContract
  | typeof movesContract
  | typeof notesContract
  | typeof noticesContract
  | typeof openingContract
  | typeof passwordsContract
  | typeof paymentsContract
  | typeof personalDataContract
  | typeof pivotsContract
  | typeof platformsContract
  | typeof prepaidCardsContract
  | typeof professionalContract
  | typeof profileContract
  | typeof providersContract
  | typeof ratesContract
  | typeof registrationContract
  | typeof remunerationsContract
  | typeof researchContract
  | typeof restrictionsContract
  | typeof reviewsContract
  | typeof riskContract
  | typeof screeningContract
  | typeof searchContract
  | typeof securityContract
  | typeof sessionContract
  | typeof settingsContract
  | typeof signalsContract
  | typeof staffContract
  | typeof statementsContract
  | typeof statisticsContract
  | typeof stocksContract
  | typeof strategiesContract
  | typeof strategyNewsContract
  | typeof suspicionsContract
  | typeof swapFreeContract
  | typeof trackingContract
  | typeof tradeReportsContract
  | typeof tradingContract
  | typeof transferAutomationContract
  | typeof transfersContract
  | typeof treasuryContract
  | typeof unverifiedContract
  | typeof vaultsContract
  | typeof verificationContract
  | typeof walletContract
  | typeof withdrawContract;

/** Every area's work without a caller. */
export const areaJobs = (app: AppContext): readonly Jobs[] => {
  const desk = withDesk(app);
  return [
    hand(desk, accountLossesJobs),
    hand(desk, accountsJobs),
    hand(desk, appropriatenessJobs),
    hand(desk, auditJobs),
    hand(desk, bankJobs),
    hand(desk, bestTradesJobs),
    hand(desk, calendarJobs),
    hand(desk, closingJobs),
    hand(desk, copyTradingJobs),
    hand(desk, copyingJobs),
    hand(desk, disputesJobs),
    hand(desk, documentsJobs),
    hand(desk, dormancyJobs),
    hand(desk, enrolmentJobs),
    hand(desk, exportsJobs),
    hand(desk, filesJobs),
    hand(desk, freezingJobs),
    hand(desk, goldJobs),
    hand(desk, goldCollateralJobs),
    hand(desk, goldDeliveryJobs),
    hand(desk, idleFeesJobs),
    hand(desk, investmentsJobs),
    hand(desk, movesJobs),
    hand(desk, noticesJobs),
    hand(desk, openingJobs),
    hand(desk, paymentsJobs),
    hand(desk, personalDataJobs),
    hand(desk, prepaidCardsJobs),
    hand(desk, providersJobs),
    hand(desk, ratesJobs),
    hand(desk, reconciliationJobs),
    hand(desk, registrationJobs),
    hand(desk, restrictionsJobs),
    hand(desk, riskJobs),
    hand(desk, screeningJobs),
    hand(desk, securityJobs),
    hand(desk, sessionJobs),
    hand(desk, settlementsJobs),
    hand(desk, signalsJobs),
    hand(desk, stocksJobs),
    hand(desk, strategiesJobs),
    hand(desk, swapFreeJobs),
    hand(desk, trackingJobs),
    hand(desk, tradingJobs),
    hand(desk, transferAutomationJobs),
    hand(desk, unverifiedJobs),
    hand(desk, vaultsJobs),
    hand(desk, verificationJobs),
  ];
};

/** Where outside parties send their messages. */
export const areaWebhooks = (app: AppContext): readonly Webhook[] => [
  ...hand(app, paymentsWebhooks),
  ...hand(app, prepaidCardsWebhooks),
  ...hand(app, verificationWebhooks),
];
