import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSetting } from '../../server/start/settings.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => app.close());

const signIns = async (as: SignedIn) =>
  (await app.call({ method: 'GET', path: 'api/security/sign-ins', as })).data.sign_ins as Record<string, string | null>[];
const tryFrom = (headers: Record<string, string>) =>
  app.call({
    method: 'POST',
    path: '/api/client/login',
    body: { id: 'ke.active@atrium.test', password: 'guessed' },
    headers: { 'x-forwarded-for': '203.0.113.9', ...headers },
  });

test('the list of sign-ins tells where each came from, as the broker’s proxy has said then', async () => {
  const own = await app.signIn('ke.active');
  await tryFrom({ 'x-country': 'FR', 'x-city': 'Lyon' });
  const at = app.opened.clock.now();
  const value = { countryHeader: 'x-country', cityHeader: 'x-city' };
  await app.database.transact((sql) =>
    changeSetting(sql, { path: 'signInWhereabouts', value, author: 'test', at, effectiveAt: at }),
  );
  await app.opened.settings.refresh();
  await tryFrom({ 'x-country': 'ZA', 'x-city': 'Cape Town' });
  expect((await signIns(own)).map(({ outcome, address, country, city }) => [outcome, address, country, city])).toEqual([
    ['refused', '203.0.113.9', 'ZA', 'Cape Town'],
    ['refused', '203.0.113.9', null, null],
    ['signed_in', '127.0.0.1', null, null],
  ]);
});
