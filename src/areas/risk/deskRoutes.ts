import type { DeskArea } from '../../ui/desk/area.ts';

export const riskDesk: DeskArea = {
  area: 'risk',
  words: ['risk.desk'],
  screens: [],
  onClient: {
    key: 'risk',
    title: 'desk.section.risk',
    order: 37,
    right: 'papers',
    load: () => import('./desk/ClientRisk.tsx'),
  },
  onCase: {
    key: 'risk',
    order: 20,
    right: 'papers',
    queues: ['risk-reviews'],
    load: () => import('./desk/CaseRisk.tsx'),
  },
};
