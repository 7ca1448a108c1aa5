import type { Page } from '@playwright/test';
import { answerNoMore } from '../answers.ts';
import { addressesOf, deskAddressesOf, stand, widthFor, type Screen } from '../screen.ts';
import { offers } from '../screens.ts';
import { sentencesOf } from '../sentences.ts';
import { barriers, colourBarriers, expect, password, still, test, visit, type SandboxHelpers } from './portal.ts';

const say = sentencesOf('en');
/** What stands around the screens of all areas, in its own states. */
const frames: ReadonlySet<string> = new Set(['frame', 'desk']);
/** So many screens and no more are one journey, so that journeys go side by side. */
const mostAtOnce = 12;

// Half-way through a transition nothing has its contrast.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ mode: 'parallel' });

interface ScreenOfArea {
  readonly area: string;
  readonly screen: Screen;
}

const all = [...offers].flatMap(([area, { screens = [], deskScreens = [] }]): ScreenOfArea[] =>
  [...screens, ...deskScreens].map((screen) => ({ area, screen })),
);
/** One reader's screens at one door, area by area. */
const readers = Map.groupBy(all, ({ screen: { at = 'portal', as: reader } }) => `${at} to ${reader ?? 'anybody'}`);

/** Every screen in every state, held to WCAG 2.2 AA; once more in the dark for what depends on colour. */
for (const [reader, own] of readers) {
  for (const some of roundsOf(own)) {
    const areas = new Set(some.map(({ area }) => area));
    test(`no barrier at the ${reader}: ${[...areas].join(', ')}`, async ({ page, backstage, provoked }) => {
      test.setTimeout(240_000 + some.length * 60_000);
      const places = await enter(page, backstage, some[0]?.screen);
      for (const [index, { area, screen }] of some.entries()) {
        await test.step(screen.name, async () => {
          for (const status of screen.provokes ?? []) provoked.add(status);
          await look(page, { screen, places, isFrameKnown: index > 0 && !frames.has(area) });
          await answerNoMore(page);
          await page.context().setOffline(false);
        });
      }
    });
  }
}

test('a screen has no barrier in other languages either', async ({ page, backstage }) => {
  await backstage.signIn('global.active');
  for (const path of ['/ar', '/ar/deposits', '/zh/accounts']) {
    await visit(page, path);
    await expectNone(page, path);
  }
});

/** Whole areas together, unless one alone has more than that. */
function roundsOf(own: readonly ScreenOfArea[]): readonly (readonly ScreenOfArea[])[] {
  const rounds: ScreenOfArea[][] = [];
  for (const some of Map.groupBy(own, ({ area }) => area).values()) {
    const last = rounds.at(-1);
    if (last && last.length + some.length <= mostAtOnce) last.push(...some);
    else rounds.push([...some]);
  }
  return rounds;
}

/** Signs the reader in beside the screen, and answers what stands in paths. */
async function enter(
  page: Page,
  backstage: SandboxHelpers,
  screen: Screen | undefined,
): Promise<Readonly<Record<string, string>>> {
  if (screen?.as === undefined) return {};
  if (screen.at !== 'desk') {
    await backstage.signIn(screen.as);
    return addressesOf(async (path) => backstage.get(path));
  }
  const { request } = page.context();
  const data = { id: `${screen.as}@staff.atrium.test`, password };
  await request.post('/api/desk/login', { data, failOnStatusCode: true });
  return deskAddressesOf(async (path) => (await (await request.get(path, { failOnStatusCode: true })).json()).data);
}

interface Look {
  readonly screen: Screen;
  readonly places: Readonly<Record<string, string>>;
  readonly isFrameKnown: boolean;
}

async function look(page: Page, { screen, places, isFrameKnown }: Look): Promise<void> {
  await page.setViewportSize({ width: widthFor(screen), height: 900 });
  await stand(screen, { page, say, language: 'en', places });
  if (screen.at === undefined && !screen.isWaiting && !screen.isOutside && screen.as !== undefined) await still(page);
  await expectNone(page, screen.name, isFrameKnown);
  if (screen.at !== 'desk') return;
  // The desk is for the narrow screens of offices too: the same state there.
  const dialogs = await page.locator('dialog[open]').count();
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(page.locator('dialog[open]')).toHaveCount(dialogs);
  await expectNone(page, `${screen.name} at 768 px`, isFrameKnown);
}

/** What a program says where it has no figure, no date and no word. */
const nonsense = /\bNaN\b|Invalid Date|\bundefined\b|\[object /;

async function expectNone(page: Page, name: string, isFrameKnown = false): Promise<void> {
  // What has slid half under the bar is no smaller for it.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await barriers(page, { isFrameKnown }), name).toEqual([]);
  expect(await page.locator('body').innerText(), `${name} says what no reader understands`).not.toMatch(nonsense);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colourBarriers(page, { isFrameKnown }), `${name} in the dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}
