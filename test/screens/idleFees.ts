import { admin, answerAtDesk } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [];

export const deskScreens: readonly Screen[] = [{ name: 'desk-idleFees', path: 'clients/{client}', ...admin, before: withFees }];

const times = {
  idle_since: '2026-06-30T08:00:00.000Z',
  announced_at: '2026-10-23T08:00:00.000Z',
  due_at: '2026-10-30T08:00:00.000Z',
};
const ten = { amount: '10.00', currency: 'USD', ...times };
const fees = [
  { ...ten, id: 3, state: 'announced', taken: null },
  { ...ten, id: 2, state: 'posted', taken: { account_number: 700101, amount: '9.26', currency: 'EUR' } },
  { ...ten, id: 1, state: 'waived', taken: null },
];

async function withFees({ page }: ScreenHelpers): Promise<void> {
  await answerAtDesk(page, 'idle-fees', { data: { fees } });
}
