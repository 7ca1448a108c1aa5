import { expect } from '@playwright/test';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'trading', path: 'webtrader', as: 'global.active' },
  { name: 'trading-demo', path: 'webtrader?is_demo=1', as: 'global.active' },
  { name: 'trading-empty', path: 'webtrader', as: 'global.my' },
  { name: 'trading-refused', path: 'webtrader', as: 'global.lead' },
  { name: 'trading-open', path: 'webtrader?is_demo=1', as: 'global.active', open: chooseCrypto },
  { name: 'trading-order', path: 'webtrader?is_demo=1', as: 'global.active', open: askOrder, isOver: true },
  { name: 'trading-symbols', path: 'webtrader', as: 'global.active', open: openSymbols, isOver: true, isNarrowOnly: true },
  {
    name: 'trading-ticket',
    path: 'webtrader',
    as: 'global.active',
    open: async (stage) => openTab(stage, 'trade'),
    isPhoneOnly: true,
  },
  {
    name: 'trading-positions',
    path: 'webtrader',
    as: 'global.active',
    open: async (stage) => openTab(stage, 'positions'),
    isPhoneOnly: true,
  },
  { name: 'trading-limit', path: 'webtrader?is_demo=1', as: 'global.active', open: askLimit },
  { name: 'trading-waiting', path: 'webtrader', as: 'global.active', open: openWaiting },
  { name: 'trading-alerts', path: 'webtrader?symbol=EURUSD', as: 'global.active', open: openAlerts },
  { name: 'trading-terms', path: 'webtrader?symbol=EURUSD', as: 'global.active', open: openTerms, isOver: true },
  { name: 'trading-indicators', path: 'webtrader?symbol=EURUSD', as: 'global.active', open: openIndicators, isOver: true },
  { name: 'trading-drawings', path: 'webtrader?symbol=EURUSD', as: 'global.active', open: openDrawings, isOver: true },
  { name: 'trading-history', path: 'webtrader', as: 'global.active', open: openHistory },
  { name: 'trading-close-several', path: 'webtrader', as: 'global.active', open: askClosingSeveral, isOver: true },
  { name: 'trading-stops', path: 'webtrader', as: 'global.active', open: askStops, isOver: true },
  { name: 'trading-close', path: 'webtrader', as: 'global.active', open: askClosing, isOver: true },
];

/** Crypto trades on every day of the week. */
async function chooseCrypto(stage: ScreenHelpers): Promise<void> {
  const { page, say } = stage;
  if (await page.getByRole('button', { name: say('trading.changeSymbol'), exact: true }).isVisible()) await openSymbols(stage);
  await page.getByRole('button', { name: say('trading.group.crypto'), exact: true }).click();
  await page.getByRole('button', { name: /^BTCUSD/ }).click();
  await page.getByRole('heading', { name: 'BTCUSD' }).waitFor();
}

async function openSymbols({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('trading.changeSymbol'), exact: true }).click();
  await page.locator('dialog[open]').waitFor();
}

async function askOrder(stage: ScreenHelpers): Promise<void> {
  const { page, say } = stage;
  await chooseCrypto(stage);
  await openTab(stage, 'trade');
  // A press while the price is still to come is no order.
  await expect(async () => {
    await page.getByRole('button', { name: say('trading.do.buy', { lots: '0.01', symbol: 'BTCUSD' }) }).click();
    await expect(page.locator('dialog[open]')).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
}

/** On a phone the terminal is three tabs. */
async function openTab({ page, say }: ScreenHelpers, tab: 'trade' | 'positions'): Promise<void> {
  const opener = page.getByRole('tab', { name: new RegExp(`^${say(`trading.tab.${tab}`)}`) });
  if (await opener.isVisible()) await opener.click();
}

/** A price on the wrong side says so at its field. */
async function askLimit(stage: ScreenHelpers): Promise<void> {
  const { page, say } = stage;
  await chooseCrypto(stage);
  await openTab(stage, 'trade');
  await page.getByLabel(say('trading.type')).selectOption('limit');
  await page.getByLabel(say('trading.level.at')).fill('9999999');
}

async function openWaiting(stage: ScreenHelpers): Promise<void> {
  const { page, say } = stage;
  await openTab(stage, 'positions');
  await page.getByRole('tab', { name: say('trading.orders') }).click();
}

async function openAlerts(stage: ScreenHelpers): Promise<void> {
  const { page, say } = stage;
  await openTab(stage, 'positions');
  await page.getByRole('tab', { name: say('trading.alerts') }).click();
  await page.getByRole('button', { name: say('trading.alerts.set'), exact: true }).waitFor();
}

async function openTerms({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('trading.terms'), exact: true }).click();
  await page.getByText(say('trading.terms.hours'), { exact: true }).waitFor();
}

/** One of them ticked, so that its figures are in sight. */
async function openIndicators({ page, say }: ScreenHelpers): Promise<void> {
  const tools = page.getByRole('group', { name: say('trading.chart.tools'), exact: true });
  await tools.getByRole('button', { name: say('trading.indicators') }).click();
  await page.getByLabel(/^MACD/).check();
}

async function openDrawings({ page, say }: ScreenHelpers): Promise<void> {
  const tools = page.getByRole('group', { name: say('trading.chart.tools'), exact: true });
  await tools.getByRole('button', { name: say('trading.figures') }).click();
  await page.getByLabel(say('trading.figures.kind')).selectOption('segment');
}

async function openHistory(stage: ScreenHelpers): Promise<void> {
  const { page, say } = stage;
  await openTab(stage, 'positions');
  await page.getByRole('tab', { name: say('trading.history') }).click();
  await page.getByRole('table', { name: say('trading.history.deals') }).waitFor();
}

async function askClosingSeveral(stage: ScreenHelpers): Promise<void> {
  const { page, say } = stage;
  await openTab(stage, 'positions');
  await page.getByRole('button', { name: say('trading.closeMany'), exact: true }).click();
  await page.locator('dialog[open]').waitFor();
}

async function askStops(stage: ScreenHelpers): Promise<void> {
  const { page, say } = stage;
  await openTab(stage, 'positions');
  await page
    .getByRole('table', { name: say('trading.positions') })
    .getByRole('button', { name: new RegExp(`^${say('trading.stops.set')}`) })
    .first()
    .click();
  await page.locator('dialog[open]').waitFor();
}

async function askClosing(stage: ScreenHelpers): Promise<void> {
  const { page, say } = stage;
  await openTab(stage, 'positions');
  await page
    .getByRole('table', { name: say('trading.positions') })
    .getByRole('button', { name: new RegExp(`^${say('trading.close')}`) })
    .first()
    .click();
  await page.locator('dialog[open]').waitFor();
}
