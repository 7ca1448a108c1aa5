import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { loadContracts } from '../../../bin/catalogue.ts';
import { serveDocs } from './docs.ts';
import { openFastify } from './fastify.ts';
import { loadServerWords } from '../serve/words.ts';

let fastify: FastifyInstance;
/** What each answer was sent as: the very bytes, before they leave the process. */
let sent: unknown[] = [];
beforeAll(async () => {
  const log = pino({ level: 'silent' });
  fastify = await openFastify({ log, words: loadServerWords(), trustedProxies: [], isSecure: false, maxBodyBytes: () => 1000 });
  fastify.addHook('onSend', async (_request, _reply, payload) => {
    sent.push(payload);
    return payload;
  });
  const cookies = { cookieName: 'atrium_session', staffCookieName: 'atrium_desk' };
  const facts = { url: 'http://portal', title: 'Atrium', version: '1', isSecure: false, beside: {} };
  serveDocs(fastify, await loadContracts(), { ...facts, ...cookies });
});
afterAll(() => fastify.close());

const nonceOf = (policy: unknown) => /script-src [^;]*'nonce-([^']*)'/.exec(String(policy))?.[1];

test('each answer of the API’s page has a nonce of its own, which nobody can guess', async () => {
  const answers = await Promise.all([1, 2].map(() => fastify.inject({ url: '/api/docs' })));
  const nonces = answers.map(({ headers }) => nonceOf(headers['content-security-policy']));
  expect(nonces.map((nonce) => Buffer.from(nonce ?? '', 'base64').length)).toEqual([16, 16]);
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(answers[0]?.body).not.toMatch(/<script|<style|style=|javascript:/);
});

test.each(['/api/openapi.json', '/api/docs', '/api/docs.css'])(
  '%s never changes, and is sent as it was compressed once',
  async (url) => {
    const plain = await fastify.inject({ url });
    sent = [];
    const zip = () => fastify.inject({ url, headers: { 'accept-encoding': 'gzip;q=0.5' } });
    const [zipped] = [await zip(), await zip(), await zip()];
    // Three answers are one and the same bytes, and not three that are alike.
    expect([sent.length, new Set(sent).size, Buffer.isBuffer(sent[0])]).toEqual([3, 1, true]);
    expect([zipped.headers['content-encoding'], zipped.headers['vary']]).toEqual(['gzip', 'accept-encoding']);
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  },
);
