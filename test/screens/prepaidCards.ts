import { admin, answerAtDesk } from '../acting.ts';
import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'prepaidCards', path: 'atrium-mastercard', as: 'global.active' },
  { name: 'prepaidCards-none', path: 'atrium-mastercard', as: 'cn.active' },
  { name: 'prepaidCards-cards', path: 'atrium-mastercard', as: 'global.active', before: withCards },
  { name: 'prepaidCards-block', path: 'atrium-mastercard', as: 'global.active', before: withCards, open: block, isOver: true },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-prepaidCards', path: 'prepaid-cards', ...admin, before: listed },
  { name: 'desk-prepaidCards-none', path: 'prepaid-cards?search=ZZZZ', ...admin },
  { name: 'desk-prepaidCards-hold', path: 'prepaid-cards', ...admin, before: listed, open: hold, isOver: true },
  { name: 'desk-prepaidCards-client', path: 'clients/{client}', ...admin, before: ofClient, open: toCards },
];

const asked = '2026-11-02T09:00:00.000Z';
const atDesk = {
  client_id: 100_001,
  company: 3,
  reference: 'card-00000000-0000-4000-8000-000000000007',
  currency: 'USD',
  fee: '10.00',
  name_on_card: 'THANDI VAN DER MERWE',
  last_four: '4417',
  expires: '2029-11',
  reason: null,
  wants: null,
  is_held: false,
  may_hold: true,
  asked_at: asked,
  moved_at: asked,
};
const unissued = { last_four: null, expires: null };
const listedCards = [
  { ...atDesk, id: 9, phase: 'in_review', ...unissued },
  { ...atDesk, id: 7, phase: 'active' },
  { ...atDesk, id: 5, phase: 'blocked', currency: 'EUR', is_held: true },
  { ...atDesk, id: 3, phase: 'declined', ...unissued, reason: 'identity', may_hold: false },
];

function listed({ page }: ScreenHelpers): Promise<void> {
  return answerAtDesk(page, 'prepaid-cards', { data: { cards: listedCards, next: '3' } });
}

function ofClient({ page }: ScreenHelpers): Promise<void> {
  return answerAtDesk(page, 'clients/*/prepaid-cards', { data: { cards: listedCards } });
}

async function hold({ page, say }: ScreenHelpers): Promise<void> {
  await page
    .getByRole('button', { name: say('prepaidCards.desk.hold'), exact: true })
    .first()
    .click();
  await page.locator('dialog[open] textarea[name="reason"]').waitFor();
}

async function toCards({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('table', { name: say('desk.section.prepaidCards') }).scrollIntoViewIfNeeded();
}

/** As if the issuer had gone on. */
async function withCards({ page }: ScreenHelpers): Promise<void> {
  const at = '2026-11-02T09:00:00.000Z';
  const card = {
    currency: 'USD',
    fee: '10.00',
    name_on_card: 'AMARA OKAFOR',
    reason: null,
    wants: null,
    held: false,
    top_up: null,
    asked_at: at,
    moved_at: at,
  };
  const topUp = { pm_id: 1014, destination: 7, available: '320.00', back: [{ currency: 'USD', amount: '150.00' }] };
  const cards = [
    { ...card, id: 3, phase: 'active', last_four: '4417', expires: '2029-11', top_up: topUp },
    { ...card, id: 2, phase: 'shipped', currency: 'EUR', last_four: '0032', expires: '2029-11' },
    { ...card, id: 4, phase: 'blocked', currency: 'GBP', last_four: '9120', expires: '2029-11', held: true },
    { ...card, id: 1, phase: 'declined', last_four: null, expires: null, reason: 'The issuer could not confirm who you are.' },
  ];
  await answerCalls(page, /api\/prepaid-cards(\?|$)/, async (asked) => {
    const response = await asked.fetch();
    const envelope = await response.json();
    envelope.data = { offer: null, why: 'prepaid_card_exists', cards };
    await asked.fulfill({ response, json: envelope });
  });
}

async function block({ page, say }: ScreenHelpers): Promise<void> {
  await page
    .locator('main')
    .getByRole('button', { name: say('prepaidCards.block') })
    .click();
  await page.locator('dialog[open]').waitFor();
}
