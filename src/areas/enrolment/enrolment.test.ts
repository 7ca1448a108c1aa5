import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { account, everybody, regions } from '../../server/testing/newcomers.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { sweep } from '../../server/testing/telling.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const path = 'api/direct/clients/details';
const details = (as: SignedIn) => app.call({ method: 'GET', path, as });
const submit = (as: SignedIn, body: object) => app.call({ method: 'POST', path, body, as });
const keep = (as: SignedIn, answers: object) => app.call({ method: 'POST', path: `${path}/draft`, body: { answers }, as });
const info = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data;
const rowOf = (as: SignedIn) =>
  app.owner.sql.maybe<{ answers: Record<string, unknown>; security_answer_hash: string }>(
    'select answers, security_answer_hash from enrolment where client_id = $1 order by id desc limit 1',
    [as.clientId],
  );

/** As newcomers again. */
beforeEach(async () => {
  await app.owner.sql.run(
    `update client set status_id = 8, country = case when email like 'global.%' then 'MY' else country end,
       company_id = case when email like 'global.%' then 3 else company_id end, at_passed = false, test_leverage = null
      where email in ('global.my@atrium.test', 'eu.lead@atrium.test', 'uk.lead@atrium.test')`,
  );
  await app.owner.sql.run('delete from client_due');
  await app.owner.sql.run('delete from enrolment_draft');
  await app.owner.sql.run('delete from appropriateness_attempt');
});

/** The newcomer as if they lived elsewhere. */
async function living(country: string, company = 3): Promise<SignedIn> {
  await app.owner.sql.run(`update client set country = $1, company_id = $2 where email = 'global.my@atrium.test'`, [
    country,
    company,
  ]);
  return app.signIn('global.my');
}

test.each(['global', 'eu', 'uk'] as const)('a newcomer of %s completes the registration', async (region) => {
  const { client, body } = regions[region];
  const as = await app.signIn(client);
  expect((await info(as)).interposes).toBe('registration_step2');
  const told = (await details(as)).data;
  expect(told).toMatchObject({ form: region === 'global' ? 'global' : 'eu', is_closable: true });
  expect(told.label).toBe(`registration-step2-popup-${told.form}`);
  const answer = await submit(as, body);
  expect(answer.errors).toEqual([]);
  const result =
    region === 'global' ? { is_passed_aptest: false, max_leverage: null } : { is_passed_aptest: true, max_leverage: 30 };
  expect(answer.data).toEqual({ is_similar_to_professional: false, duplicate_account: false, ...result });
  expect(await info(as)).toMatchObject({ status_id: 9, interposes: null });
  const row = await rowOf(as);
  expect(row?.answers).toMatchObject({ birth_date: '1990-05-04', traded_system_experience: 'no' });
  expect(JSON.stringify(row)).not.toContain('Seaside');
  expect(row?.security_answer_hash).toMatch(/^\$argon2id\$/);
  expect(await submit(as, body)).toMatchObject({ httpStatus: 409, errors: [{ code: 'registration_complete' }] });
});

test('who has agreed to be counted is, once, when the second step is complete and not before', async () => {
  const as = await app.signIn('global.my');
  await app.call({ method: 'POST', path: 'api/tracking/consent', body: { is_given: true }, as });
  const counted = async () =>
    (await app.owner.sql.many<{ name: string }>('select name from tracking_hit')).map(({ name }) => name);
  expect((await submit(as, { ...regions.global.body, birth_date: '2020-01-01' })).httpStatus).toBe(422);
  expect(await counted()).toEqual([]);
  expect((await submit(as, regions.global.body)).errors).toEqual([]);
  expect((await submit(as, regions.global.body)).httpStatus).toBe(409);
  expect(await counted()).toEqual(['regfullCompleted']);
});

test('the Kenyan broker asks whether the risk is understood, and takes no for no answer', async () => {
  const as = await living('KE', 5);
  expect((await details(as)).data.fields).toMatchObject({ risk_understanding: 'required', trade_cfd_before: 'required' });
  const body = {
    ...everybody,
    ...account,
    national_doc_number: '12345678',
    individual_postcode: '00100',
    trade_cfd_before: 'yes',
  };
  const no = await submit(as, { ...body, risk_understanding: 'no' });
  expect(Object.keys(no.errors[0]?.validation_messages ?? {})).toEqual(['risk_understanding']);
  expect((await submit(as, { ...body, risk_understanding: 'yes' })).errors).toEqual([]);
});

