import type { Page } from '@playwright/test';
import { Market } from '../../src/sandbox/metatrader/market.ts';
import { symbolByName } from '../../src/sandbox/metatrader/symbols.ts';
import { sentencesOf } from '../sentences.ts';
import { barriers, expect, openSandboxHelpers, password, still, test, visit, type SandboxHelpers } from './portal.ts';

const say = sentencesOf('en');
// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const daySeconds = 24 * 3600;
const base = 'api/direct/investment-program';

test('from being taken as a provider to a share of profits that both read', async ({
  page,
  browser,
  baseURL,
  backstage,
  provoked,
}) => {
  test.slow();
  provoked.add(401);
  const theirs = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' });
  const provider = openSandboxHelpers(theirs);
  await provider.signIn('global.active');
  await backstage.signIn('investor.active');
  await wednesday(backstage);

  // The desk takes whoever asks, by an account of theirs.
  const account = await fundedAccount(provider);
  const offering = await theirs.newPage();
  await visit(offering, '/en/providers/strategies');
  await expect(offering).toHaveURL(/\/en\/providers\/approval$/);
  await offering.getByLabel(say('providers.nickname')).fill('Cape Wind');
  await offering.getByLabel(say('providers.own'), { exact: true }).selectOption(String(account));
  await offering.getByRole('button', { name: say('providers.approval.send') }).click();
  await expect(offering.getByText(say('providers.waiting.title'))).toBeVisible();
  const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await approve(desk);
  await expect(offering).toHaveURL(/\/en\/providers\/account-request$/);
  await offering.getByLabel(say('providers.account'), { exact: true }).selectOption(String(account));
  await offering.getByLabel(say('providers.name'), { exact: true }).fill('Cape-wind');
  await offering.getByLabel(say('providers.share')).selectOption('20');
  await offering.getByRole('button', { name: say('providers.request.send') }).click();
  await expect(offering).toHaveURL(/\/en\/providers\/strategies$/);

  // Somebody follows it from the wallet.
  const offer = (await backstage.get(`${base}/follow-offer/${account}`)).direct;
  const wallet = offer.sources.find((one: { kind: string; currency: string }) => one.kind === 'wallet' && one.currency === 'USD');
  await visit(page, `/en/accounts/open/investor?manager=${account}`);
  await page.getByLabel(say('investments.from'), { exact: true }).selectOption(String(wallet.number));
  await page.getByRole('textbox', { name: say('investments.amount') }).fill('1000');
  for (const box of ['investments.safety', 'investments.agree.terms', 'investments.agree.referral'] as const)
    await page.getByRole('checkbox', { name: say(box) }).check();
  await page.getByRole('button', { name: say('investments.follow.do'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('investments.confirm.do') })
    .click();
  await expect(page).toHaveURL(/\/en\/investors\/investments\/\d+$/);
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  await expect(page.getByText(say('investments.status.active'), { exact: true })).toBeVisible();

  // The provider trades, the follower's account trades half as much.
  const { side, seconds } = bestOf(await now(backstage));
  await trade(offering, { account, side });
  const decided = async (): Promise<string> => (await backstage.get(`${base}/copies/${id}`)).direct.decisions[0]?.state;
  await expect.poll(decided, { timeout: 120_000 }).toBe('done');
  await readDecisions(page, { id, provider, small: { account, symbol: 'EURUSD', side, lots: '0.01' }, decided });

  await backstage.post('/sandbox/clock', { advance_seconds: seconds });
  await visit(page, `/en/investors/shares/${id}`);
  const shares = page.getByRole('table', { name: say('investments.shares.list') });
  await expect(shares.getByText(say('money.share.status.paid'))).toBeVisible();
  await still(page);
  expect(await barriers(page)).toEqual([]);
  await shares.getByRole('button').first().click();
  const told = (await backstage.get(`${base}/investment-accounts/${id}/shares`)).direct.shares;
  expect(told).toHaveLength(1);
  const [share] = told;
  const computed = page.getByRole('dialog');
  await expect(computed.getByText(say('money.share.formula'))).toBeVisible();
  await expect(computed.getByText(figure(share.profit)).first()).toBeVisible();
  await expect(computed.getByText(figure(share.amount)).first()).toBeVisible();

  // Side by side: the same amount, in the list and in the wallet.
  await visit(offering, '/en/providers/strategies');
  await offering.getByRole('link', { name: 'Cape-wind' }).click();
  await offering.getByRole('link', { name: say('providers.followers') }).click();
  await expect(offering.getByRole('table', { name: say('page.remunerations.followers') })).toContainText(figure(share.amount));
  await still(offering);
  expect(await barriers(offering, { isFrameKnown: true })).toEqual([]);
  await offering
    .getByRole('link', { name: say('page.remunerations') })
    .first()
    .click();
  const got = offering.getByRole('table', { name: say('page.remunerations') });
  await expect(got).toContainText(figure(share.amount));
  await still(offering);
  expect(await barriers(offering, { isFrameKnown: true })).toEqual([]);
  await visit(offering, '/en/atrium-wallet?currency=USD');
  await expect(offering.getByText(say('movement.share_received')).first()).toBeVisible();
});

interface Reading {
  readonly id: number;
  readonly provider: SandboxHelpers;
  /** An order of which the follower's part is less than the least lot. */
  readonly small: Readonly<Record<string, string | number>>;
  /** How the newest decision came out. */
  readonly decided: () => Promise<string>;
}

/** The follower reads what was copied, at which part of it, and what was not, and why. */
async function readDecisions(page: Page, { id, provider, small, decided }: Reading): Promise<void> {
  await visit(page, `/en/investors/copies/${id}`);
  await expect(page.getByRole('main')).toContainText(say('copying.mode.safe'));
  const rows = page.getByRole('table', { name: say('copying.decisions') }).getByRole('row');
  const what = say('copying.kind.open', { symbol: 'EURUSD', side: say(`copying.side.${small['side']}`) });
  const copied = rows.filter({ hasText: what }).last();
  await expect(copied.getByRole('cell', { name: /^0\.2[45] \/ 0\.5$/ })).toBeVisible();
  await expect(copied).toContainText(say('copying.state.done'));
  // What is decided meanwhile comes onto the page by itself.
  await provider.post('api/trading/orders', small);
  await expect.poll(decided, { timeout: 120_000 }).toBe('skipped');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(what);
  await expect(rows.nth(1)).toContainText('– / 0.01');
  await expect(rows.nth(1)).toContainText(say('copying.state.skipped'));
  await expect(rows.nth(1)).toContainText(say('copying.reason.below_minimum'));
}

/** Half a lot at the market, on the terminal of an account. */
async function trade(page: Page, { account, side }: { readonly account: number; readonly side: 'buy' | 'sell' }): Promise<void> {
  await visit(page, `/en/webtrader?login=${account}&symbol=EURUSD`);
  const name = say(`trading.do.${side}`, { lots: '0.50', symbol: 'EURUSD' });
  // The button to choose lies under its words.
  await page.getByText(say(`trading.side.${side}`), { exact: true }).click();
  await page.getByLabel(say('trading.lots')).fill('0.50');
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await expect(page.getByText(say(`trading.outcome.${side}.title`, { lots: '0.50', symbol: 'EURUSD' }))).toBeVisible();
}

/** As amounts are shown. */
const figure = (amount: string): string => Number(amount).toLocaleString('en', { minimumFractionDigits: 2 });

async function now(helpers: SandboxHelpers): Promise<number> {
  return Date.parse((await helpers.post('/sandbox/clock', { advance_seconds: 1 })).now);
}

/** The next Wednesday forenoon, when currencies are traded. */
async function wednesday(helpers: SandboxHelpers): Promise<void> {
  const at = new Date(await now(helpers));
  const day = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + ((3 - at.getUTCDay() + 7) % 7), 10);
  const ahead = Math.floor((day - at.getTime()) / 1000);
  await helpers.post('/sandbox/clock', { advance_seconds: ahead > 0 ? ahead : ahead + 7 * daySeconds });
}

