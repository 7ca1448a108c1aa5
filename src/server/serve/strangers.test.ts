import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { contract, type Handlers } from '../../protocol/call.ts';
import { defaultSettings } from '../../settings/index.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openServed } from '../testing/served.ts';
import { openExports, type ExportLease } from './exports.ts';
import { exportOwner } from './owners.ts';
import type { Running } from './parts.ts';

/* What calls without a session cost everybody else. */

const shared = { method: 'GET', who: 'anyone', runs: 'read', output: z.object({}), errors: {} } as const;
const open = contract({
  area: 'open',
  calls: {
    look: { ...shared, path: 'api/look/{name}', summary: 'Looks something up.', input: z.object({ name: z.string() }) },
    ask: {
      ...shared,
      path: 'api/ask',
      summary: 'Asks for something that costs a row.',
      input: z.object({}),
      // No window of it ends while this is tested.
      rate: { count: 2, seconds: 1_000_000_000 },
    },
  },
});

let begun: string[];
/** Reads end when the test says so. */
let finish: PromiseWithResolvers<void>;
const handlers = {
  async look({ name }) {
    begun.push(name);
    await finish.promise;
    return {};
  },
  ask: async () => ({}),
} satisfies Handlers<typeof open>;

let base: TestDatabase;
let served: FastifyInstance;
beforeAll(async () => {
  base = await openTestDatabase();
  const { calls } = defaultSettings;
  const settings = () => ({
    ...defaultSettings,
    calls: { ...calls, readsAtOnce: 2, readsAtOnceOfNetwork: 3 },
  });
  served = await openServed({ database: base.database, area: { contract: open, handlers }, settings });
});
beforeEach(() => {
  begun = [];
  finish = Promise.withResolvers<void>();
});
afterAll(async () => {
  finish.resolve();
  await served.close();
  await base.close();
});

/** Until that read has begun: whatever was asked before it has had its time too. */
async function untilBegun(name: string): Promise<void> {
  while (!begun.includes(name)) await new Promise((resolve) => setImmediate(resolve));
}

test('a stranger reads a few things at a time, by the address, and many addresses of one network no more than a few more', async () => {
  // A read that takes long gives its part away.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: Promise<{ statusCode: number }>[] = [];
  const look = (name: string, remoteAddress: string): void =>
    void asked.push(served.inject({ method: 'GET', url: `/api/js/api/look/${name}`, remoteAddress }));
  for (const name of ['a1', 'a2', 'a3']) look(name, '203.0.113.1');
  for (const name of ['b1', 'b2', 'b3']) look(name, '2001:db8:1:1::9');
  for (const name of ['c1', 'c2']) look(name, '2001:db8:1:2::9');
  look('other', '2001:db8:2:1::9');
  await untilBegun('other');
  expect(begun.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'other']);
  finish.resolve();
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 200));
  expect(begun).toHaveLength(asked.length);
});

test('a stranger has one file at a time, and those of one network do not have them all', async () => {
  const exports = openExports(base.database.sql);
  const limits = { exportsAtOnce: 3, exportsOfNetwork: 2, exportSeconds: 60 };
  const leases: ExportLease[] = [];
  const ask = async (ip: string): Promise<boolean> => {
    const nobody = { session: undefined, staff: undefined, exchange: { request: { ip } } } as unknown as Running;
    const lease = await exports.begin(exportOwner(nobody), limits);
    leases.push(lease);
    return lease.allowed;
  };
  expect([await ask('2001:db8:1:1::9'), await ask('2001:db8:1:1::a'), await ask('2001:db8:1:2::9')]).toEqual([true, false, true]);
  // A third place is free, but for nobody of this network.
  expect([await ask('2001:db8:1:3::9'), await ask('2001:db8:2:1::9'), await ask('203.0.113.1')]).toEqual([false, true, false]);
  for (const lease of leases) if (lease.allowed) await lease.end();
  expect([await ask('203.0.113.1'), await ask('203.0.113.1')]).toEqual([true, false]);
});

test('what a stranger may ask so often, the many networks of one site may not ask without end', async () => {
  const ask = async (remoteAddress: string): Promise<number> =>
    (await served.inject({ method: 'GET', url: '/api/js/api/ask', remoteAddress })).statusCode;
  expect([await ask('203.0.113.1'), await ask('203.0.113.1'), await ask('203.0.113.1')]).toEqual([200, 200, 429]);
  const statuses: number[] = [];
  for (let network = 1; network <= 9; network += 1) statuses.push(await ask(`2001:db8:1:${network}::9`));
  expect(statuses).toEqual([...Array(8).fill(200), 429]);
  expect([await ask('2001:db8:2:1::9'), await ask('203.0.113.2')]).toEqual([200, 200]);
});
