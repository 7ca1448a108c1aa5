import type { Words } from '../../../ui/words/words.ts';

/** "Chrome on Windows", as far as the browser says what it is. */
export function deviceName(
  { t }: Words,
  { browser, system }: { readonly browser: string | null; readonly system: string | null },
): string {
  if (browser !== null && system !== null) return t('security.device.both', { browser, system });
  return browser ?? system ?? t('security.device.unknown');
}
