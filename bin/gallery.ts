// `npm run gallery`: a picture of every screen of test/screens in every width, appearance and direction of reading,
// and what can be seen to be wrong with it. Ends with 1 when something is. Needs the build.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { deskScreens, screens } from '../test/screens.ts';
import { requireFonts } from './gallery/fonts.ts';
import { writeSheet } from './gallery/contactSheet.ts';
import { takenOf, viewsOf, type Picture, type View } from './gallery/views.ts';
import { openStudio } from './gallery/studio.ts';
import { withApplication } from './application.ts';

const root = path.dirname(import.meta.dirname);
/** As many pages at a time as a small machine bears. */
const atOnce = 2;

const { values: wish } = parseArgs({
  options: {
    /** Screens whose name begins so; several with commas. */
    only: { type: 'string' },
    width: { type: 'string' },
    scheme: { type: 'string' },
    language: { type: 'string' },
    into: { type: 'string', default: path.join(root, '.atrium/gallery') },
  },
});

const views = [...screens, ...deskScreens].flatMap(viewsOf).flatMap((view) => takenOf(view, wish));
if (views.length === 0) throw new Error('no picture is wanted: see test/screens for the names');
requireFonts(
  views.map(({ language }) => language),
  (text) => process.stdout.write(`${text}\n`),
);
const standing = process.env['PORTAL_URL'];
const pictures: Picture[] = [];
rmSync(wish.into, { recursive: true, force: true });
mkdirSync(wish.into, { recursive: true });
if (standing === undefined) await withApplication(takeAll);
else await takeAll(standing);
report();

async function takeAll(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await takeIn(browser, url);
  } finally {
    await browser.close();
  }
}

async function takeIn(browser: Browser, url: string): Promise<void> {
  const studio = await openStudio({ browser, url, folder: wish.into, people: views.map(({ screen }) => screen) });
  const waiting: View[] = [...views];
  const work = async (): Promise<void> => {
    for (let view = waiting.shift(); view; view = waiting.shift()) {
      pictures.push(...(await studio.take(view)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function report(): void {
  writeSheet(wish.into, pictures);
  const seen = Map.groupBy(
    pictures.flatMap(({ file, faults }) => faults.map((fault) => ({ file, fault }))),
    ({ fault }) => fault,
  );
  for (const [fault, where] of seen)
    process.stdout.write(`${fault}: ${where[0]?.file}${where.length > 1 ? ` and ${where.length - 1} more` : ''}\n`);
  process.stdout.write(`${pictures.length} pictures, ${seen.size} faults: ${path.join(wish.into, 'index.html')}\n`);
  if (seen.size > 0) process.exitCode = 1;
}
