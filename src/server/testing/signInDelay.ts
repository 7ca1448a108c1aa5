import { changeSetting } from '../start/settings.ts';
import type { TestApp } from './app.ts';

/** How long whoever guesses waits at first: so long that no wait is over by itself, however slow the machine is. */
export async function setFirstDelay(app: TestApp, seconds: number): Promise<void> {
  const at = app.opened.clock.now();
  const change = { path: 'signIn.firstDelaySeconds', value: seconds, author: 'test', at, effectiveAt: at };
  await app.database.transact((sql) => changeSetting(sql, change));
  await app.opened.settings.refresh();
}
