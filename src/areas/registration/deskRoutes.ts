import type { DeskArea } from '../../ui/desk/area.ts';

export const registrationDesk: DeskArea = {
  area: 'registration',
  words: ['registration.desk'],
  screens: [],
  onClient: {
    key: 'registration',
    title: 'desk.section.origin',
    order: 30,
    right: 'read_clients',
    load: () => import('./desk/Origin.tsx'),
  },
};
