import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '../../base/time.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { sweep } from '../../server/testing/telling.ts';

/* What is asked once a year, and what else stands over the page until it is told. */

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const address = 'api/direct/questionnaire';
const info = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data;
const details = (as: SignedIn) => app.call({ method: 'GET', path: 'api/direct/clients/details?form_type=retake', as });
const confirm = (as: SignedIn, body: object) =>
  app.call({ method: 'POST', path: address, body: { action: 'retake-at', ...body }, as });
const putOff = (as: SignedIn, what?: string) =>
  app.call({
    method: 'POST',
    path: 'api/direct/clients/details/event',
    body: { event: 'put_off', ...(what === undefined ? {} : { what }) },
    as,
  });
const owe = (as: SignedIn, what: string, days = 0) =>
  app.owner.sql.run(
    `insert into client_due (client_id, what, why, due_at, created_at) values ($1, $2, 'asked', $3, $3)
     on conflict (client_id, what) do update set due_at = excluded.due_at, put_off_at = null, told_at = null`,
    [as.clientId, what, new Date(app.opened.clock.now().getTime() + days * dayMs)],
  );
const dueOf = (as: SignedIn) =>
  app.owner.sql.many<{ what: string; due_at: Date }>('select what, due_at from client_due where client_id = $1 order by what', [
    as.clientId,
  ]);

const suitability_answers = [12, 13, 14, 15]
  .map((id) => ({ id, answer: 2 }))
  .concat([16, 17, 18, 19, 20, 21].map((id) => ({ id, answer: 2 })));
/** What everybody tells again. */
const everybody = {
  birth_date: '1990-05-04',
  physical_sex: 'female',
  place_of_birth: 'CY',
  personal_data: true,
  city_reg: 'Springfield',
  address: 'Harbour Street 5',
  individual_postcode: '50000',
  education: '3',
  profession_id: '14',
  employer_name: 'Harbour Works',
  financial_income: '2',
  net_worth: '2',
  funds_source: '1',
  purpose_of_transactions: '1',
  intend_deposit_funds: '2',
  anticipated_turnover: '5',
  traded_system_experience: ['no'],
  is_understand_risks: true,
  tax_residency: 'MY',
  tax_id: 'SG12345678',
  suitability_answers,
};
const global = { ...everybody, business_nature: '1', deposit_method: 'card', account: 'standard' };
const european = {
  ...everybody,
  individual_postcode: '1010',
  tax_residency: 'DE',
  tax_id: '12345678901',
  citizenship: 'CY',
  education_level: '1',
  business_operation: 'manager',
  business_nature_eu: '1',
  trade_cfd_before: 'no',
  significant_size_in_cfds: 'no',
  one_year_exp_in_financial_sector: 'no',
};
const knowing = [123, 146, 148, 152, 155, 158, 160, 163, 167, 169, 172];
const ignorant = [123, 145, 149, 151, 154, 157, 161, 164, 166, 170, 173];

test('who has to repeat it meets it as the second step, keeps what was told before, and is again what they were', async () => {
  const as = await app.signIn('global.repeat');
  await app.owner.sql.run('insert into client_repeat (client_id, from_status, began_at) values ($1, 12, now())', [as.clientId]);
  expect(await info(as)).toMatchObject({ status_id: 66, interposes: 'registration_step2' });
  const told = (await details(as)).data;
  expect(told).toMatchObject({ is_retake: true, is_closable: true, test: null, label: 'yearly-confirmation-popup' });
  expect(told.fields_values).toMatchObject({ financial_income: '2', anticipated_turnover: '5' });
  for (const lacking of [
    'first_name',
    'last_name',
    'dont_have_tax_id',
    'no_tin_reason',
    'no_tin_reason_other',
    'security_answer',
  ])
    expect(told.fields[lacking]).toBe('hidden');
  const kept = await app.call({
    method: 'POST',
    path: 'api/direct/clients/details/draft',
    body: { answers: { city_reg: 'Half a ci', riskier: '35', nonsense: 'x' } },
    as,
  });
  expect(kept.errors).toEqual([]);
  expect((await details(as)).data.fields_values).toMatchObject({ city_reg: 'Half a ci', riskier: '35' });
  const answers = await Promise.all([confirm(as, global), confirm(as, global)]);
  expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409]);
  expect(await info(as)).toMatchObject({ status_id: 12, interposes: null });
  const row = await app.owner.sql.one('select suitability_version, suitability from yearly_confirmation where client_id = $1', [
    as.clientId,
  ]);
  expect(row).toEqual({ suitability_version: 'suitability-1', suitability: suitability_answers });
  expect(await app.owner.sql.many('select from enrolment_draft where client_id = $1', [as.clientId])).toEqual([]);
  expect(await app.owner.sql.many('select from client_repeat where ended_at is null')).toEqual([]);
  const [next] = await dueOf(as);
  expect(next?.what).toBe('yearly_confirmation');
  expect(next && Math.round((next.due_at.getTime() - app.opened.clock.now().getTime()) / dayMs)).toBe(365);
  expect(await confirm(as, global)).toMatchObject({ httpStatus: 409, errors: [{ code: 'confirmation_not_due' }] });
  expect(await details(as)).toMatchObject({ httpStatus: 409, errors: [{ code: 'confirmation_not_due' }] });
});

