import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { after, secondMs, type Clock } from '../base/time.ts';
import { openMail } from '../ports/mail/index.ts';
import { openPayments } from '../ports/payments/index.ts';
import { openSms } from '../ports/sms/index.ts';
import { openBox, type Box } from './box.ts';

let now = new Date('2026-03-02T09:00:00Z');
const clock: Clock = { now: () => now, wall: () => new Date('2026-03-02T09:00:00Z') };
const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-box-'));
const resets: string[] = [];
/** What a reset waits for beside its own work. */
let seeds: Promise<void> = Promise.resolve();
let fastify: FastifyInstance;
let box: Box;

beforeAll(async () => {
  fastify = Fastify();
  const groups = [{ name: 'global\\retail\\standard-USD', currency: 'USD' as const, leverageMax: 500 }];
  box = await openBox({
    fastify,
    dataFolder,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    merchant: 'Atrium <Markets>',
    clock,
    asksCaptchaVendor: false,
    metaTraderGroups: { mt5: groups, mt4: groups },
    advanceClock: async (seconds) => {
      now = after(now, seconds * secondMs);
      return now;
    },
    reset: async () => {
      resets.push('portal');
      await seeds;
    },
  });
  fastify.get('/api/sign-in', async () => `after ${resets.length} resets`);
});

afterAll(async () => {
  await fastify.close();
  await box.close();
  rmSync(dataFolder, { recursive: true });
});

const post = (url: string, payload: object) => fastify.inject({ method: 'POST', url, payload });
const codeOf = (answer: { json(): { errors: { code: string }[] } }) => answer.json().errors[0]?.code;

async function openOrder(reference: string): Promise<void> {
  const { praxis } = openPayments({
    praxis: { ...box.payments, clock },
    skrill: { ...box.skrill, queryAddress: box.skrill.address, clock },
  });
  const answer = await praxis.startPayment({
    intent: 'deposit',
    reference,
    amount: { minor: 125_000n, currency: 'USD' },
    clientId: 7,
    locale: 'en',
    customer: { name: 'Eve "<b>" Active', email: 'eve@atrium.test', country: 'ZA' },
    // Nobody listens there: deliveries are tried and kept.
    notificationUrl: 'http://127.0.0.1:9/notify',
    returnUrl: 'http://localhost:3000/en/deposit/result',
  });
  expect(answer).toMatchObject({ redirect: { url: `http://localhost:3000/sandbox/payments/${reference}` } });
}

describe('the hosted payment page', () => {
  test('shows the amount, the merchant and the three decisions, without script or inline style', async () => {
    await openOrder('P-1');
    const page = await fastify.inject('/sandbox/payments/P-1');
    expect(page.statusCode).toBe(200);
    for (const words of ['1250.00', 'USD', 'Atrium &lt;Markets&gt;', 'Approve payment', 'Decline payment', 'Leave pending'])
      expect(page.body).toContain(words);
    expect(page.body).not.toMatch(/<script|<style|style=|<b>/);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await fastify.inject('/sandbox/assets/payment.css')).headers['content-type']).toContain('text/css');
  });

  test('leads back to the merchant after the decision', async () => {
    await openOrder('P-2');
    const decided = await fastify.inject({
      method: 'POST',
      url: '/sandbox/payments/P-2',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'outcome=approved',
    });
    expect(decided.statusCode).toBe(303);
    expect(decided.headers.location).toBe('http://localhost:3000/en/deposit/result?get=1');
    expect((await fastify.inject('/sandbox/payments/P-2')).body).toContain('This payment was approved.');
  });

  test('says so when there is no such payment', async () => {
    expect((await fastify.inject('/sandbox/payments/none')).statusCode).toBe(404);
    const answer = await post('/sandbox/payments/none', { outcome: 'approved' });
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'unknown_payment']);
  });

  test('is decided without a browser, and each call after the first is a further transaction', async () => {
    await openOrder('P-3');
    expect((await post('/sandbox/payments/P-3', { outcome: 'maybe' })).statusCode).toBe(422);
    expect((await post('/sandbox/payments/P-3', { outcome: 'declined' })).json()).toMatchObject({ success: true, code: 200 });
    const early = await post('/sandbox/payments/P-3', { outcome: 'refunded' });
    expect([early.statusCode, codeOf(early)]).toEqual([409, 'nothing_to_take_back']);
    expect((await post('/sandbox/payments/P-3', { outcome: 'approved' })).statusCode).toBe(200);
    expect((await post('/sandbox/payments/P-3', { outcome: 'refunded', amount: '1.5', currency: 'GBP' })).statusCode).toBe(200);
    const broken = await post('/sandbox/payments/P-3', { outcome: 'refunded', amount: '1.505' });
    expect([broken.statusCode, codeOf(broken)]).toEqual([422, 'bad_amount']);
    expect((await post('/sandbox/payments/P-3', { outcome: 'charged_back' })).statusCode).toBe(200);
    expect((await post('/sandbox/payments/P-3', { outcome: 'won_back' })).statusCode).toBe(200);
  });
});

