import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../base/sql.ts';
import { recordAudit, sealAudit } from '../../ledger/audit.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { serveHealth } from './health.ts';

let app: TestDatabase;
let server: FastifyInstance;
/** Of the database's: how many are on their way, and how many were at most. */
const questions = { now: 0, most: 0 };
let state = { isAway: false, isFull: false, isClosing: false };

beforeAll(async () => {
  app = await openTestDatabase();
  await app.owner.sql.run(
    `insert into worker_heartbeat (worker_id, seen_at, is_worker) values ('one', now() + interval '1 hour', true)`,
  );
  const { sql } = app.database;
  const away = async (): Promise<never> => {
    throw new Error('Connection terminated');
  };
  const one: typeof sql.one = (text, values) => (state.isAway ? away() : sql.one(text, values));
  const counted: typeof sql.one = async (text, values) => {
    questions.now += 1;
    questions.most = Math.max(questions.most, questions.now);
    return one<never>(text, values).finally(() => {
      questions.now -= 1;
    });
  };
  const many: typeof sql.many = (text, values) => (state.isAway ? away() : sql.many(text, values));
  const database: Database = { ...app.database, sql: { ...sql, one: counted, many } };
  server = fastify();
  serveHealth(server, {
    database,
    reach: {
      get isFull() {
        return state.isFull;
      },
    },
    metricsToken: undefined,
    isOpen: true,
    streams: () => 7,
    outside: () =>
      new Map([
        ['mt5', false],
        ['mail', true],
      ]),
    skewMs: () => -2500,
    isClosing: () => state.isClosing,
  });
});
afterAll(async () => {
  await server.close();
  await app.close();
});
beforeEach(() => {
  state = { isAway: false, isFull: false, isClosing: false };
});

const ready = async () => {
  const answer = await server.inject({ url: '/health/ready' });
  return [answer.statusCode, answer.json().status];
};
const metrics = async () => {
  const { statusCode, body } = await server.inject({ url: '/metrics' });
  return { statusCode, value: (name: string) => new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1] };
};

test('what is counted in the database is told while it answers', async () => {
  const { statusCode, value } = await metrics();
  expect([statusCode, value('atrium_database_up'), value('atrium_outbox_waiting')]).toEqual([200, '1', '0']);
});

test('the head of the audit chain is told: its number, and what its hash begins with', async () => {
  const { sql } = app.owner;
  await app.database.transact((inside) =>
    recordAudit(inside, { actor: { kind: 'system', id: 'test' }, action: 'test.sealed', subject: 'test:1', at: new Date() }),
  );
  await expect.poll(() => app.database.transact((inside) => sealAudit(inside)), { interval: 20 }).not.toBeUndefined();
  const head = await sql.one<{ number: string; hash: Buffer }>(
    'select number::text, hash from audit_seal order by number desc limit 1',
  );
  const { value } = await metrics();
  expect(Number(head.number)).toBeGreaterThan(0);
  expect([value('atrium_audit_seal'), Number(value('atrium_audit_seal_fingerprint'))]).toEqual([
    head.number,
    head.hash.readUIntBE(0, 6),
  ]);
});

test('each outside party is told apart: whether it answered when it was asked last', async () => {
  const { value } = await metrics();
  expect(['mt5', 'mail'].map((party) => value(`atrium_outside_up\\{party="${party}"\\}`))).toEqual(['0', '1']);
});

test('the metrics answer without the database, and say of it that it is away instead of something old', async () => {
  await metrics();
  state.isAway = true;
  const { statusCode, value } = await metrics();
  expect([statusCode, value('atrium_database_up'), value('atrium_outbox_waiting')]).toEqual([200, '0', undefined]);
  expect([value('atrium_streams'), value('atrium_clock_skew_seconds')]).toEqual(['7', '-2.5']);
  state.isAway = false;
  expect((await metrics()).value('atrium_outbox_waiting')).toBe('0');
});

test('a process is not ready while its database is away or has no room left, nor when it is about to end', async () => {
  expect(await ready()).toEqual([200, 'ready']);
  state = { ...state, isFull: true };
  expect(await ready()).toEqual([503, 'not_ready']);
  state = { ...state, isFull: false, isAway: true };
  expect(await ready()).toEqual([503, 'not_ready']);
  state = { ...state, isAway: false, isClosing: true };
  expect(await ready()).toEqual([503, 'closing']);
});

test('however many ask whether a process is ready, its database is asked one question at a time', async () => {
  questions.most = 0;
  const answers = await Promise.all(Array.from({ length: 50 }, ready));
  expect(answers).toEqual(Array.from({ length: 50 }, () => [200, 'ready']));
  expect(questions.most).toBe(1);
});
