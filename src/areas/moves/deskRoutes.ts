import type { DeskArea } from '../../ui/desk/area.ts';

export const movesDesk: DeskArea = {
  area: 'moves',
  words: ['moves.desk'],
  screens: [],
  onCase: { key: 'move', order: 60, right: 'moves', queues: ['moves'], load: () => import('./desk/CaseMove.tsx') },
};
