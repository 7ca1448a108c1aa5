import { admin, answerAtDesk, openRow } from '../acting.ts';
import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

/** What can be decided of each kind of case stands in the dialog of the case. */
export const deskScreens: readonly Screen[] = [
  { name: 'desk-reviews-refund', path: 'queues/deposits', ...admin, before: waiting('deposits'), open: openRow, isOver: true },
  {
    name: 'desk-reviews-refund-approve',
    path: 'queues/deposits',
    ...admin,
    before: waiting('deposits'),
    open: choose(1),
    isOver: true,
  },
  {
    name: 'desk-reviews-refund-decline',
    path: 'queues/deposits',
    ...admin,
    before: waiting('deposits'),
    open: choose(0),
    isOver: true,
  },
  {
    name: 'desk-reviews-unmatched',
    path: 'queues/unmatched',
    ...admin,
    before: waiting('unmatched'),
    open: openRow,
    isOver: true,
  },
  {
    name: 'desk-reviews-debt',
    path: 'queues/chargebacks',
    ...admin,
    before: waiting('chargebacks'),
    open: openRow,
    isOver: true,
  },
  {
    name: 'desk-reviews-settlement',
    path: 'queues/differences',
    ...admin,
    before: waiting('differences'),
    open: openRow,
    isOver: true,
  },
  { name: 'desk-reviews-client', path: 'clients/{client}', ...admin, before: withWallet, open: adjust, isOver: true },
];

type Queue = 'deposits' | 'unmatched' | 'chargebacks' | 'differences';

const details: Readonly<Record<Queue, { readonly subject: string; readonly detail: object }>> = {
  deposits: {
    subject: 'remittance:500021',
    detail: {
      provider: 'praxis',
      transaction: '1000000007',
      kind: 'refund',
      amount: '20.00',
      currency: 'GBP',
      transfer_id: 500_021,
    },
  },
  unmatched: {
    subject: 'transaction:14',
    detail: {
      provider: 'praxis',
      transaction: '1000000009',
      kind: 'payment',
      amount: '100.00',
      currency: 'USD',
      transfer_id: 500_019,
    },
  },
  chargebacks: { subject: 'debt:500023', detail: { kind: 'debt', amount: '58.40', currency: 'USD', transfer_id: 500_023 } },
  differences: {
    subject: 'settlement:3',
    detail: {
      kind: 'settlement',
      provider: 'praxis',
      day: '2026-11-21',
      reported: { amount: '12450.00', currency: 'EUR' },
      posted: { amount: '12330.00', currency: 'EUR' },
      explained: { amount: '20.00', currency: 'EUR' },
      open: { amount: '100.00', currency: 'EUR' },
      transactions: '1000000031 (unknown)',
    },
  },
};

function waiting(queue: Queue) {
  return async ({ page }: ScreenHelpers): Promise<void> => {
    const at = new Date(Date.now() - 35 * 60_000).toISOString();
    const due = new Date(Date.now() + 90 * 60_000).toISOString();
    const client = queue === 'differences' ? null : 100_001;
    const times = { opened_at: at, due_at: due, is_late: false, claimed_by: null, claimed_until: null };
    const items = [{ id: 91, queue, client_id: client, ...details[queue], ...times }];
    await answerAtDesk(page, `queues/${queue}`, { data: { items, next: null } });
  };
}

/** Opens the case, and presses one of the buttons of what can be decided. */
function choose(place: number) {
  return async (helpers: ScreenHelpers): Promise<void> => {
    await openRow(helpers);
    const { page } = helpers;
    await page.locator('dialog[open] [role="group"] button').nth(place).click();
    await page.locator('dialog[open] textarea[name="reason"]').waitFor();
  };
}

async function withWallet({ page }: ScreenHelpers): Promise<void> {
  const data = { wallets: [{ number: 880_001, currency: 'USD', balance: '1250.40' }] };
  await answerCalls(page, /\/api\/desk\/adjustments\/\d+\?/, (asked) =>
    asked.fulfill({ json: { success: true, data, errors: [], code: 200 } }),
  );
}

async function adjust({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('reviews.action.adjust') }).click();
  await page.locator('dialog[open] textarea[name="reason"]').waitFor();
}