/** The side that gains the most of the working days after the period, for prices are made by the second that they are asked for. */
function bestOf(atMs: number): { readonly side: 'buy' | 'sell'; readonly seconds: number } {
  const symbol = symbolByName.get('EURUSD');
  if (!symbol) throw new Error('there is no EURUSD');
  const market = new Market('atrium');
  const begun = market.quote(symbol, atMs);
  const days = Array.from({ length: 30 }, (_none, place) => 31 + place);
  const found = days
    .filter((after) => market.isOpen(symbol, atMs + after * daySeconds * 1000))
    .map((after) => ({
      seconds: after * daySeconds,
      moved: market.quote(symbol, atMs + after * daySeconds * 1000).bid - begun.bid,
    }));
  const best = found.toSorted((one, other) => Math.abs(other.moved) - Math.abs(one.moved))[0];
  if (!best) throw new Error('the market is never open');
  return { side: best.moved > 0 ? 'buy' : 'sell', seconds: best.seconds };
}

/** An ECN account on MetaTrader 4 with a thousand dollars on it. */
async function fundedAccount(helpers: SandboxHelpers): Promise<number> {
  const body = { account: 'ecn mt4', currency: 'USD', leverage: 200, swap_free: false, i_agree_tc: true };
  const { number } = await helpers.post('api/accounts/live', body);
  const { wallets } = await helpers.get('api/direct/wallets');
  const wallet = wallets.find(({ currency }: { currency: string }) => currency === 'USD');
  const ends = { account_number: wallet.number, target_account_number: number };
  const quote = await helpers.post('api/payments_process', {
    action: 'confirm',
    transfer_type: 'transfer',
    ...ends,
    amount: '1000',
  });
  const saved = await helpers.post('api/payments_process', { action: 'save', remittance_id: quote.remittance_id });
  expect(saved.status).toBe('completed');
  return number;
}

async function approve(desk: Page): Promise<void> {
  await desk.goto('/desk/queues/providers');
  await desk.locator('input[name="id"]').fill('compliance@staff.atrium.test');
  await desk.locator('input[name="password"]').fill(password);
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveTitle(/^Providers · /);
  await still(desk);
  await desk.getByRole('row', { name: /provider \d+/ }).click();
  await desk.getByRole('link', { name: 'Look at the request' }).click();
  await desk.getByRole('button', { name: 'Approve' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('textbox').fill('The account was looked at.');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(desk.getByText('Approved')).toBeVisible();
}
