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

test('the page asks every thirty seconds how far it is, but on the way to a payment by card, and no more once it is left', async ({
  page,
  backstage,
}) => {
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/direct/sumsub/check')) asked += 1;
  });
  const open = async (query: string): Promise<number> => {
    await page.goto(`/en/documents/verification${query}`);
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Proof of identity' })).toBeVisible();
    return settled();
  };
  /** How often until here: what the page has sent was seen before this is. */
  const settled = async (): Promise<number> => {
    await page.evaluate(async () => (await fetch('/health/live?after=asked')).status);
    return asked;
  };
  await backstage.signIn('global.my');
  const before = await open('');
  await page.clock.fastForward('00:31');
  await expect.poll(() => asked).toBeGreaterThan(before);
  await page
    .getByRole('main')
    .getByRole('link', { name: say('nav.documents') })
    .click();
  await expect(page).toHaveURL(/\/en\/documents$/);
  await expect(page.locator('iframe')).toHaveCount(0);
  await still(page);
  const left = await settled();
  await page.clock.fastForward('01:05');
  expect(await settled()).toBe(left);

  const byCard = await open('?verification_flow=credit_card');
  await page.clock.fastForward('01:05');
  expect(await settled()).toBe(byCard);
});

test('while the vendor cannot be reached its page leads to the list of papers', async ({ page, backstage, provoked }) => {
  provoked.add(503);
  await backstage.signIn('global.my');
  await backstage.post('/sandbox/faults', { target: 'verification', mode: 'error', count: 20 });
  await page.goto('/en/documents/verification');
  await expect(page).toHaveURL(/\/en\/documents\/list$/);
  await backstage.post('/sandbox/faults', { target: 'verification', mode: 'none' });
});
