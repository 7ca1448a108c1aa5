import { confirm } from '../acting.ts';
import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'internalTransfer', path: 'internal', as: 'global.active' },
  { name: 'internalTransfer-quoted', path: 'internal?amount=25', as: 'global.active' },
  { name: 'internalTransfer-confirm', path: 'internal?amount=25', as: 'global.active', open: confirm, isOver: true },
  { name: 'internalTransfer-refused', path: 'internal', as: 'global.frozen' },
];
