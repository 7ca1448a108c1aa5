import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { defaultSettings, type Settings } from '../../settings/index.ts';
import { openFloodGate } from '../serve/limits.ts';
import { loadServerWords } from '../serve/words.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openFastify } from './fastify.ts';
import { guardFloods } from './gate.ts';
import { serveWebhooks } from './webhooks.ts';

let base: TestDatabase;
let fastify: FastifyInstance;
let now = Date.UTC(2026, 2, 2, 10, 0, 0);
const limits = {
  perAddress: { count: 3, seconds: 60 },
  perAddressBurst: { count: 100, seconds: 1 },
  perNetwork: { count: 5, seconds: 60 },
};
const settings = (): Settings => ({ ...defaultSettings, calls: { ...defaultSettings.calls, ...limits } });

beforeAll(async () => {
  base = await openTestDatabase();
  const words = loadServerWords();
  const log = pino({ level: 'silent' });
  fastify = await openFastify({ log, words, trustedProxies: ['127.0.0.1'], isSecure: false, maxBodyBytes: () => 1000 });
  guardFloods(fastify, { flood: openFloodGate(base.database, () => now), settings, words, language: () => 'en' });
  for (const path of ['/api/js/api/accounts', '/api/docs', '/health/live', '/assets/kit.js'])
    fastify.get(path, async () => 'there');
  const flood = openFloodGate(base.database, () => now);
  serveWebhooks(
    fastify,
    ['one', 'forged'].map((name) => ({
      path: `/api/webhooks/payments/${name}`,
      handle: async () => ({ status: name === 'one' ? 200 : 403, headers: {}, body: '' }),
    })),
    { wake: () => undefined, flood, forged: () => ({ count: 2, seconds: 60 }) },
  );
  fastify.setNotFoundHandler(async (_request, reply) => reply.type('text/html').send('a page'));
});
beforeEach(() => {
  now += 60_000;
});
afterAll(async () => {
  await fastify.close();
  await base.close();
});

const ask = (url: string, from = '203.0.113.7') =>
  fastify.inject({
    method: url.startsWith('/api/webhooks') ? 'POST' : 'GET',
    url,
    headers: { 'x-forwarded-for': from },
  });
const statuses = async (urls: readonly string[], from?: string) => {
  const found: number[] = [];
  for (const url of urls) found.push((await ask(url, from)).statusCode);
  return found;
};

test('a minute’s worth is not had in a moment, and the next moment has its own', async () => {
  limits.perAddressBurst = { count: 2, seconds: 1 };
  expect(await statuses(['/en', '/en', '/en'])).toEqual([200, 200, 429]);
  expect((await ask('/en')).headers['retry-after']).toBe('1');
  now += 1000;
  expect(await statuses(['/en', '/en'])).toEqual([200, 429]);
  limits.perAddressBurst = { count: 100, seconds: 1 };
  now += 59_000;
});

test('calls, documents and pages are counted together, and what comes beyond is told when to come again', async () => {
  const urls = ['/en/deposits', '/api/docs', '/api/js/api/accounts', '/en'];
  expect(await statuses(urls)).toEqual([200, 200, 200, 429]);
  const refused = await ask('/en/nothing');
  expect([refused.statusCode, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([429, '60', 'no-store']);
  expect(refused.json().errors[0].code).toBe('too_many_requests');
  expect((await ask('/en/deposits', '203.0.113.8')).statusCode).toBe(200);
});

test('assets are counted apart, of which a page has many', async () => {
  const kit = '/assets/kit.js';
  expect(await statuses(['/en', kit, kit, kit, kit, '/en'])).toEqual([200, 200, 200, 200, 429, 200]);
});

test('webhooks are behind it too, and are counted apart', async () => {
  const hook = '/api/webhooks/payments/one';
  expect(await statuses(['/en', '/en', '/en', '/en', hook, hook, hook, hook])).toEqual([200, 200, 200, 429, 200, 200, 200, 429]);
});

test('an address whose messages are forged is not listened to for a while, and others are', async () => {
  const forged = '/api/webhooks/payments/forged';
  expect(await statuses([forged, forged, forged])).toEqual([403, 403, 429]);
  expect((await ask('/api/webhooks/payments/one', '203.0.113.8')).statusCode).toBe(200);
});

test('whoever watches our health is never turned away', async () => {
  for (const url of ['/health/live', '/health/live?by=us'])
    expect(new Set(await statuses(Array.from({ length: 10 }, () => url)))).toEqual(new Set([200]));
});

test.each(['/health/nothing', '/health/', '/health/live/nothing'])(
  'what only begins like our health is behind the gate: %s',
  async (url) => {
    expect(await statuses([url, url, url, url])).toEqual([200, 200, 200, 429]);
  },
);

test('what is sent to our health is behind the gate', async () => {
  const sent = async () => (await fastify.inject({ method: 'POST', url: '/health/live' })).statusCode;
  expect([await sent(), await sent(), await sent(), await sent()]).toEqual([200, 200, 200, 429]);
});

test('one address is one, whatever port is written behind it', async () => {
  const found: number[] = [];
  for (const port of [1, 2, 3, 4]) found.push((await ask('/en', `203.0.113.9:${port}`)).statusCode);
  expect(found).toEqual([200, 200, 200, 429]);
});

test('many networks of one site share a wider limit', async () => {
  const found: number[] = [];
  for (const network of [1, 2, 3, 4, 5, 6]) found.push((await ask('/en', `2001:db8:7:${network}::1`)).statusCode);
  expect(found).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await ask('/en', '2001:db8:8:1::1')).statusCode).toBe(200);
});
