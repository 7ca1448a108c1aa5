import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [{ name: 'platforms', path: 'platforms', as: 'global.active' }];
