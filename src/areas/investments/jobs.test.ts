import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture } from '../../server/testing/bookFixture.ts';
import { openFollow } from '../../server/testing/followFixture.ts';
import { holdSweeps, meanwhile, sweep } from '../../server/testing/telling.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app);
});
afterAll(() => app.close());

test('one investment that cannot end keeps no other from its end', async () => {
  const books = await openBookFixture(app);
  const provider = await app.signIn('provider.new');
  const follow = async (name: string, strategyId?: number) =>
    openFollow(app, books, { provider, follower: await app.signIn(name), daysAgo: 3, ...(strategyId && { strategyId }) });
  const first = await follow('ng.active');
  const second = await follow('ke.active', first.strategyId);
  await app.owner.sql.run(`update investment set status = 'closing' where id in ($1, $2)`, [first.id, second.id]);
  const statuses = async () =>
    (await app.owner.sql.many<{ status: string }>('select status from investment order by id')).map(({ status }) => status);
  const { mt4 } = app.opened.app.platforms;
  const usual = mt4.positions.bind(mt4);
  const positions = async (login: number) => {
    if (login === first.number) throw new Error('told by the test');
    return usual(login);
  };
  await meanwhile(mt4, { positions }, async () => {
    const ends = async () => (await sweep(app, 'investments.ending').catch(() => undefined), statuses());
    await expect.poll(ends).toEqual(['closing', 'closed']);
  });
  await expect.poll(async () => (await sweep(app, 'investments.ending'), statuses())).toEqual(['closed', 'closed']);
});
