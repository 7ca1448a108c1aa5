import { admin, answerAtDesk, openRow } from '../acting.ts';
import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'goldDelivery', path: 'gold/delivery', as: 'in.gold' },
  { name: 'goldDelivery-own', path: 'gold/delivery', as: 'in.gold', before: withDeliveries },
  { name: 'goldDelivery-code', path: 'gold/delivery', as: 'in.gold', before: byPhone, open: request, isOver: true },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-goldDelivery', path: 'queues/gold-delivery', ...admin, before: withCase, open: openRow, isOver: true },
  { name: 'desk-goldDelivery-allocate', path: 'queues/gold-delivery', ...admin, before: withCase, open: openAct, isOver: true },
];

const at = new Date(Date.now() - 26 * 3600_000).toISOString();
const address = {
  recipient: 'Asha Rao',
  street: '4 MG Road',
  town: 'Pune',
  postcode: '411001',
  country: 'IN',
  phone: '+91 98 7654 3210',
};
const terms = {
  size: '5.0000000',
  count: 2,
  weight: '10.0000000',
  fee: '67.00',
  insurance: '6.43',
  total: '73.43',
  currency: 'USD',
};
const times = { requested_at: at, paid_at: at, allocated_at: null, shipped_at: null, ended_at: null, pay_by: null };
const paid = {
  id: 7,
  phase: 'paid',
  ...address,
  ...terms,
  ...times,
  serials: [],
  carrier: null,
  tracking: null,
  may_cancel: true,
};
const shipped = {
  ...paid,
  id: 6,
  phase: 'shipped',
  serials: ['AT-50001', 'AT-50002'],
  carrier: 'Loomis',
  tracking: 'LX-2026-7731',
  allocated_at: at,
  shipped_at: at,
  may_cancel: false,
};
const unpaid = { ...paid, id: 8, phase: 'requested', paid_at: null, pay_by: new Date(Date.now() + 46 * 3600_000).toISOString() };
const returned = { ...shipped, id: 5, phase: 'returned', ended_at: at };

async function withDeliveries({ page }: ScreenHelpers): Promise<void> {
  await answerCalls(page, /\/api\/js\/gold\/delivery-info\?/, async (asked) => {
    const response = await asked.fetch();
    const body = await response.json();
    body.data.deliveries = [unpaid, paid, shipped, returned];
    await asked.fulfill({ response, json: body });
  });
}

/** As where codes go by SMS. */
async function byPhone({ page }: ScreenHelpers): Promise<void> {
  const pin = { channel: 'sms', is_sent: true, resend_seconds: 0 };
  const leaves_from = new Date(Date.now() + 24 * 3600_000).toISOString();
  const data = { delivery_id: 7, terms, pin, factor_required: false, leaves_from, seconds: 900 };
  const envelope = { success: true, code: 200, data, errors: [], notifications: [] };
  await answerCalls(page, /\/api\/js\/api\/gold\/delivery(\?|$)/, async (asked) => asked.fulfill({ json: envelope }));
}

async function request({ page, say }: ScreenHelpers): Promise<void> {
  for (const [name, value] of Object.entries({ count: '2', ...address }))
    if (name !== 'country') await page.locator(`main form [name="${name}"]`).fill(value);
  await page.locator('main form [type="submit"]').click();
  await page.getByRole('button', { name: say('money.pin.call') }).waitFor();
}

async function withCase({ page }: ScreenHelpers): Promise<void> {
  const due = new Date(Date.now() + 90 * 60_000).toISOString();
  const detail = { bars: '2 × 5.0000000 g', vault: 'zurich', country: 'IN' };
  const clocks = { opened_at: at, due_at: due, is_late: false, claimed_by: null, claimed_until: null };
  const items = [{ id: 93, queue: 'gold-delivery', client_id: 100001, subject: 'gold_delivery:7', detail, ...clocks }];
  await answerAtDesk(page, 'queues/gold-delivery', { data: { items, next: null } });
  const bars = ['AT-50001', 'AT-50002', 'AT-50003'].map((serial, index) => ({
    id: index + 1,
    refiner: 'Helvetia Refining',
    serial,
  }));
  const data = { delivery: paid, client_id: 100001, vault: 'zurich', bars, actions: ['allocate', 'cancel'], leaves_from: null };
  await answerAtDesk(page, 'gold-deliveries/7', { data });
}

async function openAct(helpers: ScreenHelpers): Promise<void> {
  await openRow(helpers);
  const { page } = helpers;
  await page.locator('dialog[open] [role="group"] button').first().click();
  await page.locator('dialog[open] textarea[name="reason"]').waitFor();
}
