import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountNumber } from '../../base/id.ts';
import { dayMs, hourMs, secondMs } from '../../base/time.ts';
import { opening, trading } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import { openTestHouse, type SignedIn, type TestHouse } from '../../server/testing/house.ts';

let house: TestHouse;
let client: SignedIn;
let number: number;
const ledgerBalance = () => balanceOf(house.database.sql, trading({ company: 3, clientId: client.clientId }, 'USD', number));
const platform = () => house.opened.house.platforms.mt5;
const platformBalance = async () => {
  const answer = await platform().account(number);
  if (answer.outcome !== 'done') throw new Error(`no answer: ${JSON.stringify(answer)}`);
  return answer.account.balance;
};
const sweep = async (name: string) => {
  await house.opened.worker?.sweep(name);
};
const reconcile = async () => {
  await house.owner.sql.run(`update cursor_mark set updated_at = now() - interval '1 day' where name = 'reconciled'`);
  await sweep('mirror.reconcile');
};

beforeAll(async () => {
  house = await openTestHouse();
  await house.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: secondsToTuesday(new Date()) } });
  client = await house.signIn('ng.active');
  const opened = await house.call({
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
  await house.opened.house.book.submit({
    movement: { key: 'opening_balance:test', kind: 'opening_balance', legs, at: house.opened.clock.now() },
  });
});
afterAll(async () => house.close());

test('a closed trade appears in the history and its result is posted to the ledger once', async () => {
  const order = await platform().marketOrder({ login: number, symbol: 'EURUSD', side: 'buy', lots: '1.00', tag: 'test-2' });
  if (order.outcome !== 'filled') throw new Error(JSON.stringify(order));
  expect((await platform().closePosition({ login: number, position: order.position, tag: 'test-3' })).outcome).toBe('filled');
  await sweep('mirror.deals');
  await sweep('mirror.deals');
  const { data } = await house.call({ method: 'GET', path: `api/accounts/${number}/trades`, as: client });
  expect(data.trades).toMatchObject([{ symbol: 'EURUSD', side: 'buy', position: order.position }]);
  expect(Number(data.trades[0].commission)).toBeLessThan(0);
  expect(await ledgerBalance()).toBe(await platformBalance());
  expect(await ledgerBalance()).not.toBe(1_000_000n);
});

test('both books agree, so that no difference is reported', async () => {
  await reconcile();
  expect(await house.owner.sql.many('select * from reconciliation_difference where closed_at is null')).toEqual([]);
});

test('a difference is reported when it stands at the second look, and closed when it is gone', async () => {
  const open = () =>
    house.owner.sql.many<{ reported_at: Date | null; platform_balance: bigint; ledger_balance: bigint }>(
      'select * from reconciliation_difference where closed_at is null',
    );
  await platform().balanceOperation({ login: number, kind: 'balance', amount: 500n, currency: 'USD', tag: 'stranger' });
  await reconcile();
  expect(await open()).toMatchObject([{ reported_at: null }]);
  await reconcile();
  const [found] = await open();
  expect(found?.reported_at).toBeInstanceOf(Date);
  expect((found?.platform_balance ?? 0n) - (found?.ledger_balance ?? 0n)).toBe(500n);
  await platform().balanceOperation({ login: number, kind: 'balance', amount: -500n, currency: 'USD', tag: 'stranger-2' });
  await reconcile();
  expect(await open()).toEqual([]);
  const audit = await house.owner.sql.many(`select subject from audit_event where action = 'mirror.difference'`);
  expect(audit).toEqual([{ subject: `account:${number}` }]);
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
  await house.owner.sql.run(
    `update trading_account set snapshot_at = snapshot_at - interval '1 day', asked_at = null where number = $1`,
    [number],
  );
  await sweep('accounts.snapshots');
  await house.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'trading', mode: 'timeout_after', count: 1 } });
  await sweep('mirror.negative');
  await sweep('mirror.negative');
  expect(await platformBalance()).toBe(0n);
  expect(await ledgerBalance()).toBe(before + 5_000n);
  expect(await house.owner.sql.many('select status, amount from negative_balance')).toEqual([
    { status: 'posted', amount: 5_000n },
  ]);
});

function secondsToTuesday(now: Date): number {
  const noon = new Date(Math.floor(now.getTime() / dayMs) * dayMs + 12 * hourMs);
  const days = (2 - noon.getUTCDay() + 7) % 7 || 7;
  return Math.round((noon.getTime() + days * dayMs - now.getTime()) / secondMs);
}
