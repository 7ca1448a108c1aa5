import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSetting } from '../../server/start/settings.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const own = async (as: SignedIn) =>
  (await app.call({ method: 'GET', path: 'api/direct/migrate-to-another-company', as })).data.direct.own_terms;

test('newer terms of the global company are shown to its own clients alone, until they agree to them', async () => {
  const [client, european] = [await app.signIn('global.active'), await app.signIn('eu.active')];
  expect([await own(client), await own(european)]).toEqual([null, null]);
  const at = app.opened.clock.now();
  await app.database.transact(async (sql) => {
    for (const company of [1, 3])
      await changeSetting(sql, { path: `termsVersions.${company}`, value: 2, author: 'test', at, effectiveAt: at });
  });
  await app.opened.settings.refresh();
  expect(await own(european)).toBeNull();
  expect(await own(client)).toMatchObject({
    version: 2,
    documents: expect.arrayContaining([{ key: 'client_agreement', url: null }]),
  });
  const act = (more: object) =>
    app.call({
      method: 'POST',
      path: 'api/direct/forextime/clients/migrate',
      body: { action: 'accept_mauritius_terms', ...more },
      as: client,
    });
  expect(await act({})).toMatchObject({ httpStatus: 422, errors: [{ code: 'terms_not_accepted' }] });
  const agreed = await act({ is_terms_agreed: true });
  expect(agreed).toMatchObject({ httpStatus: 200, client_info: { is_terms_agreed: true, interposes: null } });
  expect(await own(client)).toBeNull();
});
