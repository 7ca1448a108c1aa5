import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import { after, dayMs } from '../../base/time.ts';
import { seedPassword } from '../../../seed/personas.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { clientById } from '../session/face.ts';
import { tellMoved } from './face.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const post = (as: SignedIn, path: string, body: object) => app.call({ method: 'POST', path, as, body });
const patchOf = (id: number) => (as: SignedIn, what: string, body: object) =>
  app.call({
    method: 'PATCH',
    path: `api/direct/clients/${id}/${what}`,
    as,
    body: { ...(what === 'tax-residency' ? { password: seedPassword } : {}), ...body },
  });
const patch: ReturnType<typeof patchOf> = (as, what, body) => patchOf(as.clientId)(as, what, body);
const employ = (as: SignedIn, body: object) => post(as, 'api/direct/client-data/update_employment_info', body);
const read = async (as: SignedIn, path: string) => (await app.call({ method: 'GET', path, as })).data;
const answersOf = async (as: SignedIn) => (await read(as, 'api/client-questionnaire')).answers;
const fieldsOf = (answer: { errors: readonly { validation_messages: object }[] }) =>
  Object.keys(answer.errors[0]?.validation_messages ?? {});

describe('employment that is told anew', () => {
  test('names an employer in English, where the profession has one', async () => {
    const as = await app.signIn('global.active');
    expect(fieldsOf(await employ(as, {}))).toEqual(['profession_id']);
    expect(fieldsOf(await employ(as, { profession_id: '14' }))).toEqual(['employer_name']);
    for (const employer_name of ['Работа', '-', 'x'.repeat(101)])
      expect((await employ(as, { profession_id: '14', employer_name })).httpStatus).toBe(422);
    expect(fieldsOf(await employ(as, { profession_id: '999', employer_name: 'Acme' }))).toEqual(['profession_id']);
    expect(await employ(as, { profession_id: '14', employer_name: 'Acme Ltd' })).toMatchObject({ success: true });
    expect(await answersOf(as)).toMatchObject({ profession_id: '14', employer_name: 'Acme Ltd' });
    // A pensioner has none (document 2 §5), and the one before is gone.
    expect(await employ(as, { profession_id: '6', employer_name: 'Acme Ltd' })).toMatchObject({ success: true });
    expect(await answersOf(as)).not.toHaveProperty('employer_name');
  });

  test('leaves every row that was told before', async () => {
    const as = await app.signIn('ng.active');
    await employ(as, { profession_id: '14', employer_name: 'First' });
    await employ(as, { profession_id: '14', employer_name: 'Second' });
    const rows = await app.owner.sql.many('select answers from enrolment_update where client_id = $1 order by id', [as.clientId]);
    expect(rows).toMatchObject([{ answers: { employer_name: 'First' } }, { answers: { employer_name: 'Second' } }]);
  });
});

test('the turnover is one of the list, and nobody tells another client’s', async () => {
  const [as, other] = [await app.signIn('ke.active'), await app.signIn('eu.active')];
  expect(fieldsOf(await patch(as, 'anticipated-turnover', { anticipated_turnover: '77' }))).toEqual(['anticipated_turnover']);
  expect(await patch(as, 'anticipated-turnover', { anticipated_turnover: '6' })).toMatchObject({ success: true });
  const foreign = await patchOf(other.clientId)(as, 'anticipated-turnover', { anticipated_turnover: '6' });
  const nobodys = await patchOf(99_999_999)(as, 'anticipated-turnover', { anticipated_turnover: '6' });
  expect([foreign.httpStatus, foreign.errors]).toEqual([404, nobodys.errors]);
  expect(await answersOf(other)).toEqual({});
});

