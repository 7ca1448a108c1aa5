import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { seedClients } from '../../../seed/clients.ts';
import { emailOf, seedPassword } from '../../../seed/personas.ts';
import { readConfig } from './config.ts';
import { applicationRole, openPool } from '../database/pool.ts';
import { openApplication } from './open.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'atrium-production-'));
const secret = 'a secret of thirty-two characters';
const metricsToken = 'a token of the watcher';
/** Nobody listens there. */
const nowhere = 'http://127.0.0.1:9';

let base: TestDatabase;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  base = await openTestDatabase();
  await base.database.transact((sql) => seedClients(sql, new Date()));
});
afterAll(async () => {
  await base.close();
  rmSync(folder, { recursive: true, force: true });
});

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
}

/** A process of a broker's own application, with what the environment would say. */
async function openProcess(variables: Readonly<Record<string, string>>): Promise<FastifyInstance> {
  const writer = openPool({ url: base.url, role: applicationRole, max: 2 });
  const opened = await openApplication({
    config: readConfig({
      ATRIUM_MODE: 'production',
      PUBLIC_URL: 'https://portal.example',
      DATABASE_URL: base.url,
      ATRIUM_DATA: folder,
      LOG_LEVEL: 'silent',
      METRICS_TOKEN: metricsToken,
      CLOSING_SECONDS: '0',
      CAPTCHA_SECRET: secret,
      STORAGE_FOLDER: path.join(folder, 'files'),
      STORAGE_SECRET: secret,
      ECB_URL: nowhere,
      CLAMD_URL: 'tcp://127.0.0.1:9',
      MT5_URL: nowhere,
      MT5_LOGIN: '1',
      MT5_PASSWORD: 'x',
      MT4_BRIDGE_URL: nowhere,
      MT4_BRIDGE_LOGIN: '1',
      MT4_BRIDGE_PASSWORD: 'x',
      PRAXIS_URL: nowhere,
      PRAXIS_MERCHANT_ID: 'M',
      PRAXIS_APPLICATION_KEY: 'K',
      PRAXIS_SECRET: secret,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'portal@portal.example',
      SMS_URL: nowhere,
      SMS_ACCOUNT: 'A',
      SMS_TOKEN: 'T',
      SMS_FROM: '+10000000000',
      ...variables,
    }),
    progress: () => undefined,
    database: { application: base.database, owner: base.owner, writer, isEmbedded: false, close: () => writer.close() },
    withPages: false,
  });
  closers.push(() => opened.close());
  return opened.fastify;
}

const codeOf = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().errors?.[0]?.code];
const signIn: InjectOptions = {
  method: 'POST',
  url: '/api/client/login',
  payload: { id: emailOf('global.active'), password: seedPassword },
};

describe('a production process', () => {
  let fastify: FastifyInstance;
  beforeAll(async () => {
    fastify = await openProcess({});
  });
  afterAll(closeAll);

  test.each(['/sandbox/outbox', '/sandbox/payments/r500001-aaaaaaaa', '/sandbox/assets/payment.css', '/sandbox/anything'])(
    'has no %s',
    async (url) => expect(codeOf(await fastify.inject({ url }))).toEqual([404, 'call_not_found']),
  );

  test.each(['/sandbox/clock', '/sandbox/faults', '/sandbox/reset', '/sandbox/payments/r500001-aaaaaaaa'])(
    'takes nothing at %s',
    async (url) => {
      const answer = await fastify.inject({ method: 'POST', url, payload: { advance_seconds: 60, outcome: 'approved' } });
      expect(codeOf(answer)).toEqual([404, 'call_not_found']);
    },
  );

  test('says nothing of the sandbox in its document', async () => {
    expect((await fastify.inject({ url: '/api/openapi.json' })).body).not.toContain('/sandbox');
  });

  test('shows its metrics to whoever has the token', async () => {
    const ask = async (authorization?: string) =>
      (await fastify.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })).statusCode;
    expect([await ask(), await ask('Bearer another'), await ask(`Bearer ${metricsToken}`)]).toEqual([401, 401, 200]);
  });

  test.each(['/health/live', '/api/docs', '/api/js/api/dashboard', '/nowhere'])(
    'answers %s to be kept on https and framed by nobody',
    async (url) => {
      const { headers } = await fastify.inject({ url });
      expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
      expect(headers['x-frame-options']).toBe('DENY');
    },
  );

  test('lets its documents be framed by nobody, and runs no script that it did not send', async () => {
    const policy = String((await fastify.inject({ url: '/api/docs' })).headers['content-security-policy']);
    expect(policy).toContain(`frame-ancestors 'none'`);
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  });

  test('gives cookies that never leave https and this host, and that no script reads', async () => {
    const answer = await fastify.inject(signIn);
    const cookies = [answer.headers['set-cookie'] ?? []].flat().filter((line) => line.startsWith('__Host-'));
    expect(cookies.map((line) => line.split('=')[0]).toSorted()).toEqual(['__Host-atrium_device', '__Host-atrium_session']);
    for (const line of cookies) expect(line).toMatch(/(?=.*; HttpOnly)(?=.*; Secure)(?=.*; SameSite=Lax)(?=.*; Path=\/)/);
  });
});

describe('the parts apart', () => {
  afterEach(closeAll);
  const ready = async (fastify: FastifyInstance) => (await fastify.inject({ url: '/health/ready' })).statusCode;

  test('one that answers calls does no work, and is ready once a worker is there', async () => {
    const web = await openProcess({ ATRIUM_ROLE: 'web' });
    expect([await ready(web), (await web.inject(signIn)).statusCode]).toEqual([503, 200]);
    const worker = await openProcess({ ATRIUM_ROLE: 'worker' });
    expect([await ready(web), await ready(worker)]).toEqual([200, 200]);
  });

  test('one that is ended is not ready and still answers, for as long as whoever spreads the calls needs to hear of it', async () => {
    await openProcess({ ATRIUM_ROLE: 'worker' });
    const web = await openProcess({ ATRIUM_ROLE: 'web', CLOSING_SECONDS: '300' });
    expect(await ready(web)).toBe(200);
    const end = closers.at(-1);
    const ending = end?.();
    expect([await ready(web), (await web.inject(signIn)).statusCode]).toEqual([503, 200]);
    // Asked twice, it ends at once.
    await Promise.all([ending, end?.()]);
    await expect(web.inject(signIn)).rejects.toThrow();
  });

  test('one that works answers no call, and says so in the envelope', async () => {
    const worker = await openProcess({ ATRIUM_ROLE: 'worker', METRICS_TOKEN: '' });
    for (const request of [signIn, { url: '/en' }, { url: '/api/openapi.json' }, { url: '/metrics' }]) {
      expect(codeOf(await worker.inject(request))).toEqual([404, 'call_not_found']);
    }
    expect((await worker.inject({ url: '/health/live' })).json()).toEqual({ status: 'live' });
  });
});
