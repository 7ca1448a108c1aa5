import { admin } from '../acting.ts';
import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'goldCollateral', path: 'gold/collateral', as: 'in.gold' },
  { name: 'goldCollateral-own', path: 'gold/collateral', as: 'in.gold', before: withPledges },
  { name: 'goldCollateral-return', path: 'gold/return?account=530000001', as: 'in.gold', before: withPledges },
  { name: 'goldCollateral-return-none', path: 'gold/return', as: 'in.gold' },
];

const at = new Date(Date.now() - 40_000).toISOString();
const hours = (count: number): string => new Date(Date.now() - count * 3600_000).toISOString();
const ten = { g: '10.0000000', oz: '0.32150747' };
const pledge = {
  account: 530000001,
  name: 'MT5 Advantage',
  weight: ten,
  credit: '900.25',
  worth: '1095.40',
  lent_percent: '82.19',
  level: 'warning',
  waits: false,
  price_at: at,
  under_way: null,
};
const orders = [
  { id: '3', account: 530000001, kind: 'sale', why: 'level', weight: ten, credit: '1240.10', total: '1240.10', phase: 'done' },
  { id: '2', account: 530000001, kind: 'return', why: null, weight: ten, credit: '0.00', total: null, phase: 'refused' },
  { id: '1', account: 530000002, kind: 'pledge', why: null, weight: ten, credit: '900.25', total: null, phase: 'asked' },
].map((order, index) => ({ ...order, at: hours(index * 20 + 1) }));
const pledges = [
  pledge,
  { ...pledge, account: 530000002, level: 'call', under_way: 'pledge' },
  { ...pledge, account: 530000003, waits: true, worth: null, lent_percent: null, price_at: null },
];

async function withPledges({ page }: ScreenHelpers): Promise<void> {
  await answerCalls(page, /\/api\/js\/gold\/internal\?/, async (asked) => {
    const response = await asked.fetch();
    const body = await response.json();
    body.data = { ...body.data, pledges, orders };
    await asked.fulfill({ response, json: body });
  });
  await answerCalls(page, /\/api\/js\/gold\/return\?/, async (asked) => {
    const data = { account: 530000001, name: 'MT5 Advantage', pledged: ten, credit: '900.25', free: '610.10', most: ten };
    const envelope = { success: true, data: { ...data, currency: 'USD' }, errors: [] };
    const response = await asked.fetch();
    const body = await response.json();
    await asked.fulfill({ response, status: 200, json: { ...body, ...envelope } });
  });
}

export const deskScreens: readonly Screen[] = [
  { name: 'desk-goldCollateral-pledges', path: 'gold-pledges', ...admin },
  { name: 'desk-goldCollateral-client', path: 'clients/{client}', ...admin, before: ofClient, open: toSection },
];

async function ofClient({ page }: ScreenHelpers): Promise<void> {
  const { name: _name, under_way: _underWay, ...lent } = pledge;
  const data = {
    held: ten,
    pledges: [{ ...lent, client_id: 100_001, company: 3 }],
    deliveries: [{ id: 9, phase: 'shipped', count: 2, weight: ten, requested_at: hours(30) }],
  };
  await answerCalls(page, /\/api\/desk\/gold-pledges\/clients\/\d+\?/, (asked) =>
    asked.fulfill({ json: { success: true, data, errors: [], code: 200 } }),
  );
}

async function toSection({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('table', { name: say('goldCollateral.desk.deliveries') }).scrollIntoViewIfNeeded();
}
