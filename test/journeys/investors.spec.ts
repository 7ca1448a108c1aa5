import type { Locator, Page } from '@playwright/test';
import { instruments } from '../../src/law/investors.ts';
import { sentencesOf } from '../sentences.ts';
import { becomeInvestor } from './backOffice.ts';
import { barriers, expect, password, still, test, visit } from './portal.ts';

const say = sentencesOf('en');
// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const chosen = (page: Page, group: string, option: string): Locator =>
  page.getByRole('group', { name: say(group) }).getByText(say(`investors.option.${option}`), { exact: true });

const next = async (page: Page): Promise<void> => page.getByRole('button', { name: say('ui.form.next') }).click();

async function answerAll(page: Page): Promise<void> {
  // A step is left only once all of it is answered.
  await next(page);
  await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
  await page.getByLabel(say('investors.occupation')).selectOption('employed');
  await page.getByLabel(say('investors.retirement_date')).selectOption('2050');
  await page.getByLabel(say('investors.education')).selectOption('bachelor');
  await page.getByLabel(say('investors.asset_value')).selectOption('to50');
  await chosen(page, 'investors.funds_sources', 'employment').click();
  await page.getByLabel(say('investors.annual_income')).selectOption('to50');
  await page.getByLabel(say('investors.monthly_percentage')).selectOption('m10');
  await next(page);
  await page.getByLabel(say('investors.speculation'), { exact: true }).fill('100');
  for (const [group, option] of [
    ['riskier', '80'],
    ['seeking', 'most'],
    ['outside_investments', 'little'],
    ['horizon', 'more'],
    ['anticipation', 'a_more'],
    ['reaction', 'add'],
  ] as const)
    await chosen(page, `investors.${group}`, option).click();
  await next(page);
  for (const each of instruments) await page.getByLabel(say(`investors.years.${each}`), { exact: true }).selectOption('none');
  await next(page);
  await page.getByLabel(say('investors.assets_cash'), { exact: true }).fill('100');
  await page.getByLabel(say('investors.agreement')).check();
  await page.getByRole('button', { name: say('investors.send') }).click();
}

/** What a link promised beside what is offered, and what the offer would cost; nothing of it is typed yet. */
async function lookAtTerms(page: Page): Promise<void> {
  await expect(page.getByText(say('investments.follow.otherFee', { linked: '5', fee: '20' }))).toBeVisible();
  await expect(page.getByLabel(say('investments.protection'))).toHaveAccessibleDescription(say('investments.protection.help'));
  const result = page.getByLabel(say('investments.simulator.result'));
  const told = result.locator('xpath=ancestor::section[1]').locator('dl');
  const sums = async (): Promise<unknown> =>
    Promise.all(
      (['equity', 'share', 'left'] as const).map(async (name) => {
        const line = told.locator('div').filter({ has: page.getByText(say(`investments.simulator.${name}`), { exact: true }) });
        return /-?[\d,]+\.\d\d/.exec((await line.locator('dd').textContent()) ?? '')?.[0];
      }),
    );
  // Of 250.00, which is both the least money and the high-water mark, the offer takes 20 % of what is gained and nothing of what is lost.
  for (const [percent, ...sum] of [
    ['10', '275.00', '5.00', '270.00'],
    ['100', '500.00', '50.00', '450.00'],
    ['-20', '200.00', '0.00', '200.00'],
  ]) {
    await result.selectOption(percent ?? '');
    await expect.poll(sums).toEqual(sum);
  }
}

