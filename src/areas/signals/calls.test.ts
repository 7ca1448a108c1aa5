import { afterAll, beforeAll, expect, test } from 'vitest';
import { endOfSignalDay, sessionTimes } from '../../law/signals.ts';
import type { Platform } from '../../ports/platform/port.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { holdSweeps, meanwhile } from '../../server/testing/telling.ts';
import { closeSignals } from './face.ts';

let app: TestApp;
let client: SignedIn;
let analyst: StaffSignedIn;
let today: string;

beforeAll(async () => {
  app = await openTestApp();
  // Wednesday, ten in the morning: London is open in summer and in winter.
  await openMarkets(app);
  await holdSweeps(app, ['signals.closing']);
  client = await app.signIn('global.active');
  analyst = await app.signInStaff('analyst');
  today = app.opened.clock.now().toISOString().slice(0, 10);
});
afterAll(() => app.close());

const get = (path: string, as = client) => app.call({ method: 'GET', path: `api/fx-signals/${path}`, as });
const reason = 'as the charts have it';
const post = (path: string, body: object, as: StaffSignedIn = analyst) =>
  app.call({ method: 'POST', path: `/api/desk/${path}`, body: { reason, ...body }, as });
const signals = (body: object) => post('signals', { date: today, session: 2, ...body });

type Candles = Parameters<Platform['candles']>[0];

/** The market as the test has it: so many minutes at that price, then at the next. */
function told(...stretches: readonly (readonly [minutes: number, price: string])[]) {
  // Of each signal as of the first minute that is asked for; the rest is read piece by piece.
  const first = new Map<string, number>();
  return async ({ symbol, from, to }: Candles) => {
    const begin = first.get(symbol) ?? from.getTime();
    first.set(symbol, begin);
    const prices = stretches.flatMap(([minutes, price]) => Array.from({ length: minutes }, () => price));
    const candles = prices.map((price, index) => ({
      at: new Date(begin + index * 60_000),
      open: price,
      high: price,
      low: price,
      close: price,
      ticks: 1,
    }));
    return { outcome: 'done' as const, candles: candles.filter(({ at }) => at >= from && at < to) };
  };
}

/** What the job does, in this process, with the market as the test has it. */
async function close(candles: Platform['candles']): Promise<number> {
  const { sql, transact } = app.database;
  return closeSignals({ sql, transact, now: app.opened.clock.now(), platform: { candles } });
}

const buy = { instrument: 'EURUSD', entry: '1.1000', stop: '1.09', targets: ['1.11', '1.12'] };

test('an analyst posts a signal for a session, clients read it, and where there is none a flag says so', async () => {
  const none = (await get('EURUSD')).data;
  expect(none.fxtm_signals).toEqual({ signal: [], no_data: true });
  expect(none.sessions.map(({ time_session: session }: { time_session: number }) => session)).toEqual([1, 2, 3]);
  const { starts_at: starts, season } = none.sessions[1];
  expect({ starts, season }).toEqual({
    starts: sessionTimes(2, today).startsAt.toISOString(),
    season: sessionTimes(2, today).season,
  });

  const posted = await signals({ ...buy, comment: 'A base above the round figure.' });
  expect(posted.errors).toEqual([]);
  const { data } = await get(`eurusd?date=${today}`);
  expect(data.fxtm_signals.no_data).toBe(false);
  expect(data.fxtm_signals.signal).toMatchObject([
    {
      instruments: 'EURUSD',
      post_status: 'posted',
      market_holidays: [],
      date_time: expect.stringContaining(today),
      time_session: 2,
      side: 'buy',
      entry: '1.10000',
      stop: '1.09000',
      targets: ['1.11000', '1.12000'],
      comment: 'A base above the round figure.',
      corrections: [],
      outcome: null,
      expires_at: endOfSignalDay(today).toISOString(),
    },
  ]);
  expect(data.sessions[1]).toMatchObject({ has_signal: true, holiday: null });
});

