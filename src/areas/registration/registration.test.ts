import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { solveAltcha } from '../../server/testing/captcha.ts';
import { setCounted } from '../../server/testing/throttling.ts';
import { passwords } from '../session/passwords.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  vi.restoreAllMocks();
  for (const table of ['rate_window', 'challenge', 'registration']) await app.owner.sql.run(`delete from ${table}`);
});

const good = {
  country: 'ZA',
  email: 'new@example.com',
  phone: '+27 82 123 4599',
  password: 'Harbour2026!',
  tc_accept: true,
  terms_version: 1,
};

const post = (path: string, body: object, cookie?: string) =>
  app.call({ method: 'POST', path, body, ...(cookie === undefined ? {} : { headers: { cookie } }) });

/** Begins a sign-up, with the captcha that is asked for. */
async function begin(typed: object = {}, cookie?: string) {
  const body = { ...good, ...typed };
  const asked = await post('api/register', body, cookie);
  if (asked.errors[0]?.code !== 'captcha_required') return asked;
  return post('api/register', { ...body, ...(await solveAltcha(asked.data.captcha)) }, cookie);
}

const cookieOf = (answer: Awaited<ReturnType<typeof post>>, name = 'atrium_registration'): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';

interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly pin: string | null;
}

/** The newest letter to an address, as the sandbox's mailbox has it. */
async function letterTo(address: string): Promise<Letter> {
  await app.drain();
  const answer = await fetch(`${app.url}/sandbox/outbox?to=${encodeURIComponent(address)}`);
  const { messages } = (await answer.json()) as { messages: Letter[] };
  const [newest] = messages;
  if (!newest) throw new Error(`no letter to ${address}`);
  return newest;
}

const linkIn = (text: string): string => /register\?link=([\w-]+)/.exec(text)?.[1] ?? '';

async function signUp(typed: object = {}): Promise<SignedIn> {
  const begun = await begin(typed);
  expect(begun).toMatchObject({ success: true });
  const { pin } = await letterTo(begun.data.email);
  const answer = await post('api/register/confirm', { pin }, cookieOf(begun));
  expect(answer).toMatchObject({ success: true });
  return { cookie: cookieOf(answer, 'atrium_session'), token: answer.data.token, clientId: answer.data.client_id };
}

test.each([
  ['ZA', '+27 82 123 4501', 3, 'global'],
  ['DE', '+49 1512 3456701', 1, 'eu'],
  ['GB', '+44 7400 123456', 4, 'uk'],
  ['KE', '+254 712 123456', 5, 'kenya'],
  ['CN', '+86 131 2345 6789', 3, 'china'],
] as const)(
  'somebody from %s is a client of the company %s leads to, signed in, partially registered, with the terms agreed',
  async (...row) => {
    const [country, phone, company, region] = row;
    const as = await signUp({ country, phone, email: `from.${country.toLowerCase()}@example.com` });
    const info = await app.call({ method: 'GET', path: 'api/client_info', as });
    expect(info.data).toMatchObject({
      id: as.clientId,
      company_id: company,
      region,
      country,
      status_id: 8,
      is_terms_agreed: true,
      is_name_empty: true,
      interposes: 'registration_step2',
    });
    expect(info.data.mobile_phone).toMatch(/^\+\d{8,15}$/);
    const again = await post('/api/client/login', { id: `from.${country.toLowerCase()}@example.com`, password: good.password });
    expect(again).toMatchObject({ success: true, data: { client_id: as.clientId } });
  },
);

