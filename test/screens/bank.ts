import { admin, answerAtDesk, openRow } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-bank-statements', path: 'bank', ...admin, before: withStatements },
  { name: 'desk-bank-statements-none', path: 'bank', ...admin, before: async ({ page }) => tellStatements(page, []) },
  { name: 'desk-bank-balance', path: 'queues/differences', ...admin, before: withBalance, open: openExplain, isOver: true },
  { name: 'desk-bank-import', path: 'bank', ...admin, before: withStatements, open: openImport, isOver: true },
  { name: 'desk-bank-entries', path: 'bank', ...admin, before: withEntries, open: openRow, isOver: true },
  { name: 'desk-bank-entry', path: 'queues/unmatched', ...admin, before: withEntry, open: openRow, isOver: true },
  { name: 'desk-bank-assign', path: 'queues/unmatched', ...admin, before: withEntry, open: openAssign, isOver: true },
];

const statement = { id: 7, name: 'USD-2026-11-22-14.xml', brought_by: null, entries: 12, fresh: 11, unmatched: 1 };

/** The bank says more than was read of it. */
const open = {
  company: 3,
  currency: 'USD',
  stated: '128430.55',
  book: '128110.55',
  missing: '250.00',
  difference: '70.00',
  explained: '70.00',
  state: 'open',
  findings: [
    { of: 'statements', amount: '250.00', why: 'not_read', is_explained: false },
    { of: 'transfer:500017', amount: '70.00', why: 'payout', is_explained: true },
  ],
};

async function tellStatements(page: ScreenHelpers['page'], statements: readonly object[]): Promise<void> {
  const stated_at = new Date(Date.now() - 35 * 60_000).toISOString();
  const same = { state: 'same', missing: '0.00', difference: '0.00', explained: '0.00', findings: [], open_since: null };
  const balances = [
    { ...open, id: 4, stated_at, open_since: stated_at },
    { ...open, ...same, id: 5, currency: 'EUR', stated: '41200.00', book: '41200.00', stated_at },
  ];
  await answerAtDesk(page, 'bank/balances', { data: { balances: statements.length === 0 ? [] : balances } });
  await answerAtDesk(page, 'bank/statements', { data: { statements } });
}

async function withBalance({ page }: ScreenHelpers): Promise<void> {
  const at = new Date(Date.now() - 35 * 60_000).toISOString();
  const said = (amount: string) => ({ amount, currency: 'USD' });
  const detail = {
    kind: 'bank_balance',
    company: 3,
    stated: said('128430.55'),
    posted: said('128110.55'),
    missing: said('250.00'),
    open: said('0.00'),
    transactions: 'statements (not_read)',
  };
  const times = { opened_at: at, due_at: at, is_late: false, claimed_by: null, claimed_until: null };
  const items = [{ id: 92, queue: 'differences', client_id: null, subject: 'bank_balance:4', detail, ...times }];
  await answerAtDesk(page, 'queues/differences', { data: { items, next: null } });
}

async function openExplain(helpers: ScreenHelpers): Promise<void> {
  await openRow(helpers);
  const { page, say } = helpers;
  await page
    .getByRole('button', { name: say('bank.balance.explain'), exact: true })
    .first()
    .click();
  await page.locator('dialog[open] textarea[name="reason"]').waitFor();
}

async function withStatements({ page }: ScreenHelpers): Promise<void> {
  const at = new Date(Date.now() - 35 * 60_000).toISOString();
  const brought = { ...statement, id: 6, name: 'november-21.xml', brought_by: 'finance', unmatched: 0 };
  await tellStatements(
    page,
    [statement, brought].map((each) => ({ ...each, imported_at: at })),
  );
}

async function openImport({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('bank.import') }).click();
  await page.locator('dialog[open] textarea[name="reason"]').waitFor();
}

async function withEntry({ page }: ScreenHelpers): Promise<void> {
  const at = new Date(Date.now() - 35 * 60_000).toISOString();
  const due = new Date(Date.now() + 90 * 60_000).toISOString();
  const shown = { amount: '250.00', currency: 'USD', account: 'CY52002001280000120052760011', why: 'unknown_reference' };
  const detail = { kind: 'bank_entry', provider: 'bank', direction: 'credit', ...shown };
  const times = { opened_at: at, due_at: due, is_late: false, claimed_by: null, claimed_until: null };
  const items = [{ id: 91, queue: 'unmatched', client_id: null, subject: 'bank_entry:14', detail, ...times }];
  await answerAtDesk(page, 'queues/unmatched', { data: { items, next: null } });
  const told = { payer: 'Thandi van der Merwe', texts: ['DEPOSIT FOR MY ACCOUNT'], booked_at: at };
  const entry = { id: 14, company: 3, direction: 'credit', ...shown, ...told };
  await answerAtDesk(page, 'bank/entries/14', { data: { entry } });
}

async function openAssign(helpers: ScreenHelpers): Promise<void> {
  await openRow(helpers);
  const { page } = helpers;
  await page.locator('dialog[open] [role="group"] button').last().click();
  await page.locator('dialog[open] textarea[name="reason"]').waitFor();
}

async function withEntries(helpers: ScreenHelpers): Promise<void> {
  await withStatements(helpers);
  const booked_at = new Date(Date.now() - 35 * 60_000).toISOString();
  const entry = {
    account: 'CY52002001280000120052760011',
    company: 3,
    currency: 'USD',
    statement_id: 7,
    is_reversal: false,
    booked_at,
  };
  const handed = { outcome: 'handed', transfer_id: 500_017, why: null, direction: 'credit' };
  const entries = [
    { ...entry, ...handed, id: 14, amount: '250.00', payer: 'Thandi van der Merwe', texts: ['R500017-1F2E3D4C'] },
    {
      ...entry,
      ...handed,
      id: 15,
      amount: '90.00',
      payer: null,
      texts: [],
      outcome: 'suspense',
      why: 'unknown_reference',
      transfer_id: null,
    },
    {
      ...entry,
      ...handed,
      id: 16,
      amount: '40.00',
      payer: 'Bank',
      texts: ['RETURN'],
      direction: 'debit',
      is_reversal: true,
      outcome: 'noted',
    },
  ];
  await answerAtDesk(helpers.page, 'bank/statements/7/entries', { data: { entries, next: '16' } });
}
