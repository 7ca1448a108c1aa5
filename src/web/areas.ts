// Written by `npm run registries` from the folders of src/areas.
import { accountsScreens } from '../areas/accounts/routes.ts';
import { appropriatenessScreens } from '../areas/appropriateness/routes.ts';
import { bestTradesScreens } from '../areas/bestTrades/routes.ts';
import { calendarScreens } from '../areas/calendar/routes.ts';
import { copyTradingScreens } from '../areas/copyTrading/routes.ts';
import { copyingScreens } from '../areas/copying/routes.ts';
import { dashboardScreens } from '../areas/dashboard/routes.ts';
import { depositScreens } from '../areas/deposit/routes.ts';
import { documentsScreens } from '../areas/documents/routes.ts';
import { dormancyScreens } from '../areas/dormancy/routes.ts';
import { enrolmentScreens } from '../areas/enrolment/routes.ts';
import { exportsScreens } from '../areas/exports/routes.ts';
import { feedbackScreens } from '../areas/feedback/routes.ts';
import { forecastsScreens } from '../areas/forecasts/routes.ts';
import { freezingScreens } from '../areas/freezing/routes.ts';
import { goldScreens } from '../areas/gold/routes.ts';
import { goldCollateralScreens } from '../areas/goldCollateral/routes.ts';
import { goldDeliveryScreens } from '../areas/goldDelivery/routes.ts';
import { inboxScreens } from '../areas/inbox/routes.ts';
import { internalTransferScreens } from '../areas/internalTransfer/routes.ts';
import { interposingScreens } from '../areas/interposing/routes.ts';
import { investmentsScreens } from '../areas/investments/routes.ts';
import { investorsScreens } from '../areas/investors/routes.ts';
import { movesScreens } from '../areas/moves/routes.ts';
import { openingScreens } from '../areas/opening/routes.ts';
import { passwordsScreens } from '../areas/passwords/routes.ts';
import { personalDataScreens } from '../areas/personalData/routes.ts';
import { pivotsScreens } from '../areas/pivots/routes.ts';
import { platformsScreens } from '../areas/platforms/routes.ts';
import { prepaidCardsScreens } from '../areas/prepaidCards/routes.ts';
import { professionalScreens } from '../areas/professional/routes.ts';
import { profileScreens } from '../areas/profile/routes.ts';
import { providersScreens } from '../areas/providers/routes.ts';
import { ratesScreens } from '../areas/rates/routes.ts';
import { registrationScreens } from '../areas/registration/routes.ts';
import { remunerationsScreens } from '../areas/remunerations/routes.ts';
import { researchScreens } from '../areas/research/routes.ts';
import { searchScreens } from '../areas/search/routes.ts';
import { securityScreens } from '../areas/security/routes.ts';
import { signalsScreens } from '../areas/signals/routes.ts';
import { statementsScreens } from '../areas/statements/routes.ts';
import { statisticsScreens } from '../areas/statistics/routes.ts';
import { stocksScreens } from '../areas/stocks/routes.ts';
import { strategiesScreens } from '../areas/strategies/routes.ts';
import { strategyNewsScreens } from '../areas/strategyNews/routes.ts';
import { swapFreeScreens } from '../areas/swapFree/routes.ts';
import { trackingScreens } from '../areas/tracking/routes.ts';
import { tradeReportsScreens } from '../areas/tradeReports/routes.ts';
import { tradingScreens } from '../areas/trading/routes.ts';
import { transferAutomationScreens } from '../areas/transferAutomation/routes.ts';
import { transfersScreens } from '../areas/transfers/routes.ts';
import { verificationScreens } from '../areas/verification/routes.ts';
import { walletScreens } from '../areas/wallet/routes.ts';
import { withdrawScreens } from '../areas/withdraw/routes.ts';
import type { AreaScreens } from '../ui/page/screen.ts';

/** Every area with screens. */
export const areas: readonly AreaScreens[] = [
  accountsScreens,
  appropriatenessScreens,
  bestTradesScreens,
  calendarScreens,
  copyTradingScreens,
  copyingScreens,
  dashboardScreens,
  depositScreens,
  documentsScreens,
  dormancyScreens,
  enrolmentScreens,
  exportsScreens,
  feedbackScreens,
  forecastsScreens,
  freezingScreens,
  goldScreens,
  goldCollateralScreens,
  goldDeliveryScreens,
  inboxScreens,
  internalTransferScreens,
  interposingScreens,
  investmentsScreens,
  investorsScreens,
  movesScreens,
  openingScreens,
  passwordsScreens,
  personalDataScreens,
  pivotsScreens,
  platformsScreens,
  prepaidCardsScreens,
  professionalScreens,
  profileScreens,
  providersScreens,
  ratesScreens,
  registrationScreens,
  remunerationsScreens,
  researchScreens,
  searchScreens,
  securityScreens,
  signalsScreens,
  statementsScreens,
  statisticsScreens,
  stocksScreens,
  strategiesScreens,
  strategyNewsScreens,
  swapFreeScreens,
  trackingScreens,
  tradeReportsScreens,
  tradingScreens,
  transferAutomationScreens,
  transfersScreens,
  verificationScreens,
  walletScreens,
  withdrawScreens,
];
