import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBookFixture } from '../../server/testing/bookFixture.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';

let app: TestApp;
let retail: SignedIn;
/** Two live accounts; on one of them a position is open. */
let free: number;
let held: number;

const right = [146, 148, 152, 155, 158, 160, 163, 167, 169, 172];
const wrong = [145, 149, 151, 154, 157, 161, 164, 166, 170, 173];

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app, ['appropriateness.lowering']);
  retail = await app.signIn('eu.active');
  const books = await openBookFixture(app);
  free = await books.account(retail, 'advantage mt5', { currency: 'EUR', amount: '100.00' });
  held = await books.account(retail, 'advantage mt5', { currency: 'EUR', amount: '100.00' });
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.owner.sql.run('delete from leverage_lowering');
  await app.owner.sql.run('delete from appropriateness_attempt');
  await app.owner.sql.run(
    'update client set at_passed = false, at_failed_first_attempt = false, test_leverage = null, version = version + 1 where id = $1',
    [retail.clientId],
  );
});

const path = 'api/direct/questionnaire';
const read = (as = retail) => app.call({ method: 'GET', path, as });
const save = (answers: readonly (number | string)[], as = retail, more: object = {}) =>
  app.call({ method: 'POST', path, body: { action: 'save', answers, ...more }, as });
const info = async () => (await app.call({ method: 'GET', path: 'api/client_info', as: retail })).data;

test('the questions are told with their answers and never with what they count', async () => {
  const { data } = await read();
  expect(data).toMatchObject({ version: 'eu-1', form_available: true, form_available_from: null, last_date: null });
  expect(data.questionnaire.length).toBeGreaterThanOrEqual(12);
  expect(data.questionnaire[0]).toMatchObject({ id: 27, text: expect.stringMatching(/traded/), sub_questions: [] });
  expect(JSON.stringify(data)).not.toMatch(/points|right/);
  const old = await app.call({ method: 'GET', path: 'api/questionnaire', as: retail });
  expect(old.data).toEqual(data);
});

test('whoever passes may have more leverage by their points, and every answer is kept with its version', async () => {
  expect(await info()).toMatchObject({
    at_passed: false,
    gates: { open_live_account: { code: 'appropriateness_test_required' } },
  });
  const answer = await save([123, ...right].map(String), retail, { version: 'eu-1' });
  expect(answer.data).toEqual({ success: true, is_passed: true, max_leverage: 30 });
  expect(await info()).toMatchObject({ at_passed: true, at_failed_first_attempt: false, gates: { open_live_account: null } });
  const kept = await app.owner.sql.many('select version, answers, points, is_passed, taken_in from appropriateness_attempt');
  expect(kept).toEqual([
    { version: 'eu-1', answers: [123, 127, 135, 144, ...right], points: 20, is_passed: true, taken_in: 'test' },
  ]);
  expect((await read()).data).toMatchObject({ is_passed: true, form_available: false, questionnaire: [] });
  expect(await save([123, ...right])).toMatchObject({ httpStatus: 409, errors: [{ code: 'test_not_available_yet' }] });
});

test('an open question, a strange answer and another version are refused, and nothing is kept', async () => {
  const open = await save([121, ...right]);
  expect(open).toMatchObject({ httpStatus: 422, errors: [{ code: 'answers_incomplete' }] });
  expect(Object.keys(open.errors[0]?.validation_messages ?? {})).toEqual(['answers']);
  expect((await save([123, ...right, 9999])).httpStatus).toBe(422);
  expect(await save([123, ...right], retail, { version: 'eu-0' })).toMatchObject({ errors: [{ code: 'test_changed' }] });
  expect(await app.owner.sql.many('select id from appropriateness_attempt')).toEqual([]);
});

test('who fails is told from when on it can be taken again, which is two weeks later', async () => {
  const answer = await save([123, ...wrong]);
  expect(answer.data).toEqual({ success: true, is_passed: false, max_leverage: 5 });
  expect(await info()).toMatchObject({ at_passed: false, at_failed_first_attempt: true });
  const { data } = await read();
  expect(data).toMatchObject({ form_available: false, is_passed: false, max_leverage_available: 5, questionnaire: [] });
  expect(Date.parse(data.form_available_from) - Date.parse(data.last_date)).toBe(14 * 86_400_000);
  const early = await save([123, ...right]);
  expect(early).toMatchObject({ httpStatus: 409, errors: [{ code: 'test_not_available_yet' }] });
  await app.owner.sql.run(`update appropriateness_attempt set at = at - interval '14 days'`);
  expect((await read()).data.form_available).toBe(true);
  expect((await save([123, ...right])).data).toMatchObject({ is_passed: true });
  expect(await info()).toMatchObject({ at_passed: true, at_failed_first_attempt: true });
});

