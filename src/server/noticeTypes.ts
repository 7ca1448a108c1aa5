// Written by `npm run registries` from the folders of src/areas.
import { accountLossesNotices } from '../areas/accountLosses/notices.ts';
import { appropriatenessNotices } from '../areas/appropriateness/notices.ts';
import { calendarNotices } from '../areas/calendar/notices.ts';
import { clientStatusNotices } from '../areas/clientStatus/notices.ts';
import { copyTradingNotices } from '../areas/copyTrading/notices.ts';
import { copyingNotices } from '../areas/copying/notices.ts';
import { depositNotices } from '../areas/deposit/notices.ts';
import { documentsNotices } from '../areas/documents/notices.ts';
import { dormancyNotices } from '../areas/dormancy/notices.ts';
import { enrolmentNotices } from '../areas/enrolment/notices.ts';
import { exportsNotices } from '../areas/exports/notices.ts';
import { freezingNotices } from '../areas/freezing/notices.ts';
import { goldNotices } from '../areas/gold/notices.ts';
import { goldCollateralNotices } from '../areas/goldCollateral/notices.ts';
import { goldDeliveryNotices } from '../areas/goldDelivery/notices.ts';
import { idleFeesNotices } from '../areas/idleFees/notices.ts';
import { investmentsNotices } from '../areas/investments/notices.ts';
import { investorsNotices } from '../areas/investors/notices.ts';
import { movesNotices } from '../areas/moves/notices.ts';
import { openingNotices } from '../areas/opening/notices.ts';
import { passwordsNotices } from '../areas/passwords/notices.ts';
import { paymentsNotices } from '../areas/payments/notices.ts';
import { personalDataNotices } from '../areas/personalData/notices.ts';
import { prepaidCardsNotices } from '../areas/prepaidCards/notices.ts';
import { professionalNotices } from '../areas/professional/notices.ts';
import { profileNotices } from '../areas/profile/notices.ts';
import { providersNotices } from '../areas/providers/notices.ts';
import { reconciliationNotices } from '../areas/reconciliation/notices.ts';
import { registrationNotices } from '../areas/registration/notices.ts';
import { remunerationsNotices } from '../areas/remunerations/notices.ts';
import { restrictionsNotices } from '../areas/restrictions/notices.ts';
import { riskNotices } from '../areas/risk/notices.ts';
import { securityNotices } from '../areas/security/notices.ts';
import { sessionNotices } from '../areas/session/notices.ts';
import { stocksNotices } from '../areas/stocks/notices.ts';
import { strategyNewsNotices } from '../areas/strategyNews/notices.ts';
import { swapFreeNotices } from '../areas/swapFree/notices.ts';
import { tradingNotices } from '../areas/trading/notices.ts';
import { transferAutomationNotices } from '../areas/transferAutomation/notices.ts';
import { transfersNotices } from '../areas/transfers/notices.ts';
import { unverifiedNotices } from '../areas/unverified/notices.ts';

/** Everything that a client is told of, by the name of its type. */
export const noticeTypes = {
  ...accountLossesNotices,
  ...appropriatenessNotices,
  ...calendarNotices,
  ...clientStatusNotices,
  ...copyTradingNotices,
  ...copyingNotices,
  ...depositNotices,
  ...documentsNotices,
  ...dormancyNotices,
  ...enrolmentNotices,
  ...exportsNotices,
  ...freezingNotices,
  ...goldNotices,
  ...goldCollateralNotices,
  ...goldDeliveryNotices,
  ...idleFeesNotices,
  ...investmentsNotices,
  ...investorsNotices,
  ...movesNotices,
  ...openingNotices,
  ...passwordsNotices,
  ...paymentsNotices,
  ...personalDataNotices,
  ...prepaidCardsNotices,
  ...professionalNotices,
  ...profileNotices,
  ...providersNotices,
  ...reconciliationNotices,
  ...registrationNotices,
  ...remunerationsNotices,
  ...restrictionsNotices,
  ...riskNotices,
  ...securityNotices,
  ...sessionNotices,
  ...stocksNotices,
  ...strategyNewsNotices,
  ...swapFreeNotices,
  ...tradingNotices,
  ...transferAutomationNotices,
  ...transfersNotices,
  ...unverifiedNotices,
};

declare module '../protocol/notice.ts' {
  interface NoticeRegister {
    readonly types: typeof noticeTypes;
  }
}