test('in China there is no closing, and the national number is the tax number', async () => {
  const as = await living('CN');
  const told = (await details(as)).data;
  expect(told).toMatchObject({
    is_closable: false,
    is_year_first: true,
    field_regex: { national_doc_number: '^[A-Za-z0-9]{18}$' },
  });
  const closed = await app.call({ method: 'POST', path: `${path}/event`, body: { event: 'put_off' }, as });
  expect(closed).toMatchObject({ httpStatus: 409, errors: [{ code: 'enrolment_stays' }] });
  const { tax_id: _none, ...body } = { ...everybody, ...account, national_doc_number: '11010519491231002X' };
  expect((await submit(as, { ...body, tax_residency: 'CN', individual_postcode: '100000' })).errors).toEqual([]);
  expect((await rowOf(as))?.answers).toMatchObject({ tax_id: '11010519491231002X', tax_residency: 'CN' });
});

test.each([
  { how: 'are approved', identity: 2, residence: 2, status: 12 },
  { how: 'are looked at', identity: 5, residence: 2, status: 7 },
  { how: 'were not all accepted', identity: 3, residence: 2, status: 9 },
])('papers that were sent before and $how count from the second step on', async ({ identity, residence, status }) => {
  const as = await app.signIn('global.my');
  const { sql } = app.owner;
  const papers = async (id: number, [hasId, hasResidence]: readonly boolean[]) =>
    sql.run('update client set has_approved_id = $2, has_approved_residence = $3 where id = $1', [id, hasId, hasResidence]);
  try {
    for (const [kind, type, each] of [
      ['identity', 4, identity],
      ['residence', 3, residence],
    ] as const)
      await sql.run(
        `insert into document (client_id, kind, type_id, status, is_residence_too, reverse_follows, risks, created_at)
         values ($1, $2, $3, $4, false, false, '{}', now())`,
        [as.clientId, kind, type, each],
      );
    await papers(as.clientId, [identity === 2, residence === 2]);
    expect((await submit(as, regions.global.body)).errors).toEqual([]);
    expect((await info(as)).status_id).toBe(status);
  } finally {
    await sql.run('delete from document where client_id = $1', [as.clientId]);
    await papers(as.clientId, [false, false]);
  }
});

test('clients from Nigeria choose their state, and are not asked about an empty tax number', async () => {
  const as = await living('NG');
  const told = (await details(as)).data;
  expect(told.fields.state_reg_id).toBe('required');
  expect(told.field_dictionaries.state_reg_id).toHaveLength(37);
  expect(told.field_dictionaries.deposit_method.map(({ id }: { id: string }) => id)).toContain('local');
  const { tax_id: _none, ...body } = { ...everybody, ...account, tax_residency: 'NG', national_doc_number: '12345678901' };
  for (const state of ['38', '0', '000']) {
    const wrong = await submit(as, { ...body, state_reg_id: state, individual_postcode: '' });
    expect(wrong.errors[0]?.validation_messages).toHaveProperty('state_reg_id.choice');
  }
  expect((await submit(as, { ...body, state_reg_id: '25', individual_postcode: '' })).errors).toEqual([]);
  expect(await app.owner.sql.many(`select from client_due where what = 'tax_number'`)).toEqual([]);
});

test('whatever is missing or does not fit is told at its field, all of it at once, and nothing is kept', async () => {
  const as = await app.signIn('global.my');
  const answer = await submit(as, {
    ...everybody,
    ...account,
    account: 'no such',
    birth_date: '2015-01-01',
    city_reg: '',
    tax_id: '#',
  });
  expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code: 'answers_wrong' }] });
  expect(answer.errors[0]?.validation_messages).toEqual({
    account: { choice: expect.any(String) },
    birth_date: { adult: expect.any(String) },
    city_reg: { missing: expect.any(String) },
    tax_id: { number: expect.any(String) },
  });
  expect((await info(as)).status_id).toBe(8);
});

test('a country that there is none of is told at its field, wherever one is asked for', async () => {
  const as = await app.signIn('eu.lead');
  const { body } = regions.eu;
  const nowhere = { place_of_birth: 'XX', citizenship: 'ZZ', tax_residency: 'QQ', tax_id: 'A1234567' };
  const extra = { country_extra_group: true, country_extra: 'XZ', address_extra_comment: 'A summer house' };
  const answer = await submit(as, { ...body, ...nowhere, ...extra });
  const wrong = { choice: expect.any(String) };
  expect(answer.errors[0]?.validation_messages).toEqual({
    place_of_birth: wrong,
    citizenship: wrong,
    tax_residency: wrong,
    country_extra: wrong,
  });
  expect((await info(as)).status_id).toBe(8);
});

test('what hangs on another answer is not taken without it', async () => {
  const as = await app.signIn('global.my');
  const body = {
    ...everybody,
    ...account,
    pep_other: 'Judge',
    profession_id: '9',
    employer_name: 'Nobody',
    funds_source_other: 'Luck',
  };
  expect((await submit(as, body)).errors).toEqual([]);
  const { answers } = (await rowOf(as)) ?? { answers: {} };
  expect(answers).not.toHaveProperty('pep_other');
  expect(answers).not.toHaveProperty('employer_name');
  expect(answers).not.toHaveProperty('funds_source_other');
});

