import { sentencesOf } from '../sentences.ts';
import { barriers, expect, still, test, visit } from './portal.ts';

const say = sentencesOf('en');

test('a client shows both papers on the vendor’s page, is asked for better pictures, and is led to the deposit when they are good', async ({
  page,
  backstage,
}) => {
  await backstage.signIn('global.full');
  await visit(page, '/en/documents');
  await page.getByRole('link', { name: say('documents.online.open') }).click();
  const frame = page.frameLocator(`iframe[title="${say('verification.frame')}"]`);
  await expect(frame.getByRole('heading', { name: 'Proof of identity' })).toBeVisible();
  await still(page);
  expect(await barriers(page)).toEqual([]);
  // A frame of another origin, with no right to lead the portal away.
  const element = page.locator('iframe');
  await expect(element).toHaveAttribute('sandbox', /^(?!.*top-navigation).*allow-scripts/);
  expect(new URL((await element.getAttribute('src')) ?? '').origin).not.toBe(new URL(page.url()).origin);

  // What was typed at the registration is proposed there.
  await expect(frame.getByLabel('Last name on the document')).not.toHaveValue('');
  await frame.getByLabel('Date of birth on the document').fill('1990-02-03');
  await frame.getByRole('button', { name: 'Use the sample document' }).click();
  await frame.getByRole('button', { name: 'Use the sample bill' }).click();
  await expect(page.getByText(say('verification.pending'))).toBeVisible();
  await frame.getByRole('button', { name: 'Ask for better pictures' }).click();
  await expect(page.getByText(say('verification.retry'))).toBeVisible();
  await expect(page.getByText(say('documents.reason.unreadable'))).toBeVisible();

  await frame.getByRole('button', { name: 'Send again' }).click();
  await frame.getByRole('button', { name: 'Use the sample document' }).click();
  await frame.getByRole('button', { name: 'Use the sample bill' }).click();
  await frame.getByRole('button', { name: 'Approve' }).click();
  await expect(page).toHaveURL(/\/en\/deposits/);
  expect((await backstage.get('api/client_info')).status_id).toBe(12);
});

test('whoever the vendor rejects for good may still send papers to the desk', async ({ page, backstage }) => {
  await backstage.signIn('ke.full');
  const { id } = await backstage.get('api/client_info');
  await visit(page, '/en/documents/verification');
  await expect(page.locator('iframe')).toBeVisible();
  // Decided elsewhere: the vendor's message and the live line bring it.
  await backstage.post(`/sandbox/verification/${id}`, { outcome: 'rejected', labels: ['FORGERY'] });
  await expect(page.getByText(say('verification.final'))).toBeVisible();
  await page.getByRole('link', { name: say('verification.byHand') }).click();
  await expect(page.getByText(say('documents.word.resubmission_requested'))).toBeVisible();
  // What is suspicious is not told.
  await expect(page.getByText(say('documents.reason.not_accepted')).first()).toBeVisible();
});
