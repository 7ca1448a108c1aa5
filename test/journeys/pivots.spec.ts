import type { Page } from '@playwright/test';
import { answerCalls } from '../answers.ts';
import { expect, screenBarriers, test } from './portal.ts';

// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function signIn(page: Page, name: string): Promise<void> {
  const answer = await page.request.post('/api/client/login', { data: { id: `${name}@atrium.test`, password: 'Sandbox2026!' } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('a client reads the levels of a symbol by method and frame, and its group decides which frames there are', async ({
  page,
}) => {
  await signIn(page, 'global.promo');
  await page.goto('/en/pivot-points?timeframe=15min&method=fibonacci');
  const levels = page.getByRole('table', { name: 'Levels' });
  await expect(levels.getByRole('row').filter({ hasText: 'Resistance' })).toHaveCount(3);
  await expect(page.getByText(/of 3 expect a rise/)).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Levels of EURUSD' }).locator('canvas').first()).toBeVisible();
  expect(await screenBarriers(page)).toEqual([]);

  await page.getByText('DeMark', { exact: true }).click();
  await expect(levels.getByRole('row').filter({ hasText: 'Resistance' })).toHaveCount(1);
  await page.getByLabel('Symbol', { exact: true }).selectOption('AAPL');
  await expect(page.getByRole('radio', { name: '15m' })).toBeDisabled();
  await expect(page.getByRole('radio', { name: '1D' })).toBeChecked();
  await expect(page).toHaveURL(/symbol=AAPL&method=demark&timeframe=1d/);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('who has not finished registering is led to the second step by another symbol, and has the one of before when they put it off', async ({
  page,
  provoked,
}) => {
  provoked.add(422);
  await signIn(page, 'uk.lead');
  await page.goto('/en/pivot-points');
  const step = page.getByRole('dialog');
  const putOff = async (): Promise<void> => {
    await step.getByRole('button', { name: 'Close' }).click();
    await step.getByRole('button', { name: 'Go, and finish later' }).click();
  };
  // It stands over whatever page they come to first.
  await putOff();
  const levels = page.getByRole('table', { name: 'Levels' });
  await expect(levels).toBeVisible();
  await page.getByLabel('Symbol', { exact: true }).selectOption('GBPUSD');
  await putOff();
  await expect(page.getByLabel('Symbol', { exact: true })).toHaveValue('EURUSD');
  await expect(levels).toBeVisible();
});

test('the distances are asked for where the broker says, and what cannot be read there is said', async ({
  page,
  backstage,
  provoked,
}) => {
  await backstage.signIn('global.promo');
  await answerCalls(page, /\/api\/direct\/symbols/, async (asked) => {
    const answer = await asked.fetch();
    const body = (await answer.json()) as { data: { direct: object } };
    const data = { direct: { ...body.data.direct, price_levels: '/api/levels/{method}' } };
    await asked.fulfill({ response: answer, json: { ...body, data } });
  });
  const ours = await backstage.get('api/direct/price-levels/fibonacci');
  const told = { ...ours, distances: { ...ours.distances, resistance1: { points: 4242, percent: '3.90' } } };
  for (const [method, data] of [
    ['standard', { levels: [] }],
    ['fibonacci', told],
  ] as const)
    await answerCalls(page, `**/api/levels/${method}**`, (asked) =>
      asked.fulfill({ json: { success: true, data, errors: [], code: 200 } }),
    );
  await page.goto('/en/pivot-points');
  await expect(page.getByText('What was answered here cannot be read.')).toBeVisible();
  const levels = page.getByRole('table', { name: 'Levels' });
  await expect(levels.getByRole('row').filter({ hasText: 'Resistance' })).toHaveCount(5);
  await page.getByText('Fibonacci', { exact: true }).click();
  await expect(levels).toContainText('4,242 points');
  // Where nobody answers there, or somebody who knows no session of ours, the rest of the tool stands.
  for (const [method, name, status] of [
    ['camarilla', 'Camarilla', 401],
    ['demark', 'DeMark', 404],
  ] as const) {
    provoked.add(status);
    await answerCalls(page, `**/api/levels/${method}**`, (asked) =>
      asked.fulfill({ status, json: { success: false, data: null, errors: [], code: status } }),
    );
    await page.getByText(name, { exact: true }).click();
    await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
    await expect(levels.getByRole('row').filter({ hasText: 'Resistance' })).not.toHaveCount(0);
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a dialog says what was refused of the levels, goes when they have come, and says nothing without a network', async ({
  page,
  context,
  backstage,
  provoked,
}) => {
  // What the browser notes of a call without a network has no status.
  provoked.add(422).add(NaN);
  await backstage.signIn('global.promo');
  let refuses = true;
  const told = {
    code: 'too_few_candles',
    errttl: 'Too few candles',
    errmsg: 'There is not enough to reckon with.',
    validation_messages: {},
  };
  await answerCalls(page, /\/api\/direct\/pivot-points\/standard/, async (asked) =>
    asked.fulfill(
      refuses
        ? { status: 422, json: { success: false, data: null, errors: [told], code: 422 } }
        : { response: await asked.fetch() },
    ),
  );
  await page.goto('/en/pivot-points');
  const dialog = page.getByRole('dialog', { name: 'Too few candles' });
  await expect(dialog).toBeVisible();
  refuses = false;
  // It is asked again by itself.
  await expect(page.getByRole('table', { name: 'Levels' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await context.setOffline(true);
  await page.getByText('DeMark', { exact: true }).click();
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await context.setOffline(false);
});

test('on the narrowest phone the lists to choose from stand whole between the edges', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await backstage.signIn('global.active');
  await page.goto('/en/pivot-points');
  const list = page.getByLabel('Symbol');
  await expect(list).toBeVisible();
  const edge = async (): Promise<number> => {
    const box = await list.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 361);
  };
  await expect.poll(edge).toBeLessThanOrEqual(360);
});
