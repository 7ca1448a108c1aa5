import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../server/testing/app.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app, ['verification.waiting']);
});
afterAll(() => app.close());

test('papers that are shown once more are followed though no message says so, by the worker and by the page', async () => {
  const client = await app.signIn('global.pending');
  const ask = async (call: string) => (await app.call({ method: 'GET', path: `api/direct/sumsub/${call}`, as: client })).data;
  const post = async (path: string, body: object) => expect((await app.call({ method: 'POST', path, body })).errors).toEqual([]);
  const phase = async () =>
    (await app.owner.sql.one<{ phase: string }>('select phase from verification where reference = $1', [String(client.clientId)]))
      .phase;
  /** Each message is an hour late. */
  const unheard = async (outcome: string): Promise<void> => {
    await post('/sandbox/faults', { target: 'verification', mode: 'delay', count: 1 });
    await post(`/sandbox/verification/${client.clientId}`, { outcome });
    await app.opened.clock.advance(62);
  };
  await ask('init');
  await unheard('rejected');
  expect(await ask('check')).toMatchObject({ phase: 'retry', is_calculated: true });
  await unheard('pending');
  await sweep(app, 'verification.waiting');
  expect(await phase()).toBe('pending');
  await unheard('rejected');
  expect(await ask('check')).toMatchObject({ phase: 'retry' });
  await unheard('pending');
  expect(await ask('check')).toMatchObject({ phase: 'pending', is_calculated: false });
  await post('/sandbox/faults', { target: 'verification', mode: 'none' });
});
