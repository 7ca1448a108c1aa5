import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [{ name: 'personalData', path: 'personal-data', as: 'global.my' }];
