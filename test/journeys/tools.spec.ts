import { expect, screenBarriers, test } from './portal.ts';

// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' }, timezoneId: 'America/New_York' });

test('a client looks figures up in their own time, is reminded of one, and sees since when the calendar is silent', async ({
  page,
  backstage,
  request,
}) => {
  await backstage.signIn('global.active');
  await page.goto('/en/economic-calendar?span=month&importance=medium&country=US');
  const table = page.getByRole('table', { name: 'Economic calendar' });
  // Eight thirty in New York, in summer and in winter.
  const claims = table.getByRole('row').filter({ hasText: 'Initial jobless claims' });
  await expect(claims.filter({ hasText: '08:30' }).first()).toBeVisible();
  await expect(page.getByText('Calendar as of')).toBeVisible();
  expect(await screenBarriers(page)).toEqual([]);

  await table
    .getByRole('button', { name: /Remind me Initial jobless claims/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('60 minutes before').click();
  await dialog.getByRole('button', { name: 'Set alert' }).click();
  await expect(table.getByRole('button', { name: /60 min before/ })).toBeVisible();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Calendar file (.ics)' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^economic-calendar-.*\.ics$/);

  await request.post('/sandbox/faults', { data: { target: 'calendar', mode: 'error' } });
  await request.post('/sandbox/clock', { data: { advance_seconds: 600 } });
  await page.reload();
  await expect(page.getByText(/The calendar has not been updated since/)).toBeVisible();
  await expect(claims.first()).toBeVisible();
  await request.post('/sandbox/faults', { data: { target: 'calendar', mode: 'none' } });
  await request.post('/sandbox/clock', { data: { advance_seconds: 20 } });
  await expect(page.getByText(/The calendar has not been updated since/)).toBeHidden();
});

test('research of a vendor stands in a frame without rights, says what it asks for, and since when the vendor is silent', async ({
  page,
  backstage,
  request,
  provoked,
}) => {
  provoked.add(503);
  await backstage.signIn('global.active');
  await page.goto('/en/services/trading-central');
  const frame = page.locator('main iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-popups');
  await expect(page.frameLocator('main iframe').getByRole('heading', { name: 'Trading Central' })).toBeVisible();
  expect(await screenBarriers(page)).toEqual([]);

  await request.post('/sandbox/faults', { data: { target: 'research', mode: 'error', count: 1 } });
  await page.goto('/en/services/indicators');
  await expect(page.getByText(/The vendor has not answered since/)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.frameLocator('main iframe').getByRole('heading', { name: 'Indicators' })).toBeVisible();
});
