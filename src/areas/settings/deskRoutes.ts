import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { settingsContract } from './contract.ts';

const { deskPages: pages } = settingsContract;

export const settingsDesk: DeskArea = {
  area: 'settings',
  words: ['settings.desk'],
  screens: [
    screen(pages.list, () => import('./desk/List.tsx'), { icon: 'settings', order: 40, label: 'desk.nav.settings' }),
    screen(pages.one, () => import('./desk/Setting.tsx')),
  ],
};
