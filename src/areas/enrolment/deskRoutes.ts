import type { DeskArea } from '../../ui/desk/area.ts';

export const enrolmentDesk: DeskArea = {
  area: 'enrolment',
  words: ['enrolment.desk'],
  screens: [],
  onClient: {
    key: 'dues',
    title: 'desk.section.dues',
    order: 35,
    right: 'read_clients',
    load: () => import('./desk/Dues.tsx'),
  },
  onCase: { key: 'tax', order: 25, right: 'papers', queues: ['tax'], load: () => import('./desk/CaseTax.tsx') },
};
