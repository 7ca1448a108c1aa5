import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AccountNumber } from '../../base/id.ts';
import type { Platform } from '../../ports/platform/port.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { takeSwapFreeFrom } from '../../server/testing/swapFreeFacts.ts';
import { changeSetting } from '../../server/start/settings.ts';
import { holdSweeps, meanwhile, sweep } from '../../server/testing/telling.ts';

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let free: AccountNumber;
let other: AccountNumber;

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app);
  await openMarkets(app);
  books = await openBookFixture(app);
  client = await app.signIn('ng.active');
  // More than a coin is worth, so that no price of the days that pass closes what is held.
  free = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '500000.00', swapFree: true });
  other = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '500000.00' });
  await nights(0);
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

/** So many nights pass, and a worker looks at each. */
async function nights(count: number): Promise<void> {
  for (let night = 0; night <= count; night++) {
    if (night > 0) await app.opened.clock.advance(24 * 3600);
    await sweep(app, 'mirror.deals');
    await sweep(app, 'swapFree.charging');
  }
}

async function buy(number: AccountNumber, symbol: string, lots: string): Promise<void> {
  const order = { login: number, symbol, side: 'buy', lots, tag: `test-${symbol}-${number}` } as const;
  const answer = await app.opened.app.platforms.mt5.marketOrder(order);
  if (answer.outcome !== 'filled') throw new Error(`the platform says ${JSON.stringify(answer)}`);
  await sweep(app, 'mirror.deals');
}

const fees = () =>
  app.owner.sql.many<{ number: number; state: string; amount: number; nights: number }>(
    `select number, state, taken_amount::integer as amount,
       (select count(*)::integer from swap_free_night n where n.fee_id = f.id) as nights from swap_free_fee f order by id`,
  );
const told = async () => {
  const rows = await app.owner.sql.many<{ type: string }>(`select type from notice where type like 'swap_free%' order by id`);
  return rows.map(({ type }) => type);
};
/** On the platform, which has taken its commission, and in the ledger. */
const held = async (): Promise<[number, number]> => [Number(await books.onPlatform(free)), Number(await books.inLedger(free))];
let start = 0;
const shown = async (number: number, as = client) => app.call({ method: 'GET', path: `api/accounts/swap-free/${number}`, as });

test('nights cost nothing up to the limit, the client is told before, and then each costs by its lots, once', async () => {
  await buy(free, 'BTCUSD', '1');
  await buy(other, 'BTCUSD', '1');
  [start] = await held();
  expect((await shown(free)).data).toMatchObject({
    state: 'free',
    positions: [{ symbol: 'BTCUSD', nights: 0, is_charged: false }],
  });
  await nights(1);
  // Two nights of crypto are free: the second is the last, and it is told before it.
  expect(await told()).toEqual(['swap_free_ahead']);
  expect(await fees()).toEqual([]);
  await nights(1);
  expect(await fees()).toEqual([]);
  await nights(1);
  expect(await fees()).toEqual([{ number: free, state: 'posted', amount: 600, nights: 1 }]);
  await nights(0);
  await app.owner.sql.run(`update cursor_mark set value = '{"night":"2026-01-01"}' where name = 'swap_free:mt5'`);
  await nights(0);
  // Looked at once more, none of it is taken again.
  expect(await fees()).toHaveLength(1);
  expect(await told()).toEqual(['swap_free_ahead', 'swap_free_charged']);
  expect(await held()).toEqual([start - 6, start - 6]);
  const { data } = await shown(free);
  expect(data).toMatchObject({
    positions: [{ nights: 3, is_charged: true }],
    fees: [{ state: 'posted', amount: '6.00', positions: 1, taken: { amount: '6.00', currency: 'USD' } }],
  });
  expect((await shown(other)).data).toMatchObject({ state: 'swap', positions: [], fees: [] });
});

test('while nobody knows whether the platform has taken it nothing is asked again, and it is posted once', async () => {
  let asked = 0;
  const balanceOperation: Platform['balanceOperation'] = async () => {
    asked += 1;
    return { outcome: 'unknown', reason: 'told by the test' };
  };
  await meanwhile(app.opened.app.platforms.mt5, { balanceOperation }, async () => {
    await nights(1);
    await sweep(app, 'swapFree.charging');
  });
  expect(asked).toBe(1);
  expect((await fees()).at(-1)).toMatchObject({ state: 'asked' });
  await books.hurry();
  await sweep(app, 'swapFree.charging');
  expect((await fees()).at(-1)).toMatchObject({ state: 'posted', amount: 600 });
  expect(await held()).toEqual([start - 12, start - 12]);
});

test('what is closed costs nothing more, and what is not free on the account is not taken', async () => {
  const answer = await app.opened.app.platforms.mt5.positions(free);
  const [position] = answer.outcome === 'done' ? answer.positions : [];
  await app.opened.app.platforms.mt5.closePosition({ login: free, position: position?.position ?? '', tag: 'test-close' });
  const before = (await fees()).length;
  await nights(2);
  expect(await fees()).toHaveLength(before);
  await buy(free, 'BTCUSD', '0.5');
  await nights(2);
  await meanwhile(
    app.opened.app.platforms.mt5,
    { balanceOperation: async () => ({ outcome: 'refused', code: 'not_enough_money', message: 'told by the test' }) },
    async () => nights(1),
  );
  expect((await fees()).at(-1)).toMatchObject({ state: 'nothing', amount: 300 });
  expect((await shown(free)).data.fees[0]).toMatchObject({ state: 'nothing', taken: null });
});

test('a night costs as the account stood at its midnight, and once it is free again its nights are counted anew', async () => {
  const { clock } = app.opened;
  const before = (await fees()).length;
  await clock.advance(24 * 3600);
  await takeSwapFreeFrom(app, free, clock.now());
  await nights(0);
  expect((await fees()).slice(before)).toMatchObject([{ state: 'posted', amount: 300 }]);
  await nights(1);
  await clock.advance(24 * 3600);
  await app.owner.sql.run(`update swap_free_change set changed_back_at = $1`, [clock.now()]);
  await app.owner.sql.run(`update swap_free_withdrawal set returned_at = $1, returned_by = 'test'`, [clock.now()]);
  await app.owner.sql.run('update trading_account set swap_free = true where number = $1', [free]);
  const toldBefore = (await told()).length;
  await nights(0);
  expect(await told()).toHaveLength(toldBefore);
  await nights(2);
  expect((await told()).slice(toldBefore)).toEqual(['swap_free_ahead']);
  expect(await fees()).toHaveLength(before + 1);
  await nights(1);
  expect(await fees()).toHaveLength(before + 2);
});

test('nights while nothing is charged are not charged later', async () => {
  const charge = async (value: boolean) => {
    const at = app.opened.clock.now();
    const order = { path: 'swapFree.isCharged', value, author: 'test', at, effectiveAt: at };
    expect(await app.owner.transact((sql) => changeSetting(sql, order))).toMatchObject({ ok: true });
    await app.opened.settings.refresh();
  };
  const before = (await fees()).length;
  await charge(false);
  await nights(2);
  await charge(true);
  await nights(0);
  expect(await fees()).toHaveLength(before);
  await nights(1);
  expect(await fees()).toHaveLength(before + 1);
});

test('an account of somebody else is not there', async () => {
  const stranger = await app.signIn('global.active');
  expect((await shown(free, stranger)).errors).toMatchObject([{ code: 'account_not_found' }]);
});
