import type { AreaScreens } from '../../ui/page/screen.ts';

export const registrationScreens: AreaScreens = {
  area: 'registration',
  // The names of the documents are those that stand where an account is opened.
  words: ['registration', 'opening'],
  screens: [],
  entrance: { register: () => import('./screens/SignUp.tsx') },
};
