import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedPassword } from '../../../seed/personas.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { jpegFile, pngFile, sendForm } from '../../server/testing/files.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['rate_window', 'failure_streak', 'challenge']) await app.owner.sql.run(`delete from ${table}`);
});

const password = seedPassword;
const post = (path: string, as: SignedIn, body: object) => app.call({ method: 'POST', path, body, as });
const send = (as: SignedIn, body: object) => post('api/profile/contact/sendpin', as, body);
const save = (as: SignedIn, body: object) => post('api/profile/contact', as, body);
const told = (answer: { httpStatus: number; errors: readonly { code: string }[] }) => [answer.httpStatus, answer.errors[0]?.code];
const profileOf = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/profile', as })).data.profile;
async function sentTo(to: string): Promise<readonly { subject: string | null; text: string; pin: string | null }[]> {
  await app.drain();
  const answer = await fetch(`${app.url}/sandbox/outbox?to=${encodeURIComponent(to)}`);
  return ((await answer.json()) as { messages: { subject: string | null; text: string; pin: string | null }[] }).messages;
}
const pinTo = async (to: string) => (await sentTo(to))[0]?.pin ?? '';

describe('another e-mail address', () => {
  test('is taken by the password and by the PIN that went there; the one before is told, and signs nobody in any more', async () => {
    const as = await app.signIn('global.my');
    const value = 'moved@example.com';
    expect(told(await send(as, { what: 'email', value }))).toEqual([422, 'field_required']);
    expect(told(await send(as, { what: 'email', value, password: 'Guessed2026' }))).toEqual([422, 'wrong_password']);
    expect(await send(as, { what: 'email', value: ' Moved@Example.com', password })).toMatchObject({
      data: { channel: 'email', resend_seconds: 60 },
    });
    const pin = await pinTo(value);
    // The PIN is good for that address and no other.
    expect(told(await save(as, { what: 'email', value: 'other@example.com', pin }))).toEqual([422, 'pin_wrong']);
    await app.owner.sql.run('delete from challenge');
    await send(as, { what: 'email', value, password });
    expect(await save(as, { what: 'email', value, pin: await pinTo(value) })).toMatchObject({ success: true });
    expect(await profileOf(as)).toMatchObject({ email: { value, is_verified: true }, cools_until: expect.any(String) });
    expect((await sentTo('global.my@atrium.test'))[0]?.subject).toContain('is not the e-mail address');
    const signIn = (id: string) => app.call({ method: 'POST', path: '/api/client/login', body: { id, password } });
    expect([(await signIn(value)).httpStatus, (await signIn('global.my@atrium.test')).httpStatus]).toEqual([200, 401]);
    const [change] = await app.owner.sql.many(
      'select what, value_before, value_after from identity_change where client_id = $1',
      [as.clientId],
    );
    expect(change).toEqual({ what: 'email', value_before: 'global.my@atrium.test', value_after: value });
  });

  test('that is another client’s is answered alike, and its reader alone learns of it', async () => {
    const as = await app.signIn('global.lead');
    const [known, unknown] = ['eu.active@atrium.test', 'nobody.at.all@example.com'];
    const first = await send(as, { what: 'email', value: known, password });
    await app.owner.sql.run('delete from challenge');
    const second = await send(as, { what: 'email', value: unknown, password });
    expect([first.httpStatus, first.data]).toEqual([second.httpStatus, second.data]);
    expect([(await sentTo(known))[0]?.pin, await pinTo(unknown)]).toEqual([null, expect.stringMatching(/^\d{4}$/)]);
  });

  test('that became another client’s meanwhile is a wrong PIN', async () => {
    const as = await app.signIn('global.lead');
    const value = 'contested@example.com';
    await send(as, { what: 'email', value, password });
    const pin = await pinTo(value);
    await app.owner.sql.run(`update client set email = $1 where email = 'global.promo@atrium.test'`, [value]);
    expect(told(await save(as, { what: 'email', value, pin }))).toEqual([422, 'pin_wrong']);
    expect((await profileOf(as)).email.value).toBe('global.lead@atrium.test');
  });
});

test('a mobile number is verified where it is and changed where it is another one, and the one before is written to', async () => {
  const as = await app.signIn('global.full');
  const { mobile } = await profileOf(as);
  expect(mobile.is_verified).toBe(false);
  await send(as, { what: 'mobile' });
  expect(await save(as, { what: 'mobile', pin: await pinTo(mobile.value) })).toMatchObject({ success: true });
  expect((await profileOf(as)).mobile).toEqual({ value: mobile.value, is_verified: true });
  expect((await profileOf(as)).cools_until).toBeNull();

  await app.owner.sql.run('delete from challenge');
  expect(told(await send(as, { what: 'mobile', value: '+999 1', password }))).toEqual([422, 'phone_wrong']);
  expect(told(await send(as, { what: 'mobile', value: mobile.value, password }))).toEqual([422, 'contact_same']);
  await send(as, { what: 'mobile', value: '+27 82 555 0199', password });
  const pin = await pinTo('+27825550199');
  expect(await save(as, { what: 'mobile', value: '+27825550199', pin })).toMatchObject({ success: true });
  expect((await profileOf(as)).mobile).toEqual({ value: '+27825550199', is_verified: true });
  expect((await sentTo(mobile.value))[0]?.text).toContain('telephone number');
});

