import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openFollow, type TestFollow } from '../../server/testing/followFixture.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { mostWaitingNews } from './contract.ts';

let app: TestApp;
let books: BookFixture;
let manager: SignedIn;
let follower: SignedIn;
let compliance: StaffSignedIn;
let follow: TestFollow;

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  await openMarkets(app);
  [manager, follower] = [await app.signIn('provider.new'), await app.signIn('global.active')];
  compliance = await app.signInStaff('compliance');
  follow = await openFollow(app, books, { provider: manager, follower });
  await app.owner.sql.run('delete from strategy_news');
});
afterAll(() => app.close());

const base = 'api/direct/investment-program';
const news = { title: 'A calm month', text: 'Ten trades were closed.\nNone was held over a weekend.' };
const write = (body: object = news, as = manager) =>
  app.call({ method: 'POST', path: `${base}/strategy-news`, as, body: { strategy_id: follow.strategyId, ...body } });
const own = async () =>
  (await app.call({ method: 'GET', path: `${base}/strategy-news?strategy_id=${follow.strategyId}`, as: manager })).data.direct
    .news;
const feed = async (query: string, as = follower) =>
  (await app.call({ method: 'GET', path: `${base}/manager-news-feed?${query}`, as })).data.direct;
const waiting = async (): Promise<{ subject: string }[]> =>
  (await app.call({ method: 'GET', path: '/api/desk/queues/strategy-news', as: compliance })).data.items;
const firstWaiting = async () => Number((await waiting())[0]?.subject.split(':')[1]);
const decide = (id: number, body: object) =>
  app.call({
    method: 'POST',
    path: `/api/desk/strategy-news/${id}`,
    as: compliance,
    body: { reason: 'As it was read.', ...body },
  });
const noticesOf = async () =>
  (
    await app.owner.sql.many<{ type: string }>(
      `select type from notice where client_id = $1 and type like 'strategy_news_%' order by id`,
      [manager.clientId],
    )
  ).map(({ type }) => type);

test('news is read by nobody before the desk has approved it, and by everybody afterwards', async () => {
  expect((await write()).data.direct.news).toMatchObject([{ ...news, status: 'waiting', reviewed_at: null }]);
  expect(await feed('type=all')).toMatchObject({ manager_news_feed: [], total_items: 0, page: 1 });
  const id = await firstWaiting();
  const looked = await app.call({ method: 'GET', path: `/api/desk/strategy-news/${id}`, as: compliance });
  expect(looked.data.news).toMatchObject({ ...news, status: 'waiting', client_id: manager.clientId });
  expect((await decide(id, { decision: 'approved' })).data.news).toMatchObject({ status: 'approved' });
  expect(await waiting()).toEqual([]);
  expect((await decide(id, { decision: 'approved' })).errors[0]?.code).toBe('not_waiting');
  const shown = { ...news, acc_no: expect.any(Number), author: expect.any(String), reviewed_at: expect.any(String) };
  expect((await feed('type=all')).manager_news_feed).toEqual([{ ...shown, id, acc_name: expect.any(String) }]);
  expect(await noticesOf()).toEqual(['strategy_news_shown']);
});

test('my investments have the news of what the client follows alone, and a page behind the last is the last', async () => {
  expect(await feed('type=my')).toMatchObject({ total_items: 1 });
  expect(await feed('type=my', manager)).toMatchObject({ total_items: 0, manager_news_feed: [] });
  expect(await feed('type=my&page=9&per_page=1')).toMatchObject({ page: 1, page_size: 1, total_items: 1 });
  await app.owner.sql.run(`update investment set ended_at = now(), status = 'closed' where id = $1`, [follow.id]);
  expect(await feed('type=my')).toMatchObject({ total_items: 0 });
});

test('what is declined is told with its reason, and nobody is told of a suspicion', async () => {
  await write();
  expect((await decide(await firstWaiting(), { decision: 'declined' })).errors[0]?.code).toBe('field_required');
  await decide(await firstWaiting(), { decision: 'declined', reason_code: 'promises_returns' });
  expect((await own())[0]).toMatchObject({ status: 'declined', reason: 'promises_returns' });
  await write();
  await decide(await firstWaiting(), { decision: 'declined', reason_code: 'suspicion' });
  expect((await own())[0]).toMatchObject({ status: 'declined', reason: 'not_accepted' });
  expect((await feed('type=all')).total_items).toBe(1);
});

test('what is shown is taken back by the desk, once, and its manager hears why', async () => {
  await write({ ...news, title: 'Taken back' });
  const id = await firstWaiting();
  await decide(id, { decision: 'approved' });
  expect((await feed('type=all')).total_items).toBe(2);
  expect((await decide(id, { decision: 'declined' })).errors[0]?.code).toBe('field_required');
  const { data } = await decide(id, { decision: 'declined', reason_code: 'names_others' });
  expect(data.news).toMatchObject({ status: 'declined', reason: 'names_others' });
  expect((await feed('type=all')).total_items).toBe(1);
  expect((await own())[0]).toMatchObject({ id, status: 'declined', reason: 'names_others' });
  expect((await noticesOf()).slice(-2)).toEqual(['strategy_news_shown', 'strategy_news_declined']);
  expect((await decide(id, { decision: 'declined', reason_code: 'names_others' })).errors[0]?.code).toBe('not_waiting');
});

test('what is not accepted without a suspicion is told in the same words', async () => {
  await write();
  const { data } = await decide(await firstWaiting(), { decision: 'declined', reason_code: 'not_accepted' });
  expect(data.news).toMatchObject({ status: 'declined', reason: 'not_accepted' });
  expect((await own())[0]).toMatchObject({ status: 'declined', reason: 'not_accepted' });
});

test('a strategy has the news that was approved among its details', async () => {
  await app.owner.sql.run(
    `insert into strategy_figures (strategy_id, total_return, month_return, drawdown, unit_price, equity, is_estimated, figured_at)
       values ($1, 0, 0, 0, 1000000000000, 0, false, now()) on conflict do nothing`,
    [follow.strategyId],
  );
  const { number } = await app.owner.sql.one<{ number: number }>('select number from strategy where id = $1', [
    follow.strategyId,
  ]);
  const { data } = await app.call({ method: 'GET', path: `${base}/manager-accounts/${number}`, as: follower });
  expect(data.direct.strategy.news).toEqual([
    { id: expect.any(Number), ...news, author: expect.any(String), reviewed_at: expect.any(String) },
  ]);
});

test('of two who write at once no more come to wait than may, and nobody writes for somebody else', async () => {
  const answers = await Promise.all(Array.from({ length: mostWaitingNews + 2 }, () => write()));
  expect(answers.filter(({ success }) => success)).toHaveLength(mostWaitingNews);
  expect(answers.filter(({ errors }) => errors[0]?.code === 'news_too_many')).toHaveLength(2);
  expect((await write(news, follower)).errors[0]?.code).toBe('strategy_not_found');
  expect((await write({ title: 'x', text: 'short' })).errors[0]).toMatchObject({
    validation_messages: { title: expect.anything(), text: expect.anything() },
  });
});
