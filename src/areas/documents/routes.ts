import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { documentsContract } from './contract.ts';

const { pages } = documentsContract;

export const documentsScreens: AreaScreens = {
  area: 'documents',
  words: ['documents'],
  screens: [
    screen(pages.verifyProfile, () => import('./screens/Verify.tsx')),
    screen(pages.sendOther, () => import('./screens/Other.tsx')),
    screen(pages.documentsList, () => import('./screens/List.tsx')),
    screen(pages.verifyIdentity, () => import('./screens/Identity.tsx')),
    screen(pages.verifyPayment, () => import('./screens/Payments.tsx')),
    screen(pages.uploadPayment, () => import('./screens/Payment.tsx')),
    screen(pages.verifyResidence, () => import('./screens/Residence.tsx')),
  ],
};
