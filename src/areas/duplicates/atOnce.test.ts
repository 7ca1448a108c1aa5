import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { isWaitedFor } from '../../server/testing/telling.ts';
import { noteIdentity } from './face.ts';

/* Two clients who tell the same of themselves in the same moment. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** Tells the number of one's document, and another thing that both have in common, in whichever order. */
const tells = (as: SignedIn, meanwhile: () => Promise<void> = async () => undefined): Promise<boolean> =>
  app.database.transact(async (sql) => {
    const known = { phone: '+27 82 000 7777', document: { country: 'ZA', number: 'AT-ONCE 7' } };
    const { clock, settings } = app.opened;
    const isShared = await noteIdentity(sql, {
      clientId: clientId(as.clientId),
      known,
      now: clock.now(),
      settings: settings.current(),
    });
    await meanwhile();
    return isShared;
  });

test('whoever comes second waits for the first, and is found', async () => {
  const [first, second] = [await app.signIn('global.my'), await app.signIn('global.demo')];
  let isOver = false;
  let later: Promise<boolean> | undefined;
  const early = await tells(first, async () => {
    later = tells(second).finally(() => (isOver = true));
    await expect.poll(async () => isOver || (await isWaitedFor(app)), { timeout: 20_000 }).toBe(true);
    expect(isOver).toBe(false);
  });
  expect([early, await later]).toEqual([false, true]);
  const found = await app.owner.sql.many('select client_id, other_id, kinds from duplicate_finding');
  expect(found).toEqual([{ client_id: second.clientId, other_id: first.clientId, kinds: ['document', 'phone'] }]);
});
