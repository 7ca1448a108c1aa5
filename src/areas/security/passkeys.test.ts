import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedPassword as password } from '../../../seed/personas.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openAuthenticator, type Authenticator } from '../../server/testing/authenticator.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['rate_window', 'failure_streak']) await app.owner.sql.run(`delete from ${table}`);
});

type Body = Readonly<Record<string, unknown>>;
const post = (path: string, body: Body, as?: SignedIn) => app.call({ method: 'POST', path, body, ...(as ? { as } : {}) });
const signInWith = (name: string, more: Body = {}) => post('/api/client/login', { id: `${name}@atrium.test`, password, ...more });
const told = (answer: Awaited<ReturnType<typeof post>>) => [answer.httpStatus, answer.errors[0]?.code];
const factorsOf = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/security/factors', as })).data;

async function addTo(client: SignedIn, device: Authenticator, proof: Body = {}) {
  const begun = await post('api/security/passkeys/begin', { password, ...proof }, client);
  return post('api/security/passkeys', { passkey: device.create(begun.data.options), name: 'Chrome on Linux' }, client);
}

test('a passkey is asked for beside the password, and each challenge is answered once', async () => {
  const client = await app.signIn('global.active');
  const device = openAuthenticator(app.url);
  expect((await addTo(client, device)).data.recovery_codes).toHaveLength(10);
  expect((await factorsOf(client)).passkeys).toMatchObject([{ name: 'Chrome on Linux', used_at: null }]);
  const asked = await signInWith('global.active');
  expect([told(asked), asked.data.factors]).toEqual([
    [401, 'second_factor_required'],
    ['passkey', 'recovery'],
  ]);
  const answer = device.answer(asked.data.passkey);
  expect((await signInWith('global.active', { passkey: answer })).httpStatus).toBe(200);
  expect(told(await signInWith('global.active', { passkey: answer }))).toEqual([422, 'wrong_code']);
  expect((await factorsOf(client)).passkeys[0].used_at).not.toBeNull();
});

test('a passkey answers nothing of somebody else, of another site, or of a challenge that is not out', async () => {
  const [own, stranger] = [openAuthenticator(app.url), openAuthenticator(app.url)];
  await addTo(await app.signIn('eu.active'), own);
  await addTo(await app.signIn('uk.active'), stranger);
  const { passkey: asked } = (await signInWith('eu.active')).data;
  expect(told(await signInWith('eu.active', { passkey: stranger.answer(asked) }))).toEqual([422, 'wrong_code']);
  const { passkey: next } = (await signInWith('eu.active')).data;
  const copied = { ...stranger.answer(next), id: own.answer(next).id, rawId: own.answer(next).id };
  expect(told(await signInWith('eu.active', { passkey: copied }))).toEqual([422, 'wrong_code']);
  await app.owner.sql.run('delete from failure_streak');
  const { passkey: other } = (await signInWith('uk.active')).data;
  expect(told(await signInWith('eu.active', { passkey: own.answer(other) }))).toEqual([422, 'wrong_code']);
  expect(told(await signInWith('eu.active', { passkey: own.answer({ challenge: 'AAAA' }) }))).toEqual([422, 'wrong_code']);
});

test('a passkey of another site is not kept, nor one that was made for somebody else’s challenge', async () => {
  const [client, other] = [await app.signIn('ng.active'), await app.signIn('ke.active')];
  expect(told(await addTo(client, openAuthenticator('https://atriurn.example')))).toEqual([422, 'passkey_refused']);
  const { options } = (await post('api/security/passkeys/begin', { password }, other)).data;
  const passkey = openAuthenticator(app.url).create(options);
  expect(told(await post('api/security/passkeys', { passkey, name: 'stolen' }, client))).toEqual([422, 'passkey_refused']);
  expect((await factorsOf(client)).passkeys).toEqual([]);
});

test('a passkey is removed by its owner alone, who proves it by the passkey itself', async () => {
  const [client, other] = [await app.signIn('cn.active'), await app.signIn('in.gold')];
  const device = openAuthenticator(app.url);
  await addTo(client, device);
  const [{ id }] = (await factorsOf(client)).passkeys;
  const remove = (as: SignedIn, proof: Body = {}) =>
    post('api/security/factors/remove', { kind: 'passkey', id, password, ...proof }, as);
  expect(told(await remove(other))).toEqual([404, 'factor_gone']);
  const asked = await remove(client);
  expect(told(asked)).toEqual([422, 'second_factor_required']);
  expect((await remove(client, { passkey: device.answer(asked.data.passkey) })).httpStatus).toBe(200);
  expect(await factorsOf(client)).toEqual({ totp: null, passkeys: [], recovery_codes_left: 0 });
});
