import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { contract, type Handlers } from '../../protocol/call.ts';
import { openHeartbeat } from '../background/heartbeat.ts';
import { openTestDatabase, testReach, type TestDatabase } from '../testing/database.ts';
import { openServed } from '../testing/served.ts';

const orders = contract({
  area: 'orders',
  calls: {
    place: {
      method: 'POST',
      path: '/api/orders',
      summary: 'Speaks to a platform.',
      who: 'anyone',
      runs: 'saga',
      input: z.object({}),
      output: z.object({ by: z.string() }),
      errors: { platform_unavailable: 503, unknown_symbol: 422 },
    },
  },
});
type Place = Handlers<typeof orders>['place'];

let app: TestDatabase;
const apps: FastifyInstance[] = [];
beforeAll(async () => {
  app = await openTestDatabase();
});
afterAll(async () => {
  for (const fastify of apps) await fastify.close();
  await app.close();
});

/** A process of the application, with that side of the call. */
async function openProcess(processId: string, place: Place): Promise<(key: string) => Promise<[number, unknown]>> {
  const area = { contract: orders, handlers: { place } };
  const fastify = await openServed({ database: app.database, area, processId });
  apps.push(fastify);
  return async (key) => {
    const answer = await fastify.inject({ method: 'POST', url: '/api/orders', headers: { 'idempotency-key': key }, payload: {} });
    const { data, errors } = answer.json();
    return [answer.statusCode, answer.statusCode === 200 ? data : errors[0].code];
  };
}

test('a refusal that says something about the order is kept for the key, one that tells of the moment is not', async () => {
  let code: 'platform_unavailable' | 'unknown_symbol' | undefined = 'platform_unavailable';
  const place = await openProcess('one', async (_input, { refuse }) => (code ? refuse(code) : { by: 'one' }));
  expect(await place('outage')).toEqual([503, 'platform_unavailable']);
  code = 'unknown_symbol';
  expect(await place('wrong')).toEqual([422, 'unknown_symbol']);
  code = undefined;
  expect([await place('outage'), await place('wrong')]).toEqual([
    [200, { by: 'one' }],
    [422, 'unknown_symbol'],
  ]);
});

test('a call whose process is killed is answered by another one within seconds, to who asks again with its key', async () => {
  const begun = Promise.withResolvers<void>();
  const stuck = Promise.withResolvers<{ by: string }>();
  const killed = await openProcess('killed', () => {
    begun.resolve();
    return stuck.promise;
  });
  const living = await openProcess('living', async () => ({ by: 'living' }));
  let nowMs = 0;
  const { database } = app;
  const skew = { measured: () => undefined };
  const heart = await openHeartbeat({ database, isWorker: false, wallMs: () => nowMs, reach: testReach(database), skew });
  const first = killed('k');
  await begun.promise;
  const again = living('k');
  await app.owner.sql.run(`insert into worker_heartbeat (worker_id, seen_at) values ('killed', now() - interval '6 seconds')`);
  for (; nowMs < 4000; nowMs += 1000) await heart.beat();
  expect(await again).toEqual([200, { by: 'living' }]);
  // Had it only been silent, what it answers in the end would not replace what was answered.
  stuck.resolve({ by: 'killed' });
  await first;
  expect(await living('k')).toEqual([200, { by: 'living' }]);
  await heart.close();
});
