import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

/* What comes back when the desk opens a client again, and what the client reads of it. */

let app: TestApp;
let compliance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  [compliance, admin] = [await app.signInStaff('compliance'), await app.signInStaff('admin')];
});
afterAll(() => app.close());

const path = ({ clientId: id }: Pick<SignedIn, 'clientId'>) => `/api/desk/client-status/${id}`;
/** `freeze suspicion`: what, and why; agreed to by an admin where somebody has to. */
async function done(of: SignedIn, what: string): Promise<void> {
  const [action, code] = what.split(' ');
  const body = { action, reason_code: code, reason: 'Told by the test.' };
  const asked = await app.call({ method: 'POST', path: path(of), as: compliance, body });
  expect(asked.errors).toEqual([]);
  if (asked.data.approval === null) return;
  const decision = { method: 'POST', path: `/api/desk/approvals/${asked.data.approval.id}`, as: admin } as const;
  expect((await app.call({ ...decision, body: { decision: 'approve', reason: 'Seen.' } })).errors).toEqual([]);
}
const state = async (of: SignedIn) => (await app.call({ method: 'GET', path: path(of), as: compliance })).data;
const statusOf = async ({ clientId: id }: SignedIn) =>
  (await app.owner.sql.one<{ status: number }>('select status_id as status from client where id = $1', [id])).status;
const become = async (of: SignedIn, set: string) => {
  await app.owner.sql.run(`update client set ${set}, version = version + 1 where id = $1`, [of.clientId]);
  app.opened.app.sessions.forgetClient(clientId(of.clientId));
};
/** What stands on the screen of a client's account, the newest first. */
const standing = async ({ clientId: id }: SignedIn) => {
  const rows = await app.owner.sql.many<{ type: string }>(
    `select type from notice where client_id = $1 and closed_at is null and (type like 'client_%' or type like '%frozen%') order by id desc`,
    [id],
  );
  return rows.map(({ type }) => type);
};
const lettersTo = async (address: string): Promise<unknown[]> => {
  await app.drain();
  return ((await (await fetch(`${app.url}/sandbox/outbox?to=${address}`)).json()) as { messages: unknown[] }).messages;
};

test('a closed client is frozen, so that nothing more is paid out, and is closed as before afterwards', async () => {
  const as = await app.signIn('ng.active');
  await done(as, 'close own_wish');
  await done(as, 'freeze authority');
  expect([await statusOf(as), await standing(as)]).toEqual([14, ['client_frozen']]);
  const finance = await app.signInStaff('finance');
  const payout = { method: 'POST', path: `/api/desk/closing/${as.clientId}`, as: finance } as const;
  expect((await app.call({ ...payout, body: { action: 'pay', reason: 'They have left us.' } })).errors[0]?.code).toBe(
    'not_closed',
  );
  expect(await state(as)).toMatchObject({
    acts: expect.arrayContaining([expect.objectContaining({ act: 'reopen', to: 'CLOSED' })]),
  });
  await done(as, 'reopen cleared');
  expect([await statusOf(as), await standing(as)]).toEqual([5, ['client_closed']]);
  // The years that the law has records kept for count from the closing.
  const since = await app.owner.sql.one(
    `select c.closed_at = s.set_at as "isKept" from client c join client_status_change s on s.client_id = c.id and s.act = 'close'
      where c.id = $1`,
    [as.clientId],
  );
  expect(since).toEqual({ isKept: true });
  await done(as, 'reopen own_wish');
  expect([await statusOf(as), await standing(as)]).toEqual([12, ['client_reopened']]);
});

test('the years of a client whom the desk did not close count from their closing too, when they were frozen meanwhile', async () => {
  const as = await app.signIn('closed.noneu');
  // As imported: closed long ago, by nobody here.
  await app.owner.sql.run(`update client set closed_at = '2019-03-04T05:06:07Z' where id = $1`, [as.clientId]);
  await done(as, 'freeze authority');
  await done(as, 'reopen cleared');
  const row = await app.owner.sql.one('select status_id as status, closed_at as since from client where id = $1', [as.clientId]);
  expect(row).toEqual({ status: 18, since: new Date('2019-03-04T05:06:07Z') });
});

