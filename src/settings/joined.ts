// Written by `npm run registries` from the folders of src/areas.
import { accountsSettings } from '../areas/accounts/settings.ts';
import { appropriatenessSettings } from '../areas/appropriateness/settings.ts';
import { bankSettings } from '../areas/bank/settings.ts';
import { bestTradesSettings } from '../areas/bestTrades/settings.ts';
import { casesSettings } from '../areas/cases/settings.ts';
import { contactsSettings } from '../areas/contacts/settings.ts';
import { copyingSettings } from '../areas/copying/settings.ts';
import { depositSettings } from '../areas/deposit/settings.ts';
import { disputesSettings } from '../areas/disputes/settings.ts';
import { documentsSettings } from '../areas/documents/settings.ts';
import { dormancySettings } from '../areas/dormancy/settings.ts';
import { enrolmentSettings } from '../areas/enrolment/settings.ts';
import { exportsSettings } from '../areas/exports/settings.ts';
import { feedbackSettings } from '../areas/feedback/settings.ts';
import { freezingSettings } from '../areas/freezing/settings.ts';
import { goldSettings } from '../areas/gold/settings.ts';
import { goldCollateralSettings } from '../areas/goldCollateral/settings.ts';
import { goldDeliverySettings } from '../areas/goldDelivery/settings.ts';
import { idleFeesSettings } from '../areas/idleFees/settings.ts';
import { internalTransferSettings } from '../areas/internalTransfer/settings.ts';
import { interposingSettings } from '../areas/interposing/settings.ts';
import { investorsSettings } from '../areas/investors/settings.ts';
import { openingSettings } from '../areas/opening/settings.ts';
import { passwordsSettings } from '../areas/passwords/settings.ts';
import { paymentsSettings } from '../areas/payments/settings.ts';
import { pivotsSettings } from '../areas/pivots/settings.ts';
import { ratesSettings } from '../areas/rates/settings.ts';
import { reconciliationSettings } from '../areas/reconciliation/settings.ts';
import { registrationSettings } from '../areas/registration/settings.ts';
import { researchSettings } from '../areas/research/settings.ts';
import { riskSettings } from '../areas/risk/settings.ts';
import { screeningSettings } from '../areas/screening/settings.ts';
import { sessionSettings } from '../areas/session/settings.ts';
import { statementsSettings } from '../areas/statements/settings.ts';
import { strategiesSettings } from '../areas/strategies/settings.ts';
import { suspicionsSettings } from '../areas/suspicions/settings.ts';
import { swapFreeSettings } from '../areas/swapFree/settings.ts';
import { trackingSettings } from '../areas/tracking/settings.ts';
import { tradeReportsSettings } from '../areas/tradeReports/settings.ts';
import { transferAutomationSettings } from '../areas/transferAutomation/settings.ts';
import { unverifiedSettings } from '../areas/unverified/settings.ts';
import { vaultsSettings } from '../areas/vaults/settings.ts';
import { withdrawSettings } from '../areas/withdraw/settings.ts';

/** What every area lets a broker change, by name. */
export const areaShapes = {
  ...accountsSettings.shape,
  ...appropriatenessSettings.shape,
  ...bankSettings.shape,
  ...bestTradesSettings.shape,
  ...casesSettings.shape,
  ...contactsSettings.shape,
  ...copyingSettings.shape,
  ...depositSettings.shape,
  ...disputesSettings.shape,
  ...documentsSettings.shape,
  ...dormancySettings.shape,
  ...enrolmentSettings.shape,
  ...exportsSettings.shape,
  ...feedbackSettings.shape,
  ...freezingSettings.shape,
  ...goldSettings.shape,
  ...goldCollateralSettings.shape,
  ...goldDeliverySettings.shape,
  ...idleFeesSettings.shape,
  ...internalTransferSettings.shape,
  ...interposingSettings.shape,
  ...investorsSettings.shape,
  ...openingSettings.shape,
  ...passwordsSettings.shape,
  ...paymentsSettings.shape,
  ...pivotsSettings.shape,
  ...ratesSettings.shape,
  ...reconciliationSettings.shape,
  ...registrationSettings.shape,
  ...researchSettings.shape,
  ...riskSettings.shape,
  ...screeningSettings.shape,
  ...sessionSettings.shape,
  ...statementsSettings.shape,
  ...strategiesSettings.shape,
  ...suspicionsSettings.shape,
  ...swapFreeSettings.shape,
  ...trackingSettings.shape,
  ...tradeReportsSettings.shape,
  ...transferAutomationSettings.shape,
  ...unverifiedSettings.shape,
  ...vaultsSettings.shape,
  ...withdrawSettings.shape,
};

/** What ships of it. */
export const areaShipped = {
  ...accountsSettings.shipped,
  ...appropriatenessSettings.shipped,
  ...bankSettings.shipped,
  ...bestTradesSettings.shipped,
  ...casesSettings.shipped,
  ...contactsSettings.shipped,
  ...copyingSettings.shipped,
  ...depositSettings.shipped,
  ...disputesSettings.shipped,
  ...documentsSettings.shipped,
  ...dormancySettings.shipped,
  ...enrolmentSettings.shipped,
  ...exportsSettings.shipped,
  ...feedbackSettings.shipped,
  ...freezingSettings.shipped,
  ...goldSettings.shipped,
  ...goldCollateralSettings.shipped,
  ...goldDeliverySettings.shipped,
  ...idleFeesSettings.shipped,
  ...internalTransferSettings.shipped,
  ...interposingSettings.shipped,
  ...investorsSettings.shipped,
  ...openingSettings.shipped,
  ...passwordsSettings.shipped,
  ...paymentsSettings.shipped,
  ...pivotsSettings.shipped,
  ...ratesSettings.shipped,
  ...reconciliationSettings.shipped,
  ...registrationSettings.shipped,
  ...researchSettings.shipped,
  ...riskSettings.shipped,
  ...screeningSettings.shipped,
  ...sessionSettings.shipped,
  ...statementsSettings.shipped,
  ...strategiesSettings.shipped,
  ...suspicionsSettings.shipped,
  ...swapFreeSettings.shipped,
  ...trackingSettings.shipped,
  ...tradeReportsSettings.shipped,
  ...transferAutomationSettings.shipped,
  ...unverifiedSettings.shipped,
  ...vaultsSettings.shipped,
  ...withdrawSettings.shipped,
};