test('a client answers, is taken by the desk, follows, pays in, takes out, pauses, goes on and ends it', async ({
  page,
  browser,
  baseURL,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn('investor.form');
  await visit(page, '/en/investors/investments');
  await expect(page).toHaveURL(/\/en\/investors\/questionnaire$/);
  await answerAll(page);
  await expect(page).toHaveURL(/\/en\/investors\/waiting$/);

  const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await desk.goto('/desk/queues/investors');
  await desk.locator('input[name="id"]').fill('compliance@staff.atrium.test');
  await desk.locator('input[name="password"]').fill(password);
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveTitle(/^Investors’ questionnaires · /);
  await still(desk);
  await desk
    .getByRole('row', { name: /investor \d+/ })
    .last()
    .click();
  await desk.getByRole('link', { name: 'Look at the answers' }).click();
  await desk.getByRole('button', { name: 'Take the answers' }).click();
  const deciding = desk.getByRole('dialog');
  await deciding.getByRole('textbox').fill('The answers were looked at.');
  await deciding.getByRole('button', { name: 'Take the answers' }).click();
  await expect(desk.getByText('Taken', { exact: true })).toBeVisible();
  await desk.context().close();

  // The client's page leads on by itself; the strategy is chosen on the form, and confirmed before any money moves.
  await expect(page).toHaveURL(/\/en\/investors\/approved$/);
  await visit(page, '/en/accounts/open/live?invest=true&fee=5');
  await expect(page).toHaveURL(/\/en\/accounts\/open\/investor/);
  await page.getByLabel(say('investments.managers.search')).fill('steady');
  await page.getByRole('table').getByRole('link', { name: 'Steady-hand' }).click();
  await lookAtTerms(page);
  await page.getByLabel(say('investments.amount')).fill('500');
  const level = page.getByLabel(say('investments.protection'));
  await expect(level).toHaveAccessibleDescription(/\D250\.00\D/);
  await level.selectOption('40');
  await expect(level).toHaveAccessibleDescription(/\D200\.00\D/);
  await page.getByLabel(say('investments.agree.terms')).check();
  await page.getByLabel(say('investments.agree.referral')).check();
  await page.getByRole('button', { name: say('investments.follow.do'), exact: true }).click();
  const confirming = page.getByRole('dialog', { name: say('investments.confirm.title', { name: 'Steady-hand' }) });
  await expect(confirming).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await confirming.getByRole('button', { name: say('investments.confirm.back') }).click();
  await expect(confirming).toBeHidden();
  expect((await backstage.get('api/direct/investment-program/investment-accounts')).direct.total_items).toBe(0);
  await page.getByRole('button', { name: say('investments.follow.do'), exact: true }).click();
  await confirming.getByRole('button', { name: say('investments.confirm.do') }).click();
  await expect(page).toHaveURL(/\/en\/investors\/investments\/\d+$/);
  await expect(page.getByText(say('investments.status.active'), { exact: true })).toBeVisible();
  const own = new URL(page.url()).pathname;

  // On the strategy's own page more money is brought, too.
  const { investment_accounts: accounts } = (await backstage.get('api/direct/investment-program/investment-accounts')).direct;
  await visit(page, `/en/accounts/strategy/${accounts[0].leader_id}`);
  await page.getByRole('button', { name: say('investments.add') }).click();
  const adding = page.getByRole('dialog');
  await adding.getByLabel(say('investments.amount')).fill('100');
  await adding.getByRole('button', { name: say('investments.add') }).click();
  await expect(adding).toBeHidden();
  await page.getByRole('link', { name: say('strategies.following.look'), exact: true }).click();
  await expect(page.getByText('600.00').first()).toBeVisible();

  await page.getByRole('link', { name: say('investments.withdraw'), exact: true }).click();
  await page.getByLabel(say('investments.amount')).fill('150');
  await page.getByRole('button', { name: say('investments.withdraw'), exact: true }).click();
  await expect(page).toHaveURL(own);
  await expect(page.getByText('450.00').first()).toBeVisible();

  await page.getByRole('link', { name: say('investments.copies') }).click();
  await page.getByRole('button', { name: say('copying.pause'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('copying.pause'), exact: true })
    .click();
  await page.getByRole('button', { name: say('copying.resume') }).click();
  await expect(page.getByRole('button', { name: say('copying.pause'), exact: true })).toBeVisible();

  await visit(page, own);
  await page.getByRole('button', { name: say('investments.unsubscribe') }).click();
  const ending = page.getByRole('dialog');
  await ending.getByRole('button', { name: say('investments.unsubscribe') }).click();
  await expect(ending).toBeHidden();
  await expect(
    page
      .getByText(say('investments.status.closing'), { exact: true })
      .or(page.getByText(say('investments.status.closed'), { exact: true })),
  ).toBeVisible();
});

test('the warning of a strategy that is riskier than suits is answered by one button, which follows in safety mode', async ({
  page,
  backstage,
  provoked,
}) => {
  provoked.add(422);
  await backstage.signIn('investor.waiting');
  await becomeInvestor(page, backstage);
  const { managers } = (await backstage.get('api/direct/investment-program/follow-managers?search=night')).direct;
  expect(managers).toMatchObject([{ acc_name: 'Night_owl', suits: 'warned' }]);
  const sent: { readonly safety_mode: boolean }[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/investment-accounts')) sent.push(request.postDataJSON());
  });
  await visit(page, `/en/accounts/open/investor?manager=${managers[0].acc_no}`);
  await page.getByLabel(say('investments.amount')).fill('200');
  await page.getByLabel(say('investments.agree.terms')).check();
  await page.getByLabel(say('investments.agree.referral')).check();
  await page.getByRole('button', { name: say('investments.follow.do'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('investments.confirm.do') })
    .click();
  const warning = page.getByRole('dialog', { name: say('investments.warning') });
  await expect(warning).toContainText('In safety mode it is copied at about half the size.');
  await warning.getByRole('button', { name: say('investments.warning.safe') }).click();
  await expect(page).toHaveURL(/\/en\/investors\/investments\/\d+$/);
  expect(sent.map(({ safety_mode: isSafe }) => isSafe)).toEqual([false, true]);
});

/** Document 2 §9: what is typed is looked for half a second after the last key, on both lists of strategies. */
for (const [where, label] of [
  ['/en/strategies', 'strategies.search'],
  ['/en/accounts/open/investor', 'investments.managers.search'],
] as const)
  test(`at ${where} a name is looked for once, half a second after its last letter`, async ({ page, backstage }) => {
    await backstage.signIn('investor.approved');
    await page.clock.install();
    await visit(page, where);
    const asked: string[] = [];
    page.on('request', (request) => {
      const search = new URL(request.url()).searchParams.get('search') ?? '';
      if (request.url().includes('/api/') && search !== '') asked.push(search);
    });
    await page.clock.pauseAt(new Date(Date.now() + 10_000));
    for (const letter of 'quiet') {
      await page.getByLabel(say(label)).press(letter);
      await page.clock.runFor(499);
    }
    expect(asked).toEqual([]);
    await expect.poll(async () => (await page.clock.runFor(1), asked)).toEqual(['quiet']);
    await page.clock.resume();
    await expect(page.getByRole('link', { name: 'Quiet-river' })).toBeVisible();
    expect(asked).toEqual(['quiet']);
  });
