import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, secondMs, type Clock } from '../base/time.ts';
import { openPayments } from '../ports/payments/index.ts';
import { openSms } from '../ports/sms/index.ts';
import { openBoxElsewhere } from './elsewhere.ts';
import { environmentOf } from './environment.ts';
import type { Box } from './box.ts';
import { openStandalone, type Standalone } from './standalone.ts';

const dataFolder = mkdtempSync(path.join(tmpdir(), 'atrium-vendors-'));
const groups = [{ name: 'global\\retail\\standard-USD', currency: 'USD' as const, leverageMax: 500 }];
let aheadMs = 0;
const clock: Clock = { now: () => after(new Date(), aheadMs), wall: () => new Date() };
const resets: string[] = [];
let vendors: Standalone;
let fastify: FastifyInstance;
let box: Box;

const openVendors = () =>
  openStandalone({
    host: '127.0.0.1',
    port: 0,
    dataFolder,
    merchant: 'Atrium',
    metaTraderGroups: { mt5: groups, mt4: groups },
  });

beforeAll(async () => {
  vendors = await openVendors();
  fastify = Fastify();
  box = await openBoxElsewhere({
    fastify,
    publicUrl: 'http://localhost:3000',
    clock,
    vendors: vendors.address,
    advanceClock: async (seconds) => {
      aheadMs += seconds * secondMs;
      return clock.now();
    },
    reset: async () => void resets.push('portal'),
  });
});

afterAll(async () => {
  await fastify.close();
  await box.close();
  await vendors.close();
  rmSync(dataFolder, { recursive: true });
});

const post = (url: string, payload: object) => fastify.inject({ method: 'POST', url, payload });

test('a port behind which there is no room for all the vendors is refused before any of them is started', () => {
  const started = path.join(import.meta.dirname, '../../bin/vendors.ts');
  const { status, stderr } = spawnSync(process.execPath, [started, '--port', '65516', '--data', dataFolder], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('--port takes a whole number up to 65515');
});

test('vendors in a process of their own tell their addresses, with keys that are always the same', () => {
  const { helperPaths: _helpers, close: _close, ...access } = box;
  expect(access).toEqual(vendors.access);
  expect(environmentOf(access)).toMatchObject({ MT5_URL: vendors.access.mt5.address, PRAXIS_SECRET: 'sandbox-merchant-secret' });
});

test('their helpers answer at the portal as if they were at home', async () => {
  const { praxis } = openPayments({
    praxis: { ...box.payments, clock },
    skrill: { ...box.skrill, queryAddress: box.skrill.address, clock },
  });
  await praxis.startPayment({
    intent: 'deposit',
    reference: 'P-1',
    amount: { minor: 125_000n, currency: 'USD' },
    clientId: 7,
    locale: 'en',
    customer: { name: 'Eve Active', email: 'eve@atrium.test', country: 'ZA' },
    notificationUrl: 'http://127.0.0.1:9/notify',
    returnUrl: 'http://localhost:3000/en/deposit/result',
  });
  const page = await fastify.inject('/sandbox/payments/P-1');
  expect(page.body).toContain('Approve payment');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect((await fastify.inject('/sandbox/assets/payment.css')).headers['content-type']).toContain('text/css');
  const decided = await fastify.inject({
    method: 'POST',
    url: '/sandbox/payments/P-1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'outcome=approved',
  });
  expect([decided.statusCode, decided.headers.location]).toEqual([303, 'http://localhost:3000/en/deposit/result?get=1']);
  expect((await post('/sandbox/payments/none', { outcome: 'approved' })).statusCode).toBe(404);

  await post('/sandbox/faults', { target: 'sms', mode: 'error', count: 1 });
  const sms = openSms({ provider: 'twilio', ...box.sms });
  const message = { channel: 'sms', to: '+27820000000', text: 'Hello', locale: 'en' } as const;
  expect(await sms.send(message)).toMatchObject({ outcome: 'unknown' });
  expect(await sms.send(message)).toMatchObject({ outcome: 'sent' });
  expect((await fastify.inject('/sandbox/outbox?to=%2B27820000000')).json().messages).toHaveLength(1);
});

test('no helper takes anything from a page of another site, or tells under a name that somebody else let lead here: nor do theirs', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  const before = aheadMs;
  const posted = await fastify.inject({ method: 'POST', url: '/sandbox/clock', headers, payload: { advance_seconds: 60 } });
  const read = await fastify.inject({ url: '/sandbox/outbox', headers: { host: 'evil.example' } });
  expect([posted.statusCode, read.statusCode, aheadMs]).toEqual([403, 403, before]);
  const told = { 'content-type': 'application/json', ...headers };
  expect(await statusOf('/clock', { method: 'POST', headers: told }, JSON.stringify({ offset_seconds: 60 }))).toBe(403);
  expect(await statusOf('/access', { headers: { host: 'evil.example' } })).toBe(403);
  expect(await statusOf('/access', {})).toBe(200);
});

/** What the vendors' own process answers; Node's fetch would not send another host than that of the address. */
const statusOf = (url: string, options: RequestOptions, body?: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const asked = request(vendors.address + url, options, (answer) => resolve((answer.resume(), answer.statusCode)));
    asked.once('error', reject).end(body);
  });

test('they forget with the portal', async () => {
  expect((await post('/sandbox/reset', {})).statusCode).toBe(200);
  expect(resets).toEqual(['portal']);
  expect((await fastify.inject('/sandbox/outbox')).json().messages).toEqual([]);
});

test('they follow the portal’s clock, and still do when they start again beside it', async () => {
  await post('/sandbox/clock', { advance_seconds: 3600 });
  const sms = openSms({ provider: 'twilio', ...box.sms });
  await sms.send({ channel: 'sms', to: '+27820000001', text: 'Later', locale: 'en' });
  const [message] = (await fastify.inject('/sandbox/outbox?to=%2B27820000001')).json().messages;
  expect(Date.parse(message.sent_at)).toBeGreaterThan(Date.now() + 3000 * secondMs);
  await vendors.close();
  vendors = await openVendors();
  // They have been killed, and the portal has not told them again.
  const again = openSms({ provider: 'twilio', ...vendors.access.sms });
  await again.send({ channel: 'sms', to: '+27820000002', text: 'Later still', locale: 'en' });
  const outbox = `${vendors.address}/sandbox/outbox?to=%2B27820000002`;
  const { messages } = (await (await fetch(outbox)).json()) as { messages: { sent_at: string }[] };
  expect(Date.parse(messages[0]?.sent_at ?? '')).toBeGreaterThan(Date.now() + 3000 * secondMs);
});
