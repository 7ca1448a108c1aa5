import type { Page } from '@playwright/test';
import { answerCalls } from '../answers.ts';
import { sentencesOf } from '../sentences.ts';
import { byKeyboard } from './hands.ts';
import { barriers, expect, openSandboxHelpers, password, still, test, visit } from './portal.ts';

const say = sentencesOf('en');
// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function signInAtDesk(page: Page, role: string): Promise<void> {
  await page.locator('input[name="id"]').fill(`${role}@staff.atrium.test`);
  await page.locator('input[name="password"]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/^Providers · /);
  await still(page);
}

test('a client asks to be a provider, the desk takes them, and their page leads on', async ({
  page,
  browser,
  baseURL,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn('ng.active');

  // Whoever comes to another page of a provider's is led to the one that their status has.
  await visit(page, '/en/providers/strategies');
  await expect(page).toHaveURL(/\/en\/providers\/approval$/);
  await page.getByLabel(say('providers.nickname')).fill('ab');
  await page.getByRole('button', { name: say('providers.approval.send') }).click();
  await expect(page.getByText(say('providers.nickname.wrong'))).toBeVisible();
  await page.getByLabel(say('providers.nickname')).fill('Lagos Gold');
  await page.getByText(say('providers.where.external'), { exact: true }).click();
  await page.getByLabel(say('providers.external'), { exact: true }).fill('Somewhere 1234567');
  await still(page);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: say('providers.approval.send') }).click();
  await expect(page.getByText(say('providers.waiting.title'))).toBeVisible();

  const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await desk.goto('/desk/queues/providers');
  await signInAtDesk(desk, 'compliance');
  await desk.getByRole('row', { name: /provider \d+/ }).click();
  await desk.getByRole('link', { name: 'Look at the request' }).click();
  await expect(desk.getByText('Somewhere 1234567')).toBeVisible();
  await desk.getByRole('button', { name: 'Approve' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('textbox').fill('The statement was looked at.');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(desk.getByText('Approved')).toBeVisible();

  // The client's page leads on by itself, and says what it takes.
  await expect(page).toHaveURL(/\/en\/providers\/account-request$/);
  await expect(page.getByText(say('providers.request.none.title'))).toBeVisible();
});

test('a provider makes a strategy of an account, which others find from then on, and changes what another one offers', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('provider.new');
  await visit(page, '/en/providers/strategies');
  await expect(page).toHaveURL(/\/en\/providers\/account-request$/);
  await page.getByLabel(say('providers.name'), { exact: true }).fill('two words');
  await page.getByRole('button', { name: say('providers.request.send') }).click();
  await expect(page.getByText(say('providers.name.wrong'))).toBeVisible();
  await page.getByLabel(say('providers.name'), { exact: true }).fill('Harmattan');
  await still(page);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: say('providers.request.send') }).click();
  await expect(page).toHaveURL(/\/en\/providers\/strategies$/);
  await expect(page.getByText(say('providers.status.active'))).toBeVisible();
  await visit(page, '/en/strategies?search=harmattan');
  await expect(page.getByRole('link', { name: 'Harmattan' })).toBeVisible();

  await backstage.signIn('provider.active');
  await visit(page, '/en/providers/approval');
  await expect(page).toHaveURL(/\/en\/providers\/strategies$/);
  await page.getByRole('link', { name: 'Night_owl' }).click();
  await page.getByLabel(say('providers.share')).selectOption('25');
  await page.getByRole('button', { name: say('providers.offer.send') }).click();
  await expect(page.getByText(say('providers.offer.done')).first()).toBeVisible();
  await visit(page, '/en/strategies?filters=fee<30');
  await expect(page.getByRole('link', { name: 'Night_owl' })).toBeVisible();
});

