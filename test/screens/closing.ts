import { admin, answerAtDesk, openRow } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-closing-case', path: 'queues/withdrawals', ...admin, before: withCase, open: openCase, isOver: true },
  { name: 'desk-closing-case-pay', path: 'queues/withdrawals', ...admin, before: withCase, open: pay, isOver: true },
  { name: 'desk-closing-case-rest', path: 'queues/withdrawals', ...admin, before: withCase, open: payRest, isOver: true },
  {
    name: 'desk-closing-case-rest-wire',
    path: 'queues/withdrawals',
    ...admin,
    before: withCase,
    open: payRestByWire,
    isOver: true,
  },
  {
    name: 'desk-closing-case-rest-refused',
    path: 'queues/withdrawals',
    ...admin,
    before: withCase,
    open: payRestToNobody,
    isOver: true,
    provokes: [422],
  },
];

const left = {
  wallets: [
    {
      number: 900_000_017,
      currency: 'USD',
      balance: '1140.22',
      goes_back: '1000.00',
      wayless: '140.22',
      methods: [
        { pm_id: 1011, key: 'skrill', kind: 'wallet', banks: [] },
        { pm_id: 1001, key: 'bank_wire', kind: 'wire', banks: [] },
      ],
      lines: [{ way: 'payout', to: '4111 **** 1111', transfer_id: 500_017, amount: '1000.00', currency: 'USD' }],
    },
  ],
  accounts: [{ number: 530_000_017, currency: 'USD', balance: '12.40' }],
  gold: { free: '3.5', pledged: '0' },
  cards: [{ id: 17, currency: 'USD', last_four: '4821', phase: 'active' }],
};

async function withCase({ page }: ScreenHelpers): Promise<void> {
  const item = {
    id: 82,
    queue: 'withdrawals',
    subject: 'closing:100001',
    client_id: 100_001,
    detail: { kind: 'closing' },
    opened_at: '2026-11-27T09:30:00.000Z',
    due_at: null,
    is_late: false,
    claimed_by: null,
    claimed_until: null,
  };
  await answerAtDesk(page, 'queues/withdrawals', { data: { items: [item], next: null } });
  await answerAtDesk(page, 'closing/100001', { data: left });
}

async function openCase(helpers: ScreenHelpers): Promise<void> {
  await openRow(helpers);
  await helpers.page.getByText(helpers.say('closing.accounts')).waitFor();
}

async function pay(helpers: ScreenHelpers): Promise<void> {
  await chosen(helpers, 'closing.pay');
}

async function payRest(helpers: ScreenHelpers): Promise<void> {
  await chosen(helpers, 'closing.pay_rest');
}

async function payRestByWire(helpers: ScreenHelpers): Promise<void> {
  await payRest(helpers);
  await helpers.page.locator('dialog[open] select[name="pm_id"]').selectOption('1001');
  await helpers.page.locator('dialog[open] input[name="wire_bic"]').waitFor();
}

/** The address is left out. */
async function payRestToNobody(helpers: ScreenHelpers): Promise<void> {
  const { page } = helpers;
  await payRest(helpers);
  const validation = { wallet_email: { field_required: 'This field is needed.' } };
  await answerAtDesk(page, 'closing/100001', {
    status: 422,
    errors: [{ code: 'field_required', message: 'This field is needed.', validation_messages: validation }],
  });
  await page.locator('dialog[open] textarea[name="reason"]').fill('The account that the papers show.');
  await page.locator('dialog[open]').last().locator('button[type="submit"]').click();
  await page.locator('dialog[open] [aria-invalid="true"]').first().waitFor();
}

async function chosen(helpers: ScreenHelpers, act: string): Promise<void> {
  await openCase(helpers);
  await helpers.page
    .getByRole('button', { name: helpers.say(act), exact: true })
    .first()
    .click();
  await helpers.page.locator('dialog[open] textarea[name="reason"]').waitFor();
}
