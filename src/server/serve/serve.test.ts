import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { seedClients } from '../../../seed/clients.ts';
import { clientId, type ClientId } from '../../base/id.ts';
import { defaultSettings } from '../../settings/index.ts';
import { BookFull } from '../../ledger/book.ts';
import { contract, type Handlers } from '../../protocol/call.ts';
import { openApiDocument } from '../http/openapi.ts';
import { urlsOf } from './serve.ts';
import { openSessions, type OpenedSession, type Sessions } from '../live/session.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openServed } from '../testing/served.ts';

const sample = contract({
  area: 'sample',
  calls: {
    read: {
      method: 'GET',
      path: 'api/sample/{number}',
      summary: 'Reads one thing.',
      who: 'client',
      runs: 'read',
      input: z.object({ number: z.coerce.number().int(), page: z.coerce.number().int().min(1).default(1) }),
      output: z.object({ number: z.number(), page: z.number() }),
      errors: {},
    },
    write: {
      method: 'POST',
      path: '/api/sample',
      summary: 'Writes one thing.',
      who: 'client',
      runs: 'transaction',
      input: z.object({ name: z.string().min(1).max(5), note: z.string().optional() }),
      output: z.object({ id: z.number() }),
      errors: { name_taken: 422 },
      stale: ['accounts'],
    },
    deposit: {
      method: 'POST',
      path: 'api/sample/gated',
      summary: 'Needs an approved client.',
      who: 'client',
      gate: 'deposit',
      runs: 'transaction',
      input: z.object({}),
      output: z.object({}),
      errors: {},
    },
    catalogue: {
      method: 'GET',
      path: 'api/catalogue',
      summary: 'Shows what changes for nobody.',
      who: 'client',
      runs: 'read',
      keepsText: true,
      input: z.object({}),
      output: z.object({ text: z.string() }),
      errors: {},
    },
    broken: {
      method: 'GET',
      path: 'api/broken',
      summary: 'Fails by a fault of ours.',
      who: 'anyone',
      runs: 'read',
      input: z.object({}),
      output: z.object({}),
      errors: {},
    },
  },
});

let app: TestDatabase;
let fastify: FastifyInstance;
let approved: OpenedSession;
let partial: OpenedSession;
let approvedId: ClientId;
let sessions: Sessions;
let openFor: (id: ClientId) => Promise<OpenedSession>;
let breaks = new Error('secret detail');
let timesRead = 0;
const shelf = {
  get text() {
    timesRead += 1;
    return 'the same for everybody '.repeat(100);
  },
};

beforeAll(async () => {
  app = await openTestDatabase();
  const { database } = app;
  const clock = { now: () => new Date(), wall: () => new Date() };
  const ids = await database.transact((sql) => seedClients(sql, clock.now()));
  approvedId = clientId(Number(ids.get('global.active')));
  sessions = openSessions({ database, clock, settings: () => defaultSettings });
  openFor = (id) => sessions.open(database.sql, { clientId: id, address: '127.0.0.1', agent: 'test' });
  approved = await openFor(approvedId);
  partial = await openFor(clientId(Number(ids.get('global.lead'))));
  let made = 0;
  const handlers = {
    read: async ({ number, page }) => ({ number, page }),
    write: async ({ name }, { sql, refuse, client }) => {
      await sql.run(`insert into cursor_mark (name, value) values ($1, '{}')`, [`sample:${client.id}:${name}`]);
      if (name === 'taken') return refuse('name_taken', { field: 'name' });
      made += 1;
      return { id: made };
    },
    deposit: async () => ({}),
    catalogue: async () => shelf,
    broken: async () => {
      throw breaks;
    },
  } satisfies Handlers<typeof sample>;
  const news = async () => ({ client_info: { id: approvedId } as never, notifications: [], inbox_count: 3 });
  fastify = await openServed({ database, area: { contract: sample, handlers }, news, sessions });
});
afterAll(async () => {
  await fastify.close();
  await app.close();
});

interface Sent {
  readonly as?: OpenedSession;
  readonly token?: string | null;
  readonly key?: string;
  readonly body?: unknown;
}

