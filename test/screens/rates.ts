import { admin } from '../acting.ts';
import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'rates', path: 'conversion-rates', as: 'global.active' },
  { name: 'rates-converted', path: 'conversion-rates?from=EUR&to=ZAR&amount=100', as: 'global.active' },
];

export const deskScreens: readonly Screen[] = [{ name: 'desk-rates', path: 'rates', ...admin }];
