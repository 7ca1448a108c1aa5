import { expect, type Page } from '@playwright/test';

/** How often a document is asked that goes away meanwhile, and for how long, in milliseconds: a bound of hanging, not of speed. */
const patience = { intervals: [25], timeout: 60_000 };

/**
 * Waits until the screen's head is in sight, nothing is being loaded any more and the letters are the ones that stay. The page looks
 * itself: each question from here costs both sides as much as a frame.
 */
export async function untilStill(
  page: Page,
  { head, within }: { readonly head: string; readonly within: string },
): Promise<void> {
  const stands = `(async () => {
    const missing = () => !document.querySelector('${head}')?.checkVisibility({ visibilityProperty: true }) ? 'its head'
      : document.querySelector('${within} [aria-busy="true"]') ? 'what is being loaded'
      : document.fonts.status === 'loading' ? 'its letters' : 'nothing';
    for (let looks = 0; looks < 500 && missing() !== 'nothing'; looks += 1) await new Promise((next) => setTimeout(next, 20));
    return missing();
  })()`;
  await expect(async () => expect(await page.evaluate(stands), 'what the screen lacks').toBe('nothing')).toPass(patience);
}
