import type { DeskArea } from '../../ui/desk/area.ts';

export const notesDesk: DeskArea = {
  area: 'notes',
  words: ['notes.desk'],
  screens: [],
  onClient: {
    key: 'notes',
    title: 'desk.section.notes',
    order: 5,
    right: 'read_clients',
    load: () => import('./desk/ClientNotes.tsx'),
  },
};
