import { expect, test, visit } from './portal.ts';

// Crypto trades all week, so this journey works on a Sunday too.
test('a position is bought, ticks, and is closed into the balance', async ({ page, backstage }) => {
  await backstage.signIn('provider.active');
  await visit(page, '/en/webtrader');
  await page.getByRole('button', { name: 'Crypto' }).click();
  await page.getByRole('button', { name: /^BTCUSD/ }).click();
  await expect(page.getByRole('heading', { name: 'BTCUSD' })).toBeVisible();
  await page.getByRole('button', { name: /^Buy 0\.01 BTCUSD/ }).click();
  const order = page.getByRole('dialog', { name: 'Check your order' });
  await order.getByRole('button', { name: /^Buy 0\.01 BTCUSD/ }).click();
  await expect(page.getByText('Bought 0.01 lots of BTCUSD')).toBeVisible();
  const positions = page.getByRole('table', { name: 'Open positions' });
  await expect(positions.getByRole('row').filter({ hasText: 'BTCUSD' })).toHaveCount(1);

  await positions.getByRole('button', { name: 'Close BTCUSD' }).click();
  const closing = page.getByRole('dialog', { name: 'Close BTCUSD' });
  await closing.getByRole('button', { name: 'Close all 0.01 BTCUSD' }).click();
  await expect(page.getByText('Closed 0.01 lots of BTCUSD')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'BTCUSD' })).toHaveCount(0);
});
