import { admin } from '../acting.ts';
import type { Screen } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-treasury', path: 'treasury', ...admin },
  { name: 'desk-treasury-reconciliations', path: 'treasury/reconciliations', ...admin },
];
