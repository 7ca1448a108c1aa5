import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StaffId } from '../../base/id.ts';
import { seedStaff, staffEmailOf } from '../../../seed/staff.ts';
import { defaultSettings } from '../../settings/index.ts';
import type { StaffRole } from '../../law/staff.ts';
import type { OpenedSession } from '../../server/live/session.ts';
import { openStaffSessions } from '../../server/live/staffSession.ts';
import { openTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { openServed } from '../../server/testing/served.ts';
import { calls } from './calls.ts';
import { casesContract } from './contract.ts';
import { closeCase, isClaimedByOther, openCase, type Queue } from './face.ts';

const withdrawals: Queue = { name: 'withdrawals', right: 'transfers', promisedHours: 24 };
const identity: Queue = { name: 'identity', right: 'papers' };
const hours = defaultSettings.desk.businessHours;
/** A Monday. */
const now = new Date('2026-03-02T04:00:00Z');

let base: TestDatabase;
let fastify: FastifyInstance;
let finance: OpenedSession;
let admin: OpenedSession;
let compliance: OpenedSession;
let subject = '';
let count = 0;

beforeAll(async () => {
  base = await openTestDatabase();
  const { database } = base;
  await seedStaff(database.sql, now);
  const clock = { now: () => new Date(), wall: () => new Date() };
  const sessions = openStaffSessions({ database, clock, settings: () => defaultSettings });
  const enter = async (role: StaffRole) => {
    const { id } = await database.sql.one<{ id: StaffId }>('select id from staff where email = $1', [staffEmailOf(role)]);
    return sessions.open(database.sql, { staffId: id, address: '127.0.0.1', agent: 'test' });
  };
  [finance, admin, compliance] = [await enter('finance'), await enter('admin'), await enter('compliance')];
  fastify = await openServed({
    database,
    area: { contract: casesContract, handlers: calls({ queues: [withdrawals, identity] }) },
  });
});
afterAll(async () => {
  await fastify.close();
  await base.close();
});
beforeEach(async () => {
  count += 1;
  subject = `remittance:${count}`;
  await openCase(base.database.sql, { queue: withdrawals, subject, now, hours });
});

async function send(method: 'GET' | 'POST', url: string, as: OpenedSession) {
  const headers = { cookie: `atrium_desk=${as.secret}`, authorization: `Bearer ${as.token}` };
  const answer = await fastify.inject({ method, url: `/api/desk/queues${url}`, headers });
  const body = answer.json();
  return { status: answer.statusCode, data: body.data, code: body.errors[0]?.code as string | undefined };
}

const caseId = async () =>
  (await base.database.sql.one<{ id: number }>('select id from desk_case where subject = $1 and closed_at is null', [subject]))
    .id;
const claim = async (as: OpenedSession) => send('POST', `/withdrawals/${await caseId()}/claim`, as);
const release = async (as: OpenedSession) => send('POST', `/withdrawals/${await caseId()}/release`, as);

test('only the queues that something is put into are listed, to the roles that work on them', async () => {
  const queues = async (as: OpenedSession) => (await send('GET', '', as)).data.queues as { queue: string }[];
  expect((await queues(admin)).map(({ queue }) => queue)).toEqual(['withdrawals', 'identity']);
  expect((await queues(compliance)).map(({ queue }) => queue)).toEqual(['identity']);
  expect(await queues(finance)).toEqual([{ queue: 'withdrawals', count: expect.any(Number), oldest_at: now.toISOString() }]);
  expect((await send('GET', '/tax', admin)).code).toBe('queue_not_found');
  expect((await send('GET', '/withdrawals', compliance)).code).toBe('not_your_right');
});

test('what waits says by when it should be decided, in hours of business, and that it is late', async () => {
  const { items } = (await send('GET', '/withdrawals', finance)).data;
  const item = (items as { subject: string }[]).find((each) => each.subject === subject);
  expect(item).toMatchObject({
    opened_at: now.toISOString(),
    due_at: '2026-03-03T14:00:00.000Z',
    is_late: true,
    claimed_by: null,
  });
});

test('a case is claimed by one for fifteen minutes, also when two ask at once', async () => {
  const answers = await Promise.all([claim(finance), claim(admin)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const item = answers.find(({ status }) => status === 200)?.data.item;
  const left = new Date(item.claimed_until).getTime() - Date.now();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(15 * 60_000);
  expect(answers.find(({ status }) => status === 409)?.code).toBe('case_claimed');
});

test('a claim is renewed by who has it, given back by nobody else, and runs out', async () => {
  const { sql } = base.database;
  expect((await claim(finance)).data.item.claimed_by).toBe('finance');
  expect((await claim(finance)).status).toBe(200);
  expect((await release(admin)).code).toBe('case_not_claimed');
  expect((await release(finance)).data.item).toMatchObject({ claimed_by: null, claimed_until: null });
  expect((await release(finance)).code).toBe('case_not_claimed');
  await claim(finance);
  const { id: staffId } = await sql.one<{ id: StaffId }>('select id from staff where email = $1', [staffEmailOf('admin')]);
  expect(await isClaimedByOther(sql, { queue: 'withdrawals', subject, staffId, now: new Date() })).toBe(true);
  await sql.run(`update desk_case set claimed_until = now() - interval '1 second' where id = $1`, [await caseId()]);
  expect(await isClaimedByOther(sql, { queue: 'withdrawals', subject, staffId, now: new Date() })).toBe(false);
  expect((await claim(admin)).data.item.claimed_by).toBe('admin');
});

test('a subject waits once, is gone when it was decided, and may come again', async () => {
  const { sql } = base.database;
  expect(await openCase(sql, { queue: withdrawals, subject, now, hours })).toBe(false);
  const id = await caseId();
  expect(await closeCase(sql, { queue: 'withdrawals', subject, outcome: 'approved', at: now })).toBe(true);
  expect(await closeCase(sql, { queue: 'withdrawals', subject, outcome: 'approved', at: now })).toBe(false);
  expect((await send('POST', `/withdrawals/${id}/claim`, finance)).code).toBe('case_closed');
  expect((await send('POST', '/withdrawals/999999/claim', finance)).code).toBe('case_not_found');
  expect(await openCase(sql, { queue: withdrawals, subject, now, hours })).toBe(true);
});

test('who has taken and given back what is in the audit', async () => {
  await claim(finance);
  await release(finance);
  const rows = await base.database.sql.many<{ action: string; actor_id: string }>(
    `select action, actor_id from audit_event where detail->>'of' = $1 order by id`,
    [subject],
  );
  expect(rows).toEqual([
    { action: 'case.claim', actor_id: 'finance' },
    { action: 'case.release', actor_id: 'finance' },
  ]);
});
