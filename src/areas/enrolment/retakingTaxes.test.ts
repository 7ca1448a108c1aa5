import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedPassword } from '../../../seed/personas.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';

/* What the yearly confirmation tells of taxes. */

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const confirm = (as: SignedIn, body: object) =>
  app.call({ method: 'POST', path: 'api/direct/questionnaire', body: { action: 'retake-at', ...body }, as });
const owe = (as: SignedIn) =>
  app.owner.sql.run(
    `insert into client_due (client_id, what, why, due_at, created_at) values ($1, 'yearly_confirmation', 'asked', $2, $2)
     on conflict (client_id, what) do update set due_at = excluded.due_at`,
    [as.clientId, app.opened.clock.now()],
  );

const suitability_answers = [12, 13, 14, 15]
  .map((id) => ({ id, answer: 2 }))
  .concat([16, 17, 18, 19, 20, 21].map((id) => ({ id, answer: 2 })));
const global = {
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
  business_nature: '1',
  deposit_method: 'card',
  account: 'standard',
  suitability_answers,
};
test('taxes that were told before are confirmed as they are by the session, and told otherwise by the password alone', async () => {
  const as = await app.signIn('global.full');
  await owe(as);
  // What was never told is told as before.
  expect((await confirm(as, global)).errors).toEqual([]);
  await owe(as);
  const changes = [
    { ...global, tax_id: 'SG87654321' },
    { ...global, tax_residency: 'DE', tax_id: '12345678901' },
  ];
  for (const told of changes) {
    expect((await confirm(as, told)).errors[0]).toMatchObject({
      code: 'field_required',
      validation_messages: { password: expect.anything() },
    });
    expect((await confirm(as, { ...told, password: 'Guessed2026' })).errors[0]?.code).toBe('wrong_password');
    await app.owner.sql.run('delete from failure_streak');
  }
  // What is wrong besides is told first.
  expect((await confirm(as, { ...global, tax_id: 'SG87654321', birth_date: '' })).errors[0]?.code).toBe('answers_wrong');
  const told = async () => (await app.call({ method: 'GET', path: 'api/client-questionnaire', as })).data.answers;
  expect(await told()).toMatchObject({ tax_residency: 'MY', tax_id: 'SG12345678' });
  expect((await confirm(as, global)).errors).toEqual([]);
  await owe(as);
  expect((await confirm(as, { ...global, tax_id: 'SG87654321', password: seedPassword })).errors).toEqual([]);
  expect(await told()).toMatchObject({ tax_residency: 'MY', tax_id: 'SG87654321' });
});
