import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import { fromAddress, type Scene } from './scene.ts';

/** What one client does to everybody else, as one request of it. */
type Attack = (on: Attacking, count: number) => Promise<number>;

interface Attacking {
  readonly url: string;
  readonly pool: Pool;
  readonly headers: Readonly<Record<string, string>>;
}

const slashes = '/'.repeat(14_000);
const note = 'x'.repeat(60_000);
const streamHeldMs = 200;

export const attacks = {
  /** No attack: as many requests that cost nothing. */
  harmless: (on) => ask(on, '/health/live'),
  slashes: (on, count) => ask(on, `/${count % 2 === 0 ? slashes : slashes.slice(0, 2000)}x`),
  exports: (on) => ask(on, '/api/js/api/transfers-to-excel'),
  streams: (on) => openStream(on),
  webhooks: async ({ pool, headers }, count) => {
    const order = { session: { order_id: `none-${count}` }, note };
    const path = '/api/webhooks/payments/praxis';
    const sent = { ...headers, 'content-type': 'application/json', 'gt-authentication': 'f'.repeat(96) };
    const { statusCode, body } = await pool.request({ path, method: 'POST', headers: sent, body: JSON.stringify(order) });
    await body.dump();
    return statusCode;
  },
  floods: (on, count) => ask(on, floods[count % floods.length] ?? ''),
} as const satisfies Record<string, Attack>;
export type AttackName = keyof typeof attacks;

const floods = [
  '/api/openapi.json',
  '/en',
  '/api/js/api/dashboard',
  '/en/nothing/here',
  '/api/docs',
  '/api/js/api/transfers?limit=100',
];

/** Bounded, so that who attacks takes no more of the machine than whoever is attacked. */
const connections = 12;
export const mostPerSecond = 200;

/** How often it was answered with what. */
export type Attacked = ReadonlyMap<number, number>;

interface Order {
  readonly name: AttackName;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number;
}

/**
 * Attacks in a thread of its own, so that it does not stand in the way of who measures, and answers when the thread is up: what its
 * start takes of the machine is no part of the attack. `stop` ends it and answers what came of it.
 */
export async function attack(
  { portal, hostile }: Scene,
  name: AttackName,
  perSecond: number,
): Promise<{ stop(): Promise<Attacked> }> {
  const headers = { ...hostile.headers, ...fromAddress('203.0.113.66'), 'accept-encoding': 'gzip;q=0.9' };
  const order: Order = { name, url: portal.url, headers, perSecond };
  const worker = new Worker(new URL(import.meta.url), { workerData: order });
  await once(worker, 'message');
  return {
    async stop() {
      const answered = once(worker, 'message');
      worker.postMessage('stop');
      const [statuses] = (await answered) as [Attacked];
      await worker.terminate();
      return statuses;
    },
  };
}

async function run({ name, url, headers, perSecond }: Order, isOver: () => boolean): Promise<Attacked> {
  const pool = new Pool(url, { connections });
  const statuses = new Map<number, number>();
  const begun = performance.now();
  let count = 0;
  const caller = async (): Promise<void> => {
    while (!isOver()) {
      const due = begun + (count * 1000) / perSecond;
      const own = (count += 1);
      await wait(Math.max(0, due - performance.now()));
      const status = await attacks[name]({ url, pool, headers }, own).catch(() => 0);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  await pool.destroy();
  return statuses;
}

async function ask({ pool, headers }: Attacking, path: string): Promise<number> {
  const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
  await body.dump({ limit: 64 * 1024 * 1024 });
  return statusCode;
}

/** Opened, held for a moment and dropped. */
function openStream({ url, headers }: Attacking): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/api/js/stream`, { headers }, (response) => {
      response.resume();
      void wait(response.statusCode === 200 ? streamHeldMs : 0).then(() => {
        request.destroy();
        resolve(response.statusCode ?? 0);
      });
    });
    request.on('error', reject);
  });
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  let isOver = false;
  port.once('message', () => (isOver = true));
  port.postMessage('up');
  port.postMessage(await run(workerData as Order, () => isOver));
}
