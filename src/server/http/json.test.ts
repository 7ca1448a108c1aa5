import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { defaultSettings, type Settings } from '../../settings/index.ts';
import { contract, type Handlers } from '../../protocol/call.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openServed } from '../testing/served.ts';

const letters = contract({
  area: 'letters',
  calls: {
    write: {
      method: 'POST',
      path: '/api/letters',
      summary: 'From a stranger.',
      who: 'anyone',
      runs: 'transaction',
      input: z.object({ text: z.unknown() }),
      output: z.object({}),
      errors: {},
    },
    order: {
      method: 'POST',
      path: '/api/orders',
      summary: 'From a client.',
      who: 'client',
      runs: 'transaction',
      input: z.object({ text: z.unknown() }),
      output: z.object({}),
      errors: {},
    },
  },
});

let app: TestDatabase;
let fastify: FastifyInstance;
let port: number;
let calls: Settings['calls'];

beforeAll(async () => {
  app = await openTestDatabase();
  const handlers = { write: async () => ({}), order: async () => ({}) } satisfies Handlers<typeof letters>;
  fastify = await openServed({
    database: app.database,
    area: { contract: letters, handlers },
    settings: () => ({ ...defaultSettings, calls }),
  });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = fastify.server.address() as AddressInfo);
});
afterAll(async () => {
  await fastify.close();
  await app.close();
});
beforeEach(() => {
  ({ calls } = defaultSettings);
});

/** Sends the body in pieces, and says how long it is only when told to. */
async function send(path: string, body: string, { isMeasured = true } = {}): Promise<[number, string | undefined]> {
  const { promise, resolve, reject } = Promise.withResolvers<[number, string | undefined]>();
  const length = isMeasured ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const headers = { 'content-type': 'application/json', ...length };
  const sent = ask({ port, host: '127.0.0.1', path, method: 'POST', headers, agent: false }, async (answer) => {
    let text = '';
    for await (const piece of answer.setEncoding('utf8')) text += String(piece);
    resolve([answer.statusCode ?? 0, JSON.parse(text).errors[0]?.code]);
  });
  sent.on('error', reject);
  for (let at = 0; at < body.length; at += 8192) sent.write(body.slice(at, at + 8192));
  sent.end();
  return promise;
}

const letter = (bytes: number): string => JSON.stringify({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

test.each([[true], [false]])('a body of more than the settings allow is refused, whether it says its length (%s)', async (is) => {
  const how = { isMeasured: is };
  calls = { ...calls, maxBodyBytes: 2000 };
  expect(await send('/api/orders', letter(2000), how)).toEqual([401, 'no_session']);
  expect(await send('/api/orders', letter(2001), how)).toEqual([413, 'body_too_large']);
  calls = { ...calls, maxBodyBytes: 4000 };
  expect(await send('/api/orders', letter(4000), how)).toEqual([401, 'no_session']);
});

test('what a stranger sends is short, whatever the settings allow to clients', async () => {
  expect(await send('/api/letters', letter(16 * 1024))).toEqual([200, undefined]);
  expect(await send('/api/letters', letter(16 * 1024 + 1))).toEqual([413, 'body_too_large']);
  expect(await send('/api/orders', letter(16 * 1024 + 1))).toEqual([401, 'no_session']);
});

test.each([
  ['of lists', 200, (depth: number) => `{"text":${'['.repeat(depth)}${']'.repeat(depth)}}`],
  ['of objects', 200, (depth: number) => `{"text":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`],
  ['that nobody closes', 400, (depth: number) => '['.repeat(depth)],
])('a nest %s is refused before it is parsed, and what stands in a text is no nest', async (_what, shallow, nest) => {
  expect((await send('/api/letters', nest(100)))[0]).toBe(shallow);
  expect(await send('/api/letters', nest(2000))).toEqual([400, 'bad_json']);
  expect(await send('/api/letters', JSON.stringify({ text: nest(2000) }))).toEqual([200, undefined]);
});

test('who asks too often is refused before the body is read', async () => {
  calls = { ...calls, perAddress: { count: 1, seconds: 3600 } };
  await send('/api/letters', '{}');
  expect(await send('/api/letters', '{"text":')).toEqual([429, 'too_many_requests']);
});
