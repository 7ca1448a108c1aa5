import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { sentencesOf } from '../sentences.ts';
import { expect, screenBarriers, still, test, visit } from './portal.ts';

const say = sentencesOf('en');

test.beforeEach(async ({ backstage }) => backstage.signIn('global.active'));

test('the list follows its filters, keeps them in the address, and leads through its pages', async ({ page, backstage }) => {
  await visit(page, '/en/transfers/list');
  const table = page.getByRole('table', { name: 'Transfers', exact: true });
  // A line each, and each month above its own.
  const rows = table.locator('tr[data-key]');
  await expect(rows).toHaveCount(20);
  await expect(table.getByRole('rowheader').first()).toHaveText(/^\w+ 20\d\d$/);
  await page.getByLabel('Kind').selectOption({ label: 'Internal transfers' });
  await expect(page).toHaveURL(/transfer_type=transfer/);
  await still(page);
  await expect(rows.first()).toContainText('From');
  await page.reload();
  await still(page);
  await expect(page.getByLabel('Kind')).toHaveValue('transfer');
  await page.getByLabel('Kind').selectOption('');
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page).toHaveURL(/after=/);
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect(page).not.toHaveURL(/after=/);
  const [newest] = (await backstage.get('api/transfers?limit=1')).transfers;
  await expect(rows.first()).toContainText(String(newest.id));
});

