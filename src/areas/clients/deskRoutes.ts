import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { clientsContract } from './contract.ts';

const { deskPages: pages } = clientsContract;

export const clientsDesk: DeskArea = {
  area: 'clients',
  words: ['clients.desk', 'money'],
  screens: [
    screen(pages.find, () => import('./desk/Find.tsx'), { icon: 'profile', order: 20, label: 'desk.nav.clients' }),
    screen(pages.client, () => import('./desk/Client.tsx')),
  ],
  onClient: { key: 'told', title: 'desk.section.told', order: 31, right: 'papers', load: () => import('./desk/Told.tsx') },
};
