import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { StaffId } from '../../base/id.ts';
import { seedStaff, staffEmailOf } from '../../../seed/staff.ts';
import { defaultSettings } from '../../settings/index.ts';
import { contract, type Handlers } from '../../protocol/call.ts';
import { reason } from '../../protocol/staff.ts';
import type { OpenedSession } from '../live/session.ts';
import { openStaffSessions } from '../live/staffSession.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openServed } from '../testing/served.ts';

const sample = contract({
  area: 'sample',
  calls: {
    act: {
      method: 'POST',
      path: '/api/desk/sample',
      summary: 'Does one thing, and may forget to say so.',
      who: 'staff',
      right: 'notes',
      audits: 'sample.act',
      runs: 'transaction',
      input: z.object({ name: z.string(), forgets: z.boolean().default(false), reason }),
      output: z.object({}),
      errors: {},
    },
    undeclared: {
      method: 'GET',
      path: '/api/desk/sample',
      summary: 'Has no right that it asks for, as if it had been forgotten.',
      who: 'staff',
      runs: 'read',
      input: z.object({}),
      output: z.object({}),
      errors: {},
    },
  },
});

let app: TestDatabase;
let fastify: FastifyInstance;
let session: OpenedSession;

beforeAll(async () => {
  app = await openTestDatabase();
  const { database } = app;
  const clock = { now: () => new Date(), wall: () => new Date() };
  await seedStaff(database.sql, clock.now());
  const { id } = await database.sql.one<{ id: StaffId }>('select id from staff where email = $1', [staffEmailOf('admin')]);
  const sessions = openStaffSessions({ database, clock, settings: () => defaultSettings });
  session = await sessions.open(database.sql, { staffId: id, address: '127.0.0.1', agent: 'test' });
  const handlers = {
    act: async ({ name, forgets }, ctx) => {
      await ctx.sql.run(`insert into cursor_mark (name, value) values ($1, '{}')`, [`sample:${name}`]);
      if (!forgets) await ctx.record({ subject: `sample:${name}`, before: null, after: { name }, detail: { reason: 'another' } });
      return {};
    },
    undeclared: async () => ({}),
  } satisfies Handlers<typeof sample>;
  fastify = await openServed({ database, area: { contract: sample, handlers } });
});
afterAll(async () => {
  await fastify.close();
  await app.close();
});

const headers = () => ({ cookie: `atrium_desk=${session.secret}`, authorization: `Bearer ${session.token}` });
const act = (name: string, more: object = {}) =>
  fastify.inject({
    method: 'POST',
    url: '/api/desk/sample',
    headers: headers(),
    payload: { name, reason: ' because ', ...more },
  });
const isKept = async (name: string) =>
  (await app.database.sql.maybe('select 1 from cursor_mark where name = $1', [`sample:${name}`])) !== undefined;

test('an act is in the audit with who, why, and what was before and after', async () => {
  expect((await act('told')).statusCode).toBe(200);
  const row = await app.database.sql.one(
    `select actor_kind, actor_id, action, detail from audit_event where subject = 'sample:told'`,
  );
  expect(row).toEqual({
    actor_kind: 'staff',
    actor_id: 'admin',
    action: 'sample.act',
    detail: { reason: 'because', before: null, after: { name: 'told' } },
  });
});

// What stands under "@ts-expect-error" is held by the compiler: the check fails where it would come to compile.
test('a change that does not say what was before and what is after does not compile, and a reading does without', async () => {
  const forgetful = {
    act: async ({ name }, ctx) => {
      // @ts-expect-error Nothing says what was before, and what is after.
      await ctx.record({ subject: `sample:${name}` });
      // @ts-expect-error Nothing says what is after.
      await ctx.record({ subject: `sample:${name}`, before: null });
      return {};
    },
    undeclared: async (_input, ctx) => {
      await ctx.record({ subject: 'sample:read' });
      return {};
    },
  } satisfies Handlers<typeof sample>;
  expect(Object.keys(forgetful)).toEqual(Object.keys(sample.calls));
});

test('an act that is not written down fails, and nothing of it is kept', async () => {
  const answer = await act('silent', { forgets: true });
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([500, 'internal_error']);
  expect(await isKept('silent')).toBe(false);
});

test('a call that names no right is nobody’s', async () => {
  const answer = await fastify.inject({ method: 'GET', url: '/api/desk/sample', headers: headers() });
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([403, 'not_your_right']);
});

test('the same key answers once, and belongs to the member alone', async () => {
  const send = () =>
    fastify.inject({
      method: 'POST',
      url: '/api/desk/sample',
      headers: { ...headers(), 'idempotency-key': 'one' },
      payload: { name: 'once', reason: 'because' },
    });
  const [first, second] = [await send(), await send()];
  expect([first.statusCode, second.body]).toEqual([200, first.body]);
  const { owner } = await app.database.sql.one<{ owner: string }>(`select owner from idempotency where key = 'one'`);
  expect(owner).toMatch(/^staff:\d+$/);
});
