import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { barriers, expect, still, test, visit } from './portal.ts';

test('a statement is found from the wallet, kept as pages, printed, and computed again from the book', async ({
  page,
  backstage,
  box,
}) => {
  await backstage.signIn('global.active');
  await visit(page, '/en/atrium-wallet');
  await page.locator('main').getByRole('link', { name: 'Statements' }).click();
  await still(page);
  await expect(page.getByRole('heading', { name: 'Statements', level: 1 })).toBeVisible();
  await page.getByText('This year').click();
  await expect(page).toHaveURL(/number=\d+&from=\d{4}-01-01/);
  await still(page);
  await expect(page.getByText('Closing balance')).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  const keeping = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  const kept = readFileSync(await (await keeping).path());
  expect(kept.toString('latin1', 0, 5)).toBe('%PDF-');

  // A browser without a window has printed at once, and what was printed would be gone.
  await page.evaluate(() => {
    const append = document.body.append.bind(document.body);
    document.body.append = (...nodes) => {
      append(...nodes);
      for (const node of nodes)
        if (node instanceof HTMLIFrameElement && node.contentWindow) node.contentWindow.print = () => undefined;
    };
  });
  await page.getByRole('button', { name: 'Print' }).click();
  const facts = page.frameLocator('iframe').locator('dd');
  const command = (await facts.last().textContent()) ?? '';
  const digest = (await facts.nth(-2).textContent()) ?? '';
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  const told = execFileSync(
    'node',
    ['--disable-warning=ExperimentalWarning', 'bin/statement.ts', ...command.replace(/^.*? -- /, '').split(' ')],
    { env: { ...process.env, ATRIUM_DATA: box.folder }, encoding: 'utf8' },
  );
  expect(told).toContain(`digest    ${digest}`);
});

test('a long list is written while one goes on, and fetched where it is ready', async ({ page, backstage }) => {
  await backstage.signIn('global.active');
  await visit(page, '/en/transfers');
  await page.getByRole('button', { name: 'Prepare a file' }).click();
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible();
  await expect(page.getByText('Transfers, CSV')).toBeVisible();
  const taking = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const kept = readFileSync(await (await taking).path(), 'utf8');
  expect(kept).toContain('Number,Created (UTC)');
  expect(await barriers(page)).toEqual([]);
});
