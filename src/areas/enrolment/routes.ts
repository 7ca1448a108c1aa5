import type { AreaScreens } from '../../ui/page/screen.ts';

export const enrolmentScreens: AreaScreens = {
  area: 'enrolment',
  // The names of the documents are those that stand where an account is opened.
  words: ['enrolment', 'opening'],
  screens: [],
  over: { registration_step2: () => import('./screens/Enrolment.tsx') },
};
