import { barriers, expect, settled, test, visit } from './portal.ts';

const daySeconds = 24 * 3600;

/** To the next Wednesday forenoon, when the market is open. */
function untilOpen(now: Date): number {
  const wednesday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ((3 - now.getUTCDay() + 7) % 7), 10);
  const ahead = Math.floor((wednesday - now.getTime()) / 1000);
  return ahead >= 0 ? ahead : ahead + 7 * daySeconds;
}

test('gold is bought for an amount at the price that was shown, and sold by its weight', async ({ page, backstage }) => {
  await backstage.post('/sandbox/clock', { advance_seconds: untilOpen(new Date()) });
  await backstage.signIn('in.gold');
  const before = await backstage.get('api/gold/trading');

  await test.step('from the navigation to the whole price', async () => {
    await visit(page, '/en');
    await page.getByRole('link', { name: 'Gold', exact: true }).first().click();
    await settled(page);
    await page.getByRole('link', { name: 'Buy gold' }).click();
    await settled(page);
    await page.getByLabel('How much').fill('200.00');
    await page.getByRole('button', { name: 'Show the price' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check your purchase' });
    await expect(dialog).toContainText('Tax (3 %)');
    await expect(dialog).toContainText('Spread');
    expect(await barriers(page)).toEqual([]);
  });
  await test.step('yes: it is there, and the wallet has paid for it', async () => {
    const dialog = page.getByRole('dialog', { name: 'Check your purchase' });
    await dialog.getByRole('button', { name: /^(Buy \d|Show a new price)/ }).click();
    await expect(async () => {
      const again = dialog.getByRole('button', { name: /^Show a new price/ });
      if (await again.isVisible()) {
        await again.click();
        await dialog.getByRole('button', { name: /^Buy \d/ }).click();
      }
      await expect(page).toHaveURL(/\/en\/gold\/trading/);
    }).toPass();
    await settled(page);
    const after = await backstage.get('api/gold/trading');
    expect(Number(after.weight.g)).toBeGreaterThan(Number(before.weight.g));
    expect(Number(before.wallet.balance) - Number(after.wallet.balance)).toBeCloseTo(200, 1);
    await expect(page.getByRole('table', { name: 'What moved' })).toContainText('Bought');
  });
  await test.step('sold by weight, and none of it is left over', async () => {
    const held = await backstage.get('api/gold/trading');
    await visit(page, '/en/gold/sell?by=g');
    await page.getByRole('button', { name: 'Sell all' }).click();
    await expect(page.getByLabel('How much')).toHaveValue(held.weight.g);
    await page.getByRole('button', { name: 'Show the price' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check your sale' });
    await dialog.getByRole('button', { name: /^Sell \d/ }).click();
    await expect(page).toHaveURL(/\/en\/gold\/trading/);
    await settled(page);
    expect((await backstage.get('api/gold/trading')).weight.g).toBe('0.0000000');
    await expect(page.getByRole('table', { name: 'What moved' })).toContainText('Sold');
  });
});
