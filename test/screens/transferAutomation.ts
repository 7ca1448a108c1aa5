import { admin, answerAtDesk } from '../acting.ts';
import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'transferAutomation', path: 'transfer-automation', as: 'global.active', before: withOrders },
  { name: 'transferAutomation-dates', path: 'transfer-automation', as: 'global.active', open: chooseDates },
  {
    name: 'transferAutomation-end',
    path: 'transfer-automation',
    as: 'global.active',
    before: withOrders,
    open: askEnd,
    isOver: true,
  },
  { name: 'transferAutomation-few', path: 'transfer-automation', as: 'global.my' },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-transferAutomation', path: 'clients/{client}', ...admin, before: withOrdersAtDesk },
];

const at = new Date(Date.now() - 26 * 3600_000).toISOString();
const next = new Date(Date.now() + 4 * 24 * 3600_000).toISOString();
const nothing = { share: null, amount: null, above: null, every: null, on: null, day: null };
const ends = {
  account_number: 500001,
  target_account_number: 700101,
  account_name: 'USD wallet',
  target_account_name: 'Advantage MT5',
  currency: 'USD',
  created_at: at,
};
const orders = [
  { ...ends, ...nothing, id: 3, occasion: 'deposit', share: 25, status: 'active', next_at: null },
  { ...ends, ...nothing, id: 2, occasion: 'dates', every: 'month', day: 31, amount: '150.00', status: 'active', next_at: next },
  { ...ends, ...nothing, id: 1, occasion: 'profit', above: '1000.00', status: 'paused', next_at: null },
];
const moved = { account_number: 500001, target_account_number: 700101, currency: 'USD', at };
const runs = [
  {
    ...moved,
    id: 9,
    order_id: 3,
    occasion: 'deposit',
    amount: '50.00',
    state: 'due',
    reason: null,
    transfer_id: null,
    transfer_status: null,
  },
  {
    ...moved,
    id: 8,
    order_id: 2,
    occasion: 'dates',
    amount: '150.00',
    state: 'done',
    reason: null,
    transfer_id: 12,
    transfer_status: 'completed',
  },
  {
    ...moved,
    id: 7,
    order_id: 1,
    occasion: 'profit',
    amount: '1204.15',
    state: 'skipped',
    reason: 'There was not enough free money.',
    transfer_id: null,
    transfer_status: null,
  },
];

async function withOrders({ page }: ScreenHelpers): Promise<void> {
  await answerCalls(page, /\/api\/js\/api\/transfer-automation\?/, async (asked) => {
    const response = await asked.fetch();
    const body = await response.json();
    body.data.orders = orders;
    await asked.fulfill({ response, json: body });
  });
  await answerCalls(page, /\/api\/js\/api\/transfer-automation\/history\?/, async (asked) => {
    const response = await asked.fetch();
    const body = await response.json();
    body.data = { runs, next: '7' };
    await asked.fulfill({ response, json: body });
  });
}

async function chooseDates({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('radio', { name: say('automation.occasion.dates') }).check();
  await page.getByRole('radio', { name: say('automation.every.once'), exact: true }).check();
}

async function askEnd({ page, say }: ScreenHelpers): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${say('automation.end')}\\s`) })
    .first()
    .click();
  await page.locator('dialog[open]').waitFor();
}

async function withOrdersAtDesk({ page }: ScreenHelpers): Promise<void> {
  await answerAtDesk(page, 'transfer-automation', { data: { orders, runs } });
}
