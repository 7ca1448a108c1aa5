import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { forecastsContract } from './contract.ts';

export const forecastsDesk: DeskArea = {
  area: 'forecasts',
  words: ['forecasts.desk'],
  screens: [
    screen(forecastsContract.deskPages.forecasts, () => import('./desk/Forecasts.tsx'), {
      icon: 'learn',
      order: 88,
      label: 'desk.nav.forecasts',
    }),
  ],
};