describe('the outbox', () => {
  test('merges letters, messages and calls, newest first', async () => {
    const mail = openMail({ provider: 'smtp', ...box.mail, secure: false, requireTls: false, from: 'Atrium <a@atrium.test>' });
    const sms = openSms({ provider: 'twilio', ...box.sms });
    await mail.send({ id: 'l1', to: 'eve@atrium.test', subject: 'Code', text: 'Code 111222', locale: 'en' });
    await sms.send({ channel: 'sms', to: '+27821234567', text: 'Code 333444', locale: 'en' });
    await sms.send({ channel: 'voice', to: '+27821234567', text: 'Code 555666', locale: 'en' });
    mail.close();
    const everything = (await fastify.inject('/sandbox/outbox')).json();
    expect(everything.messages).toMatchObject([
      { channel: 'voice', to: '+27821234567', pin: '555666' },
      { channel: 'sms', pin: '333444' },
      { channel: 'email', to: 'eve@atrium.test', subject: 'Code', pin: '111222', sent_at: now.toISOString() },
    ]);
    expect(everything.data.messages).toEqual(everything.messages);
    // A "+" in an address is a blank to many programs.
    expect((await fastify.inject('/sandbox/outbox?to=+27821234567')).json().messages).toHaveLength(2);
    expect((await fastify.inject('/sandbox/outbox?to=EVE@atrium.test')).json().messages).toHaveLength(1);
  });
});

