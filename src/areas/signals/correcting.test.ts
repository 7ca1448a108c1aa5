import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Platform } from '../../ports/platform/port.ts';
import { openTestApp, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { holdSweeps } from '../../server/testing/telling.ts';
import { pointsOf, priceOfPoints } from '../trading/face.ts';
import { closeSignals } from './face.ts';

let app: TestApp;
let analyst: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  await openMarkets(app);
  await holdSweeps(app, ['signals.closing']);
  analyst = await app.signInStaff('analyst');
});
afterAll(() => app.close());

const post = (path: string, body: object) =>
  app.call({ method: 'POST', path: `/api/desk/${path}`, body: { reason: 'as the charts have it', ...body }, as: analyst });

/** The market was at the entry for five minutes, and is at that price since. */
async function enter(entry: string, price: string): Promise<number> {
  const { sql, transact } = app.database;
  let begin: number | undefined;
  const candles: Platform['candles'] = async ({ from, to }) => {
    const first = (begin ??= from.getTime());
    const all = Array.from({ length: 65 }, (_none, index) => {
      const at = index < 5 ? entry : price;
      return { at: new Date(first + index * 60_000), open: at, high: at, low: at, close: at, ticks: 1 };
    });
    return { outcome: 'done', candles: all.filter(({ at }) => at >= from && at < to) };
  };
  return closeSignals({ sql, transact, now: app.opened.clock.now(), platform: { candles } });
}

test('once a signal is entered, no new target may lie behind the price', async () => {
  const { bid } = (await app.call({ method: 'GET', path: '/api/desk/signals/price?instrument=GBPUSD', as: analyst })).data;
  const at = (points: number): string => priceOfPoints(pointsOf(bid, 5) + BigInt(points), 5);
  const date = app.opened.clock.now().toISOString().slice(0, 10);
  const levels = { entry: at(-4000), stop: at(-6000), targets: [at(4000), at(6000)] };
  const { data } = await post('signals', { instrument: 'GBPUSD', date, session: 2, ...levels });
  const correct = (targets: readonly string[]) => post(`signals/${data.signal.id}`, { ...levels, targets });
  const behind = [at(-2000), at(6000)];
  // Not entered yet: the price has to come back to the entry first.
  expect((await correct(behind)).errors).toEqual([]);
  expect((await correct(levels.targets)).errors).toEqual([]);
  await app.opened.clock.advance(600);
  expect(await enter(levels.entry, bid)).toBe(1);
  const refused = await correct(behind);
  expect(refused).toMatchObject({ httpStatus: 422, errors: [{ code: 'wrong_signal_levels' }] });
  expect(refused.errors[0]?.validation_messages).toHaveProperty('targets');
  expect((await correct([at(3000), at(6000)])).errors).toEqual([]);
});
