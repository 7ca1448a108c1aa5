import { expect, type Page } from '@playwright/test';

/** How often the screen is asked, and for how long, in milliseconds: a bound of hanging, not of speed. */
const patience = { intervals: [25], timeout: 60_000 };

/**
 * Waits until the screen's head is in sight, nothing is being loaded any more and the letters are the ones that stay.
 * Asked more often than Playwright's expectations ask, which is after 100, 350, 850 and 1850 ms: most of what a screen shows
 * is there shortly after the first of them.
 */
export async function untilStill(
  page: Page,
  { head, within }: { readonly head: string; readonly within: string },
): Promise<void> {
  const missing = `!document.querySelector('${head}')?.checkVisibility({ visibilityProperty: true }) ? 'its head'
    : document.querySelector('${within} [aria-busy="true"]') ? 'what is being loaded'
    : document.fonts.status === 'loading' ? 'its letters' : 'nothing'`;
  await expect(async () => expect(await page.evaluate(missing), 'what the screen lacks').toBe('nothing')).toPass(patience);
}
