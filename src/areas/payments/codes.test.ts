import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountNumber } from '../../base/id.ts';
import { formatMinor } from '../../base/money.ts';
import { directionAsks, paymentsProcess } from '../../protocol/payment.ts';
import { ways } from '../../protocol/ways.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { openCounter, type Counter } from '../../server/testing/paymentsFixture.ts';
import { addressesOf, pinSentTo } from '../../server/testing/telling.ts';

/*
 * The errors of money that the documents number or name (document 1 §5 and §8), written by hand. Each is declared by the call, has its
 * sentence in every shipped language and a way on, and is provoked here: the call itself answers it.
 */
const documented = ['20034', '20037', 'limit_exceed', 'WRONG_CODE', 'expired'] as const;
type Documented = (typeof documented)[number];

const root = path.join(import.meta.dirname, '../../..');
const catalogs = ['en', 'ar', 'zh'].map((language) =>
  globSync(`locales/${language}/*.po`, { cwd: root })
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n'),
);

let counter: Counter;
beforeAll(async () => {
  counter = await openCounter('ng.active', { dollars: '1000.00', wallet: '300.00' });
});
afterAll(() => counter.app.close());

type Answer = Awaited<ReturnType<Counter['payments']['process']>>;

/** Of an account with a bonus of 30.00 from no promotion that is exempt. */
async function outOfPromo(): Promise<Answer> {
  const { app, books, client, payments, wallet } = counter;
  const number = await books.account(client, 'ecn mt5', { currency: 'USD', amount: '100.00' });
  const bonus = { login: number, kind: 'credit', amount: 3_000n, currency: 'USD', tag: `bonus-${number}` } as const;
  await app.opened.app.platforms.mt5.balanceOperation(bonus);
  await app.owner.sql.run('update trading_account set is_promo = true where number = $1', [number]);
  const asked = await payments.askTransfer(number, wallet, '40.00');
  return asked.success ? payments.save(asked.data.remittance_id) : asked;
}

/** All that the platform itself would let go beside an open position. */
async function besidePosition(): Promise<Answer> {
  const { app, payments, dollars, wallet } = counter;
  await openMarkets(app);
  const order = { account: dollars, symbol: 'EURUSD', side: 'buy', lots: '0.10' };
  expect((await payments.post('api/trading/orders', order)).success).toBe(true);
  const told = await app.opened.app.platforms.mt5.account(accountNumber(dollars));
  if (told.outcome !== 'done') throw new Error('the platform does not answer');
  const { margin, marginFree } = told.account;
  return payments.askTransfer(dollars, wallet, formatMinor(marginFree - margin / 10n, 'USD'));
}

/** A transfer where a PIN is asked for, saved with each of these. */
async function withPins(...pins: ((right: string) => string)[]): Promise<Answer> {
  const { app, client, payments, wallet, dollars } = counter;
  Object.assign(directionAsks, { transfer: { pin: true } });
  try {
    // As if the last PIN had been sent long ago.
    await app.owner.sql.run('delete from challenge');
    let answer = await payments.askTransfer(wallet, dollars, '5.00');
    const id: number = answer.data.remittance_id;
    const right = await pinSentTo(app, (await addressesOf(app, client)).email);
    for (const pin of pins) answer = await payments.save(id, { payment_code: pin(right) });
    return answer;
  } finally {
    Object.assign(directionAsks, { transfer: { pin: false } });
  }
}
const wrong = (right: string) => (right === '0000' ? '0001' : '0000');

/** What brings the call to answer each; the types miss one that has none. */
const provoked: Readonly<Record<Documented, () => Promise<Answer>>> = {
  '20034': outOfPromo,
  '20037': besidePosition,
  limit_exceed: () => counter.payments.askTransfer(counter.wallet, counter.dollars, '1000000.01'),
  WRONG_CODE: () => withPins(wrong),
  // After a wrong one the right one is over too.
  expired: () => withPins(wrong, (right) => right),
};

test.each(documented)('%s is an error of payments with its sentences and its way on, and the call answers it', async (code) => {
  expect(paymentsProcess.errors).toHaveProperty([code], 422);
  expect(ways).toHaveProperty([code]);
  for (const catalog of catalogs) expect(catalog).toContain(`msgid "error.${code}"\n`);
  const answer = await provoked[code]();
  expect(answer).toMatchObject({ httpStatus: 422, success: false, errors: [{ code }] });
  expect(answer.errors[0]?.errmsg).not.toMatch(/^error\.|\{[a-z]+\}/);
});

// Document 1 §8: "something went wrong payment details", after which the form goes back a step; `test/screens/deposit.ts` shows it.
test('that the payment details failed has its sentences', () => {
  for (const catalog of catalogs) expect(catalog).toContain('msgid "deposit.details.failed"\n');
});
