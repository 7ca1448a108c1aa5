import { admin, answerAtDesk, openRow } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-bank-statements', path: 'bank', ...admin, before: withStatements },
  { name: 'desk-bank-statements-none', path: 'bank', ...admin, before: async ({ page }) => tellStatements(page, []) },
  { name: 'desk-bank-import', path: 'bank', ...admin, before: withStatements, open: openImport, isOver: true },
  { name: 'desk-bank-entries', path: 'bank', ...admin, before: withEntries, open: openRow, isOver: true },
  { name: 'desk-bank-entry', path: 'queues/unmatched', ...admin, before: withEntry, open: openRow, isOver: true },
  { name: 'desk-bank-assign', path: 'queues/unmatched', ...admin, before: withEntry, open: openAssign, isOver: true },
];

const statement = { id: 7, name: 'USD-2026-11-22-14.xml', brought_by: null, entries: 12, fresh: 11, unmatched: 1 };

function tellStatements(page: ScreenHelpers['page'], statements: readonly object[]): Promise<void> {
  return answerAtDesk(page, 'bank/statements', { data: { statements } });
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
