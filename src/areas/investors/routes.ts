import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { investorsContract } from './contract.ts';

const { pages } = investorsContract;

export const investorsScreens: AreaScreens = {
  area: 'investors',
  words: ['investors'],
  screens: [
    screen(pages.questionnaire, () => import('./screens/Questionnaire.tsx')),
    screen(pages.waiting, () => import('./screens/Waiting.tsx')),
    screen(pages.approved, () => import('./screens/Approved.tsx')),
  ],
};