test('a second address is added by a PIN and removed by the password', async () => {
  const as = await app.signIn('ng.active');
  const value = 'second@example.com';
  await send(as, { what: 'secondary_email', value, password });
  await save(as, { what: 'secondary_email', value, pin: await pinTo(value) });
  expect((await profileOf(as)).secondary_email).toEqual({ value, is_verified: true });
  expect(told(await post('api/profile/secondary-email/remove', as, { password: 'Guessed2026' }))).toEqual([
    422,
    'wrong_password',
  ]);
  expect(await post('api/profile/secondary-email/remove', as, { password })).toMatchObject({ success: true });
  expect((await profileOf(as)).secondary_email).toEqual({ value: null, is_verified: false });
});

test('letters are chosen all at once, and what was never chosen is as it ships', async () => {
  const as = await app.signIn('ke.active');
  const read = async () => (await app.call({ method: 'GET', path: 'api/subscriptions', as })).data.subscriptions;
  expect(await read()).toContainEqual({ topic: 'education', is_on: true });
  const chosen = { news: true, promotions: false, market_analysis: false, education: false };
  expect(await post('api/subscriptions', as, chosen)).toMatchObject({ success: true });
  expect(await read()).toEqual(Object.entries(chosen).map(([topic, isOn]) => ({ topic, is_on: isOn })));
});

test('whoever is frozen reads the profile and changes nothing that the account hangs on', async () => {
  const as = await app.signIn('global.frozen');
  expect(await profileOf(as)).toMatchObject({ status: 'FROZEN' });
  expect(told(await send(as, { what: 'email', value: 'thief@example.com', password }))).toEqual([403, 'account_frozen']);
});

describe('the picture', () => {
  const send = (as: SignedIn, file: { name: string; bytes: Buffer }) =>
    sendForm(app.url, { path: '/api/js/api/profile/picture', as, fields: {}, file });
  const info = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data;
  const look = (as: SignedIn) => fetch(`${app.url}/api/js/api/profile/picture?of=any`, { headers: { cookie: as.cookie } });
  const kept = (as: SignedIn) =>
    app.owner.sql.many(`select id from stored_file where client_id = $1 and state = 'kept'`, [as.clientId]);

  test('is its owner’s and the desk’s to see, takes the place of the one before, and is removed again', async () => {
    const [as, other] = [await app.signIn('provider.new'), await app.signIn('provider.active')];
    expect(await info(as)).toMatchObject({ picture: null });
    expect((await look(as)).status).toBe(404);
    const both = await Promise.all([
      send(as, { name: 'a.jpg', bytes: jpegFile() }),
      send(as, { name: 'b.jpg', bytes: jpegFile() }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { picture } = await info(as);
    expect(await kept(as)).toEqual([{ id: picture }]);
    const seen = await look(as);
    expect([seen.status, seen.headers.get('content-type'), seen.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/jpeg',
      'nosniff',
    ]);
    expect((await look(other)).status).toBe(404);
    const desk = await app.signInStaff('agent');
    const { files } = (await app.call({ method: 'GET', path: `/api/desk/files?client_id=${as.clientId}`, as: desk })).data;
    expect(files).toMatchObject([{ id: picture, about: `client:${as.clientId}` }]);
    expect((await post('api/profile/picture/remove', as, {})).errors).toEqual([]);
    expect([await info(as), (await look(as)).status, await kept(as)]).toMatchObject([{ picture: null }, 404, []]);
  });

  test('is a picture by its content, within ten megabytes and fifty million pixels', async () => {
    const as = await app.signIn('provider.new');
    const refused = async (bytes: Buffer) => (await send(as, { name: 'face.jpg', bytes })).body.errors[0]?.code;
    expect(await refused(pngFile())).toBe('wrong_file_type');
    expect(await refused(Buffer.concat([jpegFile(), Buffer.from('<script>alert(1)</script>')]))).toBe('wrong_file_type');
    expect(await refused(jpegFile({ width: 10_000, height: 5001 }))).toBe('wrong_file_type');
    expect(await refused(jpegFile({ scan: 10_000_001 }))).toBe('max_file_size');
    expect(await kept(as)).toEqual([]);
  });
});
