import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { ratesContract } from './contract.ts';

export const ratesScreens: AreaScreens = {
  area: 'rates',
  words: ['rates', 'money'],
  screens: [
    screen(ratesContract.pages.rates, () => import('./screens/Rates.tsx'), { icon: 'rates', order: 40, label: 'nav.rates' }),
  ],
};
