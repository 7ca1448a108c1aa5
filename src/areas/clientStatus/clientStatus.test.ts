import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { clientId } from '../../base/id.ts';

/* What compliance makes of a client's status at the desk, with whom, and what the client reads of it. */

let app: TestApp;
let compliance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  [compliance, admin] = [await app.signInStaff('compliance'), await app.signInStaff('admin')];
});
afterAll(() => app.close());

const note = 'Told by the test, and by nobody else.';
const path = ({ clientId: id }: Pick<SignedIn, 'clientId'>) => `/api/desk/client-status/${id}`;
/** `freeze suspicion`: what, and why. */
const change = (of: SignedIn, what: string, as = compliance) => {
  const [action, code] = what.split(' ');
  return app.call({ method: 'POST', path: path(of), as, body: { action, reason_code: code, reason: note } });
};
const state = async (of: SignedIn) => (await app.call({ method: 'GET', path: path(of), as: compliance })).data;
const decide = (id: number, decision = 'approve', as = admin) =>
  app.call({ method: 'POST', path: `/api/desk/approvals/${id}`, as, body: { decision, reason: 'Seen.' } });
const info = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data;
const statusOf = async ({ clientId: id }: SignedIn) =>
  (await app.owner.sql.one<{ status: number }>('select status_id as status from client where id = $1', [id])).status;
const told = async (as: SignedIn) =>
  (await app.call({ method: 'GET', path: 'api/notifications', as })).data.notifications.filter(({ type }: { type: string }) =>
    type.startsWith('client_'),
  );
const become = async (of: SignedIn, set: string) => {
  await app.owner.sql.run(`update client set ${set}, version = version + 1 where id = $1`, [of.clientId]);
  app.opened.app.sessions.forgetClient(clientId(of.clientId));
};
/** Asked by compliance and agreed to by an admin. */
async function done(of: SignedIn, what: string): Promise<void> {
  const asked = await change(of, what);
  expect(asked.errors).toEqual([]);
  expect((await decide(asked.data.approval.id)).errors).toEqual([]);
}

test('a client is frozen at once, is signed out, reads so at the next sign-in, and has it back by two persons', async () => {
  const as = await app.signIn('ng.active');
  const frozen = await change(as, 'freeze taken_over');
  expect(frozen.data).toMatchObject({
    approval: null,
    state: { status: 'FROZEN', changes: [{ from: 'APPROVED', to: 'FROZEN' }] },
  });
  expect((await app.call({ method: 'GET', path: 'api/client_info', as })).httpStatus).toBe(401);
  const again = await app.signIn('ng.active');
  expect((await info(again)).gates.deposit).toMatchObject({ code: 'account_frozen' });
  const [notice] = await told(again);
  expect(notice).toMatchObject({ type: 'client_frozen', level: 'warning' });
  expect(JSON.stringify(notice)).toContain('to protect you');
  expect(JSON.stringify(notice)).not.toContain(note);

  const asked = await change(again, 'reopen identity_shown');
  expect(asked.data).toMatchObject({ approval: { kind: 'papers', asked_by: 'compliance' }, state: { status: 'FROZEN' } });
  expect(await state(again)).toMatchObject({ waiting: { act: 'reopen', asked_by: 'compliance', reason: note } });
  expect(await statusOf(again)).toBe(14);
  expect((await change(again, 'reopen mistake')).errors[0]?.code).toBe('already_asked');
  expect((await decide(asked.data.approval.id, 'approve', compliance)).errors[0]?.code).toBe('own_approval');
  expect((await decide(asked.data.approval.id)).errors).toEqual([]);
  expect(await info(again)).toMatchObject({ status_id: 12, gates: { deposit: null } });
  expect((await told(again)).map(({ type }: { type: string }) => type)).toEqual(['client_reopened']);
  expect(await state(again)).toMatchObject({
    status: 'APPROVED',
    waiting: null,
    changes: [{ act: 'freeze', asked_by: 'compliance', agreed_by: null, ended_asked_by: 'compliance', ended_agreed_by: 'admin' }],
  });
});

test('whoever lacks the right changes and reads nothing, and each change has a reason of its list and a note', async () => {
  const as = await app.signIn('hk.active');
  for (const role of ['agent', 'finance', 'analyst'] as const) {
    const member = await app.signInStaff(role);
    expect((await change(as, 'freeze suspicion', member)).errors[0]?.code).toBe('not_your_right');
    expect((await app.call({ method: 'GET', path: path(as), as: member })).errors[0]?.code).toBe('not_your_right');
  }
  const bare = { method: 'POST', path: path(as), as: compliance, body: { action: 'freeze', reason_code: 'suspicion' } } as const;
  expect(await app.call(bare)).toMatchObject({ httpStatus: 422, errors: [{ validation_messages: { reason: {} } }] });
  expect(await change(as, 'freeze cleared')).toMatchObject({ httpStatus: 422, errors: [{ code: 'reason_not_listed' }] });
  expect(await change(as, 'reopen cleared')).toMatchObject({ httpStatus: 409, errors: [{ code: 'status_not_settable' }] });
  expect(await statusOf(as)).toBe(12);
});

test('declining and closing wait for the second person, change nothing if declined, and are not done to who has changed since', async () => {
  const as = await app.signIn('hk.active');
  const declined = await change(as, 'decline papers');
  await decide(declined.data.approval.id, 'decline');
  expect(await statusOf(as)).toBe(12);
  const closing = await change(as, 'close terms');
  await become(as, 'status_id = 66');
  expect((await decide(closing.data.approval.id)).errors[0]?.code).toBe('approval_outdated');
  expect(await statusOf(as)).toBe(66);
  await decide(closing.data.approval.id, 'decline');
  await become(as, 'status_id = 12');
});

