import { expect, type Page } from '@playwright/test';
import { defaultBrand } from '../src/law/brand.ts';
import type { LanguageKey } from '../src/law/languages.ts';
import type { Say } from './sentences.ts';
import { untilStill } from './still.ts';

/** What a screen's opening has in hand. */
export interface ScreenHelpers {
  readonly page: Page;
  readonly say: Say;
}

/** One screen in one state: the gallery takes its picture, the journeys look for barriers on it. */
export interface Screen {
  /** Unique; begins with its page's area. */
  readonly name: string;
  /** Below the locale. `{account}`, `{demo}` and `{transfer}` are filled in from what the client has, `{brand}` too. */
  readonly path: string;
  /** The staff's desk, which has no languages; absent: the portal. */
  readonly at?: 'desk';
  /** The seeded client who is signed in, or at the desk the member of staff; absent: nobody. */
  readonly as?: string;
  /** Before the page is asked for: what an outside party or the network answers. */
  readonly before?: (stage: ScreenHelpers) => Promise<void>;
  /** What is done once the screen stands, in the words of any language. */
  readonly open?: (stage: ScreenHelpers) => Promise<void>;
  /** It opens over a screen, so that only what is in sight counts. */
  readonly isOver?: true;
  /** It is what shows while something is being loaded. */
  readonly isWaiting?: true;
  /** HTTP statuses that it provokes; the browser notes each in its console. */
  readonly provokes?: readonly number[];
  /** Exists on a phone only. */
  readonly isPhoneOnly?: true;
  /** Exists below the width of a desk only. */
  readonly isNarrowOnly?: true;
  /** Not in the portal's languages: a page of an outside party. */
  readonly isOutside?: true;
}

const active = 'global.active';

