import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { goldDeliveryContract } from './contract.ts';

export const goldDeliveryScreens: AreaScreens = {
  area: 'goldDelivery',
  words: ['goldDelivery', 'money'],
  screens: [screen(goldDeliveryContract.pages.delivery, () => import('./screens/Delivery.tsx'))],
};
