import { confirm, submit } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'deposit', path: 'deposits', as: 'global.active' },
  { name: 'deposit-quoted', path: 'deposits?amount=250', as: 'global.active' },
  { name: 'deposit-wrong', path: 'deposits?amount=1', as: 'global.active', open: submit, provokes: [422] },
  { name: 'deposit-confirm', path: 'deposits?amount=250', as: 'global.active', open: confirm, isOver: true },
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
  await stage.page.route('**/api/js/api/payments_process?*', async (route) =>
    route.fulfill({
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
