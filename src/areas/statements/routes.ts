import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { statementsContract } from './contract.ts';

export const statementsScreens: AreaScreens = {
  area: 'statements',
  words: ['statements', 'money'],
  screens: [
    screen(statementsContract.pages.statements, () => import('./screens/Statements.tsx'), {
      icon: 'file',
      order: 60,
      label: 'nav.statements',
    }),
  ],
};