test('an investor looks through the strategies, down to the deals that a figure is made of', async ({ page, backstage }) => {
  await backstage.signIn('investor.form');
  await visit(page, '/en/strategies');
  await page.getByLabel(say('strategies.search')).fill('steady');
  await expect(page).toHaveURL(/search=steady/);
  await expect(page.getByRole('radio', { name: say('strategies.list.all') })).toBeChecked();
  await expect(page.getByRole('status').filter({ hasText: '1 strategy' })).toBeVisible();
  await still(page);
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel(say('strategies.search')).fill('');
  await page.getByLabel(say('strategies.filter.fee')).selectOption('<15');
  await expect(page.getByRole('link', { name: 'Quiet-river' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Steady-hand' })).toHaveCount(0);
  await page.getByText(say('strategies.list.all'), { exact: true }).click();
  await page.getByLabel(say('strategies.filter.fee')).selectOption('');
  await page.getByRole('link', { name: 'Steady-hand' }).click();

  await expect(page.getByRole('heading', { name: 'Steady-hand', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: say('strategies.how.show') }).click();
  const days = page.getByRole('table', { name: say('strategies.how.days') });
  await expect(days.getByRole('row')).toHaveCount(32);
  await page.getByRole('button', { name: say('strategies.how.earlier') }).click();
  await expect(page.getByRole('button', { name: say('strategies.how.latest') })).toBeVisible();
  await days.getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByText(say('strategies.tab.review'), { exact: true }).click();
  await expect(page.getByRole('table', { name: say('strategies.instruments') })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await still(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await barriers(page)).toEqual([]);
});

test('on a phone the strategies come first, and what they are narrowed by when it is asked for, by keyboard too', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('investor.form');
  await page.setViewportSize({ width: 360, height: 780 });
  await visit(page, '/en/strategies?list=all');
  const first = page.getByRole('main').getByRole('listitem').getByRole('link').first();
  await expect(first).toBeInViewport();
  const opener = page.getByRole('button', { name: say('strategies.filters.show'), exact: true });
  const fee = page.getByLabel(say('strategies.filter.fee'));
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await expect(fee).toBeHidden();
  const hand = byKeyboard(page);
  await hand.press(opener);
  await hand.pick(fee, '<15');
  await expect(page).toHaveURL(/filters=fee/);
  const counted = page.getByRole('button', { name: say('strategies.filters.count', { count: 1 }), exact: true });
  await expect(counted).toHaveAttribute('aria-expanded', 'true');
  await hand.press(counted);
  await expect(fee).toBeHidden();
  await expect(first).toHaveText('Quiet-river');
  await expect(first).toBeInViewport();

  await page.setViewportSize({ width: 768, height: 780 });
  await expect(fee).toBeVisible();
  await expect(counted).toBeHidden();
});

test('the closed strategies of a manager are turned over page by page', async ({ page, backstage }) => {
  await backstage.signIn('investor.form');
  const { direct } = await backstage.get('api/direct/investment-program/manager-accounts?list=all&sort=name');
  const [told] = direct.manager_accounts;
  const closed = Array.from({ length: 21 }, (_each, index) => ({
    ...told,
    acc_no: 430_000_001 + index,
    acc_name: `Closed-${index + 1}`,
  }));
  await answerCalls(page, /manager-other-accounts\?/, async (asked) => {
    const response = await asked.fetch();
    const envelope = await response.json();
    const { list, page: at } = Object.fromEntries(new URL(response.url()).searchParams);
    const inactive = list === 'inactive' ? closed.slice((Number(at) - 1) * 20, Number(at) * 20) : [];
    Object.assign(envelope.data.direct, { inactive, total_inactive: closed.length, page: Number(at) });
    await asked.fulfill({ response, json: envelope });
  });
  await visit(page, `/en/strategies/manager/${told.owner_id}`);
  const more = page.getByRole('button', { name: say('strategies.manager.after') });
  await expect(page.getByRole('heading', { name: say('strategies.manager.news') })).toBeVisible();
  await expect(more).toHaveCount(0);
  await page.getByText(say('strategies.manager.inactive'), { exact: true }).click();
  await expect(page.getByText('Closed-20', { exact: true })).toBeVisible();
  await expect(page.getByText('Closed-21', { exact: true })).toHaveCount(0);
  await more.click();
  await expect(page.getByText('Closed-21', { exact: true })).toBeVisible();
  await expect(more).toHaveCount(0);
  await page.getByRole('button', { name: say('strategies.manager.before') }).click();
  await expect(page.getByText('Closed-1', { exact: true })).toBeVisible();
});

test('whoever has no closed investment account is shown the page of 404', async ({ page, backstage, provoked }) => {
  provoked.add(404);
  await backstage.signIn('investor.active');
  await page.goto('/en/accounts/closed');
  await expect(page).toHaveURL(/\/en\/error\/404$/);
  await expect(page.getByText(say('ui.missing.title'))).toBeVisible();
});

test('a provider asks to close a strategy that others follow, the desk has it go on, then closes it, and whoever follows it reads that', async ({
  page,
  browser,
  baseURL,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn('provider.active');
  const theirs = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' });
  await openSandboxHelpers(theirs).signIn('investor.active');
  const following = await theirs.newPage();
  await visit(following, '/en/investors/investments');
  await following.getByRole('table').getByRole('link', { name: 'Night_owl' }).click();
  await expect(following.getByText(say('investments.status.active'), { exact: true })).toBeVisible();
  const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await desk.goto('/desk/queues/providers');
  await signInAtDesk(desk, 'compliance');

  await visit(page, '/en/providers/strategies');
  await page.getByRole('link', { name: 'Night_owl' }).click();
  await page.getByRole('link', { name: say('providers.followers') }).click();
  await askToClose(page);
  await lookAtArchive(desk);
  await still(desk);
  expect(await barriers(desk, { isFrameKnown: true })).toEqual([]);
  await desk.getByRole('button', { name: 'Have it go on' }).click();
  const deciding = desk.getByRole('dialog');
  await deciding.getByRole('textbox').fill('There are open positions.');
  await deciding.getByRole('combobox', { name: 'Why' }).selectOption('positions_open');
  await deciding.getByRole('button', { name: 'Have it go on' }).click();
  await expect(desk.getByText('Goes on', { exact: true })).toBeVisible();
  await expect(page.getByText(say('remunerations.archive.reason.positions_open'))).toBeVisible();
  await still(page);
  expect(await barriers(page)).toEqual([]);

  await askToClose(page);
  await lookAtArchive(desk);
  await desk.getByRole('button', { name: 'Close it' }).click();
  await deciding.getByRole('textbox').fill('The positions are closed.');
  await deciding.getByRole('button', { name: 'Close it' }).click();
  await expect(desk.getByText('Closed', { exact: true })).toBeVisible();
  await expect(page.getByText(/^You closed it /)).toBeVisible();
  await expect(
    following
      .getByText(say('investments.status.closing'), { exact: true })
      .or(following.getByText(say('investments.status.closed'), { exact: true })),
  ).toBeVisible();
});

async function askToClose(page: Page): Promise<void> {
  await page.getByRole('button', { name: say('remunerations.archive.do'), exact: true }).click();
  const asking = page.getByRole('dialog');
  await expect(asking.getByText(say('remunerations.archive.looked'))).toBeVisible();
  await asking.getByRole('button', { name: say('remunerations.archive.do') }).click();
  await expect(asking).toBeHidden();
  await expect(page.getByText(/^You asked to close it .+ We are looking at it/)).toBeVisible();
}

/** The newest request of those that wait. */
async function lookAtArchive(desk: Page): Promise<void> {
  await desk.goto('/desk/queues/providers');
  await desk
    .getByRole('row', { name: /archive \d+/ })
    .last()
    .click();
  await desk.getByRole('link', { name: 'Look at the strategy' }).click();
  await expect(desk.getByRole('heading', { name: 'Night_owl is to be closed' })).toBeVisible();
}

test('more strategies than a page has are shown one page after the other, and found again on the way back', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('investor.form');
  await answerCalls(page, /manager-accounts\?/, async (asked) => {
    const response = await asked.fetch();
    const envelope = await response.json();
    const { direct } = envelope.data;
    const [told] = direct.manager_accounts;
    const at = Number(new URL(response.url()).searchParams.get('page') ?? 1);
    const all = Array.from({ length: 23 }, (_each, index) => ({
      ...told,
      acc_no: told.acc_no + index,
      acc_name: `Seen-${index + 1}`,
    }));
    Object.assign(direct, {
      manager_accounts: all.slice((at - 1) * 20, at * 20),
      total_items: all.length,
      page_size: 20,
      page: at,
    });
    await asked.fulfill({ response, json: envelope });
  });
  await visit(page, '/en/strategies?list=all');
  const cards = page.getByRole('main').getByRole('link', { name: /^Seen-\d+$/ });
  const more = page.getByRole('button', { name: say('strategies.more') });
  await expect(cards).toHaveCount(20);
  await more.click();
  await expect(cards).toHaveCount(23);
  await expect(more).toHaveCount(0);
  await expect(page).toHaveURL(/pages=2/);
  expect(await barriers(page)).toEqual([]);
  await cards.first().click();
  await expect(page).toHaveURL(/\/accounts\/strategy\//);
  await page.goBack();
  await expect(cards).toHaveCount(23);
});
