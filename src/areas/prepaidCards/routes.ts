import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { prepaidCardsContract } from './contract.ts';

export const prepaidCardsScreens: AreaScreens = {
  area: 'prepaidCards',
  words: ['prepaidCards'],
  screens: [
    screen(prepaidCardsContract.pages.cards, () => import('./screens/Cards.tsx'), {
      icon: 'card',
      order: 40,
      label: 'nav.prepaidCards',
    }),
  ],
};
