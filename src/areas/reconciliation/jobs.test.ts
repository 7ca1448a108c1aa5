import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountNumber, type AccountNumber } from '../../base/id.ts';
import { dayMs, hourMs, secondMs } from '../../base/time.ts';
import { beginEra } from '../../ledger/era.ts';
import { bonusCredit, broker, opening, promotions, trading } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { Platform } from '../../ports/platform/port.ts';
import { outlastOperations } from '../../server/testing/operations.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import type { JobContext } from '../../protocol/call.ts';
import { payBackNegative } from './negative.ts';

let app: TestApp;
let client: SignedIn;
let number: AccountNumber;
const ledgerBalance = () => balanceOf(app.database.sql, trading({ company: 3, clientId: client.clientId }, 'USD', number));
const platform = () => app.opened.app.platforms.mt5;
const platformBalance = async () => {
  const answer = await platform().account(number);
  if (answer.outcome !== 'done') throw new Error(`no answer: ${JSON.stringify(answer)}`);
  return answer.account.balance;
};
const move = async (kind: 'balance' | 'credit' | 'correction', amount: bigint, tag: string) =>
  platform().balanceOperation({ login: number, kind, amount, currency: 'USD', tag, checkMargin: false });
const readSnapshot = async () => {
  await app.owner.sql.run(
    `update trading_account set snapshot_at = snapshot_at - interval '1 day', asked_at = null where number = $1`,
    [number],
  );
  await sweep('accounts.snapshots');
};
/** Lets the protection look, as long after it asked the platform for something as it waits before it looks again. */
const protectLater = async () => {
  await outlastOperations(app);
  await sweep('mirror.negative');
};
/** Reads the account's snapshot anew and lets the protection look at it, twice: what it does it does once. */
const protect = async () => {
  await readSnapshot();
  await sweep('mirror.negative');
  await protectLater();
};
const sweep = async (name: string) => {
  await app.opened.worker?.sweep(name);
};
const reconcile = async () => {
  await app.owner.sql.run(`update cursor_mark set updated_at = now() - interval '1 day' where name like 'reconciled:%'`);
  await sweep('mirror.reconcile');
};

beforeAll(async () => {
  app = await openTestApp();
  await app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: secondsToTuesday(new Date()) } });
  client = await app.signIn('ng.active');
  const opened = await app.call({
    method: 'POST',
    path: 'api/accounts/live',
    body: { account: 'advantage mt5', currency: 'USD', leverage: 500 },
    as: client,
  });
  number = accountNumber(opened.data.number);
  const amount = 1_000_000n;
  await platform().balanceOperation({ login: number, kind: 'balance', amount, currency: 'USD', tag: 'test-1' });
  const legs = [
    { from: opening(3, 'USD'), to: trading({ company: 3, clientId: client.clientId }, 'USD', number), minor: amount },
  ] as const;
  await app.opened.app.book.submit({
    movement: { key: 'opening_balance:test', kind: 'opening_balance', legs, at: app.opened.clock.now() },
  });
});
afterAll(async () => app.close());

test('a closed trade appears in the history and its result is posted to the ledger once', async () => {
  const order = await platform().marketOrder({ login: number, symbol: 'EURUSD', side: 'buy', lots: '1.00', tag: 'test-2' });
  if (order.outcome !== 'filled') throw new Error(JSON.stringify(order));
  expect((await platform().closePosition({ login: number, position: order.position, tag: 'test-3' })).outcome).toBe('filled');
  await sweep('mirror.deals');
  await sweep('mirror.deals');
  const { data } = await app.call({ method: 'GET', path: `api/accounts/${number}/trades`, as: client });
  expect(data.trades).toMatchObject([{ symbol: 'EURUSD', side: 'buy', position: order.position }]);
  expect(Number(data.trades[0].commission)).toBeLessThan(0);
  expect(await ledgerBalance()).toBe(await platformBalance());
  expect(await ledgerBalance()).not.toBe(1_000_000n);
});

