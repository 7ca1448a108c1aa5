import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCounter, type PaymentsFixture } from '../testing/paymentsFixture.ts';
import type { TestApp } from '../testing/app.ts';
import { traceOfLine } from '../background/traced.ts';
import { openFastify } from './fastify.ts';
import { loadServerWords } from '../serve/words.ts';

let app: TestApp;
let payments: PaymentsFixture;
let dollars: number;
beforeAll(async () => {
  ({ app, payments, dollars } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
});
afterAll(() => app.close());

test('an answer carries the id that its request came with, or a fresh one where that is none', async () => {
  const idOf = async (given?: string) =>
    (await fetch(`${app.url}/health/live`, given === undefined ? {} : { headers: { 'x-request-id': given } })).headers.get(
      'x-request-id',
    );
  expect(await idOf('deposit-of-today')).toBe('deposit-of-today');
  expect([await idOf(), await idOf('<script>')].map((id) => /^[0-9a-f-]{36}$/.test(id ?? ''))).toEqual([true, true]);
});

test('what a call puts off carries its id, so that the job’s lines have it', async () => {
  const { id, reference } = await payments.startDeposit(dollars, '100');
  const answer = await app.call({
    method: 'POST',
    path: `/sandbox/payments/${reference}`,
    body: { outcome: 'approved' },
  });
  expect(answer.httpStatus).toBe(200);
  const jobs = () =>
    app.owner.sql.many(
      `select payload->>'trace' as trace from outbox where topic = 'payment.message' and payload->>'reference' = $1`,
      [reference],
    );
  await expect.poll(jobs, { timeout: 30_000 }).toEqual([{ trace: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  await payments.becomes(id, 'completed');
});

test('a request is one line, with its id and what it was about, and without what was typed', async () => {
  const lines: string[] = [];
  const into = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = pino({ level: 'info', mixin: traceOfLine }, into);
  const fastify = await openFastify({
    log,
    words: loadServerWords(),
    trustedProxies: [],
    isSecure: false,
    maxBodyBytes: () => 1000,
  });
  fastify.get('/page/:id', async () => 'a page');
  await fastify.inject({ url: '/page/7?email=somebody@example.com', headers: { 'x-request-id': 'the-one-we-follow' } });
  await fastify.close();
  const written = lines.map((line) => JSON.parse(line) as object).filter((line) => 'route' in line);
  expect(written).toMatchObject([
    { trace: 'the-one-we-follow', method: 'GET', route: '/page/:id', status: 200, msg: 'answered' },
  ]);
  expect(lines.join('')).not.toContain('somebody');
});
