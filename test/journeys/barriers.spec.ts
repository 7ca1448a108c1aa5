import type { Page } from '@playwright/test';
import { addressesOf, stand, widthFor, type Screen } from '../screen.ts';
import { screens } from '../screens.ts';
import { sentencesOf } from '../sentences.ts';
import { barriers, colourBarriers, expect, settled, test, visit } from './portal.ts';

const say = sentencesOf('en');
/** One client's screens of one area at a time. */
const groups = Map.groupBy(screens, ({ name, as: client }) => `${name.split('-', 1)[0]} to ${client ?? 'anybody'}`);

// Half-way through a transition nothing has its contrast.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ mode: 'parallel' });

/** Every screen in every state, held to WCAG 2.2 AA; once more in the dark for what depends on colour. */
for (const [group, own] of groups) {
  test(`no screen of ${group} has a barrier`, async ({ page, backstage, provoked }) => {
    test.setTimeout(240_000 + own.length * 60_000);
    const client = own[0]?.as;
    if (client !== undefined) await backstage.signIn(client);
    const places = client === undefined ? {} : await addressesOf(async (path) => backstage.get(path));
    for (const screen of own) {
      await test.step(screen.name, async () => {
        for (const status of screen.provokes ?? []) provoked.add(status);
        await open(page, screen, places);
        await expectNone(page, screen.name);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.context().setOffline(false);
      });
    }
  });
}

test('a screen has no barrier in other languages either', async ({ page, backstage }) => {
  await backstage.signIn('global.active');
  for (const path of ['/ar', '/ar/deposits', '/zh/accounts']) {
    await visit(page, path);
    await expectNone(page, path);
  }
});

async function expectNone(page: Page, name: string): Promise<void> {
  expect(await barriers(page), name).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colourBarriers(page), `${name} in the dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function open(page: Page, screen: Screen, places: Readonly<Record<string, string>>): Promise<void> {
  await page.setViewportSize({ width: widthFor(screen), height: 900 });
  await stand(screen, { page, say, language: 'en', places });
  if (!screen.isWaiting && !screen.isOutside && screen.as !== undefined) await settled(page);
}