describe('the tax residency', () => {
  test('is China’s of who lives elsewhere too, by the number of the resident card', async () => {
    const as = await app.signIn('global.inactive');
    const told = { tax_residency: 'CN', tax_id: '11010519491231002X' };
    expect(fieldsOf(await patch(as, 'tax-residency', { ...told, tax_id: '1101' }))).toEqual(['tax_id']);
    expect((await patch(as, 'tax-residency', told)).errors).toEqual([]);
    expect(await answersOf(as)).toMatchObject(told);
  });

  test('is required but for who pays where they were born, and its number fits the country', async () => {
    const as = await app.signIn('in.gold');
    expect(fieldsOf(await patch(as, 'tax-residency', {}))).toEqual(['tax_residency']);
    expect(fieldsOf(await patch(as, 'tax-residency', { pay_taxes_in_place_of_birth: true }))).toEqual([
      'pay_taxes_in_place_of_birth',
    ]);
    expect(fieldsOf(await patch(as, 'tax-residency', { tax_residency: 'AU', tax_id: '12' }))).toEqual(['tax_id']);
    expect(await patch(as, 'tax-residency', { tax_residency: 'AU', tax_id: '12345678' })).toMatchObject({ success: true });
    expect((await read(as, 'api/regdata')).regdata).toMatchObject({ tax_residency: 'AU', tax_id: '12345678', country: 'IN' });
  });

  test('without a number has it owed, until one is told', async () => {
    const as = await app.signIn('hk.active');
    expect(await patch(as, 'tax-residency', { tax_residency: 'AU' })).toMatchObject({ success: true });
    expect((await read(as, 'api/regdata')).tax_id_due).toEqual(expect.any(String));
    await patch(as, 'tax-residency', { tax_residency: 'AU', tax_id: '123456789' });
    expect((await read(as, 'api/regdata')).tax_id_due).toBeNull();
  });
});

describe('a tax number that is not yet issued', () => {
  const notYet = { tax_residency: 'AE', dont_have_tax_id: true, no_tin_reason: '2' };
  const daysLeft = async (as: SignedIn): Promise<number> =>
    Math.round((Date.parse((await read(as, 'api/regdata')).tax_id_due) - app.opened.clock.now().getTime()) / dayMs);

  test('is owed twelve months after it was first said, is asked then, and is no reason any more', async () => {
    const as = await app.signIn('cn.active');
    expect((await patch(as, 'tax-residency', notYet)).errors).toEqual([]);
    expect(await daysLeft(as)).toBe(365);
    await app.opened.clock.advance(200 * 86_400);
    const again = await app.signIn('cn.active');
    expect((await patch(again, 'tax-residency', notYet)).errors).toEqual([]);
    expect(await daysLeft(again)).toBe(165);
    // Another reason in between begins no new twelve months.
    await patch(again, 'tax-residency', { ...notYet, no_tin_reason: '1' });
    await patch(again, 'tax-residency', notYet);
    expect(await daysLeft(again)).toBe(165);
    await app.opened.clock.advance(166 * 86_400);
    const late = await app.signIn('cn.active');
    expect((await read(late, 'api/client_info')).interposes).toBe('tax_residency');
    expect(fieldsOf(await patch(late, 'tax-residency', notYet))).toEqual(['no_tin_reason']);
    expect(await patch(late, 'tax-residency', { tax_residency: 'AU', tax_id: '12345678' })).toMatchObject({ success: true });
    expect((await read(late, 'api/regdata')).tax_id_due).toBeNull();
  });

  test('is not put off by saying again that it comes later', async () => {
    const as = await app.signIn('investor.form');
    await patch(as, 'tax-residency', { tax_residency: 'AU' });
    await app.opened.clock.advance(60 * 86_400);
    const again = await app.signIn('investor.form');
    await patch(again, 'tax-residency', { tax_residency: 'AU' });
    expect(await daysLeft(again)).toBe(30);
  });
});

