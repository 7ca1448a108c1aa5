import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountNumber } from '../../base/id.ts';
import type { Platform } from '../../ports/platform/port.ts';
import { openTerminal, type Dealer } from '../../server/testing/dealer.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import { holdForOrder } from './face.ts';

/* An order and a change of leverage at the same moment: nothing may be open when the leverage changes. Each test holds one of
   both at the point where only one guard is left. */

let app: TestApp;
let client: SignedIn;
let dealer: Dealer;
let usual: Pick<Platform, 'marketOrder' | 'positions' | 'changeLeverage'>;
const platform = () => app.opened.app.platforms.mt5;

beforeAll(async () => {
  ({ app, client, dealer } = await openTerminal('global.active'));
  const { marketOrder, positions, changeLeverage: change } = platform();
  usual = { marketOrder, positions, changeLeverage: change };
});
afterAll(() => app.close());

// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the leverage must be as it was
beforeEach(async () => expect(await leverages()).toEqual({ ours: 200, wanted: null, theirs: 200 }));
afterEach(async () => {
  Object.assign(platform(), usual);
  for (const { position } of await dealer.positions()) await dealer.close(position);
});

const changeLeverage = (leverage = 100) =>
  app.call({ method: 'PATCH', path: `api/accounts/${dealer.demo}/leverage`, body: { leverage }, as: client });

async function leverages() {
  const told = await platform().account(dealer.demo);
  const row = await app.owner.sql.one<{ leverage: number; leverage_wanted: number | null }>(
    'select leverage, leverage_wanted from trading_account where number = $1',
    [dealer.demo],
  );
  return { ours: row.leverage, wanted: row.leverage_wanted, theirs: told.outcome === 'done' ? told.account.leverage : undefined };
}

const refused = { httpStatus: 422, errors: [{ code: 'leverage_has_positions' }] };

test('an order that the platform has not answered yet keeps the leverage as it is', async () => {
  const underWay = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const marketOrder: Platform['marketOrder'] = async (order) => {
    underWay.resolve();
    await goOn.promise;
    return usual.marketOrder(order);
  };
  Object.assign(platform(), { marketOrder });
  const order = dealer.buy();
  await underWay.promise;
  const answer = await changeLeverage();
  goOn.resolve();
  expect(answer).toMatchObject(refused);
  expect((await order).data.order).toMatchObject({ status: 'filled' });
});

test('an order that is filled between the first look and the claim keeps the leverage as it is', async () => {
  let isFirst = true;
  const positions: Platform['positions'] = async (login) => {
    const seen = await usual.positions(login);
    if (!isFirst) return seen;
    isFirst = false;
    await dealer.place();
    return seen;
  };
  Object.assign(platform(), { positions });
  expect(await changeLeverage()).toMatchObject(refused);
  expect(await dealer.positions()).toHaveLength(1);
});

test('while a change is under way nothing is opened, and no other change begins', async () => {
  const underWay = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const held: Platform['changeLeverage'] = async (login, leverage) => {
    underWay.resolve();
    await goOn.promise;
    return usual.changeLeverage(login, leverage);
  };
  Object.assign(platform(), { changeLeverage: held });
  const first = changeLeverage();
  await underWay.promise;
  // The second would get through as it is, were it not for the claim.
  Object.assign(platform(), usual);
  const second = await changeLeverage(500);
  const order = await dealer.buy();
  goOn.resolve();
  expect(second).toMatchObject({ httpStatus: 422, errors: [{ code: 'leverage_changing' }] });
  expect(order).toMatchObject({ httpStatus: 422, errors: [{ code: 'leverage_changing' }] });
  expect((await first).data.account).toMatchObject({ leverage: 100, leverage_pending: null });
  expect((await changeLeverage(200)).errors).toEqual([]);
});

test('a change waits for an order that is just being written down, and then finds it', async () => {
  const { id } = await dealer.place();
  for (const { position } of await dealer.positions()) await dealer.close(position);
  const change = await app.database.transact(async (sql) => {
    expect(await holdForOrder(sql, accountNumber(dealer.demo))).toBe('free');
    let isOver = false;
    const asked = changeLeverage().finally(() => (isOver = true));
    await expect.poll(async () => isOver || (await isSomebodyWaiting()), { timeout: 10_000 }).toBe(true);
    await sql.run(
      `update trading_order set status = 'processing', settled_at = null, fill_deal = null, fill_position = null,
         fill_price = null, fill_lots = null where id = $1`,
      [id],
    );
    return { asked };
  });
  expect(await change.asked).toMatchObject(refused);
});

/** Whether a transaction of this database waits for another's. */
async function isSomebodyWaiting(): Promise<boolean> {
  const { found } = await app.owner.sql.one<{ found: boolean }>(
    `select exists (select from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and l.locktype in ('transactionid', 'tuple') and a.datname = current_database()) as found`,
  );
  return found;
}
