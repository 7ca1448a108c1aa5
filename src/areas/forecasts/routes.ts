import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { forecastsContract } from './contract.ts';

export const forecastsScreens: AreaScreens = {
  area: 'forecasts',
  words: ['forecasts'],
  screens: [
    screen(forecastsContract.pages.marketForecast, () => import('./screens/MarketForecast.tsx'), {
      icon: 'learn',
      order: 635,
      label: 'nav.forecasts',
    }),
  ],
};
