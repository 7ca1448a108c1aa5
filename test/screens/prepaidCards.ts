import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'prepaidCards', path: 'atrium-mastercard', as: 'global.active' },
  { name: 'prepaidCards-none', path: 'atrium-mastercard', as: 'cn.active' },
  { name: 'prepaidCards-cards', path: 'atrium-mastercard', as: 'global.active', before: withCards },
  { name: 'prepaidCards-block', path: 'atrium-mastercard', as: 'global.active', before: withCards, open: block, isOver: true },
];

/** As if the issuer had gone on. */
async function withCards({ page }: ScreenHelpers): Promise<void> {
  const at = '2026-11-02T09:00:00.000Z';
  const card = {
    currency: 'USD',
    fee: '10.00',
    name_on_card: 'AMARA OKAFOR',
    reason: null,
    wants: null,
    top_up: null,
    asked_at: at,
    moved_at: at,
  };
  const topUp = { pm_id: 1014, destination: 7, available: '320.00', back: [{ currency: 'USD', amount: '150.00' }] };
  const cards = [
    { ...card, id: 3, phase: 'active', last_four: '4417', expires: '2029-11', top_up: topUp },
    { ...card, id: 2, phase: 'shipped', currency: 'EUR', last_four: '0032', expires: '2029-11' },
    { ...card, id: 1, phase: 'declined', last_four: null, expires: null, reason: 'The issuer could not confirm who you are.' },
  ];
  await page.route(/api\/prepaid-cards(\?|$)/, async (route) => {
    const response = await route.fetch();
    const envelope = await response.json();
    envelope.data = { offer: null, why: 'prepaid_card_exists', cards };
    await route.fulfill({ response, json: envelope });
  });
}

async function block({ page, say }: ScreenHelpers): Promise<void> {
  await page
    .locator('main')
    .getByRole('button', { name: say('prepaidCards.block') })
    .click();
  await page.locator('dialog[open]').waitFor();
}
