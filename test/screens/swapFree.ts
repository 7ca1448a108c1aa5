import { admin, answerAtDesk, press } from '../acting.ts';
import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

const path = 'accounts/swap-free/{account}';
const client = { path, as: 'global.active' } as const;

export const screens: readonly Screen[] = [
  { ...client, name: 'swapFree-none' },
  { ...client, name: 'swapFree', before: ({ page }) => tell(page, {}) },
  { ...client, name: 'swapFree-ending', before: ({ page }) => tell(page, { state: 'ending', withdrawal }) },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-swapFree', path: 'clients/{client}', ...admin, before: atDesk },
  {
    name: 'desk-swapFree-waive',
    path: 'clients/{client}',
    ...admin,
    before: atDesk,
    open: async (stage) => press(stage, 'swapFree.desk.waive'),
    isOver: true,
  },
];

const withdrawal = {
  reason: 'covered_elsewhere',
  withdrawn_at: '2026-11-20T09:00:00.000Z',
  counts_from: '2026-11-27T09:00:00.000Z',
};
const fee = { account_number: 530000001, positions: 2, amount: '12.40' };
const fees = [
  { ...fee, id: 3, night: '2026-11-23', state: 'waived', taken: null },
  { ...fee, id: 2, night: '2026-11-22', state: 'nothing', taken: null },
  { ...fee, id: 1, night: '2026-11-21', state: 'posted', taken: { amount: '11.48', currency: 'EUR' } },
];

async function tell(page: ScreenHelpers['page'], changed: object): Promise<void> {
  const terms = [
    { group: 'fx_major', nights: 7, fee: '4' },
    { group: 'crypto', nights: 2, fee: '6' },
  ];
  const positions = [
    { position: '11', symbol: 'EURUSD', lots: '0.5', nights: 9, charged_from: '2026-11-21', is_charged: true },
    { position: '12', symbol: 'XAUUSD', lots: '1', nights: 2, charged_from: '2026-11-27', is_charged: false },
  ];
  const data = {
    number: 530000001,
    title: 'Advantage',
    state: 'free',
    withdrawal: null,
    fee_currency: 'USD',
    terms,
    positions,
    fees,
    ...changed,
  };
  const json = { success: true, code: 200, data, errors: [], notifications: [] };
  await answerCalls(page, /api\/accounts\/swap-free\//, (asked) => asked.fulfill({ json }));
}

async function atDesk({ page }: ScreenHelpers): Promise<void> {
  const withdrawals = [{ ...withdrawal, id: 1, asked_by: 'nia', approved_by: 'omar', returned_at: null, returned_by: null }];
  const data = { accounts: [530000001], withdrawals, fees, waits_for_second: false };
  await answerAtDesk(page, 'swap-free/*', { data });
}
