import { answerAtDesk, confirm, admin, openRow, submit } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'withdraw', path: 'withdraw', as: 'global.active' },
  { name: 'withdraw-quoted', path: 'withdraw?amount=250', as: 'global.active' },
  { name: 'withdraw-wrong', path: 'withdraw?amount=1', as: 'global.active', open: submit },
  { name: 'withdraw-confirm', path: 'withdraw?amount=250', as: 'global.active', open: confirm, isOver: true },
  { name: 'withdraw-method', path: 'withdraw/243', as: 'global.active' },
  { name: 'withdraw-widget', path: 'withdraw/widget/1012?providerName=netwallet', as: 'global.active' },
  { name: 'withdraw-wallet', path: 'withdraw/1011?amount=250', as: 'global.active' },
  { name: 'withdraw-bank', path: 'withdraw/183?amount=250', as: 'global.active' },
  { name: 'withdraw-wire', path: 'withdraw/1010?amount=250', as: 'global.active' },
  { name: 'withdraw-coin', path: 'withdraw/337?amount=250', as: 'global.active' },
  { name: 'withdraw-nothing', path: 'withdraw', as: 'uk.active' },
  { name: 'withdraw-refused', path: 'withdraw', as: 'global.frozen' },
];

/** What can be decided of a withdrawal, in the dialog of its case. */
export const deskScreens: readonly Screen[] = [
  { name: 'desk-withdraw-queue', path: 'queues/withdrawals', ...admin, before: waiting },
  { name: 'desk-withdraw-case', path: 'queues/withdrawals', ...admin, before: waiting, open: openRow, isOver: true },
];

async function waiting({ page }: ScreenHelpers): Promise<void> {
  const [at, due] = [new Date(Date.now() - 35 * 60_000), new Date(Date.now() + 90 * 60_000)].map((each) => each.toISOString());
  const detail = {
    kind: 'withdrawal',
    transfer_id: 500_031,
    account: 3_000_001,
    amount: '250.00',
    currency: 'USD',
    fee: { amount: '0.00', currency: 'USD' },
    goes_to: 'refund 250.00 USD 4111 11** **** 1111 (500019)',
  };
  const times = { opened_at: at, due_at: due, is_late: false, claimed_by: null, claimed_until: null };
  const items = [{ id: 91, queue: 'withdrawals', client_id: 100_001, subject: 'remittance:500031', detail, ...times }];
  await answerAtDesk(page, 'queues/withdrawals', { data: { items, next: null } });
}
