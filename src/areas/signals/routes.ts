import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { signalsContract } from './contract.ts';

export const signalsScreens: AreaScreens = {
  area: 'signals',
  words: ['signals'],
  screens: [
    screen(signalsContract.pages.signals, () => import('./screens/Signals.tsx'), {
      icon: 'bell',
      order: 610,
      label: 'nav.signals',
    }),
  ],
};
