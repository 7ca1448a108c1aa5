import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { exportsContract } from './contract.ts';

export const exportsScreens: AreaScreens = {
  area: 'exports',
  words: ['exports', 'money'],
  screens: [
    screen(exportsContract.pages.exports, () => import('./screens/Exports.tsx'), {
      icon: 'download',
      order: 70,
      label: 'nav.exports',
    }),
  ],
};
