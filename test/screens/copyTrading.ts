import { admin } from '../acting.ts';
import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'copyTrading-start', path: 'copy-trading/start', as: 'investor.form' },
  { name: 'copyTrading', path: 'copy-trading', as: 'investor.form', before: withLogin },
  { name: 'copyTrading-more', path: 'copy-trading', as: 'investor.form', before: withMore },
  { name: 'copyTrading-subscribe', path: 'copy-trading', as: 'investor.form', before: withLogin, open: subscribe, isOver: true },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-copyTrading', path: 'signal-offers', ...admin },
  { name: 'desk-copyTrading-price', path: 'signal-offers', ...admin, open: setPrice, isOver: true },
];

/** As if an account had been named. */
async function withLogin({ page }: ScreenHelpers): Promise<void> {
  await answerCalls(page, /copy-trading\/status/, async (asked) => {
    const response = await asked.fetch();
    const envelope = await response.json();
    envelope.data.client_details = { signals_login: 5100012, signals_balance: '1250.00', signals_currency: 'USD' };
    await asked.fulfill({ response, json: envelope });
  });
}

/** More of both kinds than a page shows. */
async function withMore(helpers: ScreenHelpers): Promise<void> {
  await withLogin(helpers);
  await answerCalls(helpers.page, /signals\/free-paid/, async (asked) => {
    const response = await asked.fetch();
    const envelope = await response.json();
    const { data } = envelope;
    Object.assign(data, { free: data.free.length > 0 ? data.free : data.paid, total_free: 43, total_paid: 43 });
    await asked.fulfill({ response, json: envelope });
  });
}

async function subscribe({ page, say }: ScreenHelpers): Promise<void> {
  await page
    .locator('main')
    .getByRole('button', { name: say('copyTrading.subscribe') })
    .first()
    .click();
  await page.locator('dialog[open]').waitFor();
}

async function setPrice({ page }: ScreenHelpers): Promise<void> {
  await page.locator('main td button').first().click();
  await page.locator('dialog[open] textarea[name="reason"]').waitFor();
}
