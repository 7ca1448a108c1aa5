import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Dealer } from '../../../server/testing/dealer.ts';
import type { SignedIn, TestApp } from '../../../server/testing/app.ts';
import { holdSweeps, meanwhile, sweep } from '../../../server/testing/telling.ts';
import { pointsOf, priceOfPoints } from '../rules.ts';

/* What becomes of a stop that follows where its move is refused, or where its client changes the position meanwhile. */

let app: TestApp;
let client: SignedIn;
let dealer: Dealer;

beforeAll(async () => {
  ({ app, client, dealer } = await openTerminal('global.active'));
  await holdSweeps(app, ['trading.trailing']);
});

afterAll(() => app.close());

const post = (path: string, body: object) => app.call({ method: 'POST', path: `api/trading/${path}`, body, as: client });
const notices = async (type: string) =>
  (await dealer.get('api/notifications')).data.notifications.filter((one: { type: string }) => one.type === type);
const shifted = (price: string, points: number) => priceOfPoints(pointsOf(price, 5) + BigInt(points), 5);

/** The positions as the platform has them: what calls answer may be half a second old. */
async function positions() {
  const answer = await app.opened.app.platforms.mt5.positions(dealer.demo);
  return answer.outcome === 'done' ? answer.positions : [];
}
const stop = async () => (await positions())[0]?.stopLoss;

/** One look at the stops that follow, with the positions at a price so many points from their own. */
async function followAt(points: number): Promise<void> {
  const { mt5 } = app.opened.app.platforms;
  const usual = mt5.positionsOf;
  const moved: typeof usual = async (logins) => {
    const answer = await usual(logins);
    if (answer.outcome !== 'done') return answer;
    const positions = answer.positions.map((one) => ({ ...one, currentPrice: shifted(one.openPrice, points) }));
    return { ...answer, positions };
  };
  await meanwhile(mt5, { positionsOf: moved }, () => sweep(app, 'trading.trailing'));
}

/** The moves of a position's stop, and how each ended. */
const moves = (position: string) =>
  app.owner.sql.many<{ status: string }>(`select status from trading_order where position = $1 and kind = 'stops' order by id`, [
    position,
  ]);

test('a move that is refused is asked again later each time, and after five times its client is told once', async () => {
  const { fill } = await dealer.place();
  const { position = '' } = fill ?? {};
  await post(`positions/${position}/trailing`, { account: dealer.demo, distance_points: 10 });
  const near = async () => ({ outcome: 'refused', code: 'wrong_stops', message: 'told by the test' }) as const;
  const look = () => meanwhile(app.opened.app.platforms.mt5, { changeStops: near }, () => followAt(400));
  await look();
  await look();
  expect(await moves(position)).toEqual([{ status: 'refused' }]);
  for (const seconds of [16, 31, 61]) {
    await app.opened.clock.advance(seconds);
    await look();
    await look();
  }
  expect(await moves(position)).toHaveLength(4);
  expect(await notices('trailing_stop_refused')).toEqual([]);
  await app.opened.clock.advance(121);
  await look();
  await app.opened.clock.advance(3600);
  await look();
  expect(await moves(position)).toHaveLength(5);
  expect(await notices('trailing_stop_refused')).toHaveLength(1);
  expect((await dealer.get(`api/trading/trailing?account=${dealer.demo}`)).data.trailing).toEqual([]);
  await dealer.close(position);
});

test('a move that a shut market has refused waits until the market opens, and another distance is asked for at once', async () => {
  const { fill } = await dealer.place();
  const { position = '', price = '' } = fill ?? {};
  const set = (distance: number) => post(`positions/${position}/trailing`, { account: dealer.demo, distance_points: distance });
  await set(2000);
  const { mt5 } = app.opened.app.platforms;
  const shut = async () => ({ outcome: 'refused', code: 'market_closed', message: 'told by the test' }) as const;
  const opensAt = new Date(Math.floor(app.opened.clock.now().getTime() / 3_600_000) * 3_600_000 + 2 * 3_600_000);
  const [day, fromMinute] = [opensAt.getUTCDay(), opensAt.getUTCHours() * 60];
  const { symbol } = mt5;
  const later: typeof symbol = async (name) => {
    const found = await symbol(name);
    if (found.outcome !== 'done') return found;
    return { ...found, symbol: { ...found.symbol, sessions: [{ day, fromMinute, toMinute: fromMinute + 60 }] } };
  };
  await meanwhile(mt5, { changeStops: shut, symbol: later }, () => followAt(500));
  await app.opened.clock.advance(3000);
  await followAt(500);
  expect(await moves(position)).toEqual([{ status: 'refused' }]);
  await app.opened.clock.advance(4200);
  await followAt(500);
  expect(await moves(position)).toEqual([{ status: 'refused' }, { status: 'done' }]);
  expect(await stop()).toBe(shifted(price, -1500));
  await meanwhile(mt5, { changeStops: shut }, () => followAt(600));
  await set(1000);
  await followAt(600);
  expect(await stop()).toBe(shifted(price, -400));
  await dealer.close(position);
});

test('a stop that moves keeps the take profit that its client has set since the sweep began', async () => {
  const { fill } = await dealer.place();
  const { position = '', price = '' } = fill ?? {};
  const [before, wanted] = [shifted(price, 8000), shifted(price, 9000)];
  await post(`positions/${position}/stops`, { account: dealer.demo, take_profit: before });
  await post(`positions/${position}/trailing`, { account: dealer.demo, distance_points: 2000 });
  const { mt5 } = app.opened.app.platforms;
  const { positionsOf } = mt5;
  const change = () => post(`positions/${position}/stops`, { account: dealer.demo, take_profit: wanted });
  // The client's change comes through right after the first look of the sweep, then right after the second.
  for (const at of [1, 2]) {
    let looks = 0;
    const changes: unknown[] = [];
    const slow: typeof positionsOf = async (logins) => {
      const answer = await positionsOf(logins);
      if (++looks === at) changes.push((await change()).errors);
      return answer;
    };
    await meanwhile(mt5, { positionsOf: slow }, () => followAt(600 * at));
    expect([looks, changes]).toEqual([2, [[]]]);
    expect(await positions()).toMatchObject([{ takeProfit: wanted }]);
    await followAt(600 * at);
    expect(await positions()).toMatchObject([{ takeProfit: wanted, stopLoss: shifted(price, 600 * at - 2000) }]);
    await post(`positions/${position}/stops`, { account: dealer.demo, take_profit: before, stop_loss: await stop() });
  }
  await dealer.close(position);
});