describe('a tax number that is overdue', () => {
  const waiting = async (as: SignedIn) =>
    app.owner.sql.many<{ detail: object; outcome: string | null }>(
      'select detail, outcome from desk_case where queue = $1 and subject = $2 order by id',
      ['tax', `tax:${as.clientId}`],
    );
  const owe = (as: SignedIn) => patch(as, 'tax-residency', { tax_residency: 'AU' });
  const sweep = () => app.opened.worker?.sweep('enrolment.tax');
  const askAtDesk = async (as: SignedIn, action: 'ask' | 'excuse') =>
    app.call({
      method: 'POST',
      path: `/api/desk/dues/${as.clientId}`,
      body: { what: 'tax_number', action, reason: 'Looked at' },
      as: await app.signInStaff('compliance'),
    });

  test('is put before the desk once, and leaves its queue when it is told', async () => {
    const as = await app.signIn('global.promo');
    await owe(as);
    await sweep();
    expect(await waiting(as)).toEqual([]);
    await app.opened.clock.advance(91 * 86_400);
    await sweep();
    await sweep();
    expect(await waiting(as)).toMatchObject([{ detail: { why: 'later' }, outcome: null }]);
    const again = await app.signIn('global.promo');
    await patch(again, 'tax-residency', { tax_residency: 'AU', tax_id: '12345678' });
    expect(await waiting(as)).toMatchObject([{ outcome: 'told' }]);
  });

  test('is asked again by the desk, which looks once more when nothing was told, and may do without it', async () => {
    const as = await app.signIn('eu.pro');
    await owe(as);
    await app.opened.clock.advance(91 * 86_400);
    await sweep();
    expect(await askAtDesk(as, 'ask')).toMatchObject({ success: true });
    await sweep();
    expect(await waiting(as)).toMatchObject([{ outcome: 'asked' }]);
    await app.opened.clock.advance(31 * 86_400);
    await sweep();
    expect(await waiting(as)).toMatchObject([{ outcome: 'asked' }, { detail: { why: 'asked' }, outcome: null }]);
    expect(await askAtDesk(as, 'excuse')).toMatchObject({ success: true });
    expect(await waiting(as)).toMatchObject([{ outcome: 'asked' }, { outcome: 'excused' }]);
    expect((await read(await app.signIn('eu.pro'), 'api/regdata')).tax_id_due).toBeNull();
  });

  test('is none where the country takes an empty one, and who is without one says so by where taxes are paid', async () => {
    const as = await app.signIn('global.active');
    const info = async () => (await read(as, 'api/client_info')).tax_info;
    expect(await patch(as, 'tax-residency', { tax_residency: 'SA' })).toMatchObject({ success: true });
    expect((await read(as, 'api/regdata')).tax_id_due).toBeNull();
    expect(await info()).toEqual({ no_tin_allowed: true });
    await patch(as, 'tax-residency', { tax_residency: 'AU', tax_id: '12345678' });
    expect(await info()).toEqual({ no_tin_allowed: false });
  });
});

describe('what the form of a move to another company has told', () => {
  const wish = { traded_system_experience: 'forex', traded_experience: '2', number_of_trades: '1', annual_volume: '1' };
  /** The crossing, `days` after the form was filled in. */
  const cross = async (as: SignedIn, told: object, days = 0): Promise<void> => {
    const { profile } = (await clientById(app.owner.sql, clientId(as.clientId))) ?? expect.fail('there is no such client');
    const now = app.opened.clock.now();
    const client = { id: clientId(as.clientId), profile };
    await app.database.transact((sql) =>
      tellMoved(sql, { client, told: { ...wish, ...told }, toldAt: after(now, -days * dayMs), now }),
    );
  };
  const owed = async (as: SignedIn) => (await read(as, 'api/regdata')).tax_id_due;

  test('is the client’s record once the move is made, and a number of another country that is missing is owed', async () => {
    const as = await app.signIn('eu.active');
    await patch(as, 'tax-residency', { tax_residency: 'AU', tax_id: '12345678' });
    await cross(as, { tax_residency: 'DE' });
    const answers = await answersOf(as);
    expect(answers).toMatchObject({ tax_residency: 'DE', traded_system_experience: 'forex', average_annual_volume: '1' });
    expect(answers).not.toHaveProperty('tax_id');
    expect(await owed(as)).toEqual(expect.any(String));
    await cross(as, { tax_residency: 'DE', tax_id: '12345678901' });
    expect([(await answersOf(as)).tax_id, await owed(as)]).toEqual(['12345678901', null]);
  });

  test.each([
    ['uk.active', { tax_residency: 'DE', tax_id: '12345678901' }],
    ['ke.active', { tax_residency: 'AE', dont_have_tax_id: true, no_tin_reason: '1' }],
  ])('leaves %s the number, or the reason to have none, where it says nothing of either for the same country', async (...row) => {
    const [name, told] = row;
    const as = await app.signIn(name);
    expect((await patch(as, 'tax-residency', told)).errors).toEqual([]);
    await cross(as, { tax_residency: told.tax_residency });
    expect(await answersOf(as)).toMatchObject({ ...told, traded_system_experience: 'forex' });
    expect(await owed(as)).toBeNull();
  });

  test('stands behind what the client has told since, taxes and experience each by itself', async () => {
    const as = await app.signIn('hk.active');
    await patch(as, 'tax-residency', { tax_residency: 'DE', tax_id: '12345678901' });
    await cross(as, { tax_residency: 'AU', tax_id: '12345678' }, 1);
    expect(await answersOf(as)).toMatchObject({ tax_id: '12345678901', traded_system_experience: 'forex' });
    await app.opened.clock.advance(2 * 86_400);
    const again = await app.signIn('hk.active');
    await cross(again, { tax_residency: 'AU', tax_id: '12345678', traded_system_experience: 'no' }, 3);
    expect(await answersOf(again)).toMatchObject({ tax_id: '12345678901', traded_system_experience: 'forex' });
    await cross(again, { tax_residency: 'AU', tax_id: '12345678', traded_system_experience: 'no' }, 1);
    expect(await answersOf(again)).toMatchObject({ tax_id: '12345678', traded_system_experience: 'no' });
  });
});

