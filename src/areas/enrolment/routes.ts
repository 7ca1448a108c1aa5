import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { enrolmentContract } from './contract.ts';

const { pages } = enrolmentContract;

export const enrolmentScreens: AreaScreens = {
  area: 'enrolment',
  // The names of the documents are those that stand where an account is opened.
  words: ['enrolment', 'opening'],
  screens: [
    screen(pages.taxId, () => import('./screens/TaxId.tsx')),
    screen(pages.records, () => import('./screens/Records.tsx')),
  ],
  over: { registration_step2: () => import('./screens/Enrolment.tsx') },
};