async function send(method: 'GET' | 'POST', url: string, sent: Sent = {}) {
  const token = sent.token === undefined ? sent.as?.token : sent.token;
  const answer = await fastify.inject({
    method,
    url,
    headers: {
      ...(sent.as ? { cookie: `atrium_session=${sent.as.secret}` } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(sent.key ? { 'idempotency-key': sent.key } : {}),
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(sent.body === undefined ? {} : { payload: typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body) }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

test('paths of the documents: relative ones under /api/js, absolute ones in both places', () => {
  expect(urlsOf('api/accounts/{number}')).toEqual(['/api/js/api/accounts/:number']);
  expect(urlsOf('/api/client/login')).toEqual(['/api/client/login', '/api/js/api/client/login']);
});

test('a read without a session answers 401 in the envelope', async () => {
  const { status, body } = await send('GET', '/api/js/api/sample/7');
  expect([status, body.success, body.code, body.errors[0].code]).toEqual([401, false, 401, 'no_session']);
});

test('a read takes its path parameter and its query, lang and hit aside', async () => {
  const { status, body } = await send('GET', '/api/js/api/sample/7?page=2&lang=en&hit=1', { as: approved });
  expect([status, body.data]).toEqual([200, { number: 7, page: 2 }]);
});

test('what has changed rides along once, as soon as it was heard of, and is not told again', async () => {
  const write = async (name: string) => (await send('POST', '/api/sample', { as: approved, body: { name } })).body.inbox_count;
  await write('n1');
  expect(await write('n2')).toBeUndefined();
  await app.database.sql.run('update client set version = version + 1 where id = $1', [approvedId]);
  sessions.forgetClient(approvedId);
  expect([await write('n3'), await write('n4')]).toEqual([3, undefined]);
});

test('a catalogue that the area keeps is written once, compressed once, and still brings what has changed', async () => {
  await send('GET', '/api/js/api/catalogue', { as: partial });
  const plain = await send('GET', '/api/js/api/catalogue', { as: partial });
  const readBefore = timesRead;
  const headers = { cookie: `atrium_session=${partial.secret}`, 'accept-encoding': 'gzip, deflate, br' };
  const small = await fastify.inject({ method: 'GET', url: '/api/js/api/catalogue', headers });
  expect([small.headers['content-encoding'], small.headers['vary']]).toEqual(['br', 'accept-encoding']);
  expect(JSON.parse(brotliDecompressSync(small.rawPayload).toString())).toEqual(plain.body);
  expect(timesRead).toBe(readBefore);
  await app.database.sql.run('update client set version = version + 1');
  const newcomer = await openFor(approvedId);
  expect((await send('GET', '/api/js/api/catalogue', { as: newcomer })).body.inbox_count).toBe(3);
});

test('a write with the cookie alone is refused, and so is another token', async () => {
  for (const token of [null, 'x', partial.token]) {
    const { status, body } = await send('POST', '/api/sample', { as: approved, token, body: { name: 'a' } });
    expect([status, body.errors[0].code]).toEqual([403, 'invalid_auth_token']);
  }
});

test('the token may stand in the body', async () => {
  const { status } = await send('POST', '/api/js/api/sample', {
    as: approved,
    token: null,
    body: { name: 'tok', token: approved.token },
  });
  expect(status).toBe(200);
});

test('a body that is not JSON, of a wrong kind, too large or wrong in a field gets a 4xx in the envelope', async () => {
  const code = async (body: unknown) => {
    const answer = await send('POST', '/api/sample', { as: approved, body });
    return [answer.status, answer.body.success, answer.body.errors[0].code];
  };
  expect(await code('{"name":')).toEqual([400, false, 'bad_json']);
  expect(await code('[1]')).toEqual([400, false, 'bad_json']);
  expect(await code({ name: 'x'.repeat(300_000) })).toEqual([413, false, 'body_too_large']);
  const invalid = await send('POST', '/api/sample', { as: approved, body: { name: 7 } });
  expect([invalid.status, invalid.body.errors[0].code]).toEqual([422, 'validation_failed']);
  expect(Object.keys(invalid.body.errors[0].validation_messages.name)).toEqual(['type']);
  const missing = await send('POST', '/api/sample', { as: approved, body: {} });
  expect(Object.keys(missing.body.errors[0].validation_messages.name)).toEqual(['required']);
  const plain = await fastify.inject({
    method: 'POST',
    url: '/api/sample',
    payload: 'x',
    headers: { 'content-type': 'text/plain' },
  });
  expect([plain.statusCode, plain.json().errors[0].code]).toEqual([415, 'unsupported_media_type']);
});

test('a field of the body that is null is one that was not given', async () => {
  const optional = await send('POST', '/api/sample', { as: approved, body: { name: 'null', note: null } });
  expect([optional.status, optional.body.errors]).toEqual([200, []]);
  const required = await send('POST', '/api/sample', { as: approved, body: { name: null } });
  expect([required.status, Object.keys(required.body.errors[0].validation_messages.name)]).toEqual([422, ['required']]);
});

test('texts that the database cannot keep are refused at their field, wherever they hide', async () => {
  for (const name of ['a\0b', '\ud800']) {
    const { status, body } = await send('POST', '/api/sample', { as: approved, body: { name } });
    expect([status, Object.keys(body.errors[0].validation_messages)]).toEqual([422, ['name']]);
  }
});

test('a refusal carries its code and its field and leaves nothing of the transaction', async () => {
  const { status, body } = await send('POST', '/api/sample', { as: approved, body: { name: 'taken' } });
  expect([status, body.errors[0].code, Object.keys(body.errors[0].validation_messages)]).toEqual([422, 'name_taken', ['name']]);
  expect(await app.database.sql.many(`select 1 from cursor_mark where name like 'sample:%:taken'`)).toEqual([]);
});

test('a gate refuses with a reason and a next step before the handler is reached', async () => {
  const { status, body } = await send('POST', '/api/js/api/sample/gated', { as: partial, body: {} });
  expect(status).toBe(403);
  expect([body.errors[0].code, body.data.next]).toEqual(['complete_registration', 'registration_step2']);
});

test('the same key and body give the first answer again, another body is refused', async () => {
  const first = await send('POST', '/api/sample', { as: approved, key: 'k1', body: { name: 'once' } });
  const again = await send('POST', '/api/sample', { as: approved, key: 'k1', body: { name: 'once' } });
  expect(again.body.data).toEqual(first.body.data);
  const other = await send('POST', '/api/sample', { as: approved, key: 'k1', body: { name: 'twice' } });
  expect([other.status, other.body.errors[0].code]).toEqual([409, 'idempotency_key_reused']);
});

test('twenty at once with one key do the work once and answer alike', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send('POST', '/api/sample', { as: approved, key: 'k20', body: { name: 'para' } })),
  );
  expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body.data]))).size).toBe(1);
});

