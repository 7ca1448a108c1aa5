import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { documentsContract } from './contract.ts';

export const documentsDesk: DeskArea = {
  area: 'documents',
  words: ['documents.desk'],
  screens: [screen(documentsContract.deskPages.document, () => import('./desk/Document.tsx'))],
  onClient: {
    key: 'documents',
    title: 'desk.section.documents',
    order: 35,
    right: 'papers',
    load: () => import('./desk/ClientDocuments.tsx'),
  },
  onCase: {
    key: 'look',
    order: 10,
    right: 'papers',
    queues: ['identity', 'address', 'payment-proofs'],
    load: () => import('./desk/CaseDocument.tsx'),
  },
};
