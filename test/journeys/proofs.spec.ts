import { jpegFile } from '../../src/server/testing/files.ts';
import { sentencesOf } from '../sentences.ts';
import { barriers, expect, still, test, visit } from './portal.ts';

const say = sentencesOf('en');

test('a payment method is proven by its document', async ({ page, backstage }) => {
  await backstage.signIn('ke.active');
  await visit(page, '/en/verify-payment');
  expect(await barriers(page)).toEqual([]);
  const sending = page.getByRole('main').getByRole('link', { name: say('documents.send') });
  const open = await sending.count();
  await sending.first().click();
  await expect(page).toHaveURL(/\/en\/verify-payment\/upload\?docTypeId=\d+/);
  await page.getByLabel(say('ui.file.choose')).setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: jpegFile() });
  await page.getByRole('button', { name: say('documents.send') }).click();
  await expect(page).toHaveURL('/en/verify-payment');
  await expect(sending).toHaveCount(open - 1);
  await expect(page.getByText(say('documents.payment.pending')).first()).toBeVisible();
});

test('whether the use of the portal is counted is agreed to and taken back', async ({ page, backstage }) => {
  await backstage.signIn('eu.active');
  await visit(page, '/en/profile/privacy');
  await page.getByRole('button', { name: say('tracking.yes') }).click();
  await expect(page.getByText(say('tracking.choice.given'))).toBeVisible();
  await page.reload();
  await still(page);
  await page.getByRole('button', { name: say('tracking.no') }).click();
  await expect(page.getByText(say('tracking.choice.refused'))).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});
