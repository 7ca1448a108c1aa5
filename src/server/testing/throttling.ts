import { changeSetting } from '../start/settings.ts';
import type { RateLimit } from '../../protocol/call.ts';
import type { TestApp } from './app.ts';

/** How long whoever guesses waits at first: so long that no wait is over by itself, however slow the machine is. */
export async function setFirstDelay(app: TestApp, seconds: number): Promise<void> {
  const at = app.opened.clock.now();
  const change = { path: 'signIn.firstDelaySeconds', value: seconds, author: 'test', at, effectiveAt: at };
  await app.database.transact((sql) => changeSetting(sql, change));
  await app.opened.settings.refresh();
}

/** So many were counted under that key, in the window of now and in the next, which may begin at any moment. */
export async function setCounted(app: TestApp, key: string, { count, seconds }: RateLimit): Promise<void> {
  await app.owner.sql.run(
    `insert into rate_window (key, window_start, count)
     select $1, to_timestamp((floor(extract(epoch from now()) / $2::integer) + later) * $2::integer), $3 from generate_series(0, 1) later
     on conflict (key, window_start) do update set count = excluded.count`,
    [key, seconds, count],
  );
}
