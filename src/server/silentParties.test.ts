import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { secondMs } from '../base/time.ts';
import type { FaultTarget } from '../sandbox/takes.ts';
import { openTestApp, type SignedIn, type TestApp } from './testing/app.ts';
import { openDemo, openMarkets } from './testing/dealer.ts';
import { sweep } from './testing/telling.ts';

/*
 * Feed, research vendor or platform timing out, answering nonsense or nothing: the screen says so and since when, and no call fails with
 * 500. What each screen asks of an outside party, under each way in which that party fails.
 */

let app: TestApp;
let client: SignedIn;
let demo: number;
/** What stands in the addresses below. */
let known: Readonly<Record<string, number>>;

beforeAll(async () => {
  app = await openTestApp();
  await openMarkets(app);
  await sweep(app, 'reference-rates');
  client = await app.signIn('global.active');
  demo = await openDemo(app, client);
  const analyst = await app.signInStaff('analyst');
  const date = app.opened.clock.now().toISOString().slice(0, 10);
  const levels = { instrument: 'EURUSD', entry: '1.1000', stop: '1.09', targets: ['1.11'] };
  const body = { reason: 'told by the test', date, session: 2, ...levels };
  const posted = await app.call({ method: 'POST', path: '/api/desk/signals', body, as: analyst });
  const order = { account: 'advantage mt5', currency: 'USD', leverage: 100, i_agree_tc: true };
  const live = await app.call({ method: 'POST', path: 'api/accounts/live', body: order, as: client });
  await app.owner.sql.run(
    `insert into closed_trade (server, ticket, number, position, symbol, side, lots, open_price, close_price, profit, swap, commission,
       opened_at, closed_at)
     values ('mt5', 'silent-1', $1, 'silent-1', 'EURUSD', 'buy', 1, 1.1, 1.2, 100, 0, 0, $2::timestamptz - interval '1 hour', $2)`,
    [live.data.number, app.opened.clock.now()],
  );
  known = { demo, live: live.data.number, signal: posted.data.signal.id };
});
afterAll(() => app.close());

const faults = ['timeout_before', 'error', 'nonsense', 'nothing'] as const;
type Fault = (typeof faults)[number] | 'none';

/** Until further notice. */
async function fail(target: FaultTarget, mode: Fault): Promise<void> {
  const answer = await app.call({ method: 'POST', path: '/sandbox/faults', body: { target, mode } });
  expect(answer.httpStatus).toBe(200);
}
afterEach(async () => {
  for (const target of ['trading', 'market', 'calendar', 'research', 'verification'] as const) await fail(target, 'none');
});

const get = (path: string) => app.call({ method: 'GET', path, as: client });

/** What the terminal and the tools ask of a platform at the moment. */
const ofPlatform: readonly string[] = [
  'api/trading/symbols',
  'api/trading/symbols/GBPUSD',
  'api/trading/symbols/GBPUSD/terms?account={demo}',
  'api/trading/ticks?symbols=GBPUSD',
  'api/trading/candles?symbol=GBPUSD',
  'api/trading/positions?account={demo}',
  'api/trading/history?account={demo}',
  'api/trading/margin?account={demo}&symbol=GBPUSD&side=buy&lots=0.10',
  'api/direct/pivot-points/standard?symbol=GBPUSD',
  'api/direct/price-levels/standard',
  'api/direct/symbols',
  'api/accounts/{demo}/positions',
  'api/accounts/{demo}/orders',
  'api/fx-signals/EURUSD/candles?signal={signal}',
  'api/direct/best-trades/silent-1?account={live}',
];

