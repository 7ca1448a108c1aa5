import type { Locator, Page } from '@playwright/test';
import { expect } from './portal.ts';

/** How somebody uses a page: what each journey does can be done by pointer, and by keyboard alone. */
export interface Hand {
  readonly press: (what: Locator) => Promise<void>;
  readonly tick: (what: Locator) => Promise<void>;
  readonly type: (field: Locator, text: string) => Promise<void>;
  /** Of a list, by its value. */
  readonly pick: (list: Locator, value: string) => Promise<void>;
  readonly choose: (what: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => Promise<void>;
}

export const byPointer: Hand = {
  press: (what) => what.click(),
  tick: (what) => what.check(),
  type: (field, text) => field.fill(text),
  pick: async (list, value) => void (await list.selectOption(value)),
  choose: (what, file) => what.setInputFiles(file),
};

/** Presses a button by its key once it takes that, as a click waits by itself: while it is busy it swallows what is pressed. */
export async function enter(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press('Enter');
}

/** A page has fewer places to stop at. */
const mostStops = 150;
/** Longer lists are typed into. */
const mostSteps = 14;
/** A bound of hanging, and not of speed. */
const patience = { timeout: 60_000 };
/** A list takes letters for one word until nothing was typed for a second: on a machine that is busy a word comes in two. */
const untilForgotten = { ...patience, intervals: [2000] };

/** Chooses of a list that has the focus by the word that is typed at it. */
export async function typeAt(list: Locator, word: string): Promise<void> {
  await expect(async () => {
    await list.page().keyboard.type(word);
    expect(await list.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label)).toContain(word);
  }).toPass(untilForgotten);
}

/** Nothing is clicked, and nothing gets the focus but by the keys that lead to it. */
export function byKeyboard(page: Page): Hand {
  // From the beginning on: the word that choosers are to be handed over may else come behind the key that opens one.
  page.on('filechooser', () => undefined);
  const isAt = (what: Locator): Promise<boolean> => what.evaluate((element) => element === document.activeElement);
  /** Of choices of which one counts, the keys stop at one for all. */
  const isAmong = (what: Locator): Promise<boolean> =>
    what.evaluate((element) => {
      const { activeElement: here } = document;
      if (here === element) return true;
      if (!(here instanceof HTMLInputElement) || !(element instanceof HTMLInputElement)) return false;
      return here.type === 'radio' && here.name === element.name;
    });
  const reach = async (what: Locator): Promise<void> => {
    await what.waitFor({ state: 'attached' });
    // What cannot be stopped at yet, one comes by again.
    await expect(async () => {
      for (let left = mostStops; left > 0; left -= 1) {
        if (await isAmong(what)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`no key leads to ${String(what)}`);
    }).toPass(patience);
  };
  return {
    async press(what) {
      await reach(what);
      await expect(what).toBeEnabled();
      await page.keyboard.press('Enter');
    },
    async tick(what) {
      await reach(what);
      for (let left = mostStops; left > 0 && !(await isAt(what)); left -= 1) await page.keyboard.press('ArrowDown');
      if (!(await what.isChecked())) await page.keyboard.press('Space');
      await expect(what).toBeChecked();
    },
    async type(field, text) {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    async pick(list, value) {
      await reach(list);
      await expect(async () => goTo(list, value)).toPass(untilForgotten);
    },
    async choose(what, file) {
      await reach(what);
      const chooser = page.waitForEvent('filechooser');
      await page.keyboard.press('Enter');
      await (await chooser).setFiles(file);
    },
  };
}

/** What stands far off is typed, as one types it to find it; what stands near is gone to. */
async function goTo(list: Locator, value: string): Promise<void> {
  const { keyboard } = list.page();
  const { label, steps } = await list.evaluate((select: HTMLSelectElement, wanted) => {
    const place = [...select.options].findIndex((option) => option.value === wanted);
    return { label: select.options[place]?.label ?? '', steps: place - select.selectedIndex };
  }, value);
  if (Math.abs(steps) > mostSteps) await keyboard.type(label);
  const key = steps < 0 ? 'ArrowUp' : 'ArrowDown';
  for (let left = mostSteps; left > 0 && (await list.inputValue()) !== value; left -= 1) await keyboard.press(key);
  expect(await list.inputValue()).toBe(value);
}