test('a refusal is the first answer too', async () => {
  const send1 = () => send('POST', '/api/sample', { as: approved, key: 'k-refused', body: { name: 'taken' } });
  expect((await send1()).body.errors).toEqual((await send1()).body.errors);
  const kept = await app.database.sql.one<{ status: number }>(`select status from idempotency where key = 'k-refused'`);
  expect(kept.status).toBe(422);
});

test('a successful write tells the client’s browsers what went stale', async () => {
  await send('POST', '/api/sample', { as: approved, body: { name: 'tell' } });
  const rows = await app.database.sql.many<{ payload: unknown }>(
    `select payload from outbox where topic = 'live' and client_id = $1 limit 1`,
    [approvedId],
  );
  expect(rows[0]?.payload).toEqual({ topics: ['accounts'] });
});

test('a fault of ours answers 500 with a reference and nothing of its cause', async () => {
  const { status, body } = await send('GET', '/api/js/api/broken');
  expect([status, body.errors[0].code]).toEqual([500, 'internal_error']);
  expect(JSON.stringify(body)).not.toContain('secret detail');
  expect(body.data.reference).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  ['a book whose line is full', new BookFull(1_000)],
  ['a database without room left', Object.assign(new Error('could not extend file'), { code: '53100' })],
  ['a database that takes no more connections', Object.assign(new Error('too many clients'), { code: '53300' })],
])('%s refuses for the moment, and says when to come again', async (_what, fault) => {
  breaks = fault;
  const { status, body, headers } = await send('GET', '/api/js/api/broken');
  expect([status, body.errors[0].code]).toEqual([503, 'service_unavailable']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

test('the OpenAPI document lists every call with its codes', () => {
  const document = openApiDocument([sample], {
    url: 'http://localhost',
    title: 'Atrium',
    version: '1.4',
    cookieName: 'atrium_session',
    staffCookieName: 'atrium_desk',
    beside: {},
  }) as {
    paths: Record<
      string,
      Record<string, { responses: Record<string, { 'x-codes'?: string[] }>; parameters: { name: string; in: string }[] }>
    >;
  };
  const operation = document.paths['/api/sample']?.['post'];
  expect(operation?.responses['422']?.['x-codes']).toEqual(['name_taken', 'validation_failed']);
  const read = document.paths['/api/js/api/sample/{number}']?.['get'];
  expect(read?.parameters.slice(0, 2).map((parameter) => [parameter.name, parameter.in])).toEqual([
    ['number', 'path'],
    ['page', 'query'],
  ]);
});
