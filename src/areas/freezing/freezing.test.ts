import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedPassword } from '../../../seed/personas.ts';
import { statusIds } from '../../law/statuses.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { mayFreeze, statusAfterLift } from './rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const post = (as: SignedIn, path: string, body: object = {}) => app.call({ method: 'POST', path, as, body });
const stateOf = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/security/freeze', as })).data;
const statusOf = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data?.status_id;
const passed = async (as: SignedIn) => {
  await app.owner.sql.run(`update client_freeze set lifts_at = '2000-01-01' where client_id = $1 and lifts_at is not null`, [
    as.clientId,
  ]);
  await app.opened.worker?.sweep('freezing.lift');
};

test('an account is frozen at once, everybody else is signed out, and it comes back by the password and after a while', async () => {
  const [as, thief] = [await app.signIn('ng.active'), await app.signIn('ng.active')];
  expect(await post(as, 'api/security/freeze')).toMatchObject({ data: { ended: 1 } });
  expect([await statusOf(as), await statusOf(thief)]).toEqual([14, undefined]);
  const body = { what: 'email', value: 'thief@example.com', password: seedPassword };
  expect((await post(as, 'api/profile/contact/sendpin', body)).errors[0]?.code).toBe('account_frozen');

  await passed(as);
  expect(await statusOf(as)).toBe(14);
  expect((await post(as, 'api/security/freeze/lift', { password: 'Guessed2026' })).errors[0]?.code).toBe('wrong_password');
  const asked = await post(as, 'api/security/freeze/lift', { password: seedPassword });
  const state = await stateOf(as);
  expect(state).toMatchObject({ frozen_by: 'client', lifts_at: asked.data.lifts_at });
  expect(Date.parse(state.lifts_at) - Date.parse(state.since)).toBeGreaterThanOrEqual(86_400_000);
  await app.opened.worker?.sweep('freezing.lift');
  expect(await statusOf(as)).toBe(14);
  await passed(as);
  expect([await statusOf(as), (await stateOf(as)).frozen_by]).toEqual([12, null]);
});

test('whoever asked for it back can be stopped by freezing it anew', async () => {
  const as = await app.signIn('ke.active');
  await post(as, 'api/security/freeze');
  await post(as, 'api/security/freeze/lift', { password: seedPassword });
  expect(await post(as, 'api/security/freeze')).toMatchObject({ success: true });
  expect((await stateOf(as)).lifts_at).toBeNull();
  await passed(as);
  expect(await statusOf(as)).toBe(14);
});

test('what the broker has frozen or closed no client lifts or freezes', async () => {
  const [frozen, closed] = [await app.signIn('global.frozen'), await app.signIn('closed.client')];
  expect((await stateOf(frozen)).frozen_by).toBe('broker');
  const lift = await post(frozen, 'api/security/freeze/lift', { password: seedPassword });
  expect(lift.errors[0]?.code).toBe('not_frozen_by_you');
  expect((await post(frozen, 'api/security/freeze')).errors[0]?.code).toBe('cannot_freeze');
  expect((await post(closed, 'api/security/freeze')).errors[0]?.code).toBe('cannot_freeze');
});

test('whom somebody is deciding of is lifted afterwards: nobody waits for the other', async () => {
  const as = await app.signIn('global.active');
  await post(as, 'api/security/freeze');
  await post(as, 'api/security/freeze/lift', { password: seedPassword });
  await app.owner.transact(async (sql) => {
    await sql.one('select id from client where id = $1 for no key update', [as.clientId]);
    await passed(as);
  });
  expect(await statusOf(as)).toBe(14);
  await passed(as);
  expect(await statusOf(as)).toBe(12);
});

test('a status that the broker has given meanwhile stays', async () => {
  const as = await app.signIn('in.gold');
  await post(as, 'api/security/freeze');
  await post(as, 'api/security/freeze/lift', { password: seedPassword });
  await app.owner.sql.run('update client set status_id = 5 where id = $1', [as.clientId]);
  await passed(as);
  expect(await statusOf(as)).toBe(5);
});

test('staff gives back what a client froze, once the client is known, and every proven address is told', async () => {
  const as = await app.signIn('hk.active');
  const { sql } = app.owner;
  await sql.run(`update client set secondary_email = 'second.hk@example.com' where id = $1`, [as.clientId]);
  await sql.run(
    `insert into contact_proof (client_id, what, value, at) values ($1, 'secondary_email', 'second.hk@example.com', now())`,
    [as.clientId],
  );
  const [compliance, agent] = [await app.signInStaff('compliance'), await app.signInStaff('agent')];
  const path = `/api/desk/freezing/${as.clientId}`;
  const give = (staff = compliance, body: object = { identity_check: 'video_call', reason: 'Seen with the passport.' }) =>
    app.call({ method: 'POST', path, as: staff, body });
  expect((await give()).errors[0]?.code).toBe('not_frozen_by_client');
  await post(as, 'api/security/freeze');
  expect((await give(agent)).errors[0]?.code).toBe('not_your_right');
  expect(await give(compliance, { reason: 'No word of who it was.' })).toMatchObject({ httpStatus: 422 });
  expect((await app.call({ method: 'GET', path, as: compliance })).data).toMatchObject({ is_frozen: true });
  const given = await give();
  expect(given.data).toMatchObject({
    is_frozen: false,
    freezes: [{ lifted_by: 'compliance', identity_check: 'video_call' }],
  });
  expect([await statusOf(as), (await stateOf(as)).frozen_by]).toEqual([12, null]);
  expect((await give()).errors[0]?.code).toBe('not_frozen_by_client');
  await app.drain();
  const response = await fetch(`${app.url}/sandbox/outbox?to=second.hk@example.com`);
  expect(((await response.json()) as { messages: unknown[] }).messages).toHaveLength(1);
});

test('staff gives nothing back that the broker froze', async () => {
  const frozen = await app.signIn('global.frozen');
  const path = `/api/desk/freezing/${frozen.clientId}`;
  const body = { identity_check: 'called_back', reason: 'They would like to trade.' };
  const answer = await app.call({ method: 'POST', path, as: await app.signInStaff('compliance'), body });
  expect([answer.errors[0]?.code, await statusOf(frozen)]).toEqual(['not_frozen_by_client', 14]);
});

test('every status that is not closed or frozen can be frozen, and papers that were approved meanwhile count', () => {
  expect(statusIds.filter(mayFreeze)).toEqual([3, 6, 7, 8, 9, 11, 12, 13, 16, 66]);
  const both = { hasId: true, hasResidence: true };
  expect([statusAfterLift(9, both), statusAfterLift(7, both), statusAfterLift(8, both)]).toEqual([12, 12, 8]);
  expect(statusAfterLift(9, { ...both, hasResidence: false })).toBe(9);
});
