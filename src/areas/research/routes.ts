import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { researchContract } from './contract.ts';

const { pages } = researchContract;

export const researchScreens: AreaScreens = {
  area: 'research',
  words: ['research'],
  screens: [
    screen(pages.tradingCentral, () => import('./screens/TradingCentral.tsx'), {
      icon: 'chart',
      order: 640,
      label: 'nav.tradingCentral',
    }),
    screen(pages.signalCentre, () => import('./screens/SignalCentre.tsx'), {
      icon: 'bell',
      order: 645,
      label: 'nav.signalCentre',
    }),
    screen(pages.indicators, () => import('./screens/Indicators.tsx'), {
      icon: 'filter',
      order: 650,
      label: 'nav.indicators',
    }),
    screen(pages.proTools, () => import('./screens/ProTools.tsx'), { icon: 'tools', order: 655, label: 'nav.proTools' }),
  ],
};
