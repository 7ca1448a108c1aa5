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

/** A page has fewer places to stop at. */
const mostStops = 150;
/** Longer lists are typed into. */
const mostSteps = 14;

/** Nothing is clicked, and nothing gets the focus but by the keys that lead to it. */
export function byKeyboard(page: Page): Hand {
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
    for (let left = mostStops; left > 0; left -= 1) {
      if (await isAmong(what)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`no key leads to ${String(what)}`);
  };
  return {
    async press(what) {
      await reach(what);
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
      // What stands far off is typed, as one types it to find it; what stands near is gone to.
      const { label, steps } = await list.evaluate((select: HTMLSelectElement, wanted) => {
        const place = [...select.options].findIndex((option) => option.value === wanted);
        return { label: select.options[place]?.label ?? '', steps: place - select.selectedIndex };
      }, value);
      if (Math.abs(steps) > mostSteps) await page.keyboard.type(label);
      const key = steps < 0 ? 'ArrowUp' : 'ArrowDown';
      for (let left = mostSteps; left > 0 && (await list.inputValue()) !== value; left -= 1) await page.keyboard.press(key);
      await expect(list).toHaveValue(value);
    },
    async choose(what, file) {
      await reach(what);
      const chooser = page.waitForEvent('filechooser');
      await page.keyboard.press('Enter');
      await (await chooser).setFiles(file);
    },
  };
}
