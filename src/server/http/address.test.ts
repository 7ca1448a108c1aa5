import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { addressOf, trusting } from './address.ts';
import { openFastify } from './fastify.ts';
import { loadServerWords } from '../serve/words.ts';

let fastify: FastifyInstance;
beforeAll(async () => {
  fastify = await openFastify({
    log: pino({ level: 'silent' }),
    words: loadServerWords(),
    trustedProxies: ['127.0.0.1', '10.1.0.0/16', 'uniquelocal'],
    isSecure: false,
    maxBodyBytes: () => 1000,
  });
  fastify.get('/who', (request) => addressOf(request));
});
afterAll(() => fastify.close());

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['203.0.113.7:4711, 10.1.2.3:80', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7, 10.1.2.3, 192.168.0.4:5555', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7:99, 203.0.113.8', '203.0.113.8'],
])('a request that proxies forwarded as from %s comes from %s', async (header, address) => {
  expect((await fastify.inject({ url: '/who', headers: { 'x-forwarded-for': header } })).body).toBe(address);
});

test('only what is named is trusted', () => {
  const isOurs = trusting(['loopback', '2001:db8::/32', '198.51.100.4']);
  expect(
    ['127.0.0.9', '::1', '::ffff:127.0.0.1', '2001:db8:1::1', '198.51.100.4', '198.51.100.4:8080'].map(isOurs),
  ).not.toContain(false);
  expect(['198.51.100.5', '10.0.0.1', '2001:db9::1', 'unknown', ''].map(isOurs)).not.toContain(true);
});
