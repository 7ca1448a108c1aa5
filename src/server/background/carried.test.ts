import { afterAll, beforeAll, expect, test } from 'vitest';
import { topicSets } from '../../protocol/topics.ts';
import { openTestApp, type SignedIn, type TestApp } from '../testing/app.ts';

let app: TestApp;
let client: SignedIn;
beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('ng.active');
});
afterAll(() => app.close());

/** As a worker asks that has no hand free for jobs. */
const round = (most: number) =>
  app.owner.sql.one<{ taken: unknown }>(
    `select taken from outbox_round((select max(due_at) from outbox), '{}', '[]', '{carried.test}', $1, 30, 'test')`,
    [most],
  );
const lines = () =>
  app.owner.sql.many(`select client_id, topics from live_line where client_id = $1 and topics = '{wallets}'`, [client.clientId]);

test('what an event for a job makes stale, browsers hear once, and before any job is free for it', async () => {
  await app.owner.sql.run(
    `insert into outbox (topic, client_id, payload, due_at, created_at)
     values ('carried.test', $1, '{"id": 7, "topics": ["wallets"]}', now() - interval '1 minute', now())`,
    [client.clientId],
  );
  expect((await round(0)).taken).toBeNull();
  expect(await lines()).toHaveLength(1);
  expect((await round(1)).taken).toMatchObject([{ topic: 'carried.test', payload: { id: 7 } }]);
  expect(await lines()).toHaveLength(1);
});

test.each(Object.entries(topicSets))('what the set %s is, the database knows as well', async (name, topics) => {
  const told = await app.owner.sql.many<{ topic: string }>('select * from outbox_topics(to_jsonb($1::text)) topic', [name]);
  expect(told.map(({ topic }) => topic)).toEqual(topics);
});

test('it is heard too where the job ends before its turn among what browsers hear has come', async () => {
  const { id } = await app.owner.sql.one<{ id: bigint }>(
    `insert into outbox (topic, client_id, payload, due_at, created_at)
     values ('carried.test', $1, '{"id": 8, "topics": ["wallets"]}', '2100-01-01', now()) returning id`,
    [client.clientId],
  );
  const before = (await lines()).length;
  for (let times = 0; times < 2; times += 1)
    await app.owner.sql.one(`select taken from outbox_round(now(), $1, '[]', '{carried.test}', 0, 30, 'test')`, [[id]]);
  expect(await lines()).toHaveLength(before + 1);
});