test('a known address and an unknown one are answered alike, and cost the same work', async () => {
  const hash = vi.spyOn(passwords, 'hash');
  const rows = () =>
    app.owner.sql.one<{ begun: number; codes: number; letters: number }>(
      `select (select count(*) from registration)::integer as begun, (select count(*) from challenge where channel = 'email')::integer as codes,
         (select count(*) from outbox where topic = 'post.mail')::integer as letters`,
    );
  const before = await rows();
  const unknown = await begin({ email: 'nobody.yet@example.com' });
  const between = await rows();
  const known = await begin({ email: 'global.active@atrium.test' });
  const after = await rows();
  expect(hash).toHaveBeenCalledTimes(2);
  const without = (answer: typeof known) =>
    JSON.stringify([answer.httpStatus, answer.data, answer.errors]).replaceAll(answer.data.email, '');
  expect(without(known)).toBe(without(unknown));
  expect([...known.headers.keys()].toSorted()).toEqual([...unknown.headers.keys()].toSorted());
  for (const key of ['begun', 'codes', 'letters'] as const) expect(after[key] - between[key]).toBe(between[key] - before[key]);
  // A code that is wrong, and one that is asked for too soon, tell no more.
  const wrong = await Promise.all(
    [unknown, known].map((begun) => post('api/register/confirm', { pin: '0000' }, cookieOf(begun))),
  );
  expect(new Set(wrong.map(({ httpStatus, errors }) => JSON.stringify([httpStatus, errors]))).size).toBe(1);
});

test('the letter to a known address says so and has no code; the client stays as it was', async () => {
  const begun = await begin({ email: 'Global.Active@Atrium.test' });
  const letter = await letterTo('global.active@atrium.test');
  expect(letter).toMatchObject({ subject: 'You have an account with Atrium already', pin: null });
  expect(letter.text).toContain(`${app.url}/en/login`);
  expect(letter.text).not.toMatch(/\b\d{4}\b/);
  expect(begun.data).toEqual({ email: 'global.active@atrium.test', resend_seconds: 60 });
});

test('whose data was erased is told why the address, which is kept by law, opens no account', async () => {
  const { clientId } = await app.signIn('ke.active');
  const asked = `insert into erasure_request (client_id, state, asked_by, asked_at) values ($1, 'agreed', 'client', now())`;
  await app.owner.sql.run(asked, [clientId]);
  await begin({ email: 'ke.active@atrium.test' });
  const text = expect.stringContaining('You can open one with another address.');
  expect(await letterTo('ke.active@atrium.test')).toMatchObject({ text, pin: null });
});

test('whoever guesses the code of a known address gets no second client for it', async () => {
  const begun = await begin({ email: 'global.active@atrium.test' });
  await app.owner.sql.run(`update challenge set passed_at = now() where channel = 'email'`);
  await app.owner.sql.run(`update registration set link_hash = sha256('known') where email = 'global.active@atrium.test'`);
  const answer = await post('api/register/confirm', { link: 'known' }, cookieOf(begun));
  expect(answer).toMatchObject({ httpStatus: 409, errors: [{ code: 'sign_up_gone' }] });
  const { count } = await app.owner.sql.one<{ count: number }>(
    `select count(*)::integer as count from client where email = 'global.active@atrium.test'`,
  );
  expect(count).toBe(1);
});

test('a wrong code ends it; another letter brings another one, sixty seconds later', async () => {
  const begun = await begin({ email: 'mistyped@example.com' });
  const cookie = cookieOf(begun);
  const { pin } = await letterTo('mistyped@example.com');
  const wrong = await post('api/register/confirm', { pin: pin === '1111' ? '2222' : '1111' }, cookie);
  expect(wrong).toMatchObject({
    httpStatus: 422,
    errors: [{ code: 'pin_wrong', validation_messages: { pin: { pin_check: expect.any(String) } } }],
  });
  expect(await post('api/register/confirm', { pin }, cookie)).toMatchObject({
    httpStatus: 422,
    errors: [{ code: 'pin_expired' }],
  });
  expect(await post('api/register/resend', {}, cookie)).toMatchObject({ httpStatus: 429, errors: [{ code: 'code_just_sent' }] });
  await app.owner.sql.run(`update challenge set created_at = created_at - interval '61 seconds'`);
  expect(await post('api/register/resend', {}, cookie)).toMatchObject({ success: true, data: { resend_seconds: 60 } });
  const fresh = await letterTo('mistyped@example.com');
  expect(await post('api/register/confirm', { pin: fresh.pin }, cookie)).toMatchObject({ success: true });
});

