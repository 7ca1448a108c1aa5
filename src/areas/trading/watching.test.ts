import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openTerminal, type Dealer } from '../../server/testing/dealer.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import { topics, type Topic } from '../../protocol/topics.ts';
import { openListening, type HeardEvent, type Listening } from '../../server/testing/listening.ts';

/* What the terminal is told over the event stream, instead of asking again and again. */

let app: TestApp;
let client: SignedIn;
let dealer: Dealer;
const opened: Listening[] = [];

beforeAll(async () => {
  ({ app, client, dealer } = await openTerminal('global.active'));
});

afterEach(async () => {
  for (const listening of opened.splice(0)) listening.close();
  await fault('none');
});
afterAll(() => app.close());

async function listenAs(who = client): Promise<Listening> {
  const listening = await openListening(app.url, who);
  opened.push(listening);
  return listening;
}

const watch = (stream: string, wish: object, as = client) =>
  app.call({ method: 'POST', path: 'api/trading/watch', body: { stream, tab: 'one', ...wish }, as });

async function fault(mode: string): Promise<void> {
  const answer = await app.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'market', mode } });
  expect(answer.httpStatus).toBe(200);
}

const hasTick =
  (symbol: string) =>
  ({ event, data }: HeardEvent): boolean =>
    event === 'ticks' && data.ticks.some((tick: { symbol: string }) => tick.symbol === symbol);

test('prices, positions and margin of what is looked at come over the stream, without numbers and lines', async () => {
  const stream = await listenAs();
  const order = { symbol: 'EURUSD', side: 'buy', lots: '0.10' };
  const answer = await watch(stream.name, { symbols: ['EURUSD', 'GBPUSD', 'NOTHING'], account: dealer.demo, order });
  expect(answer).toMatchObject({ httpStatus: 200, data: { seconds: 90 } });
  const ticks = await stream.until(hasTick('EURUSD'));
  expect(ticks).toMatchObject({ id: '', data: { platform: 'mt5' } });
  const [tick] = (await dealer.get('api/trading/ticks?symbols=EURUSD')).data.ticks;
  expect(Object.keys(ticks.data.ticks[0])).toEqual(Object.keys(tick));
  const positions = await stream.until(({ event }) => event === 'positions');
  const read = (await dealer.get(`api/trading/positions?account=${dealer.demo}`)).data;
  expect(positions.data).toEqual({ ...read, as_of: positions.data.as_of });
  const margin = await stream.until(({ event }) => event === 'margin');
  expect(margin.data).toMatchObject({ account: dealer.demo, ...order, currency: 'USD', is_enough: true });
  // Only lines have numbers, so whoever comes back is told no old price.
  const pushed = stream.heard.filter(({ event }) => event !== 'hello' && event !== 'stale');
  expect(new Set(pushed.map(({ id }) => id))).toEqual(new Set(['']));
  const lines = await app.database.sql.many<{ topics: string[] }>('select topics from live_line');
  expect(lines.flatMap(({ topics }) => topics).filter((topic) => !topics.includes(topic as Topic))).toEqual([]);
});

test('what was bought stands among the positions soon after, with the platform’s own profit', async () => {
  const stream = await listenAs();
  await watch(stream.name, { account: dealer.demo });
  await stream.until(({ event }) => event === 'positions');
  const { fill } = await dealer.place();
  const told = await stream.until(({ event, data }) => event === 'positions' && data.positions.length > 0);
  expect(told.data.positions[0]).toMatchObject({ position: fill?.position, profit: expect.stringMatching(/^-?\d+\.\d\d$/) });
  await dealer.close(fill?.position ?? '');
});

test('an account of another client is refused as one that does not exist, and so is one of the other platform', async () => {
  const stream = await listenAs();
  const other = await app.signIn('eu.active');
  const theirs = await listenAs(other);
  for (const [wish, as, name] of [
    [{ account: dealer.demo }, other, theirs.name],
    [{ account: 12 }, client, stream.name],
    [{ account: dealer.demo, platform: 'mt4' }, client, stream.name],
  ] as const)
    expect(await watch(name, wish, as)).toMatchObject({ httpStatus: 422, errors: [{ code: 'unknown_account' }] });
});

