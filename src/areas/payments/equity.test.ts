import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatMinor, parseMinor } from '../../base/money.ts';
import { debt, fees, wallet as walletOf } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { PlatformAccount } from '../../ports/platform/port.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { openCounter, openPaymentsFixture, runOf, type Counter } from '../../server/testing/paymentsFixture.ts';
import { collectFor } from './provider/indebted.ts';

/* Document 1 §5, 20037: what stays on an account with open positions keeps a distance from its margin call, whichever way it leaves. */

let counter: Counter;
beforeAll(async () => {
  counter = await openCounter('global.active', { dollars: '1000.00', wallet: '0.00' });
  const { app, payments, dollars } = counter;
  await openMarkets(app);
  const order = { account: dollars, symbol: 'EURUSD', side: 'buy', lots: '0.10' };
  const { success } = await payments.post('api/trading/orders', order);
  if (!success) throw new Error('nothing could be bought');
});
afterAll(() => counter.app.close());

const ways = {
  transfer: (amount: string) => counter.payments.askTransfer(counter.dollars, counter.wallet, amount),
  withdraw: (amount: string) =>
    counter.payments.process({
      action: 'confirm',
      transfer_type: 'withdraw',
      account_number: counter.dollars,
      pm_id: 1011,
      amount,
      wallet_email: 'global.active@wallet.test',
      confirm_own_name: true,
    }),
};

test.each(['transfer', 'withdraw'] as const)(
  'a %s that leaves too little for what is open is asked back, with the least that stays',
  async (way) => {
    const { app, dollars } = counter;
    const told = await app.opened.app.platforms.mt5.account(dollars);
    if (told.outcome !== 'done') throw new Error('the platform does not answer');
    const { margin, equity, marginFree } = told.account;
    expect(margin).toBeGreaterThan(0n);
    // The platform itself would let all of it go.
    const refused = await ways[way](formatMinor(marginFree - margin / 10n, 'USD'));
    expect(refused).toMatchObject({
      httpStatus: 422,
      errors: [{ code: '20037', validation_messages: { amount: expect.anything() } }],
      data: { equity: expect.stringMatching(/^\d+\.\d\d$/), currency: 'USD' },
    });
    // A fifth above the margin (settings: withdraw.minMarginLevelPercent), which prices move a little.
    expect(Number(refused.data.equity)).toBeCloseTo((Number(margin) * 1.2) / 100, -1);
    expect(equity).toBeGreaterThan(margin);
    expect((await ways[way](formatMinor(marginFree - margin, 'USD'))).errors).toEqual([]);
  },
);

test('of an account with an open position and a bonus a debt takes what is free, and the rest is owed', async () => {
  const { app, books, client, payments, dollars, wallet } = counter;
  const { book, clock, platforms } = app.opened.app;
  const { mt5 } = platforms;
  await mt5.balanceOperation({ login: dollars, kind: 'credit', amount: 30_000n, currency: 'USD', tag: 'bonus-of-debt' });
  const owner = { company: 3, clientId: client.clientId } as const;
  const paid = { status: 'approved', amount: { minor: 90_000n, currency: 'USD' } } as const;
  const { reference } = await payments.startDeposit(wallet, '900.00');
  await payments.told(reference, paid);
  const legs = [{ from: walletOf(owner, 'USD'), to: fees(3, 'USD'), minor: 90_000n }] as const;
  await book.submit({ movement: { key: 'fee:spent-of-debt', kind: 'fee', legs, at: clock.now() } });

  const before = { platform: await books.onPlatform(dollars), ledger: await books.inLedger(dollars) };
  // As it was when it was last looked at before anything was taken.
  let seen: PlatformAccount | undefined;
  const account: typeof mt5.account = async (login) => {
    const told = await mt5.account(login);
    const isWhole = told.outcome === 'done' && formatMinor(told.account.balance, 'USD') === before.platform;
    if (login === dollars && isWhole) seen = told.account;
    return told;
  };
  const watched = { ...app.opened.app, platforms: { ...platforms, mt5: { ...mt5, account } } };
  const watching = openPaymentsFixture({ ...app, opened: { ...app.opened, app: watched } }, client);
  await watching.told(reference, { ...paid, kind: 'chargeback', providerTransactionId: `back-${reference}` });
  const owed = async () => -(await balanceOf(app.owner.sql, debt(owner, 'USD')));
  // The platform refuses it when the price has moved since the look: then it is looked at anew.
  const left = async () => {
    if ((await owed()) === 90_000n) await collectFor({ needs: watched, run: runOf(app) }, client.clientId);
    return owed();
  };
  await expect.poll(left, { interval: 20 }).toBeLessThan(90_000n);
  if (!seen) throw new Error('the platform was not asked');
  const { balance, equity, margin, credit } = seen;
  expect([margin > 0n, credit]).toEqual([true, 30_000n]);
  const own = equity - credit < balance ? equity - credit : balance;
  const taken = 90_000n - (await owed());
  expect(taken).toBe(own - margin);
  expect(await books.onPlatform(dollars)).toBe(formatMinor(balance - taken, 'USD'));
  expect(await books.inLedger(dollars)).toBe(formatMinor((parseMinor(before.ledger, 'USD') ?? 0n) - taken, 'USD'));
});
