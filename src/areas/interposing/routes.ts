import type { AreaScreens } from '../../ui/page/screen.ts';

export const interposingScreens: AreaScreens = {
  area: 'interposing',
  // The names of the documents are those that stand where an account is opened.
  words: ['interposing', 'opening'],
  screens: [],
  over: {
    required_password: () => import('./screens/RequiredPassword.tsx'),
    terms: () => import('./screens/Terms.tsx'),
    personal_data_notice: () => import('./screens/PersonalData.tsx'),
  },
};
