import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { decideArchive, openFollow } from '../../server/testing/followFixture.ts';

let app: TestApp;
let books: BookFixture;
let provider: SignedIn;
let follower: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  [provider, follower] = [await app.signIn('provider.new'), await app.signIn('ng.active')];
});
afterAll(() => app.close());

const base = 'api/direct/investment-program';
const archive = async (strategyId: number, as = provider) =>
  app.call({ method: 'POST', path: `${base}/archive-request`, as, body: { strategy_id: strategyId } });
const strategyOf = async (strategyId: number) => {
  const answer = await app.call({ method: 'GET', path: `${base}/clients/${provider.clientId}`, as: provider });
  return answer.data.direct.provider.strategies.find(({ id }: { id: number }) => id === strategyId);
};
const waiting = async (strategyId: number): Promise<string[]> => {
  const asked = `select 'archive:' || id as subject from strategy_archive where strategy_id = $1`;
  const own = new Set((await app.owner.sql.many<{ subject: string }>(asked, [strategyId])).map(({ subject }) => subject));
  const as = await app.signInStaff('compliance');
  const { items } = (await app.call({ method: 'GET', path: '/api/desk/queues/providers', as })).data;
  return items.map(({ subject }: { subject: string }) => subject).filter((subject: string) => own.has(subject));
};

test('a strategy that others follow is closed once the desk agrees, which looks at it in a queue, and asked once', async () => {
  const { strategyId } = await openFollow(app, books, { provider, follower });
  const [first, second] = await Promise.all([archive(strategyId), archive(strategyId)]);
  for (const { data } of [first, second])
    expect(data.direct).toMatchObject({ strategy: { status: 'active' }, archiveRequests: [{ status: 'waiting', left: 1 }] });
  expect((await archive(strategyId, follower)).errors[0]?.code).toBe('strategy_not_found');
  const cases = await waiting(strategyId);
  expect(cases).toHaveLength(1);
  const as = await app.signInStaff('compliance');
  const [, id] = (cases[0] ?? '').split(':');
  const looked = await app.call({ method: 'GET', path: `/api/desk/remunerations/archives/${id}`, as });
  expect(looked.data.archive).toMatchObject({ client_id: provider.clientId, status: 'waiting', open: 1, invested: '1000.00' });

  const taken = await decideArchive(app, strategyId, { decision: 'approved' });
  expect(taken.data.archive).toMatchObject({ status: 'approved', decided_by: 'compliance' });
  expect(await strategyOf(strategyId)).toMatchObject({
    status: 'closed',
    archiveRequests: [{ status: 'under_way', reason: null, left: 1 }],
  });
  expect(await waiting(strategyId)).toEqual([]);
  expect((await decideArchive(app, strategyId, { decision: 'declined', reason_code: 'not_accepted' })).errors[0]?.code).toBe(
    'not_waiting',
  );
});

test('what is declined goes on with its reason, nobody is told of a suspicion, and it can be asked again', async () => {
  const { strategyId } = await openFollow(app, books, { provider, follower });
  await archive(strategyId);
  expect((await decideArchive(app, strategyId, { decision: 'declined' })).errors[0]?.code).toBe('field_required');
  for (const [code, told] of [
    ['positions_open', 'positions_open'],
    ['suspicion', 'not_accepted'],
  ] as const) {
    await archive(strategyId);
    expect((await decideArchive(app, strategyId, { decision: 'declined', reason_code: code })).data.archive.reason).toBe(code);
    expect(await strategyOf(strategyId)).toMatchObject({
      status: 'active',
      archiveRequests: [{ status: 'declined', reason: told }],
    });
  }
});

test('a strategy that nobody follows is closed at once', async () => {
  const { strategyId, id } = await openFollow(app, books, { provider, follower });
  await app.owner.sql.run(`update investment set status = 'closed' where id = $1`, [id]);
  expect((await archive(strategyId)).data.direct).toMatchObject({
    strategy: { status: 'closed' },
    archiveRequests: [{ status: 'done', left: 0 }],
  });
  expect(await waiting(strategyId)).toEqual([]);
});

test('nobody without the right looks at a request or decides it', async () => {
  const { strategyId } = await openFollow(app, books, { provider, follower });
  await archive(strategyId);
  const agent = await app.signInStaff('analyst');
  const { id } = await app.owner.sql.one<{ id: number }>('select max(id)::integer as id from strategy_archive');
  const path = `/api/desk/remunerations/archives/${id}`;
  const body = { decision: 'approved', reason: 'Told by the test.' };
  for (const answer of [
    await app.call({ method: 'GET', path, as: agent }),
    await app.call({ method: 'POST', path, as: agent, body }),
  ])
    expect(answer).toMatchObject({ httpStatus: 403, errors: [{ code: 'not_your_right' }] });
});
