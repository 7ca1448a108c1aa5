import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import { after, secondMs } from '../../base/time.ts';
import { changeSetting } from '../../server/start/settings.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { coolsUntil } from '../contacts/face.ts';

let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('ng.active');
});
afterAll(() => app.close());

const interposes = async (as = client) =>
  (await app.call({ method: 'GET', path: 'api/client_info', as })).data.interposes as string | null;
const setPassword = (body: object, as = client) =>
  app.call({ method: 'POST', path: 'api/direct/myfxtm-reset-password/setRequiredPassword', body, as });
const terms = (as = client) => app.call({ method: 'GET', path: 'api/direct/terms', as });
const agree = (body: object, as = client) => app.call({ method: 'POST', path: 'api/direct/terms', body, as });
const alike = (password: string) => ({ password, password2: password, client_id: client.clientId });
const requirePassword = () =>
  app.owner.sql.run('update client set is_password_change_required = true where id = $1', [client.clientId]);

async function setSetting(path: string, value: unknown): Promise<void> {
  const at = app.opened.clock.now();
  await app.database.transact((sql) => changeSetting(sql, { path, value, author: 'test', at, effectiveAt: at }));
  await app.opened.settings.refresh();
}

const publishTerms = (company: number, version: number) => setSetting(`termsVersions.${company}`, version);

test('nothing stands over the page of a client with whom all is well, and no password can be set there', async () => {
  expect(await interposes()).toBeNull();
  expect(await setPassword(alike('Harbour2026'))).toMatchObject({ httpStatus: 409, errors: [{ code: 'password_not_required' }] });
});

test('a password that has to be changed is refused on its field until it is a good one, and then set', async () => {
  await requirePassword();
  expect(await interposes()).toBe('required_password');
  const { last_name: name } = await app.owner.sql.one<{ last_name: string }>('select last_name from client where id = $1', [
    client.clientId,
  ]);
  const refusals = [
    [alike('short'), 'password_too_weak', 'password'],
    [alike(`${name}2026x`), 'password_contains_name', 'password'],
    [{ ...alike('Harbour2026'), password2: 'Harbour2027' }, 'passwords_differ', 'password2'],
    [alike('Sandbox2026!'), 'password_same_as_old', 'password'],
  ] as const;
  for (const [body, code, field] of refusals) {
    const answer = await setPassword(body);
    expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code }] });
    expect(Object.keys(answer.errors[0]?.validation_messages ?? {})).toEqual([field]);
  }
  const somebodyElse = { ...alike('Harbour2026'), client_id: client.clientId + 1 };
  expect(await setPassword(somebodyElse)).toMatchObject({ errors: [{ code: 'password_not_required' }] });

  const other = await app.signIn('ng.active');
  const answer = await setPassword(alike('Harbour2026'));
  expect(answer).toMatchObject({ httpStatus: 200, client_info: { interposes: null, is_password_change_required: false } });
  expect((await app.call({ method: 'GET', path: 'api/client_info', as: other })).httpStatus).toBe(401);
  expect(await interposes()).toBeNull();
  const signIn = (password: string) =>
    app.call({ method: 'POST', path: '/api/client/login', body: { id: client.clientId, password } });
  expect((await signIn('Sandbox2026!')).httpStatus).toBe(401);
  expect((await signIn('Harbour2026')).httpStatus).toBe(200);
  const audit = await app.owner.sql.one(`select detail from audit_event where action = 'session.set_required_password'`);
  expect(audit).toMatchObject({ detail: { endedSessions: 1 } });
});

test('after a password that had to be set, without the old one, money goes nowhere new for a while', async () => {
  const { sql } = app.owner;
  const settings = app.opened.settings.current();
  const cools = (now: Date) => coolsUntil(sql, { client: clientId(client.clientId), settings, now });
  const { at } = await sql.one<{ at: Date }>('select max(at) as at from identity_change where client_id = $1', [client.clientId]);
  const until = after(at, settings.contacts.coolingSeconds * secondMs);
  expect([await cools(at), await cools(until)]).toEqual([until, undefined]);
});

