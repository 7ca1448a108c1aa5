import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture } from '../../server/testing/bookFixture.ts';
import { pinSentTo } from '../../server/testing/telling.ts';
import { insertMove, lastMove, offerAgain } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const get = (as: SignedIn, path: string) => app.call({ method: 'GET', path, as });
const post = (as: SignedIn, path: string, body: object = {}) => app.call({ method: 'POST', path, as, body });
const act = (as: SignedIn, action: string, more: object = {}) =>
  post(as, 'api/direct/forextime/clients/migrate', { action, ...more });

const person = {
  residence_country: 'GB',
  birth_date: '1980-05-01',
  place_of_birth: 'ZA',
  tax_residency: 'GB',
  tax_id: '1234567890',
};
const wish = { account: 'standard', currency: 'GBP', leverage: '25' };
const traded = { traded_system_experience: ['forex', 'cfd'], traded_experience: '2', number_of_trades: '1', annual_volume: '1' };
const told = { ...person, ...wish, ...traded, experience_risk: '1_1' };

test('whoever has moved to another country asks by the form, and compliance decides', async () => {
  const client = await app.signIn('global.active');
  const offered = (await get(client, 'api/direct/migrate-to-another-company/form')).data;
  expect(offered).toMatchObject({ countries: { GB: 4 }, lists: { traded_system_experience: expect.any(Array) } });
  expect(offered.countries).not.toHaveProperty('ZA');
  expect(offered.accounts[0]).toMatchObject({ company: 4, leverages: [25, 30] });
  const refusals = [
    [{ residence_country: 'CY' }, 'country_not_served_here', 'residence_country'],
    [{ residence_country: 'US' }, 'country_not_served', 'residence_country'],
    [{ birth_date: '2015-01-01' }, 'validation_failed', 'birth_date'],
    [{ account: 'cent' }, 'account_type_not_offered', 'account'],
    [{ currency: 'JPY' }, 'currency_not_offered', 'currency'],
    [{ leverage: '500' }, 'leverage_not_offered', 'leverage'],
    [{ traded_system_experience: 'no,cfd' }, 'validation_failed', 'traded_system_experience'],
    [{ annual_volume: '9' }, 'validation_failed', 'annual_volume'],
    [{ tax_id: '12' }, 'validation_failed', 'tax_id'],
    [{ place_of_birth: 'XX' }, 'validation_failed', 'place_of_birth'],
    [{ tax_residency: 'QQ', tax_id: '' }, 'validation_failed', 'tax_residency'],
    // As long as one of Brazil, with check digits that none has.
    [{ tax_residency: 'BR', tax_id: '12345678900' }, 'validation_failed', 'tax_id'],
    [{ experience_risk: '1_2' }, 'risk_not_understood', 'experience_risk'],
    [{ traded_experience: undefined }, 'field_required', 'traded_experience'],
  ] as const;
  for (const [wrong, code, field] of refusals)
    expect((await act(client, 'migrate', { ...told, ...wrong })).errors[0]).toMatchObject({
      code,
      validation_messages: { [field]: expect.anything() },
    });
  // All that does not fit at once, each in words of its own.
  const many = await act(client, 'migrate', { ...told, birth_date: '2015-01-01', tax_id: '12' });
  expect(many.errors[0]?.validation_messages).toEqual({
    birth_date: { adult: 'You must be at least eighteen years old.' },
    tax_id: { taxId: 'Enter the right count of digits and symbols.' },
  });
  // As document 1 prints it, the form is one value.
  expect((await act(client, 'migrate', { client: { ...told, tax_id: '12' } })).errors[0]?.validation_messages).toHaveProperty(
    'tax_id',
  );
  expect((await act(client, 'migrate', { client: told })).data.direct.status).toBe('asked');
  // Success signs out.
  expect((await get(client, 'api/client_info')).httpStatus).toBe(401);

  const compliance = await app.signInStaff('compliance');
  const desk = (id: number, body: object) =>
    app.call({ method: 'POST', path: `/api/desk/moves/${id}`, as: compliance, body: { reason: 'As it was seen.', ...body } });
  const waiting = async (): Promise<number> => {
    const { items } = (await app.call({ method: 'GET', path: '/api/desk/queues/moves', as: compliance })).data;
    const found = items.find((item: { client_id: number }) => item.client_id === client.clientId);
    return Number(found?.subject.split(':')[1]);
  };
  const first = await waiting();
  const looked = await app.call({ method: 'GET', path: `/api/desk/moves/${first}`, as: compliance });
  expect(looked.data.move).toMatchObject({ from: 3, to: 4, country: 'GB', phase: 'asked', told: { account: 'standard' } });
  const finance = await app.signInStaff('finance');
  const body = { decision: 'approved', reason: 'No right.' };
  const denied = await app.call({ method: 'POST', path: `/api/desk/moves/${first}`, as: finance, body });
  expect(denied.errors[0]?.code).toBe('not_your_right');
  expect((await desk(first, { decision: 'declined' })).errors[0]?.code).toBe('field_required');
  expect((await desk(first, { decision: 'declined', reason_code: 'suspicion' })).errors).toEqual([]);
  expect((await desk(first, { decision: 'approved' })).errors[0]?.code).toBe('not_waiting');
  expect(await waiting()).toBeNaN();

  const again = await app.signIn('global.active');
  const stand = async () => (await get(again, 'api/direct/migrate-to-another-company')).data.direct;
  // Nobody is told of a suspicion.
  expect(await stand()).toMatchObject({ available: false, move: { status: 'declined', reason: 'not_accepted' } });
  await act(again, 'migrate', told);
  expect((await desk(await waiting(), { decision: 'approved' })).errors).toEqual([]);
  const back = await app.signIn('global.active');
  const now = (await get(back, 'api/direct/migrate-to-another-company')).data.direct;
  expect(now).toMatchObject({ available: true, route: 'uk', move: { status: 'open', company: 4 } });
  expect((await act(back, 'accept_uk_terms', { is_terms_agreed: true })).errors).toEqual([]);
  expect((await act(back, 'approve_uk_movement')).errors).toEqual([]);
  // Meanwhile the client tells their taxes anew, which is newer than the form.
  const newer = { tax_residency: 'DE', tax_id: '12345678901' };
  const taxes = `api/direct/clients/${back.clientId}/tax-residency`;
  expect((await app.call({ method: 'PATCH', path: taxes, as: back, body: newer })).errors).toEqual([]);
  const transfer = 'api/direct/batch-b2b-transfer';
  expect((await post(back, `${transfer}/sendpin_uk`)).errors).toEqual([]);
  const done = await post(back, `${transfer}/process_uk`, { pin: await pinSentTo(app, 'global.active@atrium.test') });
  expect(done.data.direct.status).toBe('moved');
  expect(await (await openBookFixture(app)).faults()).toEqual([]);
  expect((await get(back, 'api/client_info')).data).toMatchObject({ company_id: 4, country: 'GB' });
  // The account that the form asked for is offered, as it was asked for.
  const wished = async () => (await get(back, 'api/direct/migrate-to-another-company')).data.direct.wished;
  expect(await wished()).toEqual(wish);
  // A proof of where they live now is asked for, and approved.
  await app.owner.sql.run(
    'update client set at_passed = true, status_id = 12, has_approved_residence = true, version = version + 1 where id = $1 and status_id = 9',
    [back.clientId],
  );
  app.opened.app.sessions.forgetClient(back.clientId);
  const open = async (currency: string) =>
    (await post(back, 'api/accounts/live', { account: 'standard', currency, leverage: 25, i_agree_tc: true })).errors;
  // Until it is opened, whatever else was.
  expect([await open('EUR'), await wished()]).toEqual([[], wish]);
  expect([await open('GBP'), await wished()]).toEqual([[], null]);
  // What the form told of experience is what the client tells now; of taxes it is what they told since.
  const { answers } = (await get(back, 'api/client-questionnaire')).data;
  expect(answers).toMatchObject({ ...newer, average_annual_volume: told.annual_volume });
});

test('a form is as old as the client has filled it in, however often its move is tried', async () => {
  const { sql } = app.owner;
  const { clientId: number } = await app.signIn('eu.active');
  const createdAt = new Date('2026-11-01T10:00:00Z');
  const of = { clientId: clientId(number), from: 1, to: 4, country: 'GB', told: person, createdAt } as const;
  const id = await insertMove(sql, { ...of, phase: 'asked' });
  for (const day of [3, 5]) {
    await sql.run(`update company_move set phase = 'given_up', begun_at = $2, ended_at = $2 where client_id = $1`, [
      number,
      createdAt,
    ]);
    const { id: last } = (await lastMove(sql, of.clientId)) ?? { id };
    await offerAgain(sql, last, new Date(`2026-11-0${day}T10:00:00Z`));
  }
  expect(await lastMove(sql, of.clientId)).toMatchObject({ told: person, toldAt: createdAt, phase: 'offered' });
});
