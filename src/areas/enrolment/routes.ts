import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { enrolmentContract } from './contract.ts';

const { pages } = enrolmentContract;

export const enrolmentScreens: AreaScreens = {
  area: 'enrolment',
  // The names of the documents are those that stand where an account is opened.
  // So do the suitability questions, which investors are asked too.
  words: ['enrolment', 'opening', 'investors'],
  screens: [
    screen(pages.taxId, () => import('./screens/TaxId.tsx')),
    screen(pages.records, () => import('./screens/Records.tsx')),
  ],
  over: {
    registration_step2: () => import('./screens/Enrolment.tsx'),
    yearly_confirmation: () => import('./screens/Yearly.tsx'),
    employer_info: () => import('./screens/DueEmployer.tsx'),
    tax_residency: () => import('./screens/DueTaxes.tsx'),
    anticipated_turnover: () => import('./screens/DueTurnover.tsx'),
    cfd_risk_questionnaire: () => import('./screens/DueRisk.tsx'),
    professional_confirmation: () => import('./screens/DueProfessional.tsx'),
  },
};
