import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { bankContract } from './contract.ts';

const { deskPages: pages } = bankContract;

export const bankDesk: DeskArea = {
  area: 'bank',
  words: ['bank.desk'],
  screens: [screen(pages.statements, () => import('./desk/Statements.tsx'), { icon: 'bank', order: 70, label: 'desk.nav.bank' })],
  onCase: {
    key: 'bank',
    order: 20,
    right: 'transfers',
    queues: ['unmatched', 'differences'],
    load: () => import('./desk/BankCase.tsx'),
  },
};