test('a declined client stays signed in, may only withdraw, and reads why as far as it may be told', async () => {
  const as = await app.signIn('hk.active');
  await done(as, 'decline suspicion');
  expect(await info(as)).toMatchObject({ status_id: 13, gates: { deposit: { code: 'only_withdrawals' }, withdraw: null } });
  const [notice] = await told(as);
  expect(notice).toMatchObject({ type: 'client_declined', level: 'error' });
  expect(JSON.stringify(notice)).not.toMatch(/suspici/i);
  await done(as, 'reopen cleared');
  expect(await statusOf(as)).toBe(12);
});

test('what was done stands in the trail with who asked, who agreed, before and after', async () => {
  const as = await app.signIn('global.active');
  await done(as, 'close own_wish');
  const { events } = (await app.call({ method: 'GET', path: `/api/desk/audit?client_id=${as.clientId}`, as: compliance })).data;
  const find = (action: string) => events.find((event: { action: string }) => event.action === action);
  expect(find('client_status.change')).toMatchObject({
    actor: 'compliance',
    reason: note,
    before: { status: 'APPROVED' },
    // Nothing was other than before until the second person agreed.
    after: { status: 'APPROVED' },
    detail: { asked_for: { status: 'CLOSED', reason_code: 'own_wish' } },
  });
  expect(find('approval.decide')).toMatchObject({ actor: 'admin', after: { status: 'CLOSED' } });
  expect(find('client.status')).toBeDefined();
});

test('a closed client reads everything and changes nothing, and comes back as what they were', async () => {
  const as = await app.signIn('global.active');
  expect(await info(as)).toMatchObject({ status_id: 5, gates: { view: null, withdraw: { code: 'account_closed' } } });
  expect(JSON.stringify(await told(as))).toContain('as you asked');
  expect(await state(as)).toMatchObject({
    acts: [{ act: 'freeze' }, { act: 'reopen', to: 'APPROVED', needs_second: true }],
  });
  await done(as, 'reopen own_wish');
  expect(await statusOf(as)).toBe(12);
});

test.each([
  { name: 'eu.active', act: 'close_non_eu', status: 18, code: 'service_not_available' },
  { name: 'uk.active', act: 'close_uk', status: 19, code: 'service_not_available_uk' },
])('$name is closed as of where they live ($act)', async ({ name, act, status, code }) => {
  const as = await app.signIn(name);
  await done(as, `${act} residence`);
  const back = await app.signIn(name);
  expect(await info(back)).toMatchObject({ status_id: status, gates: { deposit: { code } } });
});

test('papers that were approved meanwhile count', async () => {
  const as = await app.signIn('global.full');
  await done(as, 'close papers');
  await become(as, 'has_approved_id = true, has_approved_residence = true');
  await done(as, 'reopen papers');
  expect(await statusOf(as)).toBe(12);
});

describe('what a client has frozen', () => {
  const lift = (as: SignedIn) =>
    app.call({ method: 'POST', path: 'api/security/freeze/lift', as, body: { password: 'Sandbox2026!' } });

  test('is taken over by the desk, so that they lift it no more, and is theirs again afterwards', async () => {
    const as = await app.signIn('ke.active');
    await app.call({ method: 'POST', path: 'api/security/freeze', as, body: {} });
    expect(await state(as)).toMatchObject({ held: 'frozen_by_client' });
    expect((await change(as, 'reopen cleared')).errors[0]?.code).toBe('frozen_by_client');
    expect((await change(as, 'freeze authority')).errors).toEqual([]);
    const again = await app.signIn('ke.active');
    expect((await lift(again)).errors[0]?.code).toBe('not_frozen_by_you');
    expect((await change(again, 'freeze authority')).errors[0]?.code).toBe('status_not_settable');
    await done(again, 'reopen cleared');
    expect(await statusOf(again)).toBe(14);
    expect((await lift(again)).data.lifts_at).toBeDefined();
  });

  test('ends with a closing, whatever day it was to be lifted on, and holds again once they are opened', async () => {
    const as = await app.signIn('in.gold');
    await app.call({ method: 'POST', path: 'api/security/freeze', as, body: {} });
    await done(as, 'close own_wish');
    await app.opened.worker?.sweep('freezing.lift');
    expect(await statusOf(as)).toBe(5);
    await done(as, 'reopen own_wish');
    expect(await statusOf(as)).toBe(14);
    const again = await app.signIn('in.gold');
    expect((await app.call({ method: 'GET', path: 'api/security/freeze', as: again })).data).toMatchObject({
      frozen_by: 'client',
    });
  });
});

test('who may be on a list of sanctions is frozen and neither closed nor opened, though it was asked before', async () => {
  const as = await app.signIn('cn.active');
  const asked = await change(as, 'close own_wish');
  await become(as, 'screening_hold = true');
  expect(await state(as)).toMatchObject({ held: 'screened', acts: [{ act: 'freeze' }] });
  expect((await decide(asked.data.approval.id)).errors[0]?.code).toBe('approval_outdated');
  expect((await change(as, 'close own_wish')).errors[0]?.code).toBe('client_screened');
  expect((await change(as, 'freeze suspicion')).errors).toEqual([]);
  expect((await change(as, 'reopen cleared')).errors[0]?.code).toBe('client_screened');
});

test('a client whom nobody knows is told so', async () => {
  expect((await change({ clientId: 999_999 } as SignedIn, 'freeze suspicion')).errors[0]?.code).toBe('client_not_found');
});