test('whoever has passed the test takes it again, and leverage follows how it went', async () => {
  const as = await app.signIn('eu.active');
  await owe(as, 'yearly_confirmation');
  expect((await info(as)).interposes).toBe('yearly_confirmation');
  const told = (await details(as)).data;
  expect(told.test.questions.length).toBeGreaterThanOrEqual(12);
  expect(told.refused_citizens).toEqual(['IR']);
  const open = await confirm(as, { ...european, answers: knowing.slice(1), citizenship: 'IR' });
  expect(open).toMatchObject({ httpStatus: 422, errors: [{ code: 'answers_wrong' }] });
  expect(Object.keys(open.errors[0]?.validation_messages ?? {}).toSorted()).toEqual(['answers', 'citizenship']);
  const failed = await confirm(as, { ...european, answers: ignorant });
  expect(failed).toMatchObject({ httpStatus: 200, data: { success: true, is_passed: false, max_leverage: 5 } });
  expect(await info(as)).toMatchObject({ status_id: 12, at_passed: false, interposes: null });
  const attempt = await app.owner.sql.one('select version, answers, taken_in from appropriateness_attempt where client_id = $1', [
    as.clientId,
  ]);
  expect(attempt).toMatchObject({ version: 'eu-1', taken_in: 'yearly' });
  // Two weeks long the test is not asked again; the rest is.
  await owe(as, 'yearly_confirmation');
  expect((await details(as)).data).toMatchObject({ test: null, fields: { answers: 'hidden' } });
  expect((await confirm(as, european)).data).toMatchObject({ is_passed: false, max_leverage: null });
});

test.each([
  ['no answers', undefined, 'field_required'],
  ['one left open', suitability_answers.slice(1), 'field_required'],
  [
    'a hundred and a quarter',
    suitability_answers.map((each) => (each.id === 12 ? { id: 12, answer: 3 } : each)),
    'max_value_less_100',
  ],
] as const)('the suitability questions are refused with %s', async (_what, given, code) => {
  const as = await app.signIn('cn.active');
  await owe(as, 'yearly_confirmation');
  const body = { ...global, national_doc_number: '11010519491231002X', tax_residency: 'CN', individual_postcode: '100000' };
  const answer = await confirm(as, { ...body, suitability_answers: given });
  expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code }] });
  expect(answer.errors[0]?.validation_messages).toHaveProperty('suitability_answers');
});

