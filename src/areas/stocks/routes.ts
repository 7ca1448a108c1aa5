import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { stocksContract } from './contract.ts';

const { trading, form } = stocksContract.pages;

export const stocksScreens: AreaScreens = {
  area: 'stocks',
  words: ['stocks'],
  screens: [
    screen(trading, () => import('./screens/Trading.tsx'), { icon: 'chart', order: 310, label: 'nav.stocks' }),
    screen(form, () => import('./screens/StockForm.tsx')),
  ],
};
