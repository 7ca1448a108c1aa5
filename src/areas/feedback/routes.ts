import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { feedbackContract } from './contract.ts';

export const feedbackScreens: AreaScreens = {
  area: 'feedback',
  words: ['feedback'],
  screens: [screen(feedbackContract.pages.feedback, () => import('./screens/Feedback.tsx'))],
  over: { feedback: () => import('./screens/Asked.tsx') },
};
