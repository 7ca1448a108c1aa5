import { answerCalls } from '../answers.ts';
import { barriers, expect, password, still, test, visit } from './portal.ts';

// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a client starts copy trading, subscribes on a phone for the price that the button says, and reads what is traded', async ({
  page,
  backstage,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await backstage.signIn('global.active');
  await visit(page, '/en/copy-trading');
  await expect(page).toHaveURL(/\/en\/copy-trading\/start$/);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page).toHaveURL(/\/en\/copy-trading$/);
  // Whoever has named an account is led to the signals, and comes back to name another only by what says so.
  await visit(page, '/en/copy-trading/start');
  await expect(page).toHaveURL(/\/en\/copy-trading$/);
  await page.getByRole('link', { name: 'Another account', exact: true }).click();
  await expect(page).toHaveURL(/\/en\/copy-trading\/start\?change=1$/);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page).toHaveURL(/\/en\/copy-trading$/);
  const paid = page.getByRole('listitem').filter({ hasText: 'Steady-hand' });
  await paid.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Steady-hand' });
  await dialog.getByRole('button', { name: /^Subscribe for .*19\.00/ }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Show trades' }).click();
  await expect(
    page.getByRole('table', { name: 'Trades' }).or(page.getByText('Nothing was traded in the last thirty days.')),
  ).toBeVisible();
  await still(page);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog', { name: 'Cancel Steady-hand' }).getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText(/^Ends on /)).toBeVisible();
});

test('more free signals than a page has are shown one page after the other, and found again on the way back', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.active');
  const { accounts } = await backstage.get('api/direct/copy-trading/status');
  await backstage.post('api/direct/copy-trading/start', { account_number: accounts[0].number });
  await answerCalls(page, /signals\/free-paid/, async (asked) => {
    const response = await asked.fetch();
    const envelope = await response.json();
    const [told] = envelope.data.paid;
    const at = Number(new URL(response.url()).searchParams.get('page') ?? 1);
    const all = Array.from({ length: 21 }, (_each, index) => ({ ...told, id: told.id + index, name: `Free-${index + 1}` }));
    Object.assign(envelope.data, { free: all.slice((at - 1) * 20, at * 20), total_free: all.length, page: at });
    await asked.fulfill({ response, json: envelope });
  });
  await visit(page, '/en/copy-trading');
  const last = page.getByRole('link', { name: 'Free-21', exact: true });
  await expect(page.getByRole('link', { name: 'Free-20', exact: true })).toBeVisible();
  await expect(last).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'See more paid signals' })).toHaveCount(0);
  const more = page.getByRole('button', { name: 'See more free signals' });
  await more.click();
  await expect(last).toBeVisible();
  await expect(more).toHaveCount(0);
  await page.getByRole('link', { name: 'Free-1', exact: true }).click();
  await expect(page).toHaveURL(/\/accounts\/strategy\//);
  await page.goBack();
  await expect(last).toBeVisible();
});

/** Seconds to the next Wednesday at ten, when London is open whatever its clocks show. */
function toWednesday(now: Date): number {
  const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ((3 - now.getUTCDay() + 7) % 7), 10);
  const ahead = Math.floor((at - now.getTime()) / 1000);
  return ahead >= 0 ? ahead : ahead + 7 * 24 * 3600;
}

test('a client reads what became of a signal, chooses a date and its session, and is told where there is none', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.active');
  await visit(page, '/en/atrium-signals?instrument=EURUSD');
  await expect(page.getByRole('figure', { name: 'Signal for EURUSD' }).locator('canvas').first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'How signals have ended' }).getByRole('row')).toHaveCount(3);
  await still(page);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Choose date and session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose date and session' });
  await expect(dialog.getByRole('button', { name: /^Session 2, London.*There is a signal/ })).toBeVisible();
  await dialog.getByRole('button', { name: /^Session 3, New York.*No signal/ }).click();
  await expect(page).toHaveURL(/session=3/);
  await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible();

  await backstage.signIn('uk.active');
  await visit(page, '/en/atrium-signals');
  await expect(page.getByText('Trading signals are not offered on this site.').first()).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Trading signals' })).toHaveCount(0);
});

test('an analyst posts a signal and corrects it, a client sees both, and the market ends it', async ({
  page,
  browser,
  baseURL,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn('ng.active');
  const { today } = await backstage.get('api/fx-signals/instruments');
  const told = new Date(`${today}T${new Date().toISOString().slice(11)}`);
  await backstage.post('/sandbox/clock', { advance_seconds: toWednesday(told) });
  await visit(page, '/en/atrium-signals?instrument=GBPUSD');
  await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible();

  const desk = await (await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' })).newPage();
  await desk.goto('/desk/signals');
  await desk.locator('input[name="id"]').fill('analyst@staff.atrium.test');
  await desk.locator('input[name="password"]').fill(password);
  await desk.keyboard.press('Enter');
  await still(desk);
  await desk.getByRole('button', { name: 'Post a signal' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Instrument').selectOption('GBPUSD');
  const now = await dialog.getByText(/^Now: bid/).textContent();
  const bid = Number(/bid ([\d.]+)/.exec(now ?? '')?.[1]);
  const near = (pips: number): string => (bid + pips / 10_000).toFixed(5);
  await dialog.getByLabel('Entry').fill(near(0));
  await dialog.getByLabel('Stop').fill(near(-400));
  await dialog.getByLabel('Targets').fill(near(-10));
  await dialog.getByLabel('Reason').fill('The trend of the week.');
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialog.getByText(/The stop stands behind the entry/)).toBeVisible();
  await dialog.getByLabel('Targets').fill(`${near(300)} ${near(600)}`);
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const row = desk.getByRole('row', { name: /GBPUSD · Buy/ });
  await row.getByRole('button', { name: 'Correct' }).click();
  await dialog.getByLabel('Stop').fill(near(-500));
  await dialog.getByLabel('Reason').fill('Below the low of yesterday.');
  await dialog.getByRole('button', { name: 'Correct' }).click();
  await expect(row.getByText('Corrected')).toBeVisible();

  // The client's page has it by itself, with what stood there before.
  await expect(page.getByRole('table', { name: 'What stood there before' })).toContainText(near(-400));
  await expect(page.getByText('Corrected', { exact: true })).toBeVisible();
  await backstage.post('/sandbox/clock', { advance_seconds: 13 * 3600 });
  await expect(page.getByText('Closed', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^(Target hit|Stop hit|Expired)$/).first()).toBeVisible();
});
