import type { DeskArea } from '../../ui/desk/area.ts';

export const filesDesk: DeskArea = {
  area: 'files',
  words: ['files.desk'],
  screens: [],
  onClient: {
    key: 'files',
    title: 'desk.section.files',
    order: 40,
    right: 'read_clients',
    load: () => import('./desk/ClientFiles.tsx'),
  },
};
