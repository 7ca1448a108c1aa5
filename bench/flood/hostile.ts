import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
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
const forgedBytes = 60_000;
const streamHeldMs = 200;

export const attacks = {
  slashes: (on, count) => ask(on, `/${count % 2 === 0 ? slashes : slashes.slice(0, 2000)}x`),
  exports: (on) => ask(on, '/api/js/api/transfers-to-excel'),
  streams: (on) => openStream(on),
  webhooks: async ({ pool, headers }, count) => {
    const order = { session: { order_id: `none-${count}` }, note: randomBytes(forgedBytes / 2).toString('hex') };
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
const mostPerSecond = 200;

export interface Attacked {
  /** How often it was answered with what. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Goes on with it until `isOver`; answers what came of it. */
export async function attack({ portal, hostile }: Scene, name: AttackName, isOver: () => boolean): Promise<Attacked> {
  const pool = new Pool(portal.url, { connections });
  const headers = { ...hostile.headers, ...fromAddress('203.0.113.66'), 'accept-encoding': 'gzip;q=0.9' };
  const on = { url: portal.url, pool, headers };
  const statuses = new Map<number, number>();
  const begun = performance.now();
  let count = 0;
  const worker = async (): Promise<void> => {
    while (!isOver()) {
      const due = begun + (count * 1000) / mostPerSecond;
      const own = (count += 1);
      await wait(Math.max(0, due - performance.now()));
      const status = await attacks[name](on, own).catch(() => 0);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await pool.destroy();
  return { statuses };
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
