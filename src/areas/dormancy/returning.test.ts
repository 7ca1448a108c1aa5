import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedPassword } from '../../../seed/personas.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture } from '../../server/testing/bookFixture.ts';
import { account, everybody } from '../../server/testing/newcomers.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';

/* What a dormant client was before, and what others make of them meanwhile. */

const day = 24 * 3600;
/** Those that would change something of clients or of their accounts on the way. */
const held = ['accounts.snapshots', 'idleFees', 'documents.expiry', 'enrolment.yearly', 'freezing.lift', 'dormancy'];
let app: TestApp;
let repeating: SignedIn;
let confirming: SignedIn;
let frozen: SignedIn;
let trading: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app, held);
  repeating = await app.signIn('ng.active');
  confirming = await app.signIn('global.repeat');
  frozen = await app.signIn('ke.active');
  trading = await app.signIn('global.promo');
});
afterAll(() => app.close());

const look = () => sweep(app, 'dormancy');
const post = (as: SignedIn, path: string, body: object = {}) => app.call({ method: 'POST', path, as, body });
const wake = (as: SignedIn) => post(as, 'api/profile/wake', { password: seedPassword });
const infoOf = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data;
const statusOf = async ({ clientId }: SignedIn) =>
  (await app.owner.sql.one<{ status: number }>('select status_id as status from client where id = $1', [clientId])).status;
const set = ({ clientId }: SignedIn, status: number) =>
  app.owner.sql.run('update client set status_id = $2, version = version + 1 where id = $1', [clientId, status]);
const dormanciesOf = ({ clientId }: SignedIn) =>
  app.owner.sql.many<object>(
    `select from_status as "from", to_status as "to", ended_at is null as "isOpen" from client_dormancy where client_id = $1 order by id`,
    [clientId],
  );

test('whoever has a position open is not told, however long ago it was opened', async () => {
  const number = await (await openBookFixture(app)).account(trading, 'standard', { currency: 'USD', amount: '50.00' });
  await app.owner.sql.run('update trading_account set margin = 1 where number = $1', [number]);
  await app.owner.sql.run(`insert into client_repeat (client_id, from_status, began_at) values ($1, 12, now())`, [
    confirming.clientId,
  ]);
  await app.opened.clock.advance(340 * day);
  await look();
  expect(await dormanciesOf(trading)).toEqual([]);
  expect(await dormanciesOf(repeating)).toEqual([{ from: 12, to: null, isOpen: true }]);
});

test('a clock that is set back tells nobody twice, and makes nobody dormant sooner', async () => {
  await app.opened.clock.advance(-20 * day);
  await look();
  expect(await statusOf(repeating)).toBe(12);
  await app.opened.clock.advance(49 * day);
  await look();
  expect([await statusOf(repeating), await dormanciesOf(repeating)]).toEqual([12, [{ from: 12, to: null, isOpen: true }]]);
});

test('who has to repeat the yearly confirmation meanwhile becomes dormant all the same, and repeats it once they are back', async () => {
  await set(repeating, 66);
  await app.opened.clock.advance(2 * day);
  await look();
  app.opened.app.sessions.forgetClient(repeating.clientId);
  expect([await statusOf(repeating), await statusOf(confirming), await statusOf(frozen)]).toEqual([11, 11, 11]);
  expect(await wake(repeating)).toMatchObject({ data: { becomes: 'as_before' } });
  const { status_id: status, gates } = await infoOf(repeating);
  expect([status, gates.withdraw]).toEqual([66, null]);
  expect(gates.deposit).toMatchObject({ code: 'complete_registration', next: 'registration_step2' });
  expect(await dormanciesOf(repeating)).toEqual([{ from: 66, to: 66, isOpen: false }]);
});

test('who confirms while they are dormant stays so, and has nothing to repeat once they are back', async () => {
  await app.owner.sql.run(
    `insert into client_due (client_id, what, why, due_at, created_at) values ($1, 'yearly_confirmation', 'year', $2, $2)
     on conflict (client_id, what) do update set due_at = excluded.due_at`,
    [confirming.clientId, app.opened.clock.now()],
  );
  app.opened.app.sessions.forgetClient(confirming.clientId);
  const suitability_answers = [12, 13, 14, 15, 16, 17, 18, 19, 20, 21].map((id) => ({ id, answer: 2 }));
  const body = { action: 'retake-at', ...everybody, ...account, suitability_answers };
  expect((await post(confirming, 'api/direct/questionnaire', body)).errors).toEqual([]);
  expect(await statusOf(confirming)).toBe(11);
  expect(await wake(confirming)).toMatchObject({ success: true });
  expect([await statusOf(confirming), await dormanciesOf(confirming)]).toEqual([12, [{ from: 66, to: 12, isOpen: false }]]);
});

test('who is frozen while they are dormant is dormant again afterwards; who is given another status does not come back to an older one', async () => {
  await set(frozen, 14);
  app.opened.app.sessions.forgetClient(frozen.clientId);
  expect((await wake(frozen)).errors[0]?.code).toBe('account_frozen');
  await set(frozen, 11);
  expect(await dormanciesOf(frozen)).toEqual([{ from: 12, to: null, isOpen: true }]);
  await set(frozen, 9);
  expect(await dormanciesOf(frozen)).toEqual([{ from: 12, to: 9, isOpen: false }]);
  await set(frozen, 11);
  await app.owner.sql.run('update client set has_approved_id = false, version = version + 1 where id = $1', [frozen.clientId]);
  app.opened.app.sessions.forgetClient(frozen.clientId);
  expect(await wake(frozen)).toMatchObject({ data: { becomes: 'papers_missing' } });
  expect(await statusOf(frozen)).toBe(9);
});
