import { afterAll, beforeAll, expect, test } from 'vitest';
import { putMessage } from '../../../src/areas/inbox/face.ts';
import { clientId } from '../../../src/base/id.ts';
import { dayMs } from '../../../src/base/time.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../../src/server/testing/app.ts';

let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('global.active');
});
afterAll(() => app.close());

test('the worker runs the job: what nobody has read for two years counts as read', async () => {
  const now = app.opened.clock.now();
  const put = (daysAgo: number) =>
    app.database.transact((sql) =>
      putMessage(sql, {
        clientId: clientId(client.clientId),
        group: 'backoffice',
        text: `<p>${daysAgo}</p>`,
        now: new Date(now.getTime() - daysAgo * dayMs),
      }),
    );
  const [old, fresh] = [await put(800), await put(10)];
  await app.opened.worker?.sweep('inbox.stale');
  const isRead = async (id: number | undefined) =>
    (await app.owner.sql.one<{ is_read: boolean }>('select is_read from inbox_message where id = $1', [id])).is_read;
  expect([await isRead(old), await isRead(fresh)]).toEqual([true, false]);
});