test('the link is enough in the browser that began; in another one the password is asked for, five times and no more', async () => {
  const begun = await begin({ email: 'linked@example.com' });
  const letter = await letterTo('linked@example.com');
  const link = linkIn(letter.text);
  expect(link).not.toBe('');
  const elsewhere = (password?: string) =>
    post('api/register/confirm', { link, ...(password === undefined ? {} : { password }) });
  expect(await elsewhere()).toMatchObject({ httpStatus: 422, errors: [{ code: 'sign_up_password_needed' }] });
  for (let tries = 0; tries < 5; tries += 1)
    expect(await elsewhere('Wrong2026!')).toMatchObject({ errors: [{ code: 'sign_up_password_wrong' }] });
  expect(await elsewhere(good.password)).toMatchObject({ httpStatus: 429, errors: [{ code: 'too_many_attempts' }] });
  expect(await post('api/register/confirm', { link }, cookieOf(begun))).toMatchObject({ success: true });
  expect(await post('api/register/confirm', { link }, cookieOf(begun))).toMatchObject({ httpStatus: 409 });
});

test('in another browser the right password is enough with the link', async () => {
  await begin({ email: 'elsewhere@example.com' });
  const link = linkIn((await letterTo('elsewhere@example.com')).text);
  expect(await post('api/register/confirm', { link, password: good.password })).toMatchObject({ success: true });
});

test('going back to mend something keeps the letter that is on its way; another browser has to wait', async () => {
  const begun = await begin({ email: 'mended@example.com' });
  const { pin } = await letterTo('mended@example.com');
  expect(await begin({ email: 'mended@example.com' })).toMatchObject({ errors: [{ code: 'code_just_sent' }] });
  const mended = await begin({ email: 'mended@example.com', phone: '+27 83 765 4321' }, cookieOf(begun));
  expect(mended).toMatchObject({ success: true });
  const answer = await post('api/register/confirm', { pin }, cookieOf(begun));
  const row = await app.owner.sql.one<{ mobile_phone: string }>('select mobile_phone from client where id = $1', [
    answer.data.client_id,
  ]);
  expect(row.mobile_phone).toBe('+27837654321');
});

test('what a browser has begun it is told again, and nobody else is', async () => {
  const begun = await begin({ email: 'again@example.com' });
  const offer = (cookie = '') => app.call({ method: 'GET', path: 'api/register?country=DE', headers: { cookie } });
  const told = await offer(cookieOf(begun));
  expect(told.data).toMatchObject({
    company_id: 1,
    site: null,
    pending: { email: 'again@example.com' },
    foot: { losing: { share: '74–89' } },
  });
  expect(told.data.terms.documents.map(({ key }: { key: string }) => key)).toContain('key_information_documents');
  expect((await offer()).data.pending).toBeNull();
});

test.each([
  [{ country: 'US' }, 422, 'country_not_served', 'country'],
  [{ country: 'XX' }, 422, 'country_not_served', 'country'],
  [{ phone: '+27 1' + ' '.repeat(6) + '2' }, 422, 'phone_wrong', 'phone'],
  [{ phone: '+999 12345' }, 422, 'phone_wrong', 'phone'],
  [{ tc_accept: false }, 422, 'terms_not_accepted', 'tc_accept'],
  [{ terms_version: 2 }, 409, 'terms_changed', undefined],
] as const)('%o is refused', async (...row) => {
  const [typed, status, code, field] = row;
  const answer = await begin(typed);
  expect(answer).toMatchObject({ httpStatus: status, errors: [{ code }] });
  expect(Object.keys(answer.errors[0]?.validation_messages ?? {})).toEqual(field === undefined ? [] : [field]);
});

test('a number without its country’s code is read in the country that was chosen', async () => {
  const as = await signUp({ email: 'bare.phone@example.com', phone: '082 123 4588' });
  const info = await app.call({ method: 'GET', path: 'api/client_info', as });
  expect(info.data.mobile_phone).toBe('+27821234588');
});

test('no letter goes out without a captcha, and one captcha is good for one letter', async () => {
  const first = await post('api/register', good);
  expect(first).toMatchObject({ httpStatus: 429, errors: [{ code: 'captcha_required' }] });
  const proof = await solveAltcha(first.data.captcha);
  expect(await post('api/register', { ...good, email: 'other@example.com', ...proof })).toMatchObject({
    errors: [{ code: 'wrong_captcha_code' }],
  });
  const second = await begin({ email: 'once@example.com' });
  expect(second).toMatchObject({ success: true });
  expect(await post('api/register', { ...good, email: 'once@example.com', ...proof })).toMatchObject({
    errors: [{ code: 'wrong_captcha_code' }],
  });
});

