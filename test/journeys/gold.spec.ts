import type { Page } from '@playwright/test';
import { sentencesOf } from '../sentences.ts';
import { barriers, expect, password, still, test, visit } from './portal.ts';

const say = sentencesOf('en');

const daySeconds = 24 * 3600;

/** To the next Wednesday forenoon, when the market is open. */
function untilOpen(now: Date): number {
  const wednesday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ((3 - now.getUTCDay() + 7) % 7), 10);
  const ahead = Math.floor((wednesday - now.getTime()) / 1000);
  return ahead >= 0 ? ahead : ahead + 7 * daySeconds;
}

test('gold is bought at the price that was shown, brought home in bars, client and desk side by side, and the rest sold', async ({
  page,
  context,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.post('/sandbox/clock', { advance_seconds: untilOpen(new Date()) });
  await backstage.signIn('in.gold');
  const before = await backstage.get('api/gold/trading');

  await test.step('from the navigation to the whole price', async () => {
    await visit(page, '/en');
    await page.getByRole('link', { name: 'Gold', exact: true }).first().click();
    await still(page);
    await saysAge(page);
    await page.getByRole('link', { name: 'Buy gold' }).click();
    await still(page);
    await saysAge(page);
    await page.getByLabel('How much').fill('200.00');
    await page.getByRole('button', { name: 'Show the price' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check your purchase' });
    await expect(dialog).toContainText('Tax (3%)');
    await expect(dialog).toContainText('Spread');
    expect(await barriers(page)).toEqual([]);
  });
  await test.step('yes: it is there, and the wallet has paid for it', async () => {
    await agree(page, 'Check your purchase', /^(Buy \d|Show a new price)/);
    await still(page);
    const after = await backstage.get('api/gold/trading');
    expect(Number(after.weight.g)).toBeGreaterThan(Number(before.weight.g));
    expect(Number(before.wallet.balance) - Number(after.wallet.balance)).toBeCloseTo(200, 1);
    await expect(page.getByRole('table', { name: 'What moved' })).toContainText('Bought');
  });
  const desk = await context.newPage();
  await test.step('a bar of it is asked for: what that costs is shown, and the code that came by mail proves it', async () => {
    await visit(page, '/en/gold/trading');
    await page.getByRole('link', { name: say('gold.delivery'), exact: true }).click();
    await still(page);
    await page.getByLabel(say('goldDelivery.size'), { exact: true }).selectOption('1.0000000');
    await page.getByLabel(say('goldDelivery.recipient')).fill('Asha Rao');
    await page.getByLabel(say('goldDelivery.street')).fill('4 MG Road');
    await page.getByLabel(say('goldDelivery.town')).fill('Pune');
    await page.getByLabel(say('goldDelivery.phone')).fill('+91 98 7654 3210');
    await page.getByRole('button', { name: say('goldDelivery.ask') }).click();
    const dialog = page.getByRole('dialog', { name: say('goldDelivery.check') });
    await expect(dialog).toContainText(say('goldDelivery.insurance'));
    expect(await barriers(page)).toEqual([]);
    await dialog.getByLabel(say('money.pin'), { exact: true }).fill(await codeOf(page));
    await dialog.getByRole('button', { name: say('goldDelivery.confirm') }).click();
    await expect(page.getByRole('list', { name: say('goldDelivery.timeline') })).toContainText(say('goldDelivery.phase.paid'));
  });
  await test.step('the desk gives it its bar and asks for its release, and a second person agrees', async () => {
    await signIn(desk, 'finance');
    await work(desk, say('goldDelivery.desk.allocate'));
    await expect(page.getByText('AT-10001')).toBeVisible();
    // Nothing of the client's has arrived there before: it stays in the vault for a day.
    await backstage.post('/sandbox/clock', { advance_seconds: daySeconds });
    await work(desk, say('goldDelivery.desk.release'), { carrier: 'Loomis', tracking: 'LX-7731' });
    await desk.getByRole('button', { name: say('desk.signOut') }).click();
    // Whoever goes on sooner takes the way out along.
    await desk.locator('input[name="id"]').waitFor();
    await signIn(desk, 'admin');
    await desk.goto('/desk/approvals');
    await still(desk);
    await expect(desk.locator('main [data-row]').first()).toBeVisible();
    await desk.keyboard.press('j');
    await expect(desk.locator('main [data-row]').first()).toBeFocused();
    await desk.keyboard.press('a');
    await expect(desk.locator('textarea[name="reason"]')).toBeFocused();
    await desk.keyboard.type('The bar was weighed and sealed.');
    await desk.keyboard.press('Control+Enter');
    await expect(desk.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('the client’s page goes on by itself, and says what carries it', async () => {
    await expect(page.getByText('Loomis LX-7731')).toBeVisible();
    await work(desk, say('goldDelivery.desk.delivered'));
    await expect(page.getByText(say('goldDelivery.phase.delivered')).first()).toBeVisible();
    const { deliveries } = await backstage.get('api/gold/delivery-info');
    expect(deliveries).toMatchObject([{ phase: 'delivered', serials: ['AT-10001'] }]);
  });
  await test.step('a gram is pledged for credit on the trading account, which has it, and is given back with it', async () => {
    const [account] = (await backstage.get('api/gold/internal')).accounts;
    const creditOf = async () => (await backstage.get(`api/accounts/${account.number}`)).account.credit;
    await visit(page, '/en/gold/trading');
    await page.getByRole('link', { name: say('gold.collateral'), exact: true }).click();
    await still(page);
    await page.getByLabel(say('goldCollateral.amount'), { exact: true }).fill('1');
    await page.getByRole('button', { name: say('goldCollateral.ask') }).click();
    const dialog = page.getByRole('dialog', { name: say('goldCollateral.check.pledge') });
    await expect(dialog).toContainText(say('goldCollateral.moves.pledge'));
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Pledge/ }).click();
    await expect(page.getByRole('table', { name: say('goldCollateral.orders') })).toContainText(
      say('goldCollateral.order.pledge'),
    );
    await expect.poll(async () => Number(await creditOf())).toBeGreaterThan(0);
    await page.getByRole('link', { name: say('page.goldReturn'), exact: true }).click();
    await still(page);
    await page.getByRole('button', { name: say('goldCollateral.return.all') }).click();
    await page.getByRole('button', { name: say('goldCollateral.return.ask') }).click();
    const back = page.getByRole('dialog', { name: say('goldCollateral.check.return') });
    await back.getByRole('button', { name: /^Give back/ }).click();
    await expect(page).toHaveURL(/\/en\/gold\/collateral/);
    await expect(page.getByRole('table', { name: say('goldCollateral.orders') })).toContainText(
      say('goldCollateral.order.return'),
    );
    expect((await backstage.get('api/gold/internal')).pledges).toEqual([]);
  });
  await test.step('sold by weight, and none of it is left over', async () => {
    const held = await backstage.get('api/gold/trading');
    await visit(page, '/en/gold/sell?by=g');
    await page.getByRole('button', { name: 'Sell all' }).click();
    await expect(page.getByLabel('How much')).toHaveValue(held.weight.g);
    await page.getByRole('button', { name: 'Show the price' }).click();
    await agree(page, 'Check your sale', /^(Sell \d|Show a new price)/);
    await still(page);
    expect((await backstage.get('api/gold/trading')).weight.g).toBe('0.0000000');
    await expect(page.getByRole('table', { name: 'What moved' })).toContainText('Sold');
  });
});

/** A screen with a price says how old that is. */
async function saysAge(page: Page): Promise<void> {
  const age = page.locator('main p', { hasText: say('gold.price.age') }).locator('time');
  await expect(age).toHaveText(/\S/);
  await expect(age).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
}

/** Says yes at the price that is shown. It holds for seconds: one that has run out meanwhile is asked for anew. */
async function agree(page: Page, title: string, yes: RegExp): Promise<void> {
  const button = page.getByRole('dialog', { name: title }).getByRole('button', { name: yes });
  await expect(async () => {
    if (!page.url().includes('/en/gold/trading')) await button.click({ timeout: 5000 });
    await expect(page).toHaveURL(/\/en\/gold\/trading/, { timeout: 5000 });
  }).toPass();
}

async function signIn(desk: Page, role: string): Promise<void> {
  await desk.goto('/desk/queues/gold-delivery');
  await desk.locator('input[name="id"]').fill(`${role}@staff.atrium.test`);
  await desk.locator('input[name="password"]').fill(password);
  await desk.keyboard.press('Enter');
  await still(desk);
}

/** Does the next thing with the delivery that waits, with a reason and with what else it asks for. */
async function work(desk: Page, verb: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  await desk.goto('/desk/queues/gold-delivery');
  await still(desk);
  await desk.locator('main [data-row]').first().click();
  await desk.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
  const asked = desk.getByRole('dialog').last();
  for (const [name, value] of Object.entries(more)) await asked.locator(`input[name="${name}"]`).fill(value);
  await asked.locator('textarea[name="reason"]').fill('As the delivery asks.');
  await asked.getByRole('button', { name: verb, exact: true }).click();
  await expect(desk.locator('textarea[name="reason"]')).toHaveCount(0);
}

/** The code that was sent for the delivery. */
async function codeOf(page: Page): Promise<string> {
  const codes = async (): Promise<string[]> => {
    const answer = await page.context().request.get('/sandbox/outbox?to=in.gold@atrium.test');
    const { messages } = (await answer.json()) as { messages: { subject: string | null; pin: string | null }[] };
    return messages.flatMap((letter) => (letter.subject === 'Your code for Atrium' ? [letter.pin ?? ''] : []));
  };
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(0);
  return (await codes())[0] ?? '';
}