test('a year after the last it is asked, and put off until the next sign-in; after the days of grace it has to be repeated', async () => {
  const as = await app.signIn('ng.active');
  await owe(as, 'yearly_confirmation', 1);
  expect((await info(as)).interposes).toBeNull();
  await app.opened.clock.advance(2 * 86_400);
  await sweep(app, 'enrolment.yearly');
  expect(await info(as)).toMatchObject({ status_id: 12, interposes: 'yearly_confirmation' });
  expect((await putOff(as, 'yearly_confirmation')).errors).toEqual([]);
  expect((await info(as)).interposes).toBeNull();
  expect((await info(await app.signIn('ng.active'))).interposes).toBe('yearly_confirmation');
  await app.opened.clock.advance(30 * 86_400);
  await sweep(app, 'enrolment.yearly');
  const again = await app.signIn('ng.active');
  expect(await info(again)).toMatchObject({ status_id: 66, interposes: 'registration_step2', gates: { withdraw: null } });
  expect((await info(again)).gates.deposit).toMatchObject({ code: 'complete_registration' });
  expect((await putOff(again)).errors).toEqual([]);
  // It is the same confirmation: what was put off does not stand there a second time.
  expect((await info(again)).interposes).toBeNull();
  const body = {
    ...global,
    tax_residency: 'NG',
    national_doc_number: '12345678901',
    individual_postcode: '',
    state_reg_id: '25',
  };
  const reminded = async () =>
    (
      await app.owner.sql.many<{ type: string }>(
        `select type from notice where client_id = $1 and type like 'yearly%' and closed_at is null order by id`,
        [as.clientId],
      )
    ).map(({ type }) => type);
  expect(await reminded()).toEqual(['yearly_confirmation_due', 'yearly_confirmation_overdue']);
  expect((await confirm(again, body)).errors).toEqual([]);
  expect(await info(again)).toMatchObject({ status_id: 12, interposes: null });
  expect(await reminded()).toEqual([]);
});

test('answers are taken thirty times in ten minutes, and no oftener', async () => {
  const as = await app.signIn('global.promo');
  const code = async () => (await confirm(as, { suitability_answers })).errors[0]?.code;
  expect(await code()).toBe('confirmation_not_due');
  // So many were given in these ten minutes, and in the next ones, which may begin at any moment.
  const given = (count: number) =>
    app.owner.sql.run(
      `insert into rate_window (key, window_start, count)
       select distinct key, to_timestamp((floor(extract(epoch from now()) / 600) + later) * 600), $2::integer
         from rate_window, generate_series(0, 1) later where key like '%:client:' || $1
       on conflict (key, window_start) do update set count = excluded.count`,
      [as.clientId, count],
    );
  await given(29);
  expect(await code()).toBe('confirmation_not_due');
  await given(30);
  expect(await code()).toBe('too_many_requests');
});

test('the Kenyan broker asks about the risk, and whoever does not understand it goes no further', async () => {
  const as = await app.signIn('ke.active');
  await owe(as, 'cfd_risk');
  expect((await info(as)).interposes).toBe('cfd_risk_questionnaire');
  const tell = (body: object, by = as) =>
    app.call({ method: 'POST', path: address, body: { action: 'additional', ...body }, as: by });
  const no = await tell({ trade_cfd_before: 'no', risk_understanding: 'no' });
  expect(no).toMatchObject({ httpStatus: 422, errors: [{ code: 'cfd_risk_not_understood' }] });
  expect(Object.keys(no.errors[0]?.validation_messages ?? {})).toEqual(['risk_understanding']);
  expect(await tell({ risk_understanding: 'yes' })).toMatchObject({ errors: [{ code: 'field_required' }] });
  expect((await tell({ trade_cfd_before: 'no', risk_understanding: 'yes' })).data).toMatchObject({ success: true });
  expect((await info(as)).interposes).toBeNull();
  const elsewhere = await app.signIn('global.active');
  expect(await tell({ trade_cfd_before: 'no', risk_understanding: 'yes' }, elsewhere)).toMatchObject({
    errors: [{ code: 'confirmation_not_due' }],
  });
});

test('nothing stands over the page of whoever may neither tell it nor put it off, and it is asked again once they may', async () => {
  const as = await app.signIn('global.frozen');
  for (const what of ['yearly_confirmation', 'employment', 'tax_number']) await owe(as, what);
  expect(await info(as)).toMatchObject({ status_id: 14, interposes: null });
  expect(await putOff(as, 'employment')).toMatchObject({ httpStatus: 403, errors: [{ code: 'account_frozen' }] });
  await app.owner.sql.run('update client set status_id = 12 where id = $1', [as.clientId]);
  expect((await info(await app.signIn('global.frozen'))).interposes).toBe('yearly_confirmation');
  await app.owner.sql.run(`update client set move_state = 'under_way' where id = $1`, [as.clientId]);
  expect((await info(await app.signIn('global.frozen'))).interposes).toBeNull();
});

