import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatMinor } from '../../base/money.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { openCounter, type Counter } from '../../server/testing/paymentsFixture.ts';

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