test('both books agree, so that no difference is reported', async () => {
  await reconcile();
  expect(await app.owner.sql.many('select * from reconciliation_difference where closed_at is null')).toEqual([]);
});

test('a difference is reported when it stands at the second look, and closed when it is gone', async () => {
  const open = () =>
    app.owner.sql.many<{ reported_at: Date | null; platform_balance: bigint; ledger_balance: bigint }>(
      'select * from reconciliation_difference where closed_at is null',
    );
  // Its client reads of it as long as it stands.
  const isRead = async () => (await app.call({ method: 'GET', path: `api/accounts/${number}`, as: client })).data.is_under_review;
  await platform().balanceOperation({ login: number, kind: 'balance', amount: 500n, currency: 'USD', tag: 'stranger' });
  await reconcile();
  expect(await open()).toMatchObject([{ reported_at: null }]);
  expect(await isRead()).toBe(false);
  await reconcile();
  expect(await isRead()).toBe(true);
  const [found] = await open();
  expect(found?.reported_at).toBeInstanceOf(Date);
  expect((found?.platform_balance ?? 0n) - (found?.ledger_balance ?? 0n)).toBe(500n);
  await platform().balanceOperation({ login: number, kind: 'balance', amount: -500n, currency: 'USD', tag: 'stranger-2' });
  await reconcile();
  expect(await open()).toEqual([]);
  expect(await isRead()).toBe(false);
  const audit = await app.owner.sql.many(`select subject from audit_event where action = 'mirror.difference'`);
  expect(audit).toEqual([{ subject: `account:${number}` }]);
});

test('after a backup was restored a difference is reported at the first look', async () => {
  const reported = () =>
    app.owner.sql.many('select reported_at is not null as reported from reconciliation_difference where closed_at is null');
  await app.database.transact((sql) => beginEra(sql, { author: 'ada', at: app.opened.clock.now() }));
  await move('balance', 300n, 'by-hand');
  // Though both books were compared a moment ago.
  await sweep('mirror.reconcile');
  expect(await reported()).toEqual([{ reported: true }]);
  await move('balance', -300n, 'by-hand-back');
  await reconcile();
  await move('balance', 200n, 'by-hand-again');
  await reconcile();
  expect(await reported()).toEqual([{ reported: false }]);
  await move('balance', -200n, 'by-hand-again-back');
  await reconcile();
  expect(await reported()).toEqual([]);
});

test('a bonus credit that the ledger does not have is a difference of its own, until the ledger has it', async () => {
  const open = () =>
    app.owner.sql.many(
      `select measure, platform_balance, ledger_balance, reported_at is not null as reported from reconciliation_difference
        where closed_at is null`,
    );
  await platform().balanceOperation({ login: number, kind: 'credit', amount: 700n, currency: 'USD', tag: 'gift' });
  await reconcile();
  await reconcile();
  const seen = { measure: 'credit', platform_balance: 700n, ledger_balance: 0n, reported: true };
  expect(await open()).toEqual([seen]);
  const owner = { company: 3, clientId: client.clientId };
  const bonus = (login: number) => bonusCredit(owner, 'USD', accountNumber(login));
  const give = async (key: string, login: number) => {
    const legs = [{ from: promotions(3, 'USD'), to: bonus(login), minor: 700n }] as const;
    await app.opened.app.book.submit({ movement: { key, kind: 'bonus_granted', legs, at: app.opened.clock.now() } });
  };
  // Another account's credit does not make up for it.
  await give('bonus_granted:other', number + 1);
  await reconcile();
  expect(await open()).toEqual([seen]);
  await give('bonus_granted:gift', number);
  await reconcile();
  expect(await open()).toEqual([]);
  const taken = [bonus(number), bonus(number + 1)].map((from) => ({ from, to: promotions(3, 'USD'), minor: 700n }));
  await platform().balanceOperation({ login: number, kind: 'credit', amount: -700n, currency: 'USD', tag: 'gift-back' });
  const [first, ...others] = taken;
  if (!first) throw new Error('nothing is taken back');
  await app.opened.app.book.submit({
    movement: { key: 'bonus_removed:gift', kind: 'bonus_removed', legs: [first, ...others], at: app.opened.clock.now() },
  });
});