test('what the desk asks stands over the page in its order, each gone once it is told', async () => {
  const as = await app.signIn('global.active');
  const desk = await app.signInStaff('compliance');
  const ask = (what: string, client: number = as.clientId) =>
    app.call({
      method: 'POST',
      path: `/api/desk/dues/${client}`,
      body: { what, reason: 'A payout waits for it.' },
      as: desk,
    });
  for (const what of ['anticipated_turnover', 'tax_number', 'employment']) expect((await ask(what)).errors).toEqual([]);
  expect(await ask('cfd_risk')).toMatchObject({ httpStatus: 409, errors: [{ code: 'not_asked_there' }] });
  expect(await ask('employment', 9_999_999)).toMatchObject({ httpStatus: 404, errors: [{ code: 'client_not_found' }] });
  const dues = await app.call({ method: 'GET', path: `/api/desk/dues/${as.clientId}`, as: desk });
  expect(dues.data.dues).toHaveLength(3);
  expect((await info(as)).interposes).toBe('employer_info');
  const send = (method: 'POST' | 'PATCH', path: string, body: object) => app.call({ method, path, body, as });
  const work = { profession_id: '14', employer_name: 'Harbour Works' };
  expect((await send('POST', 'api/direct/client-data/update_employment_info', work)).errors).toEqual([]);
  expect((await info(as)).interposes).toBe('tax_residency');
  expect((await putOff(as, 'tax_number')).errors).toEqual([]);
  expect((await info(as)).interposes).toBe('anticipated_turnover');
  await send('PATCH', `api/direct/clients/${as.clientId}/anticipated-turnover`, { anticipated_turnover: '6' });
  expect((await info(as)).interposes).toBeNull();
  expect(await putOff(as, 'employment')).toMatchObject({ httpStatus: 409, errors: [{ code: 'confirmation_not_due' }] });
  const again = await app.signIn('global.active');
  expect((await info(again)).interposes).toBe('tax_residency');
});

test('nobody becomes somebody else by it once papers have shown who they are', async () => {
  const as = await app.signIn('global.dormant');
  await app.owner.sql.run('update client set status_id = 12, has_approved_id = true where id = $1', [as.clientId]);
  await owe(as, 'yearly_confirmation');
  const wrong = async (body: object) => Object.keys((await confirm(as, body)).errors[0]?.validation_messages ?? {});
  await app.owner.sql.run(
    `insert into document (client_id, kind, type_id, status, number, is_residence_too, reverse_follows, risks, created_at, via, read_facts)
     values ($1, 'identity', 4, 2, 'P123', false, false, '{}', now(), 'vendor', '{"birthDate":"1981-02-03"}')`,
    [as.clientId],
  );
  expect(await wrong(global)).toEqual(['birth_date']);
  expect(await wrong({ ...global, birth_date: '1981-02-03' })).toEqual([]);
  // What the vendor has not read was held against the papers by the desk.
  await owe(as, 'yearly_confirmation');
  await app.owner.sql.run(`update document set read_facts = null where client_id = $1`, [as.clientId]);
  expect(await wrong(global)).toEqual(['birth_date']);
});

test('who is known by it as somebody else is found as a duplicate', async () => {
  const [as, other] = [await app.signIn('global.inactive'), await app.signIn('global.declined')];
  for (const each of [as, other]) {
    await app.owner.sql.run(`update client set status_id = 12, first_name = 'Same', last_name = 'Person' where id = $1`, [
      each.clientId,
    ]);
    await owe(each, 'yearly_confirmation');
    expect((await confirm(each, global)).errors).toEqual([]);
  }
  expect(await app.owner.sql.many('select kinds from duplicate_finding where client_id = $1', [other.clientId])).toEqual([
    { kinds: ['name_birth'] },
  ]);
});

test('to be treated as a professional is asked until it is answered, and closing it says no', async () => {
  const as = await app.signIn('uk.active');
  await owe(as, 'professional');
  expect((await info(as)).interposes).toBe('professional_confirmation');
  expect((await putOff(as, 'professional')).errors).toEqual([]);
  expect((await info(await app.signIn('uk.active'))).interposes).toBeNull();
  await owe(as, 'professional');
  const body = { accepted_professional_tc: true };
  expect((await app.call({ method: 'POST', path: 'api/direct/accepted-professional', body, as })).errors).toEqual([]);
  expect((await info(as)).interposes).toBeNull();
});
