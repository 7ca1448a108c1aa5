import { admin, press } from '../acting.ts';
import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [{ name: 'exports-empty', path: 'exports', as: 'global.my' }];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-exports-empty', path: 'exports', ...admin },
  { name: 'desk-exports-asked', path: 'treasury', ...admin, isOver: true, open: (helpers) => press(helpers, 'desk.export') },
];
