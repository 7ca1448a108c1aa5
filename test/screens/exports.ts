import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [{ name: 'exports-empty', path: 'exports', as: 'global.my' }];
