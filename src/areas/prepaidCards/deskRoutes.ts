import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { prepaidCardsContract } from './contract.ts';

export const prepaidCardsDesk: DeskArea = {
  area: 'prepaidCards',
  words: ['prepaidCards.desk', 'prepaidCards'],
  screens: [
    screen(prepaidCardsContract.deskPages.cards, () => import('./desk/Cards.tsx'), {
      icon: 'card',
      order: 83,
      label: 'desk.nav.prepaidCards',
    }),
  ],
  onClient: {
    key: 'prepaidCards',
    title: 'desk.section.prepaidCards',
    order: 25,
    right: 'read_clients',
    load: () => import('./desk/ClientCards.tsx'),
  },
};
