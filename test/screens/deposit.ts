import { confirm, submit } from '../acting.ts';
import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'deposit', path: 'deposits', as: 'global.active' },
  { name: 'deposit-quoted', path: 'deposits?amount=250', as: 'global.active' },
  { name: 'deposit-wrong', path: 'deposits?amount=1', as: 'global.active', open: submit, provokes: [422] },
  { name: 'deposit-confirm', path: 'deposits?amount=250', as: 'global.active', open: confirm, isOver: true },
  { name: 'deposit-unverified', path: 'deposits?amount=250', as: 'global.active', open: unverified },
  { name: 'deposit-no-wallet', path: 'deposits', as: 'global.active', open: noWallet },
  { name: 'deposit-saved-card', path: 'deposits', as: 'global.active', open: savedCard },
  { name: 'deposit-records', path: 'deposits', as: 'global.active', open: afterMove },
  { name: 'deposit-refused', path: 'deposits', as: 'global.lead' },
  { name: 'deposit-method', path: 'deposits/340', as: 'global.active' },
  { name: 'deposit-bank', path: 'deposits/320?amount=900', as: 'global.active' },
  { name: 'deposit-coin', path: 'deposits/337?amount=250', as: 'global.active' },
  { name: 'deposit-information', path: 'deposits/337?amount=250', as: 'global.active', open: openCoinAddress },
  { name: 'deposit-transfer', path: 'deposits/1010?amount=250', as: 'global.active', open: openCoinAddress },
  { name: 'deposit-information-none', path: 'transfer-information', as: 'global.active' },
  { name: 'deposit-failed', path: 'deposits?amount=250', as: 'global.active', open: failDetails },
  { name: 'deposit-widget', path: 'deposits/widget/340?providerName=praxis', as: 'global.active' },
  { name: 'deposit-external', path: 'deposits/widget/340?amount=250', as: 'global.active', open: openExternal },
  { name: 'deposit-external-none', path: 'external-form', as: 'global.active' },
  { name: 'deposit-others', path: 'deposits', as: 'ng.active', open: openOthers },
  { name: 'deposit-hosted-page', path: 'deposits?amount=250', as: 'eu.active', open: openHostedPage, isOutside: true },
];

async function openOthers({ page }: ScreenHelpers): Promise<void> {
  await page.locator('summary').click();
}

/** The provider would not have it. */
async function failDetails(stage: ScreenHelpers): Promise<void> {
  await confirm(stage);
  await answerCalls(stage.page, '**/api/js/api/payments_process?*', async (asked) =>
    asked.fulfill({
      json: { success: true, code: 200, data: { transfer_id: 500_001, status: 'declined', redirect: null }, errors: [] },
    }),
  );
  await stage.page.locator('dialog[open] button').last().click();
  await stage.page.locator('main form [role="alert"]').waitFor();
}

async function openHostedPage(stage: ScreenHelpers): Promise<void> {
  await confirm(stage);
  await stage.page.locator('dialog[open] button').last().click();
  await stage.page.waitForURL(/\/sandbox\//);
}

async function openExternal(stage: ScreenHelpers): Promise<void> {
  await confirm(stage);
  await stage.page.locator('dialog[open] button').last().click();
  await stage.page.locator('iframe[name="provider"]').waitFor();
}

async function openCoinAddress(stage: ScreenHelpers): Promise<void> {
  await confirm(stage);
  await stage.page.locator('dialog[open] button').last().click();
  await stage.page.waitForURL(/\/transfer-information/);
}

/** The papers are not approved yet, and some of the cap is used. */
const beforePapers = { cap: '2000.00', left: '1250.00', currency: 'EUR', days: 15, due_at: '2026-12-08T09:30:00.000Z' };

function unverified(stage: ScreenHelpers): Promise<void> {
  return told(stage, { unverified: beforePapers });
}

function noWallet(stage: ScreenHelpers): Promise<void> {
  return told(stage, { unverified: { ...beforePapers, left: '2000.00', due_at: null }, accounts: [] });
}

/** The form says something else of itself. */
async function told({ page }: ScreenHelpers, more: object): Promise<void> {
  await answerCalls(page, /\/api\/payments\/deposit(\?|$)/, async (asked) => {
    const response = await asked.fetch();
    const answer = (await response.json()) as { data: object };
    await asked.fulfill({ response, json: { ...answer, data: { ...answer.data, ...more } } });
  });
  await page.reload();
  await page.locator('main [role="status"], main h2, main h3').first().waitFor();
}

function afterMove(stage: ScreenHelpers): Promise<void> {
  return told(stage, { deposit_records: 0 });
}

/** Two cards have paid before. */
async function savedCard({ page }: ScreenHelpers): Promise<void> {
  const used = { last_used_at: '2026-10-02T08:00:00.000Z' };
  const cards = [
    { mask: '4111 11** **** 1111', brand: 'VISA', ...used },
    { mask: '5555 55** **** 4444', brand: 'MASTERCARD', ...used },
  ];
  await answerCalls(page, /\/api\/cards(\?|$)/, (asked) =>
    asked.fulfill({ json: { success: true, code: 200, data: { cards }, errors: [] } }),
  );
  await answerCalls(page, /\/api\/payments\/deposit\?/, async (asked) => {
    const response = await asked.fetch();
    const answer = (await response.json()) as { data: { methods: { key: string }[] } };
    const card = answer.data.methods.find(({ key }) => key === 'cards');
    const others = answer.data.methods.filter(({ key: each }) => each !== 'card');
    const methods = [...others, { ...card, pm_id: 243, key: 'card' }];
    await asked.fulfill({ response, json: { ...answer, data: { ...answer.data, methods } } });
  });
  await page.goto(page.url().replace(/deposits.*/, 'deposits/243'));
  await page.locator('main section h2').first().waitFor();
}