test('who is tax resident in the EU is signed out in the same answer and led to its company, and nothing is kept', async () => {
  const as = await app.signIn('global.my');
  const answer = await submit(as, { ...everybody, ...account, tax_residency: 'DE', tax_id: '12345678901' });
  expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code: '80002' }], data: { host: null } });
  expect((await app.call({ method: 'GET', path: 'api/client_info', as })).httpStatus).toBe(401);
  expect((await info(await app.signIn('global.my'))).status_id).toBe(8);
});

test.each([
  [{ tax_id: '' }, 'later', 90],
  [{ tax_residency: 'AE', tax_id: '', dont_have_tax_id: true, no_tin_reason: '2' }, 'not_yet_issued', 365],
] as const)('a tax number that is still to come is owed: %o', async (typed, why, days) => {
  const as = await app.signIn('global.my');
  expect((await submit(as, { ...everybody, ...account, ...typed })).errors).toEqual([]);
  const due = await app.owner.sql.one<{ why: string; days: number }>(
    `select why, extract(day from due_at - created_at)::integer as days from client_due where client_id = $1 and what = 'tax_number'`,
    [as.clientId],
  );
  expect(due).toEqual({ why, days });
});

test('no number is believed only where there may be none, and another reason is told in words', async () => {
  const as = await app.signIn('global.my');
  const mayLack = async () => (await details(as)).data.no_tin_allowed;
  expect(await mayLack()).toBe(false);
  await keep(as, { tax_residency: 'AE' });
  expect(await mayLack()).toBe(true);
  const none = { ...everybody, ...account, tax_residency: 'AE', tax_id: '', dont_have_tax_id: true, no_tin_reason: '3' };
  expect((await submit(as, none)).errors[0]?.validation_messages).toHaveProperty('no_tin_reason_other.missing');
  expect((await submit(as, { ...none, no_tin_reason_other: 'I came last week' })).errors).toEqual([]);
});

test('a draft is there on any device until it is sent, without secrets and without what is no field', async () => {
  const as = await app.signIn('global.my');
  expect((await keep(as, { city_reg: 'Half a ci', security_answer: 'secret', nonsense: 'x', pep: true })).errors).toEqual([]);
  const elsewhere = await app.signIn('global.my');
  const { fields_values: values } = (await details(elsewhere)).data;
  expect(values).toEqual({ anticipated_turnover: '5', city_reg: 'Half a ci', pep: true });
  expect((await submit(as, { ...everybody, ...account })).errors).toEqual([]);
  expect(await app.owner.sql.many('select from enrolment_draft')).toEqual([]);
});

test('putting it off holds until the next sign-in', async () => {
  const as = await app.signIn('global.my');
  expect((await info(as)).interposes).toBe('registration_step2');
  expect((await app.call({ method: 'POST', path: `${path}/event`, body: { event: 'put_off' }, as })).errors).toEqual([]);
  expect((await info(as)).interposes).toBeNull();
  expect((await info(await app.signIn('global.my'))).interposes).toBe('registration_step2');
});

test('somebody who is known is warned that there is another account, and no name is told', async () => {
  const first = await app.signIn('uk.lead');
  await app.owner.sql.run(
    `update client set first_name = 'Ada', last_name = 'Moss' where email like any (array['uk.lead@%', 'global.my@%'])`,
  );
  expect((await submit(first, { ...regions.uk.body, birth_date: '1980-01-02' })).errors).toEqual([]);
  const second = await app.signIn('global.my');
  const answer = await submit(second, { ...everybody, ...account, birth_date: '1980-01-02' });
  expect(answer.data).toMatchObject({ duplicate_account: true });
  const cases = await app.owner.sql.many(`select from desk_case where queue = 'duplicates' and client_id = $1`, [
    second.clientId,
  ]);
  expect(cases).toHaveLength(1);
});

test('whoever has completed the registration is asked nothing', async () => {
  const as = await app.signIn('global.active');
  expect(await details(as)).toMatchObject({ httpStatus: 409, errors: [{ code: 'registration_complete' }] });
  expect((await details(await app.signIn('closed.client'))).httpStatus).toBe(403);
});

test('who is closed is not written to once a year, and is once they are open again', async () => {
  const as = await app.signIn('closed.client');
  const about = [as.clientId, app.opened.clock.now()];
  await app.owner.sql.run(
    `insert into client_due (client_id, what, why, due_at, created_at) values ($1, 'yearly_confirmation', 'asked', $2, $2)`,
    about,
  );
  const isTold = async () => {
    await sweep(app, 'enrolment.yearly');
    const { told } = await app.owner.sql.one<{ told: Date | null }>(
      'select told_at as told from client_due where client_id = $1',
      [as.clientId],
    );
    return told !== null;
  };
  expect(await isTold()).toBe(false);
  await app.owner.sql.run('update client set status_id = 12 where id = $1', [as.clientId]);
  expect(await isTold()).toBe(true);
});
