import type { Page } from '@playwright/test';
import { jpegFile, pdfFile, pngFile } from '../../src/server/testing/files.ts';
import { sentencesOf } from '../sentences.ts';
import { barriers, expect, screenBarriers, still, test, visit } from './portal.ts';

const say = sentencesOf('en');

test.beforeEach(async ({ backstage }) => backstage.signIn('global.active'));

test('who has paid sends the proof from the deposit’s own page, and the desk has it', async ({ page, backstage, provoked }) => {
  const { accounts } = await backstage.get('api/accounts');
  const dollars = accounts.live.find(({ currency }: { currency: string }) => currency === 'USD');
  await visit(page, `/en/deposits?acc=${dollars.number}&amount=140`);
  await page.getByRole('button', { name: 'Deposit USD 140.00' }).click();
  await page.getByRole('dialog', { name: 'Check your deposit' }).getByRole('button', { name: 'Pay USD 140.00' }).click();
  await expect(page.getByRole('button', { name: 'Approve payment' })).toBeVisible();
  const [{ id }] = (await backstage.get('api/transfers?limit=1')).transfers;

  await visit(page, `/en/transfers/${id}`);
  const proof = page.getByLabel('Choose a file');
  await page.getByRole('button', { name: 'Send the proof' }).click();
  await expect(page.getByText('Fill this in.')).toBeVisible();

  // What carries a script is refused at the field, in words that say the mend, and stays to be changed.
  provoked.add(422);
  const acting = pdfFile({ also: '9 0 obj\n<< /S /JavaScript /JS (app.alert\\(1\\)) >>\nendobj\n' });
  await proof.setInputFiles({ name: 'proof.pdf', mimeType: 'application/pdf', buffer: acting });
  await page.getByRole('button', { name: 'Send the proof' }).click();
  await expect(page.getByText('This file carries scripts or other files inside.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  // A picture with something hanging on behind it, as phones make them, is drawn anew before it goes.
  const picture = Buffer.concat([pngFile({ width: 40, height: 30 }), Buffer.from('a film of two seconds')]);
  const draw = await drawsSlowly(page);
  await page.getByLabel('Choose another file').setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByText('This file carries scripts or other files inside.')).toBeHidden();
  const send = page.getByRole('button', { name: 'Send the proof' });
  await send.click();
  await expect(send).toHaveAttribute('aria-busy', 'true');
  await draw();
  await expect(page.getByRole('button', { name: 'receipt.jpg' })).toBeVisible();
  await still(page);
  expect(await barriers(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'receipt.jpg' }).click();
  expect((await download).suggestedFilename()).toBe('receipt.jpg');
});

test('the paper of a new card is put off, then uploaded, and another one is added to it', async ({ page, backstage }) => {
  const { accounts } = await backstage.get('api/accounts');
  const dollars = accounts.live.find(({ currency }: { currency: string }) => currency === 'USD');
  await visit(page, `/en/deposits?acc=${dollars.number}&amount=150`);
  await page.getByRole('button', { name: 'Deposit USD 150.00' }).click();
  await page.getByRole('dialog', { name: 'Check your deposit' }).getByRole('button', { name: 'Pay USD 150.00' }).click();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  const asked = page.getByText(say('history.newAccount.title'));
  await expect(asked).toBeVisible();
  await expect(page.getByText(say('history.newAccount.card'))).toBeVisible();
  const transfer = page.url();
  await still(page);
  expect(await screenBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: say('history.newAccount.later') }).click();
  await expect(asked).toHaveCount(0);
  // It is asked again whenever the transfer is looked at.
  await visit(page, transfer);
  await page.getByRole('link', { name: say('history.newAccount.upload') }).click();
  await expect(page).toHaveURL('/en/verify-payment');

  // Of a card.
  const upload = page.getByRole('main').locator('a[href$="docTypeId=37"]');
  const send = async (name: string): Promise<void> => {
    await upload.click();
    await page.getByLabel(say('ui.file.choose')).setInputFiles({ name, mimeType: 'image/jpeg', buffer: jpegFile() });
    await page.getByRole('button', { name: say('documents.send') }).click();
    await expect(page).toHaveURL('/en/verify-payment');
    await expect(upload).toHaveText(say('documents.another'));
  };
  await expect(upload).toHaveText(say('documents.send'));
  await send('front.jpg');
  await still(page);
  expect(await screenBarriers(page)).toEqual([]);
  await send('reverse.jpg');
  const { documents } = await backstage.get('documents?form_name=payment_confirmation');
  expect(documents.map(({ name }: { name: string }) => name)).toEqual(['reverse.jpg', 'front.jpg']);
  await visit(page, transfer);
  await expect(asked).toHaveCount(0);
});

/** The next pictures of the page are drawn only once what is answered here is called: a phone is slow. */
async function drawsSlowly(page: Page): Promise<() => Promise<void>> {
  const going = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const draw = globalThis.createImageBitmap as (picture: Blob) => Promise<ImageBitmap>;
    globalThis.createImageBitmap = (async (picture: Blob) => promise.then(async () => draw(picture))) as typeof createImageBitmap;
    return { resolve };
  });
  return async () => going.evaluate(({ resolve }) => resolve());
}
