import type { Notification } from '../../protocol/envelope.ts';
import { matchPage } from '../../protocol/paths.ts';

/** Those that are shown on the page with that path below its language: each names the pages that say the same themselves. */
export function shownOn(notifications: readonly Notification[], path: string, brand: string): readonly Notification[] {
  return notifications.filter(
    ({ hidden_on: pages }) => !matchPage(path, { pages: pages.map((page) => ({ path: page })), brand }),
  );
}
