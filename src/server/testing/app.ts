import { type ClientId } from '../../base/id.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emailOf, seedPassword } from '../../../seed/personas.ts';
import { staffEmailOf } from '../../../seed/staff.ts';
import type { StaffRole } from '../../law/staff.ts';
import type { Envelope } from '../../protocol/envelope.ts';
import type { Config } from '../start/config.ts';
import { freePort } from '../database/freePort.ts';
import { applicationRole, openPool } from '../database/pool.ts';
import { openApplication, type OpenApplication, type OpenOptions } from '../start/open.ts';
import { connectTimeoutMs, openTestDatabase, type TestDatabase } from './database.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test says what it expects of the data by expecting it
type Answer = Envelope<any> & { readonly httpStatus: number; readonly headers: Headers };

/** Somebody who is signed in. */
export interface SignedIn {
  readonly cookie: string;
  readonly token: string;
  readonly clientId: ClientId;
}

export interface TestCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly as?: Pick<SignedIn, 'cookie' | 'token'>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A member of staff who is signed in at the desk. */
export interface StaffSignedIn {
  readonly cookie: string;
  readonly token: string;
  readonly staffId: number;
}

/** The whole server over a test database, with the sandbox's vendors: real HTTP, real SQL, the vendors' own protocols. */
export interface TestApp {
  readonly url: string;
  /** For a process beside it: the owner's. */
  readonly databaseUrl: string;
  readonly opened: OpenApplication;
  readonly database: TestDatabase['database'];
  readonly owner: TestDatabase['owner'];
  call(call: TestCall): Promise<Answer>;
  /** Signs a seeded client in by the part of the e-mail before the @. */
  signIn(name: string): Promise<SignedIn>;
  /** Signs a seeded member of staff in at the desk by the role. */
  signInStaff(role: StaffRole): Promise<StaffSignedIn>;
  /** Does everything that is due, what outside parties have to tell included, until nothing is. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

interface TestAppOptions extends Pick<OpenOptions, 'seeds'> {
  readonly captcha?: Config['sandboxCaptcha'];
  readonly trustedProxies?: Config['trustedProxies'];
  readonly asksSecondFactor?: boolean;
  /** Where the lines of its log are gathered, from the level `info` on. */
  readonly log?: string[];
}

/** Its clients hold nothing yet, unless the test asks for the whole seeds: each test gives them what it needs. */
export async function openTestApp({
  seeds = 'clients',
  captcha = 'altcha',
  trustedProxies = [],
  asksSecondFactor = false,
  log,
}: TestAppOptions = {}): Promise<TestApp> {
  const base = await openTestDatabase();
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'atrium-app-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const writer = openPool({ url: base.url, role: applicationRole, max: 4, connectTimeoutMs });
  const opened = await openApplication({
    config: {
      port,
      host: '127.0.0.1',
      publicUrl: url,
      mode: 'sandbox',
      role: 'all',
      sandboxCaptcha: captcha,
      sandboxVendors: undefined,
      dataFolder,
      databaseUrl: base.url,
      databaseOwnerUrl: base.url,
      trustedProxies,
      logLevel: process.env['TEST_LOG'] ?? (log ? 'info' : 'fatal'),
      metricsToken: undefined,
      closingSeconds: 0,
      asksSecondFactor,
      outside: undefined,
    },
    progress: () => undefined,
    database: { application: base.database, owner: base.owner, writer, isEmbedded: false, close: () => writer.close() },
    withPages: false,
    seeds,
    slowestBeatSeconds: 1,
    ...(log && { logTo: { write: (line: string) => void log.push(line) } }),
  });
  await opened.fastify.listen({ port, host: '127.0.0.1' });
  const { database, owner, url: databaseUrl } = base;
  return {
    url,
    databaseUrl,
    opened,
    database,
    owner,
    call: (call) => send(url, call),
    signIn: (name) => signIn(url, name),
    signInStaff: (role) => signInStaff(url, role),
    drain: () => drain(opened),
    async close() {
      await opened.close();
      await base.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Whether a message has come by itself yet depends on the machine: it is here before what is due is done. */
async function drain({ worker, tellDue }: OpenApplication): Promise<void> {
  await tellDue?.();
  do await worker?.dispatcher.drain();
  while (((await tellDue?.()) ?? 0) > 0);
}

async function send(url: string, call: TestCall): Promise<Answer> {
  const target = call.path.startsWith('/') ? call.path : `/api/js/${call.path}`;
  const response = await fetch(url + target, {
    method: call.method,
    headers: {
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.as ? { cookie: call.as.cookie, authorization: `Bearer ${call.as.token}` } : {}),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: typeof call.body === 'string' ? call.body : JSON.stringify(call.body) }),
  });
  const envelope = (await response.json()) as Envelope<unknown>;
  return { ...envelope, httpStatus: response.status, headers: response.headers };
}

async function signIn(url: string, name: string): Promise<SignedIn> {
  const answer = await send(url, {
    method: 'POST',
    path: '/api/client/login',
    body: { id: emailOf(name), password: seedPassword },
  });
  if (!answer.success) throw new Error(`${name} cannot sign in: ${JSON.stringify(answer.errors)}`);
  return { cookie: cookiesOf(answer), token: answer.data.token, clientId: answer.data.client_id };
}

async function signInStaff(url: string, role: StaffRole): Promise<StaffSignedIn> {
  const body = { id: staffEmailOf(role), password: seedPassword };
  const answer = await send(url, { method: 'POST', path: '/api/desk/login', body });
  if (!answer.success) throw new Error(`the ${role} cannot sign in: ${JSON.stringify(answer.errors)}`);
  return { cookie: cookiesOf(answer), token: answer.data.token, staffId: answer.data.staff_id };
}

function cookiesOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');
}