describe.each(faults)('a platform that fails by %s', (mode) => {
  test('leaves no screen without an answer: each is told by an envelope, and what is missing since when', async () => {
    const money = () => get(`api/trading/positions?account=${demo}`);
    // It was well before, and nobody has asked for a while.
    await expect.poll(async () => (await money()).httpStatus).toBe(200);
    await app.opened.clock.advance(90);
    const begun = app.opened.clock.now();
    await fail('trading', mode);
    const answers = await Promise.all(
      ofPlatform.map(async (path) => ({
        path,
        answer: await get(path.replace(/\{(\w+)\}/, (_all, name) => String(known[name]))),
      })),
    );
    const whole = answers.find(({ path }) => path.includes('best-trades'))?.answer.data.is_chart_whole;
    // No price of then is made up: the two ends that are known are drawn, and said to be all.
    expect(whole).toBe(false);
    for (const { path, answer } of answers) expect([path, ...saidOf(answer, begun)]).toEqual([path, 'told', 'since then']);
    // What was told a moment ago is told again; behind it stands that there is no answer.
    await expect.poll(async () => (await money()).errors[0]?.code).toBe('platform_unavailable');
    await fail('trading', 'none');
    await expect.poll(async () => (await money()).httpStatus).toBe(200);
  });

  test('is told by the same hour however often one asks', async () => {
    await fail('trading', mode);
    const since = async () => (await get(`api/trading/positions?account=${demo}`)).data.since;
    await expect.poll(since).toEqual(expect.any(String));
    const first = new Date(await since()).getTime();
    // Within a minute of the last question nothing begins anew, whatever else was answered meanwhile; the worker's own questions went
    // without an answer a moment before or after this one.
    for (const seconds of [40, 40, 40]) {
      await app.opened.clock.advance(seconds);
      expect(new Date(await since()).getTime() - first).toBeLessThan(40 * secondMs);
    }
  });
});

/** What stands in the memory of a process for a minute is told as it is; anything else says since when it is not. */
function saidOf(answer: Awaited<ReturnType<typeof get>>, begun: Date): readonly [string, string] {
  if (answer.httpStatus === 200) return ['told', 'since then'];
  const isTold = answer.httpStatus === 503 && answer.success === false && answer.errors[0]?.errmsg !== '';
  const since = new Date(answer.data?.since ?? Number.NaN);
  return [isTold ? 'told' : `${answer.httpStatus} ${answer.errors[0]?.code}`, since >= begun ? 'since then' : String(since)];
}

describe.each(faults)('whoever keeps the calendar, failing by %s,', (mode) => {
  test('is said to be broken since the last reading, with what was known before', async () => {
    await sweep(app, 'calendar.reading');
    const before = await get('api/economic-calendar');
    expect(before.data).toMatchObject({ feed: { as_of: expect.any(String), broken_since: null } });
    await fail('calendar', mode);
    await app.opened.clock.advance(1800);
    await sweep(app, 'calendar.reading');
    const { httpStatus, data } = await get('api/economic-calendar');
    expect([httpStatus, data.feed]).toEqual([200, { as_of: before.data.feed.as_of, broken_since: expect.any(String) }]);
    expect(new Date(data.feed.broken_since).getTime()).toBeLessThanOrEqual(app.opened.clock.now().getTime());
  });
});

describe.each(faults)('whoever makes research, failing by %s,', (mode) => {
  test('is said not to answer, and since when', async () => {
    const launch = () => app.call({ method: 'POST', path: 'api/client-tc/launch', body: { service: 'indicators' }, as: client });
    await fail('research', mode);
    const first = await launch();
    expect(first).toMatchObject({ httpStatus: 503, errors: [{ code: 'research_unavailable' }] });
    expect(first.data.since).toEqual(expect.any(String));
    await app.opened.clock.advance(60);
    expect((await launch()).data.since).toBe(first.data.since);
    await fail('research', 'none');
    expect((await launch()).httpStatus).toBe(200);
  });
});

describe.each(faults)('the reference of the rates, failing by %s,', (mode) => {
  test('leaves the rates of the day before, told as of their hour', async () => {
    await fail('market', mode);
    await sweep(app, 'reference-rates');
    const { httpStatus, data } = await get('api/rates');
    expect(httpStatus).toBe(200);
    expect(data.as_of).toEqual(expect.any(String));
  });
});

describe.each(faults)('whoever looks at papers, failing by %s,', (mode) => {
  test('is told by an envelope', async () => {
    await fail('verification', mode);
    const pending = await app.signIn('global.full');
    const answer = await app.call({ method: 'GET', path: 'api/direct/sumsub/init', as: pending });
    expect(answer.httpStatus).not.toBe(500);
    expect(answer.success === true || answer.errors[0]?.errmsg !== '').toBe(true);
  });
});
