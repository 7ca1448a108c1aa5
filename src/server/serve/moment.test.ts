import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { contract, type Handlers } from '../../protocol/call.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openServed } from '../testing/served.ts';

const slow = contract({
  area: 'slow',
  calls: {
    look: {
      method: 'GET',
      path: 'api/look',
      summary: 'Asks the database something that takes too long.',
      who: 'anyone',
      runs: 'read',
      input: z.object({}),
      output: z.object({}),
      errors: {},
    },
    file: {
      method: 'GET',
      path: 'api/file',
      summary: 'Writes a file out of the database.',
      who: 'anyone',
      runs: 'read',
      answersFile: 'text/csv; charset=utf-8',
      input: z.object({}),
      output: z.object({}),
      errors: {},
    },
  },
});

let base: TestDatabase;
let fastify: FastifyInstance;
let fails: () => Promise<unknown>;

const handlers = {
  async look() {
    await fails();
    return {};
  },
  file: async () => ({ fileName: 'file.csv', body: pieces() }),
} satisfies Handlers<typeof slow>;
async function* pieces(): AsyncGenerator<Uint8Array> {
  await fails();
  yield Buffer.from('never');
}

beforeAll(async () => {
  base = await openTestDatabase();
  fastify = await openServed({ database: base.database, area: { contract: slow, handlers } });
});
afterEach(async () => {
  // Whatever became of a file, its place is free again.
  while ((await base.database.sql.many('select owner from export_lease')).length > 0);
});
afterAll(async () => {
  await fastify.close();
  await base.close();
});

/** As the database says it itself. */
const endedByTimeOut = () =>
  base.database.transact(async (sql) => {
    await sql.run('set local statement_timeout = 1');
    await sql.run('select pg_sleep(60)');
  });
const isAway = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }));
const isFull = () => Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }));

test.each([
  ['a call, where the database ended its statement by the time-out', 'look', endedByTimeOut],
  ['a file before its first byte, where the database is away', 'file', isAway],
  ['a file before its first byte, where the database has no room', 'file', isFull],
  ['a file before its first byte, where its statement was ended', 'file', endedByTimeOut],
])('%s, is refused for the moment, and as no file', async (_what, path, fault) => {
  fails = fault;
  const answer = await fastify.inject({ method: 'GET', url: `/api/js/api/${path}` });
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([503, 'service_unavailable']);
  expect(answer.json().data.reference).toMatch(/^[0-9a-f-]{36}$/);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect([answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    'application/json; charset=utf-8',
    undefined,
  ]);
});

test('a file that fails by a fault of ours is told as one, and is none either', async () => {
  fails = () => Promise.reject(new Error('secret detail'));
  const answer = await fastify.inject({ method: 'GET', url: '/api/js/api/file' });
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([500, 'internal_error']);
  expect([answer.body.includes('secret'), answer.headers['content-disposition']]).toEqual([false, undefined]);
});
