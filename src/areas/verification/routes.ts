import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { verificationContract } from './contract.ts';

export const verificationScreens: AreaScreens = {
  area: 'verification',
  // What a rejected paper is told by is the papers' own.
  words: ['verification', 'documents'],
  screens: [
    screen(verificationContract.pages.online, () => import('./screens/Online.tsx')),
    screen(verificationContract.pages.scan, () => import('./screens/Scan.tsx')),
  ],
};
