import type { Page } from '@playwright/test';
import { sentencesOf } from '../sentences.ts';
import { barriers, expect, password, still, test, visit } from './portal.ts';

const say = sentencesOf('en');
// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a withdrawal goes from the request to the payout, client and desk side by side, and another one is declined', async ({
  page,
  context,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn('global.active');
  const { wallets } = await backstage.get('api/direct/wallets');
  const wallet = String(wallets.find(({ currency }: { currency: string }) => currency === 'USD').number);
  const desk = await context.newPage();
  await desk.goto('/desk/queues/withdrawals');
  await desk.locator('input[name="id"]').fill('finance@staff.atrium.test');
  await desk.locator('input[name="password"]').fill(password);
  await desk.keyboard.press('Enter');
  await still(desk);

  await test.step('the request: where it goes is shown, and the code that came by mail proves it', async () => {
    await ask(page, { wallet, amount: '60.00' });
    await expect(page.getByText(say('transfer.status.on_review')).first()).toBeVisible();
    await expect(page.getByText('Our people look at it', { exact: false })).toBeVisible();
  });
  await test.step('the desk approves it, and the client’s page goes on by itself to the payout', async () => {
    await decide(desk, say('reviews.action.approve'));
    await expect(page.getByText(say('transfer.status.completed')).first()).toBeVisible({ timeout: 120_000 });
    await expect(page.getByRole('list', { name: say('history.timeline') })).toContainText(say('stage.withdrawal_paid'));
  });
  await test.step('another one is declined: why, and what to do next, in the client’s words', async () => {
    // A new code can be had after a minute.
    await context.request.post('/sandbox/clock', { data: { advance_seconds: 61 } });
    await ask(page, { wallet, amount: '61.00' });
    await decide(desk, say('reviews.action.decline'), 'method_order');
    await expect(page.getByText(say('transfer.status.declined')).first()).toBeVisible({ timeout: 120_000 });
    await expect(page.getByText(say('reason.withdrawal_method_order'))).toBeVisible();
  });
});

test('leaving a withdrawal that was begun asks, a wrong code and one that has run out go back a step, and a new one proves it', async ({
  page,
  context,
  backstage,
  provoked,
}) => {
  provoked.add(422);
  await backstage.signIn('global.active');
  const { wallets } = await backstage.get('api/direct/wallets');
  const { number } = wallets.find(({ currency }: { currency: string }) => currency === 'USD');
  await context.request.post('/sandbox/clock', { data: { advance_seconds: 61 } });
  await visit(page, `/en/withdraw?acc=${number}`);
  await page.getByLabel(say('withdraw.amount')).fill('62.00');
  await page.getByRole('link', { name: say('withdraw.facts.follow') }).click();
  const asked = page.getByRole('dialog', { name: say('ui.leaving.title') });
  await asked.getByRole('button', { name: say('ui.leaving.stay') }).click();
  await expect(page).toHaveURL(/\/en\/withdraw\?/);

  await expect(page.getByRole('region', { name: say('money.split') })).toBeVisible();
  const dialog = page.getByRole('dialog', { name: say('withdraw.confirm.title') });
  const field = dialog.getByLabel(say('money.pin'), { exact: true });
  const prove = dialog.getByRole('button', { name: 'Withdraw USD 62.00' });
  /** The code that was sent for it. */
  const askAgain = async (): Promise<string> => {
    await expect(page.getByLabel(say('withdraw.amount'))).toHaveValue('62.00');
    const before = (await codes(page)).length;
    await page.getByRole('button', { name: 'Withdraw USD 62.00' }).click();
    return newestPin(page, before);
  };
  /** Told at the field, and the step before stands as it was left. */
  const goBack = async (why: string): Promise<void> => {
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByText(why)).toBeVisible();
    await dialog.getByRole('button', { name: say('money.change') }).click();
    await expect(dialog).toHaveCount(0);
  };
  const right = await askAgain();
  await field.fill(right === '0000' ? '1111' : '0000');
  await prove.click();
  await context.request.post('/sandbox/clock', { data: { advance_seconds: 61 } });
  await goBack('It is not the code that we sent. Go back one step, and we send you a new one.');

  // Ten minutes a code is good for, and its quote for fifteen.
  const late = await askAgain();
  await context.request.post('/sandbox/clock', { data: { advance_seconds: 601 } });
  await field.fill(late);
  await prove.click();
  await goBack('It has run out or was used. Go back one step, and we send you a new one.');

  await field.fill(await askAgain());
  await prove.click();
  await expect(page).toHaveURL(/\/en\/transfers\/\d+$/);
  // What was agreed to is kept with it.
  await expect(page.getByRole('region', { name: say('money.split') })).toBeVisible();
});

