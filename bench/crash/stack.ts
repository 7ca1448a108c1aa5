import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded, type EmbeddedServer } from '../../src/server/database/embedded.ts';
import { freePort } from '../../src/server/database/freePort.ts';
import { openPool } from '../../src/server/database/pool.ts';
import { openServerProcess } from '../server.ts';
import { change } from '../transfers/portal.ts';
import { openVendorsProcess } from '../vendors.ts';

/** Who is killed: each is a process of its own. */
export const victims = ['web', 'worker', 'database', 'vendors'] as const;
export type Victim = (typeof victims)[number];

/** A portal whose web, worker, database and vendors are apart, so that each can be killed while the others go on. */
export interface Stack {
  readonly url: string;
  /** The owner's connection to its database. */
  databaseUrl(): string;
  /** Of the process that answers calls. */
  webProcessId(): number;
  kill(victim: Victim): Promise<void>;
  /** Starts what was killed; answers the seconds until web and worker are ready again. */
  revive(victim: Victim): Promise<number>;
  stop(): Promise<void>;
}

/** The vendors take so many ports, one after the other. */
const vendorPorts = 20;
const zone = 'Europe/Athens';
/** Bounds of hanging, not of speed. */
const readyMost = 1200;
const betweenLooksMs = 100;

const many = { count: 1_000_000, seconds: 60 };
/** What keeps one address and one client from asking so often would keep the drill out; cards that pay in are known at once. */
const wide = {
  'calls.perAddress': many,
  'calls.perAddressBurst': { ...many, seconds: 1 },
  'calls.perNetwork': many,
  'calls.perClient': many,
  'calls.writesPerClient': many,
  'challenge.resendSeconds': 1,
  'challenge.maxPerDay': 1_000_000,
  'challenge.maxWrongPerDay': 1_000_000,
  'withdraw.coolingSeconds': 1,
  // Cards are paid back first: where they are not, all goes to a wallet elsewhere.
  methods: ['USD', 'EUR', 'GBP', 'KES'].map((currency) => ({
    method: 243,
    direction: 'withdraw' as const,
    region: 'kenya' as const,
    currency,
    isClosed: true,
  })),
} as const;

export async function openStack(folder: string): Promise<Stack> {
  const closers: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    return { ...(await open(folder, closers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(folder: string, closers: (() => Promise<void>)[]): Promise<Omit<Stack, 'stop'>> {
  const place = { folder: path.join(folder, 'postgres'), isDurable: true, port: await freePort() };
  let database: EmbeddedServer = await startEmbedded(place);
  closers.push(() => database.stop());
  await administer(database.url('postgres'), 'create database atrium');
  const vendorsAt = await freePorts(vendorPorts);
  let vendors = await openVendorsProcess(folder, zone, vendorsAt);
  closers.push(() => vendors.stop());
  const environment = { SANDBOX_VENDORS: vendors.address, DATABASE_URL: database.url('atrium') };
  await fill(folder, environment);
  await widen(database.url('atrium'));
  const web = await openServerProcess(folder, { ...environment, ATRIUM_ROLE: 'web' });
  closers.push(() => web.stop());
  const worker = await openServerProcess(folder, { ...environment, ATRIUM_ROLE: 'worker', PUBLIC_URL: web.url });
  closers.push(() => worker.stop());
  // A web is ready once a worker is there.
  await Promise.all([web.start(), worker.start()]);
  return {
    url: web.url,
    databaseUrl: () => database.url('atrium'),
    webProcessId: () => web.processId(),
    async kill(victim) {
      if (victim === 'web') await web.killServer();
      if (victim === 'worker') await worker.killServer();
      if (victim === 'vendors') await vendors.kill();
      if (victim === 'database') process.kill(database.processId, 'SIGKILL');
    },
    async revive(victim) {
      const begun = performance.now();
      if (victim === 'web') await web.start();
      if (victim === 'worker') await worker.start();
      if (victim === 'vendors') vendors = await openVendorsProcess(folder, zone, vendorsAt);
      if (victim === 'database') database = await startEmbedded(place);
      for (const { url } of [web, worker]) await untilReady(url);
      return (performance.now() - begun) / 1000;
    },
  };
}

/** Application time, for all of them. */
export async function moveClock({ url }: Pick<Stack, 'url'>, seconds: number): Promise<void> {
  await fetch(`${url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_seconds: seconds }),
  });
}

/** To the next Wednesday at ten, when gold is traded for hours. */
export function secondsUntilOpen(now: Date): number {
  const days = (3 - now.getUTCDay() + 7) % 7;
  const wednesday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 10);
  const ahead = Math.floor((wednesday - now.getTime()) / 1000);
  return ahead >= 0 ? ahead : ahead + 7 * 24 * 3600;
}

/** Who first opens a sandbox fills it, web and worker in one. */
async function fill(folder: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const first = await openServerProcess(folder, environment);
  try {
    await first.start();
  } finally {
    await first.stop();
  }
}

async function widen(url: string): Promise<void> {
  const owner = openPool({ url, max: 1 });
  try {
    await change(owner, wide);
  } finally {
    await owner.close();
  }
}

async function untilReady(url: string): Promise<void> {
  for (let looks = 0; looks < readyMost; looks += 1) {
    const isReady = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await wait(betweenLooksMs);
  }
  throw new Error(`${url} has not become ready again`);
}

const portTriesMost = 50;

/** The first of so many ports in a row that nobody listens on. */
async function freePorts(count: number): Promise<number> {
  for (let tries = 0; tries < portTriesMost; tries += 1) {
    const first = await freePort();
    const others = await Promise.all(Array.from({ length: count - 1 }, (_none, index) => canListen(first + 1 + index)));
    if (others.every(Boolean)) return first;
  }
  throw new Error(`no ${count} ports in a row are free`);
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