test('history and the list are one screen, withdrawals are none of the others, and a page behind the last is the last', async ({
  page,
  backstage,
}) => {
  // Somebody who has withdrawn nothing, and in no other journey does.
  await backstage.signIn('investor.active');
  await visit(page, '/en/transfers');
  await expect(page.getByRole('heading', { name: 'Transfers', level: 1 })).toBeVisible();
  await page.getByLabel('Status').selectOption({ label: 'Completed' });
  await expect(page).toHaveURL('/en/transfers/list?status=completed');
  await visit(page, '/en/transfers/list?transfer_type=withdraw');
  await expect(page.getByLabel('Kind')).toHaveValue('withdraw');
  await expect(page.getByText('Nothing fits these filters')).toBeVisible();
  await expect(page).toHaveTitle(/^Withdrawals · /);
  await visit(page, '/en/transfers/list?page=9999');
  await expect(page.locator('tr[data-key]').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Older' })).toHaveCount(0);
  await page.locator('tr[data-key] a').first().click();
  await expect(page).toHaveTitle(/^(Deposit|From|Back).* · \d+ · /);
});

test('filters that nothing fits say so and can be cleared', async ({ page }) => {
  await visit(page, '/en/transfers/list?from=2001-01-01&till=2001-01-02');
  await expect(page.getByText('Nothing fits these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(page.getByRole('table', { name: 'Transfers', exact: true })).toBeVisible();
  await expect(page).toHaveURL('/en/transfers');
});

test('a day is taken from the calendar and given back', async ({ page }) => {
  await visit(page, '/en/transfers/list?from=2026-03-01');
  await page.getByLabel('To', { exact: true }).click();
  await page.getByRole('button', { name: '15 Mar 2026', exact: true }).click();
  await expect(page).toHaveURL(/from=2026-03-01&till=2026-03-15/);
  await expect(page.getByLabel('To', { exact: true })).toHaveText('15 Mar 2026');
  await page.getByRole('button', { name: 'Empty the day' }).first().click();
  await expect(page).not.toHaveURL(/from=/);
  await expect(page.getByLabel('From')).toHaveText('Any day');
  await visit(page, '/en/transfers/list?from=2017-01-15');
  await page.getByLabel('From').click();
  await expect(page.getByRole('button', { name: '1 Jan 2017', exact: true })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled();
});

test('the filtered list comes as a real workbook', async ({ page, backstage }) => {
  await visit(page, '/en/transfers/list?transfer_type=deposit');
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  const files = unzipSync(readFileSync(await download.path()));
  const sheet = new TextDecoder().decode(Object.entries(files).find(([name]) => name.endsWith('worksheets/sheet1.xml'))?.[1]);
  const rows = sheet.match(/<row\b/g)?.length ?? 0;
  const { transfers, next } = await backstage.get('api/transfers?transfer_type=deposit&limit=100');
  expect(next).toBeNull();
  expect(rows).toBe(transfers.length + 1);
});

test('a long list is written while one looks on: how many rows of it are there, and then the file, until its time is over', async ({
  page,
}) => {
  // No seeded client has so much that it could be watched: how far it is, is written into what the server has answered.
  const looks = [
    { state: 'writing', rows_done: 250_000, rows_whole: 1_000_000 },
    { state: 'writing', rows_done: 750_000, rows_whole: 1_000_000 },
  ];
  let next = 0;
  await page.route(/\/api\/exports(\?|$)/, async (route) => {
    const answer = await (await route.fetch()).json();
    const exports = answer.data?.exports?.map((file: object) => ({ ...file, ...looks[next] }));
    await route.fulfill({ json: exports ? { ...answer, data: { ...answer.data, exports } } : answer });
  });
  await visit(page, '/en/transfers/list?transfer_type=deposit');
  await page.getByRole('button', { name: say('money.export'), exact: true }).click();
  await expect(page).toHaveURL(/\/en\/exports$/);
  const table = page.getByRole('table', { name: say('page.exports') });
  const bar = table.getByRole('progressbar', { name: say('exports.state.writing') });
  await expect(bar).toHaveAttribute('value', '250000');
  await expect(bar).toHaveAttribute('max', '1000000');
  await expect(table).toContainText('250,000 of 1,000,000 rows');
  await expect(page.getByRole('button', { name: say('exports.take') })).toHaveCount(0);
  // It goes on by itself.
  next = 1;
  await expect(bar).toHaveAttribute('value', '750000');
  await expect(table).toContainText('750,000 of 1,000,000 rows');
  next = 2;
  await expect(bar).toHaveCount(0);
  await expect(table).toContainText(say('exports.state.ready'));
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: say('exports.take') }).click();
  expect((await arriving).suggestedFilename()).toBe('transfers.csv');
});

test('a transfer begins in the currency that its address names', async ({ page, backstage }) => {
  const { accounts } = await backstage.get('api/accounts');
  const inEuros = accounts.live.filter(({ currency }: { currency: string }) => currency === 'EUR');
  await visit(page, '/en/internal?currency=EUR');
  const numbers = inEuros.map(({ number }: { number: number }) => number);
  await expect(page.getByLabel('From')).toHaveValue(new RegExp(`^(${numbers.join('|')})$`));
  await expect(page.getByText(/EUR\s[\d,.]+/).first()).toBeVisible();
});

test('a bonus goes only with the client’s word, who reads first how much it is', async ({ page, backstage, provoked }) => {
  await backstage.signIn('global.promo');
  const promoOf = async (): Promise<{ number: number; credit: string }> => (await backstage.get('api/accounts')).accounts.live[0];
  const promo = await promoOf();
  expect(promo.credit).toBe('100.00');
  await visit(page, `/en/internal?acc=${promo.number}`);
  await page.getByLabel('Amount').fill('50.00');
  await page.getByRole('button', { name: 'Transfer USD 50.00' }).click();
  const sheet = page.getByRole('dialog', { name: 'Check your transfer' });
  const agree = sheet.getByRole('button', { name: 'Transfer USD 50.00' });
  provoked.add(422);
  await agree.click();
  await expect(sheet.getByRole('alert')).toContainText(/USD\s100\.00/);
  expect((await promoOf()).credit).toBe('100.00');
  await sheet.getByLabel('I agree that the bonus is removed from this account').check();
  await agree.click();
  await expect(page.getByText('Completed')).toBeVisible();
  await expect.poll(async () => (await promoOf()).credit).toBe('0.00');
});

test('what came into the wallet because its account was put away goes there by one tap once the account is back', async ({
  page,
  context,
  backstage,
}) => {
  const order = { account: 'advantage mt5', currency: 'USD', leverage: 100, i_agree_tc: true };
  const { number } = await backstage.post('api/accounts/live', order);
  await visit(page, `/en/deposits?acc=${number}&amount=500`);
  await page.getByRole('button', { name: 'Deposit USD 500.00' }).click();
  await page.getByRole('dialog', { name: 'Check your deposit' }).getByRole('button', { name: 'Pay USD 500.00' }).click();
  await expect(page.getByRole('button', { name: 'Approve payment' })).toBeVisible();

  const beside = await context.newPage();
  await visit(beside, `/en/accounts/${number}`);
  await beside.getByRole('button', { name: 'Archive this account' }).click();
  await beside.getByRole('dialog').getByRole('button', { name: 'Archive account' }).click();
  await expect(beside).toHaveURL(/\/en\/accounts$/);

  await page.getByRole('button', { name: 'Approve payment' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText(say('transfer.status.completed'), { exact: true })).toBeVisible();
  await expect(main.getByText(/could not take the money, so it is in your wallet/).first()).toBeVisible();
  const deposit = page.url();
  const move = main.getByRole('button', { name: new RegExp(`^Move USD\\s500\\.00 to ${number}$`) });
  // While the account is put away there is nowhere to go.
  await expect(move).toHaveCount(0);

  await visit(beside, '/en/accounts/archive');
  await beside.getByRole('button', { name: 'Restore' }).click();
  await beside.getByRole('dialog').getByRole('button', { name: 'Restore account' }).click();
  await expect(beside.getByRole('dialog')).toBeHidden();
  await beside.close();
  await page.reload();
  await still(page);
  await expect(main.getByText(say('history.moveOn.title'), { exact: true })).toBeVisible();
  await expect(main.getByText(say('history.moveOn.text'))).toBeVisible();
  expect(await screenBarriers(page)).toEqual([]);
  await move.click();
  await expect(page).not.toHaveURL(deposit);
  await expect(main.getByText(say('transfer.status.completed'), { exact: true })).toBeVisible();
  const { account } = await backstage.get(`api/accounts/${number}`);
  expect(account.balance).toBe('500.00');
  await visit(page, deposit);
  await expect(move).toHaveCount(0);
});

/** What the page of a transfer says and offers, each status once; what the server says of every state is held by areas/transfers/states.test.ts. */
const stands = [
  ['deposit', 'created', 'provider', ['cancel']],
  ['deposit', 'waiting_payment', 'client', ['pay', 'cancel']],
  ['deposit', 'on_review', 'client', ['accept']],
  ['deposit', 'processing', 'platform', []],
  ['deposit', 'completed', undefined, ['receipt.pdf', 'receipt.print']],
  ['deposit', 'declined', undefined, ['again']],
  ['deposit', 'cancelled', undefined, ['again']],
  ['deposit', 'failed', undefined, ['again']],
  ['withdraw', 'on_review', 'house', ['cancel']],
  ['reversal', 'on_review', 'house', []],
] as const;
const offers = ['pay', 'accept', 'cancel', 'again', 'receipt.pdf', 'receipt.print'] as const;

test('the page of a transfer says of each status how it stands, why, and who acts next, and offers what can be done', async ({
  page,
  backstage,
}) => {
  const [newest] = (await backstage.get('api/transfers?limit=1')).transfers;
  const { transfer } = await backstage.get(`api/transfers?tid=${newest.id}`);
  let shown: object = transfer;
  // The seeds have a transfer in few of its states: how it stands is written into what the server has answered.
  await page.route(/\/api\/transfers\?(.*&)?tid=/, async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: { ...answer.data, transfer: shown } } });
  });
  for (const [type, status, who, can] of stands) {
    const offered: readonly string[] = can;
    const isStopped = offered.includes('again');
    shown = {
      ...transfer,
      transfer_type: type,
      status,
      target_account_number: null,
      reason: isStopped ? `why it is ${status}` : null,
      timeline: [{ code: 'saved', status, text: `it is ${type} ${status}`, at: transfer.created_at }],
      next: who === undefined ? null : { who, text: `what ${who} does`, until: null, late: null },
      can_cancel: offered.includes('cancel'),
      can_accept: offered.includes('accept'),
      redirect: offered.includes('pay') ? { url: '/en', method: 'GET', fields: {}, redirect_data: 'x' } : null,
      trade_account: null,
      move_on: null,
      needs_paper: null,
    };
    await test.step(`${type}, ${status}`, async () => {
      await visit(page, `/en/transfers/${newest.id}`);
      const main = page.getByRole('main');
      await expect(main.getByText(say(`transfer.status.${status}`), { exact: true }).first()).toBeVisible();
      await expect(main.getByRole('list', { name: say('history.timeline') })).toContainText(`it is ${type} ${status}`);
      if (isStopped) await expect(main.getByText(`why it is ${status}`)).toBeVisible();
      if (who !== undefined) {
        await expect(main.getByText(say(`history.who.${who}`), { exact: true })).toBeVisible();
        await expect(main.getByText(`what ${who} does`)).toBeVisible();
      }
      for (const offer of offers) {
        const name = say(`history.${offer}`);
        const control = main.getByRole(offer === 'again' ? 'link' : 'button', { name, exact: true });
        await expect(control, offer).toHaveCount(offered.includes(offer) ? 1 : 0);
      }
    });
  }
});