test('nobody writes onto a stream of another session, and nobody without a token', async () => {
  const stream = await listenAs();
  const other = await app.signIn('eu.active');
  expect((await watch(stream.name, { symbols: ['EURUSD'] }, other)).httpStatus).toBe(200);
  const own = await listenAs(other);
  await watch(own.name, { symbols: ['EURUSD'] }, other);
  await own.until(hasTick('EURUSD'));
  await watch(stream.name, { symbols: ['GBPUSD'] });
  await stream.until(hasTick('GBPUSD'));
  expect(stream.heard.some(hasTick('EURUSD'))).toBe(false);
  const bare = await watch(stream.name, { symbols: ['EURUSD'] }, { ...client, token: 'wrong' });
  expect(bare).toMatchObject({ httpStatus: 403, errors: [{ code: 'invalid_auth_token' }] });
});

test('what the law lets nobody sell to a client is not told to them: no crypto for retail in the UK', async () => {
  const uk = await app.signIn('uk.active');
  const stream = await listenAs(uk);
  await watch(stream.name, { symbols: ['BTCUSD', 'EURUSD'] }, uk);
  await stream.until(hasTick('EURUSD'));
  expect(stream.heard.some(hasTick('BTCUSD'))).toBe(false);
  const order = { symbol: 'BTCUSD', side: 'buy', lots: '0.01' };
  expect(await watch(stream.name, { order }, uk)).toMatchObject({ errors: [{ code: 'unknown_symbol' }] });
});

test('tabs that share the stream do not take from each other what they look at', async () => {
  const stream = await listenAs();
  await watch(stream.name, { symbols: ['EURUSD'] });
  await watch(stream.name, { symbols: ['GBPUSD'], tab: 'two' });
  const both = (event: HeardEvent): boolean => hasTick('EURUSD')(event) && hasTick('GBPUSD')(event);
  await stream.until(both);
  await watch(stream.name, { symbols: [], tab: 'one' });
  await watch(stream.name, { symbols: ['GBPUSD', 'USDJPY'], tab: 'two' });
  await stream.until(hasTick('USDJPY'));
  // Events come in order, so from the first of these on nothing is left over from before.
  const first = stream.heard.findIndex(hasTick('USDJPY'));
  await vi.waitUntil(() => stream.heard.slice(first).filter(hasTick('GBPUSD')).length > 3, { timeout: 120_000 });
  expect(stream.heard.slice(first).some(hasTick('EURUSD'))).toBe(false);
});

test('while the platform tells no prices, the stream says since when they stand still, in application time', async () => {
  const stream = await listenAs();
  await watch(stream.name, { symbols: ['EURUSD'] });
  await stream.until(hasTick('EURUSD'));
  const from = app.opened.clock.now().getTime();
  await fault('error');
  // On a machine that stands still itself it may have been said before, and taken back.
  const told = stream.heard.length;
  const still = await stream.until((event) => stream.heard.indexOf(event) >= told && event.data.since != null);
  expect([still.event, still.data.platform, still.data.of]).toEqual(['still', 'mt5', 'ticks']);
  const since = Date.parse(still.data.since);
  expect(since).toBeGreaterThan(from - 5000);
  expect(since).toBeLessThanOrEqual(app.opened.clock.now().getTime());
  // Whoever comes meanwhile is told too, and what was watched goes on being watched.
  const later = await listenAs();
  expect((await watch(later.name, { symbols: ['EURUSD'] })).httpStatus).toBe(200);
  await later.until(({ event, data }) => event === 'still' && data.since === still.data.since);
  await fault('none');
  await stream.until(({ event, data }) => event === 'still' && data.since === null);
});

test('signing out ends the stream and what was watched over it', async () => {
  const leaving = await app.signIn('in.gold');
  const stream = await listenAs(leaving);
  await watch(stream.name, { symbols: ['EURUSD'] }, leaving);
  await stream.until(hasTick('EURUSD'));
  await app.call({ method: 'POST', path: '/api/client/logout', body: {}, as: leaving });
  await stream.ended;
  expect((await watch(stream.name, { symbols: ['EURUSD'] }, leaving)).httpStatus).toBe(401);
});
