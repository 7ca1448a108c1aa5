import type { DeskArea } from '../../ui/desk/area.ts';

export const verificationDesk: DeskArea = {
  area: 'verification',
  words: ['verification.desk'],
  screens: [],
  onClient: {
    key: 'verification',
    title: 'desk.section.verification',
    order: 36,
    right: 'papers',
    load: () => import('./desk/ClientVerification.tsx'),
  },
  onCase: {
    key: 'verification',
    order: 15,
    right: 'papers',
    queues: ['identity'],
    load: () => import('./desk/CaseVerification.tsx'),
  },
};
