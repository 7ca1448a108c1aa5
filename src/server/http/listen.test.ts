import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationRole, openPool } from '../database/pool.ts';
import { connectTimeoutMs, openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { listen } from './listen.ts';

let app: TestDatabase;

beforeAll(async () => {
  app = await openTestDatabase();
});
afterAll(() => app.close());

test('who loses the connection listens again, and is told so because announcements may have been missed', async () => {
  const heard: string[] = [];
  let connected = 0;
  const listener = await listen(app.database, { sample: (text) => void heard.push(text) }, () => void (connected += 1));
  const announce = (text: string) => app.database.sql.run(`select pg_notify('sample', $1)`, [text]);
  await announce('first');
  await expect.poll(() => heard).toEqual(['first']);
  await app.owner.sql.run(`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "sample"'`);
  await expect.poll(() => connected).toBe(2);
  await announce('second');
  await expect.poll(() => heard).toEqual(['first', 'second']);
  await listener.close();
});

test('who is never answered whether it is listened gives that connection up and tries again', async () => {
  const heard: string[] = [];
  let connected = 0;
  const way = await openDeafWay(app.url);
  const pool = openPool({ url: way.url, role: applicationRole, connectTimeoutMs, answerTimeoutMs: 15_000 });
  const listener = await listen(pool, { sample: (text) => void heard.push(text) }, () => void (connected += 1));
  way.swallowNext();
  await app.owner.sql.run(`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "sample"'`);
  await expect.poll(() => connected).toBe(2);
  expect(way.swallowed()).toBe(1);
  await app.database.sql.run(`select pg_notify('sample', 'heard again')`);
  await expect.poll(() => heard).toEqual(['heard again']);
  await listener.close();
  await pool.close();
  await way.close();
});

/** A way to the database on which, when it is asked to, the next connection's wish to listen is lost, and the line stays open. */
async function openDeafWay(address: string) {
  const to = new URL(address);
  let swallows = 0;
  let swallowed = 0;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(Number(to.port), to.hostname);
    let isDeaf = false;
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.on('data', (bytes) => {
      if (swallows > 0 && bytes.includes('listen "')) {
        [swallows, swallowed, isDeaf] = [swallows - 1, swallowed + 1, true];
      }
      if (!isDeaf) far.write(bytes);
    });
    far.on('data', (bytes) => near.write(bytes));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the way has no port');
  return {
    url: Object.assign(new URL(address), { hostname: '127.0.0.1', port: String(bound.port) }).href,
    swallowNext: () => void (swallows += 1),
    swallowed: () => swallowed,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
