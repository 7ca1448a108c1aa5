import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';

/* The sweep that finds clients who left long ago, and what it must not take for that. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const run = (text: string, values: unknown[]) => app.owner.sql.run(text, values);
const sweep = async () => {
  await app.opened.worker?.sweep('personalData.lapse');
  await app.opened.worker?.sweep('personalData.erase');
};
const emailOf = async ({ clientId }: SignedIn) =>
  (await app.owner.sql.one<{ email: string }>('select email from client where id = $1', [clientId])).email;
const closedAt = async ({ clientId }: SignedIn) =>
  (await app.owner.sql.one<{ at: Date | null }>('select closed_at as at from client where id = $1', [clientId])).at;
/** Closed so long ago, and last there longer ago than that. */
async function closedBefore({ clientId }: SignedIn, interval: string): Promise<void> {
  await run(`update session set seen_at = '2010-01-01' where client_id = $1`, [clientId]);
  await run(`update client set status_id = 5, registered_at = '2010-01-01' where id = $1`, [clientId]);
  await run(`update client set closed_at = now() - $2::interval where id = $1`, [clientId, interval]);
}

test('who is closed today is kept for the years of the law from today on, however long ago they were last there', async () => {
  const as = await app.signIn('global.dormant');
  await run(`update session set seen_at = '2010-01-01' where client_id = $1`, [as.clientId]);
  await run(`update client set status_id = 5, registered_at = '2010-01-01' where id = $1`, [as.clientId]);
  await sweep();
  expect(await emailOf(as)).toBe('global.dormant@atrium.test');
  const { count } = await app.owner.sql.one<{ count: number }>('select count(*)::integer as count from erasure_request');
  expect(count).toBe(0);
});

test('the moment of closing is kept by whoever closes, stays while closed, and is gone once the account is open again', async () => {
  const as = await app.signIn('global.declined');
  expect(await closedAt(as)).toBeNull();
  await run('update client set status_id = 18 where id = $1', [as.clientId]);
  const at = await closedAt(as);
  expect(at).toBeInstanceOf(Date);
  await run('update client set status_id = 4 where id = $1', [as.clientId]);
  expect(await closedAt(as)).toEqual(at);
  await run('update client set status_id = 12 where id = $1', [as.clientId]);
  expect(await closedAt(as)).toBeNull();
});

test('who was closed longer ago than the law says has left then, unless something is under way', async () => {
  const as = await app.signIn('ng.active');
  await closedBefore(as, '6 years');
  await run(
    `insert into remittance (client_id, company_id, transfer_type, phase, reference, account_number, amount, currency, account_amount,
       account_currency, created_at, expires_at, saved_at, updated_at)
     values ($1, 3, 'deposit', 'waiting_payment', 'retention-123456', 1, 100, 'USD', 100, 'USD', '2010-01-01', '2010-01-01', '2010-01-01',
       '2010-01-01')`,
    [as.clientId],
  );
  await sweep();
  expect(await emailOf(as)).toBe('ng.active@atrium.test');
  await run(`delete from remittance_under_way where client_id = $1`, [as.clientId]);
  await run(`update remittance set phase = 'failed', updated_at = '2010-01-02' where client_id = $1`, [as.clientId]);
  await sweep();
  expect(await emailOf(as)).toBe(`erased-${as.clientId}@erased.invalid`);
  expect(await app.owner.sql.one('select asked_by, state from erasure_request where client_id = $1', [as.clientId])).toEqual({
    asked_by: 'retention',
    state: 'done',
  });
});
