import { barriers, expect, settled, test, visit } from './portal.ts';

// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a client asks for a prepaid card on a phone for the fee that the button says, follows it until it is active, and blocks it', async ({
  page,
  backstage,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await backstage.signIn('global.active');
  await visit(page, '/en/atrium-mastercard');
  await page.getByLabel('Street and number').fill('1 Long Street');
  await page.getByLabel('City').fill('Cape Town');
  await page.getByLabel('Postcode').fill('8001');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Ask for the card, .*10\.00/ }).click();
  await expect(page.getByText(/^(Asked for|In review)/)).toBeVisible();
  await settled(page);
  expect(await barriers(page)).toEqual([]);
  // The issuer goes a stage further each minute.
  for (const phase of ['Approved', 'Sent', 'Active']) {
    await expect(async () => {
      await backstage.post('/sandbox/clock', { advance_seconds: 60 });
      await expect(page.getByText(phase, { exact: true })).toBeVisible({ timeout: 3000 });
    }).toPass();
  }
  await page.getByRole('button', { name: 'Block the card' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Block the card' }).click();
  await expect(page.getByText('Blocked', { exact: true })).toBeVisible();
});
