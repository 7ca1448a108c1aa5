import { pdfFile, pngFile } from '../../src/server/testing/files.ts';
import { partBytes } from '../../src/protocol/uploadPaths.ts';
import { sentencesOf } from '../sentences.ts';
import { enter } from './hands.ts';
import { barriers, expect, password, still, test, visit } from './portal.ts';

const say = sentencesOf('en');
const large = {
  name: 'statement.pdf',
  mimeType: 'application/pdf',
  buffer: pdfFile({ also: `% ${'x'.repeat(4 * partBytes)}\n` }),
};

test('a picture is turned and cut before it is sent, by the keyboard alone', async ({ page, backstage }) => {
  await backstage.signIn('global.full');
  await visit(page, '/en/verify-payment/upload?docTypeId=37');
  const field = page.getByLabel(say('ui.file.choose'));
  await field.setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: pngFile({ width: 320, height: 200 }) });
  const size = () =>
    page
      .locator('main img[src^="blob:"]')
      .evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]);
  await expect.poll(size).toEqual([320, 200]);
  const edit = page.getByRole('button', { name: say('ui.file.edit') });
  await enter(edit);
  const dialog = page.getByRole('dialog', { name: say('ui.picture.title') });
  await expect(dialog.getByRole('img', { name: say('ui.picture.chosen') })).toBeVisible();
  await still(page);
  expect(await barriers(page)).toEqual([]);
  await enter(dialog.getByRole('button', { name: say('ui.picture.right') }));
  const edge = dialog.getByRole('button', { name: say('ui.picture.edge.s') });
  for (let times = 0; times < 4; times += 1) await edge.press('Shift+ArrowUp');
  await enter(dialog.getByRole('button', { name: say('ui.picture.done') }));
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await size())[0]).toBe(200);
  const [, height = 0] = await size();
  expect(height).toBeLessThan(320);

  // Whoever wants it otherwise leaves it as it is.
  await enter(edit);
  await enter(dialog.getByRole('button', { name: say('ui.picture.cancel') }));
  expect(await size()).toEqual([200, height]);
  await page.getByRole('button', { name: say('documents.send') }).click();
  await expect(page).toHaveURL(/verify-payment$/);
});

test('a large file is halted and goes on where it was, and so it does when the line is cut', async ({
  page,
  backstage,
  provoked,
}) => {
  provoked.add(503);
  await backstage.signIn('global.full');
  const begun: number[] = [];
  let held = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (held = resolve));
  await page.route('**/api/uploads/*/part*', async (route) => {
    const from = Number(/name="from"\r\n\r\n(\d+)/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1]);
    begun.push(from);
    // The second part hangs until it is halted, the third finds nobody there at first.
    if (begun.length === 2) await isHeld;
    else if (begun.length === 4) await route.fulfill({ status: 503, json: { success: false, data: {}, errors: [], code: 503 } });
    else await route.continue();
  });
  await visit(page, '/en/verify-payment/upload?docTypeId=55');
  await page.getByLabel(say('ui.file.choose')).setInputFiles(large);
  await page.getByRole('button', { name: say('documents.send') }).click();
  await expect.poll(() => begun).toEqual([0, partBytes]);
  await page.getByRole('button', { name: say('ui.file.pause') }).click();
  const goOn = page.getByRole('button', { name: say('ui.file.goOn') });
  await expect(goOn).toBeVisible();
  held();
  expect(await barriers(page)).toEqual([]);
  await goOn.click();
  await expect(page).toHaveURL(/verify-payment$/);
  expect(begun).toEqual([0, partBytes, partBytes, 2 * partBytes, 2 * partBytes, 3 * partBytes, 4 * partBytes]);
  const { documents } = await backstage.get('documents');
  expect(documents[0]).toMatchObject({ documentType: 55, files: [{ name: 'statement.pdf', bytes: large.buffer.length }] });
});

test('the desk looks at a PDF page by page, and what was not accepted comes back with an example', async ({
  page,
  backstage,
  provoked,
}) => {
  provoked.add(401);
  await backstage.signIn('ke.full');
  await visit(page, '/en/verify-payment/upload?docTypeId=37');
  await page
    .getByLabel(say('ui.file.choose'))
    .setInputFiles({ name: 'card.pdf', mimeType: 'application/pdf', buffer: pdfFile() });
  await expect(page.getByText('card.pdf')).toBeVisible();
  await expect(page.getByRole('button', { name: say('ui.file.edit') })).toHaveCount(0);
  // What does not fit is said before anything is sent.
  const about = page.getByLabel(say('documents.field.about'));
  await about.fill('Моя карта');
  await page.getByRole('button', { name: say('documents.send') }).click();
  await expect(about).toHaveAttribute('aria-invalid', 'true');
  await about.fill('My card');
  await page.getByRole('button', { name: say('documents.send') }).click();
  await expect(page).toHaveURL(/verify-payment$/);
  const { documents } = await backstage.get('documents');
  const desk = await (
    await page
      .context()
      .browser()
      ?.newContext({ baseURL: new URL(page.url()).origin })
  )?.newPage();
  if (!desk) throw new Error('there is no browser');
  await desk.goto(`/desk/documents/${documents[0].id}`);
  await desk.locator('input[name="id"]').fill('compliance@staff.atrium.test');
  await desk.locator('input[name="password"]').fill(password);
  await desk.keyboard.press('Enter');
  const first = desk.getByRole('img', { name: say('documents.desk.pdf.page', { number: 1 }) });
  await expect(first).toHaveAttribute('data-drawn', 'true');
  const wide = (await first.boundingBox())?.width ?? 0;
  await desk.getByRole('button', { name: say('documents.desk.larger') }).click();
  await expect.poll(async () => ((await first.boundingBox())?.width ?? 0) > wide).toBe(true);
  await still(desk);
  expect(await barriers(desk)).toEqual([]);
  await desk.getByRole('button', { name: say('documents.desk.reject') }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel(say('documents.desk.code')).selectOption('cropped');
  await dialog.getByLabel(say('desk.reason.label'), { exact: true }).fill('A corner is missing.');
  await desk.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('img', { name: say('documents.example.cropped') })).toBeVisible();
  await desk.context().close();
  // Whoever is told of it is led to the papers: from there it is one press to another one.
  await visit(page, '/en/documents');
  await page
    .getByRole('main')
    .getByRole('link', { name: say('documents.again') })
    .click();
  await expect(page).toHaveURL(/verify-payment\/upload\?docTypeId=37$/);
});