describe('clock, faults and reset', () => {
  test('the clock moves forward only', async () => {
    const before = now;
    const moved = await post('/sandbox/clock', { advance_seconds: 60 });
    expect(moved.json().data.now).toBe(after(before, 60 * secondMs).toISOString());
    for (const bad of [{ advance_seconds: -1 }, { advance_seconds: 'much' }, {}])
      expect((await post('/sandbox/clock', bad)).statusCode).toBe(422);
    expect(now).toEqual(after(before, 60 * secondMs));
  });

  test('a fault strikes the party that it names', async () => {
    expect((await post('/sandbox/faults', { target: 'sms', mode: 'error', count: 1 })).statusCode).toBe(200);
    const sms = openSms({ provider: 'twilio', ...box.sms });
    const message = { channel: 'sms', to: '+27820000000', text: 'Hello', locale: 'en' } as const;
    expect(await sms.send(message)).toMatchObject({ outcome: 'unknown' });
    expect(await sms.send(message)).toMatchObject({ outcome: 'sent' });
    for (const target of ['trading', 'payments', 'mail', 'market'])
      expect((await post('/sandbox/faults', { target, mode: 'none' })).statusCode).toBe(200);
    expect((await post('/sandbox/faults', { target: 'payments', mode: 'timeout', count: 1 })).json().data.mode).toBe(
      'timeout_before',
    );
    await post('/sandbox/faults', { target: 'payments', mode: 'none' });
  });

  test('a call whose line is cut takes effect later, after as many seconds as were asked for', async () => {
    const late = { target: 'sms', mode: 'late', count: 1, seconds: 1 };
    expect((await post('/sandbox/faults', late)).json().data).toMatchObject({ mode: 'late', seconds: 1 });
    const sms = openSms({ provider: 'twilio', ...box.sms });
    const message = { channel: 'sms', to: '+27820000009', text: 'Late', locale: 'en' } as const;
    expect(await sms.send(message)).toMatchObject({ outcome: 'unknown' });
    const arrived = async () => (await fastify.inject('/sandbox/outbox?to=+27820000009')).json().messages.length === 1;
    await vi.waitUntil(arrived, { timeout: 120_000 });
    for (const target of ['trading', 'payments', 'mail', 'market'])
      expect((await post('/sandbox/faults', { target, mode: 'late', count: 1 })).json().data.seconds).toBe(8);
    for (const target of ['trading', 'payments', 'mail', 'market']) await post('/sandbox/faults', { target, mode: 'none' });
    expect((await post('/sandbox/faults', { ...late, seconds: 0 })).statusCode).toBe(422);
    expect((await post('/sandbox/faults', { ...late, account: 700_001 })).statusCode).toBe(422);
  });

  test('a fault that cannot be is named', async () => {
    // The built-in captcha asks no vendor, so nothing would fail.
    expect(codeOf(await post('/sandbox/faults', { target: 'captcha', mode: 'error' }))).toBe('target_not_available');
    expect(codeOf(await post('/sandbox/faults', { target: 'mail', mode: 'forge' }))).toBe('mode_not_supported');
    expect(codeOf(await post('/sandbox/faults', { target: 'verification', mode: 'refuse' }))).toBe('mode_not_supported');
    const wrong = await post('/sandbox/faults', { target: 'nobody', mode: 'loud', count: 0 });
    expect(wrong.statusCode).toBe(422);
    expect(Object.keys(wrong.json().errors[0].validation_messages)).toEqual(['target', 'mode', 'count']);
  });

  test('the faults of every party can be ended, also of those that are not asked', async () => {
    const targets = ['trading', 'payments', 'verification', 'mail', 'sms', 'captcha', 'market', 'scan'];
    const answers = await Promise.all(targets.map((target) => post('/sandbox/faults', { target, mode: 'none' })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(targets.map(() => 200));
  });

  test('a reset empties the vendors and then the portal', async () => {
    await openOrder('P-9');
    expect((await post('/sandbox/reset', {})).statusCode).toBe(200);
    expect(resets).toEqual(['portal']);
    expect((await fastify.inject('/sandbox/outbox')).json().messages).toEqual([]);
    expect((await fastify.inject('/sandbox/payments/P-9')).statusCode).toBe(404);
  });
});

test('the helpers take nothing from a page of another site, and tell nothing under a name that somebody else let lead here', async () => {
  const before = now;
  const headers = { 'sec-fetch-site': 'cross-site' };
  const posted = await fastify.inject({ method: 'POST', url: '/sandbox/clock', headers, payload: { advance_seconds: 60 } });
  const read = await fastify.inject({ url: '/sandbox/outbox', headers: { host: 'evil.example' } });
  expect([posted.statusCode, codeOf(posted), now]).toEqual([403, 'foreign_page', before]);
  expect([read.statusCode, codeOf(read)]).toEqual([403, 'foreign_host']);
});

test('who calls while the application is emptied and seeded waits until it stands again, and would else be told a wrong password', async () => {
  const seeding = Promise.withResolvers<void>();
  seeds = seeding.promise;
  const before = resets.length;
  const reset = post('/sandbox/reset', {});
  await expect.poll(() => resets.length).toBeGreaterThan(before);
  let answered = '';
  const call = fastify.inject({ method: 'GET', url: '/api/sign-in' }).then(({ body }) => (answered = body));
  expect((await fastify.inject({ method: 'GET', url: '/sandbox/outbox' })).statusCode).toBe(200);
  expect(answered).toBe('');
  seeding.resolve();
  expect((await reset).statusCode).toBe(200);
  expect(await call).toBe(`after ${before + 1} resets`);
});
