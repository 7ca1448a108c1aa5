import { globSync } from 'node:fs';
import path from 'node:path';
import type { Screen } from './screen.ts';

/** What a file of test/screens offers: its area's screens in each state, at one door or at both. */
interface ScreensOfArea {
  readonly screens?: readonly Screen[];
  readonly deskScreens?: readonly Screen[];
}

const files = globSync('screens/*.ts', { cwd: import.meta.dirname }).toSorted();

/** What each file offers, by its name: the area's, or that of what stands around all areas. */
export const offers: ReadonlyMap<string, ScreensOfArea> = new Map(
  await Promise.all(
    files.map(
      async (file) =>
        [path.basename(file, '.ts'), (await import(path.join(import.meta.dirname, file))) as ScreensOfArea] as const,
    ),
  ),
);
const all = [...offers.values()];

/** Every screen of the portal with its states. test/screens.test.ts holds it to the pages that the contracts declare. */
export const screens: readonly Screen[] = all.flatMap((offer) => offer.screens ?? []);

/**
 * Every screen of the staff's desk with its states, below `/desk`; `as` is the part of the staff's address before the @.
 * What no seeded fact brings about stands there as the server would tell it.
 */
export const deskScreens: readonly Screen[] = all.flatMap((offer) => offer.deskScreens ?? []);