test('of two tests sent at once one counts', async () => {
  const answers = await Promise.all([save([123, ...wrong]), save([123, ...right])]);
  expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409]);
  expect(await app.owner.sql.many('select id from appropriateness_attempt')).toHaveLength(1);
});

test('nobody else is asked: not who the law protects less, nor elsewhere', async () => {
  for (const name of ['eu.pro', 'global.active', 'ke.active'])
    expect(await read(await app.signIn(name))).toMatchObject({ httpStatus: 403, errors: [{ code: 'test_not_asked' }] });
  expect(await read(await app.signIn('eu.lead'))).toMatchObject({ errors: [{ code: 'complete_registration' }] });
});

const leverageOf = async (number: number): Promise<number> =>
  (await app.owner.sql.one<{ leverage: number }>('select leverage from trading_account where number = $1', [number])).leverage;
const notices = async () =>
  (
    await app.owner.sql.many<{ type: string; number: number }>(
      `select type, (values->>'number')::integer as number from notice
        where client_id = $1 and type like 'leverage_%' and closed_at is null`,
      [retail.clientId],
    )
  ).map(({ type, number }) => [number, type] as const);

test('leverage follows the result: at once where nothing is open, else after a notice as soon as the positions are closed', async () => {
  const { mt5 } = app.opened.app.platforms;
  const usual = mt5.positions.bind(mt5);
  let open: readonly number[] = [held];
  const positions = async (login: number) =>
    open.includes(login) ? ({ outcome: 'done', positions: [{}] } as never) : usual(login);
  Object.assign(mt5, { positions });
  const look = async (): Promise<void> => {
    await app.owner.sql.run(`update leverage_lowering set next_at = '2000-01-01'`);
    await sweep(app, 'appropriateness.lowering');
  };
  try {
    await save([123, ...wrong]);
    await look();
    await look();
    expect([await leverageOf(free), await leverageOf(held)]).toEqual([5, 25]);
    const told = await mt5.account(free);
    expect(told.outcome === 'done' && told.account.leverage).toBe(5);
    expect(Object.fromEntries(await notices())).toEqual({ [free]: 'leverage_lowered', [held]: 'leverage_lowers' });
    const body = { leverage: 25 };
    const wish = await app.call({ method: 'PATCH', path: `api/accounts/${free}/leverage`, body, as: retail });
    expect(wish).toMatchObject({ httpStatus: 422, errors: [{ code: 'leverage_not_offered' }] });
    open = [];
    await look();
  } finally {
    Object.assign(mt5, { positions: usual });
  }
  expect([await leverageOf(free), await leverageOf(held)]).toEqual([5, 5]);
  expect(Object.fromEntries(await notices())).toEqual({ [free]: 'leverage_lowered', [held]: 'leverage_lowered' });
  expect(await app.owner.sql.many('select number from leverage_lowering')).toEqual([]);
});

test('what a failed test would have lowered is withdrawn by one that is passed, its notice with it; a later failure is told anew', async () => {
  const { mt5 } = app.opened.app.platforms;
  const usual = mt5.positions.bind(mt5);
  Object.assign(mt5, { positions: async () => ({ outcome: 'done', positions: [{}] }) });
  const { sql } = app.owner;
  const open = async () => (await notices()).filter(([, type]) => type === 'leverage_lowers').map(([number]) => number);
  const look = async (): Promise<void> => {
    await sql.run(`update leverage_lowering set next_at = '2000-01-01'`);
    await sweep(app, 'appropriateness.lowering');
  };
  const again = async (answers: readonly number[]) => {
    await sql.run(`update appropriateness_attempt set at = at - interval '14 days'`);
    await sql.run('update client set at_passed = false, version = version + 1 where id = $1', [retail.clientId]);
    expect((await save(answers)).errors).toEqual([]);
    await look();
  };
  try {
    await sql.run('update trading_account set leverage = 25 where number = any($1)', [[free, held]]);
    await again([123, ...wrong]);
    expect((await open()).toSorted()).toEqual([free, held].toSorted());
    await again([123, ...right]);
    expect(await open()).toEqual([]);
    await again([123, ...wrong]);
    expect((await open()).toSorted()).toEqual([free, held].toSorted());
    // An account that is in use no more has no leverage to be lowered.
    await sql.run(`update trading_account set status = 'archived' where number = $1`, [free]);
    await look();
    expect(await open()).toEqual([held]);
  } finally {
    Object.assign(mt5, { positions: usual });
  }
});