/** Every screen of the portal with its states. test/screens.test.ts holds it to the pages that the contracts declare. */
export const screens: readonly Screen[] = [
  { name: 'entrance-login', path: 'login' },
  { name: 'entrance-login-empty', path: 'login', open: async ({ page }) => submit(page) },
  { name: 'entrance-login-wrong', path: 'login', open: signInWrongly, provokes: [401, 429] },
  { name: 'entrance-retry', path: 'login/retry' },
  { name: 'entrance-lock', path: 'login/lock' },
  { name: 'entrance-register-retry', path: 'register/retry' },
  { name: 'entrance-404', path: 'error/404' },
  { name: 'entrance-500', path: 'error/500' },
  { name: 'entrance-missing', path: 'nothing-here', provokes: [404] },

  { name: 'home', path: '', as: active },
  { name: 'home-eu', path: '', as: 'eu.active' },
  { name: 'home-new', path: '', as: 'global.my' },
  { name: 'home-lead', path: '', as: 'global.lead' },
  { name: 'home-demo', path: '', as: 'global.demo' },
  { name: 'home-frozen', path: '', as: 'global.frozen' },
  { name: 'home-closed', path: '', as: 'closed.noneu' },
  { name: 'home-waiting', path: '', as: active, before: async ({ page }) => silence(page, 'api/dashboard'), isWaiting: true },
  { name: 'home-fault', path: '', as: active, before: async ({ page }) => fail(page, 'api/dashboard'), provokes: [500] },
  { name: 'frame-missing', path: 'platforms', as: active, open: wander },
  { name: 'frame-offline', path: 'platforms', as: active, open: async ({ page }) => page.context().setOffline(true) },
  { name: 'frame-lock', path: 'inbox', as: active, open: lose, isOver: true, provokes: [401] },
  { name: 'frame-search', path: '', as: active, open: async (stage) => search(stage, ''), isOver: true },
  { name: 'frame-search-found', path: '', as: active, open: async (stage) => search(stage, '53'), isOver: true },
  { name: 'frame-search-none', path: '', as: active, open: async (stage) => search(stage, 'zzz'), isOver: true },
  { name: 'frame-notices', path: '', as: active, open: async (stage) => openMenu(stage, 'notices'), isOver: true },
  { name: 'frame-language', path: '', as: active, open: async (stage) => openMenu(stage, 'language'), isOver: true },
  { name: 'frame-profile', path: '', as: active, open: async (stage) => openMenu(stage, 'profile'), isOver: true },
  { name: 'frame-quick', path: '', as: active, open: openQuickMenu, isOver: true, isPhoneOnly: true },

  { name: 'accounts', path: 'accounts', as: active },
  { name: 'accounts-empty', path: 'accounts', as: 'global.my' },
  {
    name: 'accounts-fault',
    path: 'accounts',
    as: active,
    before: async ({ page }) => fail(page, 'api/accounts'),
    provokes: [500],
  },
  { name: 'accounts-details', path: 'accounts/{account}', as: active },
  { name: 'accounts-details-demo', path: 'accounts/{demo}', as: active },
  { name: 'accounts-details-missing', path: 'accounts/999', as: active, provokes: [404] },
  {
    name: 'accounts-leverage',
    path: 'accounts/{account}',
    as: active,
    open: async (stage) => press(stage, 'accounts.leverage.change'),
    isOver: true,
  },
  {
    name: 'accounts-rename',
    path: 'accounts/{account}',
    as: active,
    open: async (stage) => press(stage, 'accounts.rename'),
    isOver: true,
  },
  {
    name: 'accounts-archive-ask',
    path: 'accounts/{account}',
    as: active,
    open: async (stage) => press(stage, 'accounts.archive.do'),
    isOver: true,
  },
  { name: 'accounts-archive', path: 'accounts/archive', as: active },

  { name: 'opening', path: 'accounts/open', as: active },
  { name: 'opening-refused', path: 'accounts/open', as: 'hk.active' },
  { name: 'opening-live', path: 'accounts/open/live', as: active },
  { name: 'opening-live-refused', path: 'accounts/open/live', as: 'global.lead' },
  { name: 'opening-demo', path: 'accounts/open/demo', as: active },
  { name: 'opening-success', path: 'accounts/open/demo', as: 'provider.new', open: openDemoAccount },

  { name: 'deposit', path: 'deposits', as: active },
  { name: 'deposit-quoted', path: 'deposits?amount=250', as: active },
  { name: 'deposit-wrong', path: 'deposits?amount=1', as: active, open: async ({ page }) => submit(page), provokes: [422] },
  { name: 'deposit-confirm', path: 'deposits?amount=250', as: active, open: confirm, isOver: true },
  { name: 'deposit-refused', path: 'deposits', as: 'global.lead' },
  { name: 'deposit-method', path: 'deposits/340', as: active },
  { name: 'deposit-hosted-page', path: 'deposits?amount=250', as: 'eu.active', open: openHostedPage, isOutside: true },
  { name: 'transfer', path: 'internal', as: active },
  { name: 'transfer-quoted', path: 'internal?amount=25', as: active },
  { name: 'transfer-confirm', path: 'internal?amount=25', as: active, open: confirm, isOver: true },
  { name: 'transfer-refused', path: 'internal', as: 'global.frozen' },

  { name: 'history', path: 'transfers', as: active },
  { name: 'history-empty', path: 'transfers', as: 'global.my' },
  { name: 'history-details', path: 'transfers/{transfer}', as: active },
  { name: 'history-list', path: 'transfers/list', as: active },
  { name: 'history-list-none', path: 'transfers/list?from=2001-01-01&till=2001-01-02', as: active },
  { name: 'history-mobile', path: 'mobile-transfers', as: active },
  { name: 'history-return', path: 'payments/payment_system/redirect?tid=1', as: active, provokes: [404] },
  { name: 'wallet', path: '{brand}-wallet', as: active },
  { name: 'wallet-empty', path: '{brand}-wallet', as: 'global.my' },
  { name: 'rates', path: 'conversion-rates', as: active },
  { name: 'rates-converted', path: 'conversion-rates?from=EUR&to=ZAR&amount=100', as: active },

  { name: 'trading', path: 'webtrader', as: active },
  { name: 'trading-demo', path: 'webtrader?is_demo=1', as: active },
  { name: 'trading-empty', path: 'webtrader', as: 'global.my' },
  { name: 'trading-refused', path: 'webtrader', as: 'global.lead' },
  { name: 'trading-open', path: 'webtrader?is_demo=1', as: active, open: chooseCrypto },
  { name: 'trading-order', path: 'webtrader?is_demo=1', as: active, open: askOrder, isOver: true },
  { name: 'trading-symbols', path: 'webtrader', as: active, open: openSymbols, isOver: true, isNarrowOnly: true },
  { name: 'trading-ticket', path: 'webtrader', as: active, open: async (stage) => openTab(stage, 'trade'), isPhoneOnly: true },
  {
    name: 'trading-positions',
    path: 'webtrader',
    as: active,
    open: async (stage) => openTab(stage, 'positions'),
    isPhoneOnly: true,
  },
  { name: 'trading-close', path: 'webtrader', as: active, open: askClosing, isOver: true },

  { name: 'platforms', path: 'platforms', as: active },
  { name: 'inbox', path: 'inbox', as: active },
  { name: 'inbox-message', path: 'inbox', as: active, open: openMessage },
  { name: 'inbox-empty', path: 'inbox', as: 'global.my' },
];

