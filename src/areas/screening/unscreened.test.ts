import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import { isScreeningAwaited } from './face.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;
let compliance: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  compliance = await app.signInStaff('compliance');
});
afterAll(() => app.close());

const sweep = async (name: string) => app.opened.worker?.sweep(name);
const rename = (as: Pick<SignedIn, 'clientId'>, first: string, last: string) =>
  app.owner.sql.run('update client set first_name = $2, last_name = $3 where id = $1', [as.clientId, first, last]);
const desk = (path: string) => app.call({ method: 'GET', path: `/api/desk/${path}`, as: compliance });

test('a client without a name waits before the desk, is paid nothing, and is compared once there is one', async () => {
  for (const name of ['screening.lists', 'screening.entries', 'screening.clients']) await sweep(name);
  const as = await app.signIn('global.inactive');
  const subject = `unscreened:${as.clientId}`;
  const lists = app.opened.app.watchlists.names;
  const cases = async () =>
    (await desk('queues/screening')).data.items.filter((item: { subject: string }) => item.subject === subject);
  const isDue = async () => (await desk(`clients/${as.clientId}/screening`)).data.is_due;
  const { first, last } = await app.owner.sql.one<{ first: string; last: string }>(
    'select first_name as first, last_name as last from client where id = $1',
    [as.clientId],
  );
  await rename(as, '', '');
  await sweep('screening.clients');
  await sweep('screening.clients');
  expect(await cases()).toMatchObject([{ detail: { reason: 'no_name' } }]);
  expect([await isDue(), await isScreeningAwaited(app.owner.sql, clientId(as.clientId), lists)]).toEqual([true, true]);
  await rename(as, first, last);
  await sweep('screening.clients');
  expect([await cases(), await isDue()]).toEqual([[], false]);
});