test('a network begins so many and no more', async () => {
  await setCounted(app, 'sign_up:captcha:127.0.0.1', { count: 30, seconds: 900 });
  expect(await post('api/register', good)).toMatchObject({ httpStatus: 429, errors: [{ code: 'too_many_attempts' }] });
});

test('agent and campaign are kept with the client and shown at the desk, and reading them is written down', async () => {
  const as = await signUp({ email: 'sent@example.com', agent_id: '12345', campaign: { utm_source: 'letter', promo: 'autumn' } });
  const staff = await app.signInStaff('agent');
  const told = await app.call({ method: 'GET', path: `/api/desk/registrations/${as.clientId}`, as: staff });
  expect(told.data).toMatchObject({
    origin: { confirmed_by: 'code', agent_id: '12345', campaign: { utm_source: 'letter', promo: 'autumn' }, language: 'en' },
    agreements: [{ company: 3, version: 1 }],
  });
  const seeded = await app.signIn('global.active');
  const other = await app.call({ method: 'GET', path: `/api/desk/registrations/${seeded.clientId}`, as: staff });
  expect(other.data.origin).toBeNull();
  expect(await app.call({ method: 'GET', path: '/api/desk/registrations/7', as: staff })).toMatchObject({ httpStatus: 404 });
});

test('who shares a phone or a mailbox with another client stands in the queue of duplicates, and is told nothing', async () => {
  const first = await signUp({ email: 'one.human@gmail.com', phone: '+27 84 111 2233' });
  const second = await signUp({ email: 'onehuman+two@googlemail.com', phone: '+27 84 111 2233' });
  const third = await signUp({ email: 'quite.another@example.com', phone: '+27 84 999 0000' });
  const seeded = await app.signIn('ng.active');
  const { mobile_phone: phone } = (await app.call({ method: 'GET', path: 'api/client_info', as: seeded })).data;
  const fourth = await signUp({ country: 'NG', email: 'as.seeded@example.com', phone });
  const staff = await app.signInStaff('compliance');
  const findings = async (id: number) =>
    (await app.call({ method: 'GET', path: `/api/desk/duplicates?client_id=${id}`, as: staff })).data.findings;
  const [found] = await findings(second.clientId);
  expect(found).toMatchObject({
    other: { client_id: first.clientId },
    is_earlier: true,
    in_common: ['email', 'phone'],
    decision: null,
  });
  expect(await findings(first.clientId)).toMatchObject([{ id: found.id, is_earlier: false }]);
  expect(await findings(third.clientId)).toEqual([]);
  expect(await findings(fourth.clientId)).toMatchObject([{ other: { client_id: seeded.clientId }, in_common: ['phone'] }]);
  const queue = () => app.call({ method: 'GET', path: '/api/desk/queues/duplicates', as: staff });
  const waiting = async () =>
    (await queue()).data.items.filter((item: { client_id: number }) => item.client_id === second.clientId);
  expect(await waiting()).toMatchObject([{ subject: `duplicate:${found.id}` }]);

  const decide = (body: object) => app.call({ method: 'POST', path: `/api/desk/duplicates/${found.id}`, body, as: staff });
  expect(await decide({ decision: 'same_person' })).toMatchObject({ httpStatus: 422 });
  expect(await decide({ decision: 'same_person', reason: 'one phone, one mailbox' })).toMatchObject({ success: true });
  expect(await decide({ decision: 'different_persons', reason: 'second thoughts' })).toMatchObject({ httpStatus: 409 });
  expect(await waiting()).toEqual([]);
  expect(await findings(first.clientId)).toMatchObject([{ decision: 'same_person' }]);
  const notices = await app.call({ method: 'GET', path: 'api/notifications', as: second });
  expect(notices.data.notifications).toEqual([]);
});

test('what nobody confirms is forgotten after a day', async () => {
  await begin({ email: 'forgotten@example.com' });
  await app.owner.sql.run(`update registration set expires_at = now() - interval '1 second'`);
  await fetch(`${app.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: 3600 }),
  });
  expect(await app.owner.sql.many('select id from registration')).toEqual([]);
});