test('of two passwords sent at once one is set', async () => {
  await requirePassword();
  const answers = await Promise.all([setPassword(alike('Harbour-A-1')), setPassword(alike('Harbour-B-1'))]);
  expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409]);
});

test('newer terms of a company are asked of its clients until they agree, and of nobody else', async () => {
  const [ama, closed, elsewhere] = [
    await app.signIn('global.active'),
    await app.signIn('closed.client'),
    await app.signIn('eu.active'),
  ];
  await publishTerms(3, 2);
  expect([await interposes(ama), await interposes(closed), await interposes(elsewhere)]).toEqual(['terms', null, null]);
  const told = (await terms(ama)).data;
  expect(told).toMatchObject({ version: 2, documents: expect.arrayContaining([{ key: 'client_agreement', url: null }]) });
  expect(await agree({ version: 1, i_agree_tc: true }, ama)).toMatchObject({
    httpStatus: 409,
    errors: [{ code: 'terms_changed' }],
  });
  expect(await agree({ version: 2, i_agree_tc: false }, ama)).toMatchObject({ errors: [{ code: 'terms_not_accepted' }] });
  const agreed = await agree({ version: 2, i_agree_tc: true }, ama);
  expect(agreed.client_info).toMatchObject({ interposes: null, is_terms_agreed: true });
  expect((await agree({ version: 2, i_agree_tc: true }, ama)).httpStatus).toBe(200);
  const kept = await app.owner.sql.many('select company_id, version from terms_agreement where client_id = $1', [ama.clientId]);
  expect(kept).toEqual([{ company_id: 3, version: 2 }]);
});

test('who has not agreed to the newest terms agrees to them where an account is opened', async () => {
  await publishTerms(5, 2);
  const kenyan = await app.signIn('ke.active');
  const order = { account: 'standard', currency: 'USD', leverage: 100, swap_free: false };
  const open = (body: object) => app.call({ method: 'POST', path: 'api/accounts/live', body, as: kenyan });
  expect(await open(order)).toMatchObject({ httpStatus: 422, errors: [{ code: 'terms_not_accepted' }] });
  expect((await open({ ...order, i_agree_tc: true })).errors).toEqual([]);
  expect(await interposes(kenyan)).toBeNull();
});

test('a newer notice on personal data is asked of a company’s clients once, and what they agreed to is kept with its version', async () => {
  const [ama, closed, elsewhere] = [
    await app.signIn('eu.active'),
    await app.signIn('closed.noneu'),
    await app.signIn('uk.active'),
  ];
  const notice = (as: SignedIn) => app.call({ method: 'GET', path: 'api/direct/personal-data-notice', as });
  const agreeTo = (body: object) => app.call({ method: 'POST', path: 'api/direct/personal-data-notice', body, as: ama });
  expect(await interposes(ama)).toBeNull();
  await setSetting('personalDataNotice.versions.1', 2);
  await setSetting('terms.1', { privacy_policy: 'https://example.com/privacy' });
  expect([await interposes(ama), await interposes(closed), await interposes(elsewhere)]).toEqual([
    'personal_data_notice',
    null,
    null,
  ]);
  expect((await notice(ama)).data).toEqual({ version: 2, url: 'https://example.com/privacy' });
  expect(await agreeTo({ version: 2, is_agreed: false })).toMatchObject({
    httpStatus: 422,
    errors: [{ code: 'personal_data_not_agreed', validation_messages: { is_agreed: {} } }],
  });
  expect(await agreeTo({ version: 1, is_agreed: true })).toMatchObject({
    httpStatus: 409,
    errors: [{ code: 'personal_data_changed' }],
  });
  expect((await agreeTo({ version: 2, is_agreed: true })).client_info).toMatchObject({ interposes: null });
  expect((await agreeTo({ version: 2, is_agreed: true })).httpStatus).toBe(200);
  const kept = await app.owner.sql.many('select company_id, version from personal_data_agreement where client_id = $1', [
    ama.clientId,
  ]);
  expect(kept).toEqual([{ company_id: 1, version: 2 }]);
  await setSetting('personalDataNotice.versions.1', 3);
  expect(await interposes(ama)).toBe('personal_data_notice');
});
