import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { tradeReportsContract } from './contract.ts';

export const tradeReportsScreens: AreaScreens = {
  area: 'tradeReports',
  words: ['tradeReports', 'money'],
  screens: [
    screen(tradeReportsContract.pages.report, () => import('./screens/TradeReport.tsx'), {
      icon: 'chart',
      order: 65,
      label: 'nav.tradeReport',
    }),
  ],
};