async function ask(page: Page, { wallet, amount }: { wallet: string; amount: string }): Promise<void> {
  await page.goto('/en/withdraw');
  await still(page);
  await page.getByLabel(say('withdraw.from'), { exact: true }).selectOption(wallet);
  await page.getByLabel(say('withdraw.amount')).fill(amount);
  await expect(page.getByRole('region', { name: say('money.split') })).toBeVisible();
  const before = (await codes(page)).length;
  await page.getByRole('button', { name: `Withdraw USD ${amount}` }).click();
  const dialog = page.getByRole('dialog', { name: say('withdraw.confirm.title') });
  await expect(dialog.getByRole('region', { name: say('money.split') })).toBeVisible();
  await dialog.getByLabel(say('money.pin'), { exact: true }).fill(await newestPin(page, before));
  await dialog.getByRole('button', { name: `Withdraw USD ${amount}` }).click();
  await expect(page).toHaveURL(/\/en\/transfers\/\d+$/);
}

test('a withdrawal from a promo account asks for its bonus first: gone back from, nothing moves; agreed to, the bonus goes', async ({
  page,
  context,
  backstage,
  provoked,
}) => {
  provoked.add(422);
  const client = 'global.promo';
  await backstage.signIn(client);
  const promoOf = async () => (await backstage.get('api/accounts')).accounts.live[0];
  const { number, balance, credit } = await promoOf();
  expect(credit).toBe('100.00');
  await visit(page, `/en/withdraw?acc=${number}`);
  await expect(page.getByText(say('withdraw.promo'))).toBeVisible();
  await page.getByLabel(say('withdraw.amount')).fill('40.00');
  const dialog = page.getByRole('dialog', { name: say('withdraw.confirm.title') });
  const agree = dialog.getByRole('button', { name: 'Withdraw USD 40.00' });
  const bonus = dialog.getByRole('alert');
  const askForBonus = async (): Promise<void> => {
    await expect(page.getByRole('region', { name: say('money.split') })).toBeVisible();
    const before = (await codes(page, client)).length;
    await page.getByRole('button', { name: 'Withdraw USD 40.00' }).click();
    await dialog.getByLabel(say('money.pin'), { exact: true }).fill(await newestPin(page, before, client));
    await agree.click();
    await expect(bonus).toContainText('The bonus will be removed');
    await expect(bonus).toContainText(/holds a bonus of USD\s100\.00\. It is removed before money leaves the account\./);
  };
  await askForBonus();
  expect(await barriers(page)).toEqual([]);
  // Without a word to it nothing is sent.
  await expect(agree).toBeDisabled();
  await expect(agree).toHaveAttribute('title', say('money.bonus.first'));
  await dialog.getByRole('button', { name: say('money.change') }).click();
  await expect(dialog).toHaveCount(0);
  expect(await promoOf()).toMatchObject({ balance, credit });

  // A new code can be had after a minute.
  await context.request.post('/sandbox/clock', { data: { advance_seconds: 61 } });
  await askForBonus();
  await dialog.getByLabel(say('money.bonus.agree')).check();
  await agree.click();
  await expect(page).toHaveURL(/\/en\/transfers\/\d+$/);
  await expect(page.getByText(say('transfer.status.on_review')).first()).toBeVisible();
  await expect.poll(async () => (await promoOf()).credit).toBe('0.00');
});

/** The codes that were sent, the newest first; letters about other things have numbers of four digits too. */
async function codes(page: Page, client = 'global.active'): Promise<string[]> {
  const answer = await page.context().request.get(`/sandbox/outbox?to=${client}@atrium.test`);
  const { messages } = (await answer.json()) as { messages: { subject: string | null; pin: string | null }[] };
  return messages.flatMap((letter) => (letter.subject === 'Your code for Atrium' ? [letter.pin ?? ''] : []));
}

async function newestPin(page: Page, before: number, client = 'global.active'): Promise<string> {
  await expect.poll(async () => (await codes(page, client)).length).toBeGreaterThan(before);
  return (await codes(page, client))[0] ?? '';
}

/** Decides the case that waits, with a reason, and with a code of the list where it is declined. */
async function decide(desk: Page, verb: string, code?: string): Promise<void> {
  await desk.reload();
  await still(desk);
  // Closed clients with money stand there too, once the clock has moved on.
  await desk.locator('main [data-row]').filter({ hasText: 'remittance' }).first().click();
  await desk.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
  const asked = desk.getByRole('dialog').last();
  if (code !== undefined) await asked.locator('select[name="reason_code"]').selectOption(code);
  await asked.locator('textarea[name="reason"]').fill('Looked at with the client’s papers.');
  await asked.getByRole('button', { name: verb, exact: true }).click();
  await expect(desk.locator('textarea[name="reason"]')).toHaveCount(0);
}