test('a leverage that was changed on the platform is followed, and reported', async () => {
  const leverage = async () => {
    const row = await app.owner.sql.one<{ leverage: number }>('select leverage from trading_account where number = $1', [number]);
    return row.leverage;
  };
  expect((await platform().changeLeverage(number, 50)).outcome).toBe('done');
  await app.owner.sql.run('update trading_account set leverage_wanted = 200 where number = $1', [number]);
  await reconcile();
  // One that is on its way is the business of its own job.
  expect(await leverage()).toBe(500);
  await app.owner.sql.run('update trading_account set leverage_wanted = null where number = $1', [number]);
  await reconcile();
  expect(await leverage()).toBe(50);
  await reconcile();
  const reports = await app.owner.sql.many(`select detail from audit_event where action = 'mirror.leverage_followed'`);
  expect(reports).toEqual([{ detail: { from: 500, to: 50 } }]);
});

test('what a close-out leaves below zero is paid back on the platform and by the ledger, once', async () => {
  const before = await ledgerBalance();
  const loss = -(await platformBalance()) - 5_000n;
  await platform().balanceOperation({
    login: number,
    kind: 'correction',
    amount: loss,
    currency: 'USD',
    tag: 'crash',
    checkMargin: false,
  });
  await app.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'trading', mode: 'timeout_after', count: 1 } });
  await protect();
  expect(await platformBalance()).toBe(0n);
  expect(await ledgerBalance()).toBe(before + 5_000n);
  expect(await app.owner.sql.many('select status, amount from negative_balance')).toEqual([{ status: 'posted', amount: 5_000n }]);
});

