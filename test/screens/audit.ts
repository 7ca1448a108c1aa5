import { admin, openRow } from '../acting.ts';
import type { Screen } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-audit', path: 'audit', ...admin },
  { name: 'desk-audit-event', path: 'audit', ...admin, open: openRow, isOver: true },
  { name: 'desk-audit-none', path: 'audit?actor=nobody', ...admin },
  { name: 'desk-audit-refusals', path: 'audit/refusals', ...admin },
];
