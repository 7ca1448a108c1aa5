import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardHelpers } from './guard.ts';

let fastify: FastifyInstance;
beforeAll(async () => {
  fastify = Fastify();
  guardHelpers(fastify, { publicUrl: 'https://portal.example' });
  fastify.get('/sandbox/outbox', async () => 'mails');
  fastify.post('/sandbox/clock', async () => 'moved');
  fastify.post('/api/accounts', async () => 'a call');
});
afterAll(() => fastify.close());

const ask = async (method: 'GET' | 'POST', url: string, headers: Record<string, string>) =>
  (await fastify.inject({ method, url, headers })).statusCode;

test.each(['localhost:3000', '127.0.0.1:3000', '127.9.9.9', '[::1]:3000', 'atrium.localhost:3000', 'portal.example'])(
  'the helpers answer under %s',
  async (host) => {
    expect([await ask('GET', '/sandbox/outbox', { host }), await ask('POST', '/sandbox/clock', { host })]).toEqual([200, 200]);
  },
);

test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.0.4:3000', '[2001:db8::1]'])(
  'and not under %s, which somebody else let lead to us',
  async (host) => {
    expect([await ask('GET', '/sandbox/outbox', { host }), await ask('GET', '/%73andbox/outbox', { host })]).toEqual([403, 403]);
    expect(await ask('POST', '/api/accounts', { host })).toBe(200);
  },
);

test.each([
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: 'http://evil.example' }, 403],
  [{ origin: 'http://localhost:5173' }, 403],
  [{ origin: 'null' }, 403],
  [{ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }, 200],
  [{ origin: 'https://portal.example' }, 200],
  [{ 'sec-fetch-site': 'none' }, 200],
  [{}, 200],
])('a post that comes with %o is answered with %i', async (headers, status) => {
  expect(await ask('POST', '/sandbox/clock', { host: 'localhost:3000', ...headers } as Record<string, string>)).toBe(status);
});
