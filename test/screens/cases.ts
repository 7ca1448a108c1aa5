import { admin, answerAtDesk, openRow, silence } from '../acting.ts';
import { fillDesk } from '../busyMorning.ts';
import type { Screen } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-cases-start', path: '', ...admin },
  { name: 'desk-cases-start-busy', path: '', ...admin, before: fillDesk },
  { name: 'desk-cases-start-agent', path: '', at: 'desk', as: 'agent' },
  {
    name: 'desk-cases-start-waiting',
    path: '',
    ...admin,
    before: async ({ page }) => silence(page, 'api/desk/queues'),
    isWaiting: true,
  },
  {
    name: 'desk-cases-start-fault',
    path: '',
    ...admin,
    before: async ({ page }) => answerAtDesk(page, 'queues', { status: 500 }),
    provokes: [500],
  },
  { name: 'desk-cases-queue', path: 'queues/withdrawals', ...admin, before: fillDesk },
  { name: 'desk-cases-queue-case', path: 'queues/withdrawals', ...admin, before: fillDesk, open: openRow, isOver: true },
  { name: 'desk-cases-queue-empty', path: 'queues/deposits', ...admin, before: fillDesk },
];
