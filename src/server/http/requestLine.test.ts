import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCounter, type PaymentsFixture } from '../testing/paymentsFixture.ts';
import type { SignedIn, TestApp } from '../testing/app.ts';
import { traceOfLine } from '../background/traced.ts';
import { openFastify } from './fastify.ts';
import { loadServerWords } from '../serve/words.ts';

let app: TestApp;
let payments: PaymentsFixture;
let dollars: number;
let client: SignedIn;
const log: string[] = [];
const told = () => log.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
beforeAll(async () => {
  ({ app, client, payments, dollars } = await openCounter('global.active', { dollars: '0', wallet: '0' }, { log }));
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

test('a deposit is followed by its number through call, notification and job, and from the one to the other by the trace', async () => {
  const { id, reference } = await payments.startDeposit(dollars, '100');
  const answer = await app.call({ method: 'POST', path: `/sandbox/payments/${reference}`, body: { outcome: 'approved' } });
  expect(answer.httpStatus).toBe(200);
  await payments.becomes(id, 'completed');
  const lines = () => told().filter(({ payment }) => payment === String(id));
  const tracesOf = (fact: object) =>
    lines().flatMap((line) => (Object.entries(fact).every(([name, value]) => line[name] === value) ? [line['trace']] : []));
  const called = () => tracesOf({ msg: 'answered', route: '/api/js/api/payments_process', client: client.clientId });
  const notified = () => tracesOf({ msg: 'answered', call: '/api/webhooks/payments/praxis', status: 200 });
  const lookedUp = () => tracesOf({ msg: 'a job was done', topic: 'payment.message', reference });
  // Lines are written after what they tell of.
  await expect.poll(() => [called().length, lookedUp().length > 0], { timeout: 30_000 }).toEqual([2, true]);
  await expect.poll(() => lookedUp().every((trace) => notified().includes(trace)), { timeout: 30_000 }).toBe(true);
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