test('of a frozen client who is closed only the closing is said, and the freezing again once that is taken back', async () => {
  const as = await app.signIn('ke.active');
  await done(as, 'freeze dispute');
  await done(as, 'close terms');
  expect(await standing(as)).toEqual(['client_closed']);
  await done(as, 'reopen mistake');
  expect([await statusOf(as), await standing(as)]).toEqual([14, ['client_frozen']]);
  await done(as, 'reopen cleared');
  expect([await statusOf(as), await standing(as)]).toEqual([12, ['client_reopened']]);
});

test('who is declined again reads that, and not that all is open', async () => {
  const as = await app.signIn('in.gold');
  await done(as, 'decline terms');
  await done(as, 'close terms');
  await done(as, 'reopen mistake');
  expect([await statusOf(as), await standing(as)]).toEqual([13, ['client_declined']]);
});

test('whose own freezing holds again is told that', async () => {
  const as = await app.signIn('cn.active');
  await app.call({ method: 'POST', path: 'api/security/freeze', as, body: {} });
  await done(as, 'close own_wish');
  expect(await standing(as)).toEqual(['client_closed']);
  await done(as, 'reopen own_wish');
  expect([await statusOf(as), await standing(as)]).toEqual([14, ['account_frozen_by_client']]);
});

test('after somebody else may have been at the account every proven address is told that it is open', async () => {
  const as = await app.signIn('hk.active');
  const second = 'second.hk@example.com';
  await app.owner.sql.run(`update client set secondary_email = $2 where id = $1`, [as.clientId, second]);
  await app.owner.sql.run(`insert into contact_proof (client_id, what, value, at) values ($1, 'secondary_email', $2, now())`, [
    as.clientId,
    second,
  ]);
  await done(as, 'freeze dispute');
  await done(as, 'reopen cleared');
  expect(await lettersTo(second)).toEqual([]);
  await done(as, 'freeze taken_over');
  await done(as, 'reopen identity_shown');
  expect(await lettersTo(second)).toHaveLength(1);
});

test('whose status the desk did not set meets the second step first, where they never sent it', async () => {
  const as = await app.signIn('closed.client');
  expect(await state(as)).toMatchObject({ changes: [], acts: [{ act: 'freeze' }, { act: 'reopen', to: 'REG_MY' }] });
  await app.owner.sql.run(
    `insert into enrolment (client_id, company_id, answers, security_answer_hash, is_similar_to_professional, at)
     values ($1, 3, '{}', '', false, now())`,
    [as.clientId],
  );
  await become(as, 'has_approved_id = false, has_approved_residence = false');
  expect(await state(as)).toMatchObject({ acts: [{ act: 'freeze' }, { act: 'reopen', to: 'REG_FULL' }] });
  await done(as, 'reopen mistake');
  expect(await statusOf(as)).toBe(9);
});

test('who had to repeat the confirmation and did so while declined has not to repeat it again', async () => {
  const as = await app.signIn('global.repeat');
  const at = app.opened.clock.now();
  await app.owner.sql.run('insert into client_repeat (client_id, from_status, began_at) values ($1, 12, $2)', [as.clientId, at]);
  await done(as, 'decline papers');
  expect(await state(as)).toMatchObject({ acts: expect.arrayContaining([expect.objectContaining({ to: 'REPEAT_TEST' })]) });
  await app.owner.sql.run(
    `with told as (insert into enrolment_update (client_id, section, answers, at) values ($1, 'means', '{}', $2) returning id)
     insert into yearly_confirmation (client_id, company_id, update_id, suitability_version, suitability, at)
     select $1, 3, id, 'suitability-1', '[]', $2 from told`,
    [as.clientId, app.opened.clock.now()],
  );
  await done(as, 'reopen cleared');
  expect(await statusOf(as)).toBe(12);
});