test('what one worker is asking the platform for no other asks for meanwhile', async () => {
  await move('correction', -6_000n, 'crash-2');
  await readSnapshot();
  const [asking, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const balanceOperation: Platform['balanceOperation'] = async (operation) => {
    asking.resolve();
    await answered.promise;
    return platform().balanceOperation(operation);
  };
  const { book, clock, platforms } = app.opened.app;
  const settings = app.opened.settings.current();
  const context = { ...app.database, settings, now: clock.now(), stale: async () => undefined } as unknown as JobContext;
  const slow = payBackNegative({ server: 'mt5', platform: { ...platform(), balanceOperation }, book, platforms }, context);
  await asking.promise;
  await payBackNegative({ server: 'mt5', platform: platform(), book, platforms }, context);
  answered.resolve();
  await slow;
  expect(await platformBalance()).toBe(0n);
});

describe('a bonus on the account', () => {
  const owner = () => ({ company: 3, clientId: client.clientId });
  const state = async () => {
    const answer = await platform().account(number);
    if (answer.outcome !== 'done') throw new Error(`no answer: ${JSON.stringify(answer)}`);
    const { balance, credit, equity } = answer.account;
    const { sql } = app.database;
    const [bonus, cost, house3] = await Promise.all([
      balanceOf(sql, bonusCredit(owner(), 'USD', number)),
      balanceOf(sql, promotions(3, 'USD')),
      balanceOf(sql, broker(3, 'USD', 'mt5')),
    ]);
    return { balance, credit, equity, bonus, cost, broker: house3, mirrored: await ledgerBalance() };
  };
  /** What a close-out would leave: the platform's balance and, since a deal made it, the ledger's. */
  const lose = async (amount: bigint, tag: string) => {
    await move('correction', -amount, tag);
    const legs = [{ from: trading(owner(), 'USD', number), to: broker(3, 'USD', 'mt5'), minor: amount }] as const;
    await app.opened.app.book.submit({ movement: { key: `deal:${tag}`, kind: 'deal', legs, at: app.opened.clock.now() } });
  };
  /** The tests before have left the ledger where nobody's deal had put it. */
  beforeAll(async () => {
    await move('correction', -(await platformBalance()) || 1n, 'even');
    const difference = (await ledgerBalance()) - (await platformBalance());
    if (difference > 0n) {
      const legs = [{ from: trading(owner(), 'USD', number), to: broker(3, 'USD', 'mt5'), minor: difference }] as const;
      await app.opened.app.book.submit({ movement: { key: 'deal:even', kind: 'deal', legs, at: app.opened.clock.now() } });
    }
    await move('credit', 5_000n, 'bonus-1');
    const legs = [{ from: promotions(3, 'USD'), to: bonusCredit(owner(), 'USD', number), minor: 5_000n }] as const;
    await app.opened.app.book.submit({
      movement: { key: 'bonus_granted:test', kind: 'bonus_granted', legs, at: app.opened.clock.now() },
    });
  });

  test('pays the loss that it covers: no money is made, and the broker gives none', async () => {
    const start = await state();
    expect(start).toMatchObject({ credit: 5_000n, bonus: 5_000n, cost: -5_000n });
    await lose(start.balance + 3_000n, 'loss-1');
    const lost = await state();
    expect(lost).toMatchObject({ balance: -3_000n, credit: 5_000n, equity: 2_000n });
    await protect();
    const after = await state();
    expect(after).toMatchObject({ balance: 0n, credit: 2_000n, equity: lost.equity, bonus: 2_000n, mirrored: 0n });
    expect(after.broker).toBe(lost.broker);
    // The promotion has cost what was lost of it; the rest is still only promised.
    expect(after.cost).toBe(-5_000n);
  });

  test('and pays only what it has: of a deeper loss the rest is the broker’s, once, also when an answer is lost', async () => {
    const before = await state();
    await lose(3_500n, 'loss-2');
    await app.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'trading', mode: 'timeout_after', count: 1 } });
    await protect();
    await protectLater();
    const after = await state();
    expect(after).toMatchObject({ balance: 0n, credit: 0n, equity: 0n, bonus: 0n, mirrored: 0n });
    expect(after.broker - before.broker).toBe(3_500n - 1_500n);
    expect(after.cost).toBe(-5_000n);
  });

  test('keeps an account in worth while positions are open, even when they cover each other', async () => {
    await move('credit', 500_000n, 'bonus-2');
    const orders = (['buy', 'sell'] as const).map(async (side) =>
      platform().marketOrder({ login: number, symbol: 'EURUSD', side, lots: '0.10', tag: `hedge-${side}` }),
    );
    expect((await Promise.all(orders)).map(({ outcome }) => outcome)).toEqual(['filled', 'filled']);
    await move('correction', -((await platformBalance()) + 4_000n), 'loss-3');
    await protect();
    expect(await state()).toMatchObject({ balance: -4_000n, credit: 500_000n });
    const open = await app.owner.sql.many(`select id from negative_balance where status in ('found', 'corrected')`);
    expect(open).toEqual([]);
  });
});

test('what was found is let go when it is not so any more just before the platform is asked', async () => {
  await app.owner.sql.run(
    `insert into negative_balance (number, client_id, company_id, currency, amount, status, found_at)
     select number, client_id, company_id, currency, 99900, 'found', now() from trading_account where number = $1`,
    [number],
  );
  const before = await platformBalance();
  await sweep('mirror.negative');
  expect(await platformBalance()).toBe(before);
  const rows = await app.owner.sql.many(`select status from negative_balance where amount = 99900`);
  expect(rows).toEqual([{ status: 'dropped' }]);
});

function secondsToTuesday(now: Date): number {
  const noon = new Date(Math.floor(now.getTime() / dayMs) * dayMs + 12 * hourMs);
  const days = (2 - noon.getUTCDay() + 7) % 7 || 7;
  return Math.round((noon.getTime() + days * dayMs - now.getTime()) / secondMs);
}
