import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { suspicionsContract } from './contract.ts';

const { deskPages: pages } = suspicionsContract;

export const suspicionsDesk: DeskArea = {
  area: 'suspicions',
  words: ['suspicions.desk'],
  screens: [
    screen(pages.list, () => import('./desk/List.tsx'), { icon: 'search', order: 80, label: 'desk.nav.suspicions' }),
    screen(pages.file, () => import('./desk/File.tsx')),
  ],
  onClient: {
    key: 'suspicions',
    title: 'desk.section.suspicions',
    order: 39,
    right: 'read_clients',
    load: () => import('./desk/ClientSuspicions.tsx'),
  },
  onCase: {
    key: 'suspicions',
    order: 90,
    right: 'read_clients',
    queues: 'all',
    load: () => import('./desk/CaseSuspicion.tsx'),
  },
};
