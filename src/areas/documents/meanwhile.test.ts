import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import { openTestApp, type TestApp } from '../../server/testing/app.ts';
import { followPapers } from './deciding.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('whoever is frozen while papers of theirs are followed stays frozen, and the papers count', async () => {
  const { owner, database, opened } = app;
  const id = clientId((await app.signIn('global.full')).clientId);
  for (const [kind, type] of [
    ['identity', 4],
    ['residence', 3],
  ] as const)
    await owner.sql.run(
      `insert into document (client_id, kind, type_id, status, is_residence_too, reverse_follows, risks, created_at)
       values ($1, $2, $3, 2, false, false, '{}', now())`,
      [id, kind, type],
    );
  const { promise, resolve } = Promise.withResolvers<void>();
  const freezing = owner.transact(async (sql) => {
    await sql.run('update client set status_id = 14, version = version + 1 where id = $1', [id]);
    await promise;
  });
  const now = opened.clock.now();
  const following = database.transact((sql) => followPapers(sql, { client: id, event: 'approved', now }));
  await expect.poll(() => owner.sql.many('select from pg_locks where not granted limit 1'), { timeout: 20_000 }).not.toEqual([]);
  resolve();
  await Promise.all([freezing, following]);
  const row = await owner.sql.one('select status_id, has_approved_id, has_approved_residence from client where id = $1', [id]);
  expect(row).toEqual({ status_id: 14, has_approved_id: true, has_approved_residence: true });
});
