import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import { changeSetting } from '../../server/start/settings.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { agreeAhead, becomeClientOf } from './clientRows.ts';

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
  // Who has read the ones before has not read these.
  const unread = await act({ is_terms_agreed: true, terms_version: 1 });
  expect(unread).toMatchObject({ httpStatus: 409, errors: [{ code: 'terms_changed' }] });
  expect(await own(client)).toMatchObject({ version: 2 });
  const agreed = await act({ is_terms_agreed: true, terms_version: 2 });
  expect(agreed).toMatchObject({ httpStatus: 200, client_info: { is_terms_agreed: true, interposes: null } });
  expect(await own(client)).toBeNull();
});

test('of the notice on personal data of another company counts what was agreed to there, and no version of the former one', async () => {
  const client = await app.signIn('eu.active');
  const set = async (path: string, value: number): Promise<void> => {
    const at = app.opened.clock.now();
    await app.database.transact((sql) => changeSetting(sql, { path, value, author: 'test', at, effectiveAt: at }));
    await app.opened.settings.refresh();
  };
  const interposes = async () => {
    app.opened.app.sessions.forgetClient(client.clientId);
    return (await app.call({ method: 'GET', path: 'api/client_info', as: client })).data.interposes;
  };
  const moves = (company: 1 | 3) => {
    const of = { clientId: clientId(client.clientId), company, branch: company, country: null, category: 0, termsVersion: 9 };
    return app.database.transact((sql) => becomeClientOf(sql, of));
  };
  await set('personalDataNotice.versions.1', 7);
  const agreed = {
    method: 'POST',
    path: 'api/direct/personal-data-notice',
    body: { version: 7, is_agreed: true },
    as: client,
  } as const;
  expect((await app.call(agreed)).errors).toEqual([]);
  await set('personalDataNotice.versions.3', 2);
  await moves(3);
  expect(await interposes()).toBe('personal_data_notice');
  await moves(1);
  expect(await interposes()).not.toBe('personal_data_notice');
  const facts = { clientId: clientId(client.clientId), company: 3, version: 9, notice: 2, address: '203.0.113.7' } as const;
  await app.database.transact((sql) => agreeAhead(sql, { ...facts, at: app.opened.clock.now() }));
  await moves(3);
  expect(await interposes()).not.toBe('personal_data_notice');
});
