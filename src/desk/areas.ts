// Written by `npm run registries` from the folders of src/areas.
import { approvalsDesk } from '../areas/approvals/deskRoutes.ts';
import { auditDesk } from '../areas/audit/deskRoutes.ts';
import { bankDesk } from '../areas/bank/deskRoutes.ts';
import { casesDesk } from '../areas/cases/deskRoutes.ts';
import { clientStatusDesk } from '../areas/clientStatus/deskRoutes.ts';
import { clientsDesk } from '../areas/clients/deskRoutes.ts';
import { closingDesk } from '../areas/closing/deskRoutes.ts';
import { copyTradingDesk } from '../areas/copyTrading/deskRoutes.ts';
import { disputesDesk } from '../areas/disputes/deskRoutes.ts';
import { documentsDesk } from '../areas/documents/deskRoutes.ts';
import { duplicatesDesk } from '../areas/duplicates/deskRoutes.ts';
import { enrolmentDesk } from '../areas/enrolment/deskRoutes.ts';
import { exportsDesk } from '../areas/exports/deskRoutes.ts';
import { feedbackDesk } from '../areas/feedback/deskRoutes.ts';
import { filesDesk } from '../areas/files/deskRoutes.ts';
import { forecastsDesk } from '../areas/forecasts/deskRoutes.ts';
import { freezingDesk } from '../areas/freezing/deskRoutes.ts';
import { goldCollateralDesk } from '../areas/goldCollateral/deskRoutes.ts';
import { goldDeliveryDesk } from '../areas/goldDelivery/deskRoutes.ts';
import { idleFeesDesk } from '../areas/idleFees/deskRoutes.ts';
import { investorsDesk } from '../areas/investors/deskRoutes.ts';
import { movesDesk } from '../areas/moves/deskRoutes.ts';
import { notesDesk } from '../areas/notes/deskRoutes.ts';
import { personalDataDesk } from '../areas/personalData/deskRoutes.ts';
import { prepaidCardsDesk } from '../areas/prepaidCards/deskRoutes.ts';
import { professionalDesk } from '../areas/professional/deskRoutes.ts';
import { providersDesk } from '../areas/providers/deskRoutes.ts';
import { ratesDesk } from '../areas/rates/deskRoutes.ts';
import { registrationDesk } from '../areas/registration/deskRoutes.ts';
import { remunerationsDesk } from '../areas/remunerations/deskRoutes.ts';
import { restrictionsDesk } from '../areas/restrictions/deskRoutes.ts';
import { reviewsDesk } from '../areas/reviews/deskRoutes.ts';
import { riskDesk } from '../areas/risk/deskRoutes.ts';
import { screeningDesk } from '../areas/screening/deskRoutes.ts';
import { settingsDesk } from '../areas/settings/deskRoutes.ts';
import { signalsDesk } from '../areas/signals/deskRoutes.ts';
import { staffDesk } from '../areas/staff/deskRoutes.ts';
import { strategyNewsDesk } from '../areas/strategyNews/deskRoutes.ts';
import { suspicionsDesk } from '../areas/suspicions/deskRoutes.ts';
import { swapFreeDesk } from '../areas/swapFree/deskRoutes.ts';
import { transferAutomationDesk } from '../areas/transferAutomation/deskRoutes.ts';
import { treasuryDesk } from '../areas/treasury/deskRoutes.ts';
import { unverifiedDesk } from '../areas/unverified/deskRoutes.ts';
import { vaultsDesk } from '../areas/vaults/deskRoutes.ts';
import { verificationDesk } from '../areas/verification/deskRoutes.ts';
import type { DeskArea } from '../ui/desk/area.ts';

/** Every area with pages at the desk. */
export const areas: readonly DeskArea[] = [
  approvalsDesk,
  auditDesk,
  bankDesk,
  casesDesk,
  clientStatusDesk,
  clientsDesk,
  closingDesk,
  copyTradingDesk,
  disputesDesk,
  documentsDesk,
  duplicatesDesk,
  enrolmentDesk,
  exportsDesk,
  feedbackDesk,
  filesDesk,
  forecastsDesk,
  freezingDesk,
  goldCollateralDesk,
  goldDeliveryDesk,
  idleFeesDesk,
  investorsDesk,
  movesDesk,
  notesDesk,
  personalDataDesk,
  prepaidCardsDesk,
  professionalDesk,
  providersDesk,
  ratesDesk,
  registrationDesk,
  remunerationsDesk,
  restrictionsDesk,
  reviewsDesk,
  riskDesk,
  screeningDesk,
  settingsDesk,
  signalsDesk,
  staffDesk,
  strategyNewsDesk,
  suspicionsDesk,
  swapFreeDesk,
  transferAutomationDesk,
  treasuryDesk,
  unverifiedDesk,
  vaultsDesk,
  verificationDesk,
];
