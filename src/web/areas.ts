import { searchScreens } from '../areas/search/routes.ts';
import { dashboardScreens } from '../areas/dashboard/routes.ts';
import { ratesScreens } from '../areas/rates/routes.ts';
import { walletScreens } from '../areas/wallet/routes.ts';
import { transfersScreens } from '../areas/transfers/routes.ts';
import { internalTransferScreens } from '../areas/internalTransfer/routes.ts';
import { depositScreens } from '../areas/deposit/routes.ts';
import { accountsScreens } from '../areas/accounts/routes.ts';
import { inboxScreens } from '../areas/inbox/routes.ts';
import { openingScreens } from '../areas/opening/routes.ts';
import { tradingScreens } from '../areas/trading/routes.ts';
import { platformsScreens } from '../areas/platforms/routes.ts';
import type { AreaScreens } from '../ui/page/screen.ts';

/** Every area with screens: one line each. */
export const areas: readonly AreaScreens[] = [
  dashboardScreens,
  ratesScreens,
  walletScreens,
  transfersScreens,
  internalTransferScreens,
  depositScreens,
  accountsScreens,
  openingScreens,
  tradingScreens,
  platformsScreens,
  inboxScreens,
  searchScreens,
];
