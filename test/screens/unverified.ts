import { admin, answerAtDesk, openRow } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-unverified-client', path: 'clients/{client}', ...admin, before: withClock, open: toClock },
  { name: 'desk-unverified-client-held', path: 'clients/{client}', ...admin, before: withHeld, open: toClock },
  { name: 'desk-unverified-case', path: 'queues/withdrawals', ...admin, before: withCase, open: openCase, isOver: true },
  { name: 'desk-unverified-case-held', path: 'queues/withdrawals', ...admin, before: withHeldCase, open: openCase, isOver: true },
  {
    name: 'desk-unverified-case-asked',
    path: 'queues/withdrawals',
    ...admin,
    before: withAskedCase,
    open: openCase,
    isOver: true,
  },
  { name: 'desk-unverified-case-extend', path: 'queues/withdrawals', ...admin, before: withCase, open: extend, isOver: true },
  { name: 'desk-unverified-case-send', path: 'queues/withdrawals', ...admin, before: withCase, open: sendBack, isOver: true },
];

const at = '2026-11-12T09:30:00.000Z';
const due = '2026-11-27T09:30:00.000Z';
const terms = { cap: '2000.00', left: '1300.00', currency: 'EUR', days: 15 };
const sums = {
  currency: 'EUR',
  came: '700.00',
  here: '500.00',
  gone: '200.00',
  due_at: due,
  next: 'goes_back',
  deposits: [
    { transfer_id: 500_017, amount: '500.00', left: '500.00', arrived_at: at },
    { transfer_id: 500_021, amount: '200.00', left: '0.00', arrived_at: at },
  ],
};

function withClock({ page }: ScreenHelpers): Promise<void> {
  return answerAtDesk(page, 'clients/*/unverified', { data: { clock: { terms, sums: [sums], held: null } } });
}

function withHeld({ page }: ScreenHelpers): Promise<void> {
  const late = { ...sums, next: 'staff' };
  return answerAtDesk(page, 'clients/*/unverified', { data: { clock: { terms, sums: [late], held: 'charged_back' } } });
}

async function toClock({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByText(say('unverified.desk.came')).scrollIntoViewIfNeeded();
}

const waiting = {
  currency: 'EUR',
  amount: '500.00',
  in_wallet: '480.00',
  due_at: due,
  deposits: [{ transfer_id: 500_017, left: '500.00' }],
  held: null,
  methods: [
    { pm_id: 1011, key: 'skrill', kind: 'wallet', banks: [] },
    { pm_id: 1001, key: 'bank_wire', kind: 'wire', banks: [] },
  ],
  may_extend: true,
  is_asked: false,
};

async function answerCase({ page }: ScreenHelpers, more: object): Promise<void> {
  const item = {
    id: 81,
    queue: 'withdrawals',
    subject: 'unverified:100001:EUR',
    client_id: 100_001,
    detail: { kind: 'unverified', why: 'no_way', amount: '500.00', currency: 'EUR' },
    opened_at: due,
    due_at: null,
    is_late: false,
    claimed_by: null,
    claimed_until: null,
  };
  await answerAtDesk(page, 'queues/withdrawals', { data: { items: [item], next: null } });
  await answerAtDesk(page, 'unverified/100001/EUR', { data: { waiting: { ...waiting, ...more } } });
}

function withCase(helpers: ScreenHelpers): Promise<void> {
  return answerCase(helpers, {});
}

function withHeldCase(helpers: ScreenHelpers): Promise<void> {
  return answerCase(helpers, { held: 'frozen', may_extend: false });
}

function withAskedCase(helpers: ScreenHelpers): Promise<void> {
  return answerCase(helpers, { is_asked: true });
}

async function openCase(helpers: ScreenHelpers): Promise<void> {
  await openRow(helpers);
  await helpers.page.getByText(helpers.say('unverified.desk.inWallet')).waitFor();
}

async function extend(helpers: ScreenHelpers): Promise<void> {
  await chosen(helpers, 'unverified.desk.extend');
}

async function sendBack(helpers: ScreenHelpers): Promise<void> {
  await chosen(helpers, 'unverified.desk.send_back');
}

async function chosen(helpers: ScreenHelpers, act: string): Promise<void> {
  await openCase(helpers);
  await helpers.page
    .getByRole('button', { name: helpers.say(act), exact: true })
    .first()
    .click();
  await helpers.page.locator('dialog[open] textarea[name="reason"]').waitFor();
}