interface Setting extends ScreenHelpers {
  readonly language: LanguageKey;
  /** What stands in paths, as `placesOf` finds it. */
  readonly places: Readonly<Record<string, string>>;
}

/** Brings a screen into its state: the page asked for, what is opened on it opened, nothing being loaded any more. */
export async function stand(screen: Screen, { page, say, language, places }: Setting): Promise<void> {
  const known: Readonly<Record<string, string | undefined>> = { ...places, brand: defaultBrand.key };
  const path = screen.path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`${screen.name}: the client has no ${name}`);
    return value;
  });
  await screen.before?.({ page, say });
  await page.goto(`/${screen.at ?? language}${path === '' ? '' : `/${path}`}`);
  if (screen.isWaiting) return page.locator('[aria-busy="true"]').first().waitFor();
  await untilStill(page, { head: 'h1', within: 'main' });
  await screen.open?.({ page, say });
  await untilStill(page, { head: 'h1', within: 'main' });
}

/** What the client has to stand for `{account}`, `{demo}` and `{transfer}`; `get` asks a call of the API as the client. */
export async function addressesOf(get: (path: string) => Promise<Answers>): Promise<Readonly<Record<string, string>>> {
  const [{ accounts }, { transfers }] = await Promise.all([get('api/accounts'), get('api/transfers?limit=1')]);
  const found = { account: accounts.live[0]?.number, demo: accounts.demo[0]?.number, transfer: transfers[0]?.id };
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** And what stands for `{client}` and `{lead}` at the desk. */
export async function deskAddressesOf(get: (path: string) => Promise<Answers>): Promise<Readonly<Record<string, string>>> {
  const idOf = async (name: string): Promise<string> => {
    const { clients } = await get(`/api/desk/clients?search=${name}`);
    return String(clients[0]?.client_id);
  };
  return { client: await idOf('global.active'), lead: await idOf('global.lead') };
}

// oxlint-disable-next-line typescript/no-explicit-any -- the envelope's data, as the API gives it
type Answers = any;

/** A width in which the screen exists. */
export function widthFor({ isPhoneOnly, isNarrowOnly }: Screen): number {
  if (isPhoneOnly) return 360;
  return isNarrowOnly ? 768 : 1280;
}

async function submit(page: Page): Promise<void> {
  await page.locator('main form [type="submit"]').click();
  await page.locator('[aria-invalid="true"], [role="alert"]').first().waitFor();
}

async function signInWrongly({ page }: ScreenHelpers): Promise<void> {
  await page.locator('input[name="id"]').fill('uk.lead@atrium.test');
  await page.locator('input[name="password"]').fill('not this one');
  await page.locator('main form [type="submit"]').click();
  await page.locator('[role="alert"]').waitFor();
}

/** The call never answers. */
async function silence(page: Page, call: string): Promise<void> {
  await page.route(`**/api/js/${call}?*`, () => undefined);
}

/** The call meets a fault of ours. */
async function fail(page: Page, call: string): Promise<void> {
  const envelope = { success: false, code: 500, data: null, errors: [], notifications: [] };
  await page.route(`**/api/js/${call}?*`, async (route) =>
    route.fulfill({ status: 500, json: envelope, headers: { 'x-request-id': 'req-7c41' } }),
  );
}

/** The session has ended, and the next call meets the lock. */
async function lose({ page }: ScreenHelpers): Promise<void> {
  const envelope = { success: false, code: 401, data: null, errors: [], notifications: [] };
  await page.route('**/api/js/**', async (route) => route.fulfill({ status: 401, json: envelope }));
  // Another folder is always asked for; a message that is opened only while it is unread.
  await page.locator('main button[aria-pressed="false"]').first().click();
  await page.locator('dialog[open] input[name="password"]').waitFor();
}

/** On to an address that is no page, without asking the server. */
async function wander({ page }: ScreenHelpers): Promise<void> {
  await page.evaluate(
    `history.pushState({}, '', location.pathname + '/elsewhere'); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await page.waitForURL(/elsewhere/);
}

async function press({ page, say }: ScreenHelpers, id: string): Promise<void> {
  await page
    .locator('main')
    .getByRole('button', { name: say(id), exact: true })
    .first()
    .click();
  await page.locator('dialog[open]').waitFor();
}

async function confirm({ page }: ScreenHelpers): Promise<void> {
  await page.locator('main form [type="submit"]').click();
  await page.locator('dialog[open]').waitFor();
}

async function openHostedPage(stage: ScreenHelpers): Promise<void> {
  await confirm(stage);
  await stage.page.locator('dialog[open] button').last().click();
  await stage.page.waitForURL(/\/sandbox\//);
}

async function openDemoAccount({ page, say }: ScreenHelpers): Promise<void> {
  const agreement = page.locator('input[name="i_agree_tc"]');
  if (await agreement.isVisible()) await agreement.check();
  await page.locator('main form [type="submit"]').click();
  await page.getByRole('heading', { name: say('opening.success.demo') }).waitFor();
}

async function search({ page, say }: ScreenHelpers, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: say('shell.search') });
  await dialog.getByRole('textbox').fill(text);
  if (text === '53') await dialog.getByText('530', { exact: false }).first().waitFor();
}

async function openMenu({ page, say }: ScreenHelpers, menu: 'notices' | 'language' | 'profile'): Promise<void> {
  const bar = page.locator('header').first();
  const openers = {
    // Its name counts the notices; beside the search it is the only one that opens a dialog.
    notices: bar.locator('[aria-haspopup="dialog"]').nth(1),
    language: bar.getByRole('button', { name: say('ui.language') }),
    profile: bar.getByRole('button', { name: say('shell.profile') }),
  };
  await openers[menu].click();
  await page.locator(`[data-position] :is([role="menuitem"], li, p)`).filter({ visible: true }).first().waitFor();
}

async function openQuickMenu({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('shell.more'), exact: true }).click();
  await page.locator('dialog[open]').waitFor();
}

async function openSymbols({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('trading.changeSymbol'), exact: true }).click();
  await page.locator('dialog[open]').waitFor();
}

/** Crypto trades on every day of the week. */
async function chooseCrypto(stage: ScreenHelpers): Promise<void> {
  const { page, say } = stage;
  if (await page.getByRole('button', { name: say('trading.changeSymbol'), exact: true }).isVisible()) await openSymbols(stage);
  await page.getByRole('button', { name: say('trading.group.crypto'), exact: true }).click();
  await page.getByRole('button', { name: /^BTCUSD/ }).click();
  await page.getByRole('heading', { name: 'BTCUSD' }).waitFor();
}

async function askOrder(stage: ScreenHelpers): Promise<void> {
  const { page, say } = stage;
  await chooseCrypto(stage);
  await openTab(stage, 'trade');
  // A press while the price is still to come is no order.
  await expect(async () => {
    await page.getByRole('button', { name: say('trading.do.buy', { lots: '0.01', symbol: 'BTCUSD' }) }).click();
    await expect(page.locator('dialog[open]')).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 15_000 });
}

async function askClosing(stage: ScreenHelpers): Promise<void> {
  const { page, say } = stage;
  await openTab(stage, 'positions');
  await page
    .getByRole('table', { name: say('trading.positions') })
    .getByRole('button')
    .first()
    .click();
  await page.locator('dialog[open]').waitFor();
}

/** On a phone the terminal is three tabs. */
async function openTab({ page, say }: ScreenHelpers, tab: 'trade' | 'positions'): Promise<void> {
  const opener = page.getByRole('tab', { name: new RegExp(`^${say(`trading.tab.${tab}`)}`) });
  if (await opener.isVisible()) await opener.click();
}

async function openMessage({ page, say }: ScreenHelpers): Promise<void> {
  await page
    .getByRole('list', { name: say('inbox.messages') })
    .locator('li > button')
    .first()
    .click();
  await page.locator('main button[aria-current]').waitFor();
}
