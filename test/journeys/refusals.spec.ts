import type { Page } from '@playwright/test';
import { loadServerWords } from '../../src/server/serve/words.ts';
import { sentencesOf } from '../sentences.ts';
import { becomeInvestor } from './backOffice.ts';
import { barriers, expect, still, test, visit, type SandboxHelpers } from './portal.ts';

/* What no account is opened for (document 2 §8): each code by a client who meets it, told over the page, with the way on from it. */

const say = sentencesOf('en');
/** What the server says, which no screen has. */
const sayThere = loadServerWords().in('en');
// A sheet that is still coming up is see-through, which would be held against its words.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface Met {
  readonly page: Page;
  readonly backstage: SandboxHelpers;
}

interface Refused {
  readonly code: string;
  readonly who: string;
  /** What the browser notes of it. */
  readonly status?: number;
  /** Opens the page that it is met on, and sends what is refused. */
  readonly meet: (of: Met) => Promise<void>;
  readonly title: string;
  /** The link or the button that leads on, and where. */
  readonly on: string;
  readonly to: RegExp;
}

const follow = (number: number): string => `/en/accounts/open/investor?manager=${number}`;

/** The account of a strategy, by its name. */
async function strategyNamed({ backstage }: Met, name: string): Promise<number> {
  const path = `api/direct/investment-program/manager-accounts?list=all&search=${name}`;
  const [found] = (await backstage.get(path)).direct.manager_accounts;
  return found.acc_no;
}

const refused: readonly Refused[] = [
  {
    code: 'accountNotFollowable',
    who: 'investor.approved',
    status: 422,
    // An account that is nobody's strategy.
    async meet({ page, backstage }) {
      const { accounts } = await backstage.get('api/accounts');
      await page.goto(follow(accounts.live[0].number));
    },
    title: say('investments.follow.refused'),
    on: 'nav.strategies',
    to: /\/en\/strategies$/,
  },
  {
    code: '10033',
    who: 'provider.active',
    status: 422,
    // A provider's own strategy.
    async meet({ page, backstage }) {
      await becomeInvestor(page, backstage);
      await visit(page, follow(await strategyNamed({ page, backstage }, 'Night_owl')));
      await page.getByLabel(say('investments.amount')).fill('500');
      for (const box of ['investments.safety', 'investments.agree.terms', 'investments.agree.referral'])
        await page.getByRole('checkbox', { name: say(box) }).check();
      await page.getByRole('button', { name: say('investments.follow.do'), exact: true }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('investments.confirm.do') })
        .click();
    },
    title: sayThere('error.10033.title'),
    on: 'nav.strategies',
    to: /\/en\/strategies$/,
  },
  {
    code: '30004',
    who: 'eu.active',
    // In the EU nobody follows what risks more than their answers allow; before there are any, these are asked for and nothing else is said.
    async meet({ page, backstage }) {
      const night = follow(await strategyNamed({ page, backstage }, 'Night_owl'));
      await visit(page, night);
      await expect(page.getByText(say('investments.follow.form'))).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await becomeInvestor(page, backstage);
      await page.goto(night);
    },
    title: say('investments.follow.refused'),
    on: 'nav.strategies',
    to: /\/en\/strategies$/,
  },
  {
    code: '30003',
    who: 'ke.active',
    meet: async ({ page }) => void (await page.goto('/en/accounts/open/investor')),
    title: say('ui.refused.title'),
    on: 'shell.gone.home',
    to: /\/en$/,
  },
  {
    code: '10045',
    who: 'global.pending',
    meet: async ({ page }) => void (await page.goto('/en/stock-trading/form')),
    title: say('shell.papers.title'),
    on: 'shell.papers.upload',
    to: /\/en\/documents/,
  },
  {
    code: '10041',
    who: 'investor.form',
    status: 422,
    // Whoever has no account to trade with.
    async meet({ page }) {
      await visit(page, '/en/accounts/open/live?account=advantage+stock');
      await page.getByLabel(/not as a professional/).check();
      await page.getByLabel(/Nasdaq subscriber agreement/).check();
      const terms = page.getByLabel(/I have read and agree/);
      if (await terms.isVisible()) await terms.check();
      await page.getByRole('button', { name: say('opening.live.do') }).click();
    },
    title: sayThere('error.10041.title'),
    on: 'nav.open',
    to: /\/en\/accounts\/open\/live$/,
  },
];

for (const { code, who, status, meet, title, on, to } of refused)
  test(`${code} is told over the page to ${who}, whom it leads on`, async ({ page, backstage, provoked }) => {
    if (status !== undefined) provoked.add(status);
    await backstage.signIn(who);
    await meet({ page, backstage });
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toContainText(sayThere(`error.${code}`));
    expect(await barriers(page)).toEqual([]);
    const leading = { name: say(on), exact: true };
    await dialog.getByRole('link', leading).or(dialog.getByRole('button', leading)).click();
    await expect(page).toHaveURL(to);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await still(page);
  });
