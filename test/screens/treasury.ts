import { admin } from '../acting.ts';
import type { Screen } from '../screen.ts';

export const deskScreens: readonly Screen[] = [{ name: 'desk-treasury', path: 'treasury', ...admin }];
