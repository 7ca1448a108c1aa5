import { admin, answerAtDesk } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-clients', path: 'clients', ...admin },
  { name: 'desk-clients-found', path: 'clients?search=global', ...admin },
  { name: 'desk-clients-none', path: 'clients?search=zzzz', ...admin },
  { name: 'desk-clients-one', path: 'clients/{client}', ...admin },
  { name: 'desk-clients-one-password', path: 'clients/{client}', ...admin, open: askForPassword, isOver: true },
  { name: 'desk-clients-one-lead', path: 'clients/{lead}', ...admin },
  { name: 'desk-clients-one-transfer', path: 'clients/{client}', ...admin, open: openTransfer, isOver: true },
  { name: 'desk-clients-one-money', path: 'clients/{client}', ...admin, before: withMoney, open: toMoney },
  { name: 'desk-clients-one-told', path: 'clients/{client}', ...admin, before: withTold, open: toTold },
  { name: 'desk-clients-one-test', path: 'clients/{client}', ...admin, before: withTold, open: openTest, isOver: true },
  { name: 'desk-clients-one-missing', path: 'clients/999999', ...admin, provokes: [404] },
];

async function openTransfer({ page }: ScreenHelpers): Promise<void> {
  await page.locator('#transfers [data-row]').first().click();
  await page.locator('dialog[open] ol').waitFor();
}

async function askForPassword({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('clients.password.ask') }).click();
  await page.locator('dialog[open] textarea[name="reason"]').waitFor();
}

const at = '2026-11-20T09:30:00.000Z';
const known = { is_named: true, created_at: at, usable_from: at, screening: null };
const destinations = [
  { ...known, pm_id: 1011, method: 'skrill', name: 'a•••@wallet.test', state: 'cooling' },
  { ...known, pm_id: 337, method: 'crypto', name: 'USDC-ETH 0x5290…9EE7', state: 'usable', screening: { risk: 'severe', at } },
  { ...known, pm_id: 337, method: 'crypto', name: null, state: 'unused', usable_from: null, screening: { risk: 'low', at } },
  { ...known, pm_id: 1014, method: null, name: 'USD •••• 4821 2029-11', state: 'closed' },
  { ...known, pm_id: 243, method: 'cards', name: '4111********1111', state: 'usable', is_named: false },
];
const debts = [
  { transfer_id: 500_017, amount: '250.00', collected: '191.60', remaining: '58.40', opened_at: at },
  { transfer_id: 500_021, amount: '40.00', collected: '0.00', remaining: '40.00', opened_at: at },
];

async function withMoney({ page }: ScreenHelpers): Promise<void> {
  const owed = [{ currency: 'USD', remaining: '98.40', under_way: '12.00', debts }];
  await answerAtDesk(page, 'clients/*/money', { data: { owed, destinations } });
}

async function toMoney({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('table', { name: say('clients.debts') }).scrollIntoViewIfNeeded();
}

const answer = (section: string, field: string, told: readonly [question: string, answer: string]) => ({
  section,
  field,
  question: told[0],
  answer: told[1],
  at,
  before: [],
});
const told = {
  answers: [
    answer('you', 'birth_date', ['Date of birth', '1984-02-29']),
    {
      ...answer('means', 'employer_name', ['Employer', 'Harbour Works and Sons, Dry Docks and Chandlery of the Northern Quay']),
      before: [
        { answer: 'Quayside Bank', at },
        { answer: '', at: '2025-03-01T09:30:00.000Z' },
      ],
    },
    answer('tax', 'tax_residency', ['Country whose taxes you pay', 'Germany']),
  ],
  tests: [
    {
      id: 1,
      at,
      version: 'eu-1',
      taken_in: 'second_step',
      is_passed: false,
      points: 9,
      max_leverage: 5,
      answers: [{ question: 'Have you traded forex or CFDs before?', answer: 'No, never' }],
    },
  ],
  confirmations: [{ at, version: 'suitability-1', answers: [{ question: 'Growth over years, of 100', answer: '75' }] }],
};

async function withTold({ page }: ScreenHelpers): Promise<void> {
  await answerAtDesk(page, 'clients/*/told', { data: told });
}

async function toTold({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('table', { name: say('clients.told.tests') }).scrollIntoViewIfNeeded();
}

async function openTest({ page, say }: ScreenHelpers): Promise<void> {
  await page
    .getByRole('table', { name: say('clients.told.tests') })
    .locator('[data-row]')
    .first()
    .click();
  await page.locator('dialog[open] dl').waitFor();
}