test('the picture and the candles of a signal are real ones, under the name of its instrument only', async () => {
  const [{ id, chart_uri: uri }] = (await get('EURUSD')).data.fxtm_signals.signal;
  const response = await fetch(app.url + uri, { headers: { cookie: client.cookie } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  const picture = await response.text();
  expect(picture).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="700" height="400"/);
  expect(picture.match(/<rect /g)?.length).toBeGreaterThan(10);
  expect(picture).toContain('Entry 1.10000');
  expect((await get(`EURUSD/candles?signal=${id}`)).data.candles.length).toBeGreaterThan(10);
  expect(await get(`GBPUSD/candles?signal=${id}`)).toMatchObject({ httpStatus: 404 });
  const away = async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const;
  await app.opened.clock.advance(2);
  await meanwhile(app.opened.app.platforms.mt5, { candles: away }, async () => {
    // A price board remembers for a second of wall time what it was told.
    await expect.poll(async () => (await get(`EURUSD/candles?signal=${id}`)).httpStatus, { timeout: 60_000 }).toBe(503);
  });
});

test('a corrected signal shows what stood there before, and is decided by the market alone', async () => {
  const [{ id }] = (await get('EURUSD')).data.fxtm_signals.signal;
  const correct = (body: object) => post(`signals/${id}`, { entry: '1.1', stop: '1.095', targets: ['1.11', '1.12'], ...body });
  expect((await correct({ stop: '1.105' })).errors[0]).toMatchObject({ code: 'wrong_signal_levels' });
  expect((await correct({ stop: '1.15', targets: ['1.09', '1.08'] })).errors[0]).toMatchObject({ code: 'signal_side_stays' });
  expect((await correct({ targets: ['1.11'] })).errors[0]).toMatchObject({ code: 'wrong_signal_levels' });
  expect((await correct({ stop: '1.09' })).errors[0]).toMatchObject({ code: 'signal_same' });
  await app.opened.clock.advance(600);
  expect((await correct({})).errors).toEqual([]);
  const [signal] = (await get('EURUSD')).data.fxtm_signals.signal;
  expect(signal).toMatchObject({ post_status: 'corrected', stop: '1.09500' });
  expect(signal.corrections).toMatchObject([{ version: 1, stop: '1.09000', entry: '1.10000' }]);

  // It was at the entry, and came to the stop of before before it was corrected.
  await app.opened.clock.advance(300);
  expect(await close(told([2, '1.10000'], [1, '1.08900'], [60, '1.11500']))).toBe(1);
  const [closed] = (await get('EURUSD')).data.fxtm_signals.signal;
  expect(closed).toMatchObject({ post_status: 'closed', outcome: 'stop', exit: '1.09000', result_points: -1000 });
  expect(closed.corrections).toHaveLength(1);
  expect((await correct({ stop: '1.096' })).errors[0]).toMatchObject({ code: 'signal_closed' });
});

test('targets that were hit are told while the signal holds, and two who close it at once close it once', async () => {
  await signals({ instrument: 'USDJPY', entry: '150', stop: '151.5', targets: ['149', '148.5'] });
  await app.opened.clock.advance(600);
  const half = told([3, '150.000'], [60, '148.900']);
  expect(await close(half)).toBe(1);
  expect(await close(half)).toBe(0);
  const [open] = (await get('USDJPY')).data.fxtm_signals.signal;
  expect(open).toMatchObject({ post_status: 'posted', side: 'sell', targets_hit: 1, outcome: null });
  const whole = told([3, '150.000'], [3, '148.900'], [60, '148.400']);
  const closed = await Promise.all([close(whole), close(whole), close(whole)]);
  expect(closed.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect((await get('USDJPY')).data.fxtm_signals.signal[0]).toMatchObject({
    outcome: 'target',
    targets_hit: 2,
    result_points: 1500,
  });
});

test('a signal that was never entered has expired with its day, once the platform has said so, and counts for the hit rate', async () => {
  await signals({ instrument: 'XAUUSD', entry: '3000', stop: '2990', targets: ['3020'], session: 3 });
  await app.opened.clock.advance(Math.ceil((endOfSignalDay(today).getTime() - app.opened.clock.now().getTime()) / 1000) + 1);
  // A platform that says nothing, or has lost the day, decides nothing.
  expect(await close(async () => ({ outcome: 'unknown', reason: 'told by the test' }))).toBe(0);
  expect(await close(told())).toBe(0);
  expect(await close(told([5, '3100.00']))).toBe(1);
  const [signal] = (await get(`XAUUSD?date=${today}`)).data.fxtm_signals.signal;
  expect(signal).toMatchObject({ outcome: 'expired', entered_at: null, exit: null, result_points: null });
  const { results, instruments } = (await get('instruments')).data;
  expect(results).toEqual({ open: 0, target: 1, stop: 1, expired: 1, hit_rate: '33.3' });
  expect(instruments.find(({ instrument }: { instrument: string }) => instrument === 'XAUUSD')).toMatchObject({
    digits: 2,
    latest: { date: today, time_session: 3 },
    results: { expired: 1, hit_rate: '0.0' },
  });
});

test('what cannot be posted is refused at its field', async () => {
  const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  await app.opened.clock.advance(3600);
  const of = (body: object) => post('signals', { ...buy, date: tomorrow, session: 1, ...body });
  const refusals = [
    [{ date: today, session: 2 }, 'signal_session_over', 'session'],
    [{ date: '2031-01-06' }, 'signal_session_far', 'date'],
    [{ date: '2026-11-28' }, 'signal_day_closed', 'date'],
    [{ entry: '1.100001' }, 'bad_signal_price', 'entry'],
    [{ entry: '-1' }, 'bad_signal_price', 'entry'],
    [{ stop: '1e1' }, 'bad_signal_price', 'stop'],
    [{ targets: ['1.05'] }, 'wrong_signal_levels', 'targets'],
  ] as const;
  for (const [body, code, field] of refusals) {
    const { errors } = await of(body);
    expect(errors[0]).toMatchObject({ code, validation_messages: { [field]: expect.anything() } });
  }
  expect((await of({ targets: [] })).errors[0]?.validation_messages).toHaveProperty('targets');
  const both = await Promise.all([of({}), of({})]);
  expect(both.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409]);
});

test('holidays are data: the desk names them, clients read why, and nothing is posted for that market', async () => {
  const date = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const added = await post('market-holidays', { market: 'london', date, name: 'Bank holiday' });
  expect(added.errors).toEqual([]);
  expect(await post('market-holidays', { market: 'london', date, name: 'Twice' })).toMatchObject({ httpStatus: 409 });
  expect((await get(`EURUSD?date=${date}`)).data.market_holidays).toEqual([{ date, market: 'london', name: 'Bank holiday' }]);
  expect((await get(`EURUSD?date=${date}`)).data.sessions[1].holiday).toBe('Bank holiday');
  const closed = await post('signals', { ...buy, date, session: 2 });
  expect(closed.errors[0]).toMatchObject({ code: 'signal_day_closed' });
  expect((await post(`market-holidays/${added.data.holiday.id}/remove`, {})).errors).toEqual([]);
  expect(await post(`market-holidays/${added.data.holiday.id}/remove`, {})).toMatchObject({ httpStatus: 404 });
  const events = await app.owner.sql.many<{ action: string }>(
    `select action from audit_event where actor_id = 'analyst' and (action like 'signal.%' or action like 'market_holiday.%') order by id`,
  );
  expect(new Set(events.map(({ action }) => action))).toEqual(
    new Set(['signal.post', 'signal.correct', 'market_holiday.add', 'market_holiday.remove']),
  );
});

test('signals are hidden from the clients of the UK, whatever they ask, and posted by nobody without the right', async () => {
  const uk = await app.signIn('uk.active');
  for (const path of ['instruments', 'EURUSD', 'EURUSD/candles?signal=1', 'EURUSD/chart?signal=1'])
    expect(await get(path, uk)).toMatchObject({ httpStatus: 403, errors: [{ code: 'signals_not_available_here' }] });
  expect((await get('EURUSD', await app.signIn('eu.active'))).errors).toEqual([]);
  expect((await get('BTCUSD')).errors[0]).toMatchObject({ code: 'unknown_signal_instrument' });
  expect((await get('EURUSD?date=2016-12-31')).errors[0]).toMatchObject({ code: 'signal_date_out_of_range' });
  const finance = await app.signInStaff('finance');
  expect(await post('signals', buy, finance)).toMatchObject({ httpStatus: 403, errors: [{ code: 'not_your_right' }] });
  const board = await app.call({ method: 'GET', path: '/api/desk/signals', as: analyst });
  expect(board.data.signals[0]).toMatchObject({ posted_by: 'analyst' });
});