test('taxes that were told before are changed by the password alone, at either address; a number is added without it', async () => {
  const as = await app.signIn('provider.active');
  const tell = (told: object) =>
    app.call({ method: 'PATCH', path: `api/direct/clients/${as.clientId}/tax-residency`, as, body: told });
  const atOne = (fields: object) => post(as, 'api/update_account', { section: 'tax', fields });
  const german = { tax_residency: 'DE', tax_id: '12345678901' };
  expect((await tell({ tax_residency: 'AU' })).errors).toEqual([]);
  expect((await tell({ tax_residency: 'AU', tax_id: '12345678' })).errors).toEqual([]);
  for (const say of [tell, atOne]) {
    for (const told of [german, { tax_residency: 'AU', tax_id: '123456789' }, { tax_residency: 'AU' }])
      expect((await say(told)).errors[0]).toMatchObject({
        code: 'field_required',
        validation_messages: { password: expect.anything() },
      });
    expect((await say({ ...german, password: 'Guessed2026' })).errors[0]?.code).toBe('wrong_password');
    await app.owner.sql.run('delete from failure_streak');
  }
  expect(await answersOf(as)).toMatchObject({ tax_residency: 'AU', tax_id: '12345678' });
  expect((await atOne({ ...german, password: seedPassword })).errors).toEqual([]);
  expect((await tell(german)).errors).toEqual([]);
  expect(await answersOf(as)).toMatchObject(german);
});

test('one address changes each section, held to the same rules', async () => {
  const as = await app.signIn('provider.new');
  const update = (section: string, fields: object) => post(as, 'api/update_account', { section, fields });
  expect(fieldsOf(await update('employment', { profession_id: '14' }))).toEqual(['employer_name']);
  expect(await update('employment', { profession_id: '9' })).toMatchObject({ success: true });
  expect(await update('anticipated_turnover', { anticipated_turnover: '5' })).toMatchObject({ success: true });
  expect(await update('subscriptions', { news: true })).toMatchObject({ success: true });
  expect((await read(as, 'api/subscriptions')).subscriptions).toContainEqual({ topic: 'news', is_on: true });
  expect((await update('email', { value: 'x@example.com', pin: '1234' })).errors[0]?.code).toBe('pin_expired');
  expect((await update('email', { value: 'x@example.com' })).errors[0]?.code).toBe('field_required');
  const frozen = await app.signIn('global.frozen');
  const refused = await app.call({
    method: 'POST',
    path: 'api/update_account',
    as: frozen,
    body: { section: 'employment', fields: { profession_id: '9' } },
  });
  expect(refused.errors[0]?.code).toBe('account_frozen');
});
