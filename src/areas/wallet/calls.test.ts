import { accountNumber } from '../../base/id.ts';
import { bonusCredit, promotions } from '../../ledger/chart.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let payments: PaymentsFixture;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, client, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '100.00', wallet: '300.00' }));
});
afterAll(async () => app.close());

/** The newest line of the wallet's statement, without the marks that keep names apart. */
const lastLine = async (): Promise<{ text: string; amount: string; balance: string; transfer_id: number | null }> => {
  const { lines } = (await payments.get(`api/direct/wallets/${wallet}/statement?limit=1`)).data;
  return { ...lines[0], text: lines[0].text.replaceAll(/[\u2066-\u2069]/g, '') };
};
const fundingAccount = () => `Advantage MT5 (${dollars})`;

test('money that a transfer sets aside is told as that while it is set aside, and as what it was once it is over', async () => {
  const id = await payments.confirmed(wallet, dollars, '20.00');
  await payments.hold(id);
  expect(await lastLine()).toMatchObject({
    text: `Set aside for a transfer to ${fundingAccount()}`,
    amount: '-20.00',
    transfer_id: id,
  });
  await books.hurry();
  expect(await lastLine()).toMatchObject({ text: `Transfer to ${fundingAccount()}`, balance: await books.inLedger(wallet) });
});

test('a wallet shows what is set aside of its own money, and nothing of what is set aside of an account’s', async () => {
  const held = async () => {
    const { wallets } = (await payments.get('api/direct/wallets')).data;
    return wallets.find((each: { number: number }) => each.number === wallet).held;
  };
  await payments.hold(await payments.confirmed(wallet, dollars, '10.00'));
  await payments.hold(await payments.confirmed(wallet, dollars, '7.00'));
  await payments.hold(await payments.confirmed(dollars, wallet, '5.00'));
  expect(await held()).toBe('17.00');
  await books.hurry();
  expect(await held()).toBe('0.00');
});

test('a transfer that was given back says so on both its lines', async () => {
  const id = await payments.confirmed(wallet, dollars, '30.00');
  await payments.hold(id);
  await app.owner.sql.run(`update trading_account set status = 'archived' where number = $1`, [dollars]);
  await books.hurry();
  await app.owner.sql.run(`update trading_account set status = 'active' where number = $1`, [dollars]);
  const { lines } = (await payments.get(`api/direct/wallets/${wallet}/statement?limit=2`)).data;
  expect(lines.map(({ kind, text }: { kind: string; text: string }) => [kind, text.includes('could not take')])).toEqual([
    ['transfer_returned', false],
    ['transfer_held', true],
  ]);
});

test('what comes from an account says from which', async () => {
  await payments.save(await payments.confirmed(dollars, wallet, '5.00'));
  expect(await lastLine()).toMatchObject({ text: `Transfer from ${fundingAccount()}`, amount: '5.00' });
});

test('every line has its sentence, and they add up to the balance', async () => {
  const { lines } = (await payments.get(`api/direct/wallets/${wallet}/statement?limit=100`)).data;
  expect(lines[0].balance).toBe(await books.inLedger(wallet));
  expect(lines.every((line: { text: string }) => !line.text.startsWith('movement.'))).toBe(true);
});

test('a wallet tells its money and, apart from it, the bonuses in its currency with the accounts where they count', async () => {
  const own = async () => {
    const { wallets } = (await payments.get('api/direct/wallets')).data;
    return wallets.find((each: { number: number }) => each.number === wallet);
  };
  const before = await own();
  expect(before).toMatchObject({ bonus: '0.00', bonuses: [] });
  const { company_id: company } = await app.owner.sql.one<{ company_id: number }>(
    'select company_id from trading_account where number = $1',
    [dollars],
  );
  const { clientId } = client;
  const to = bonusCredit({ company, clientId }, 'USD', accountNumber(dollars));
  const legs = [{ from: promotions(company, 'USD'), to, minor: 2_550n }] as const;
  const at = app.opened.clock.now();
  await app.opened.app.book.submit({ movement: { key: `bonus:test-${dollars}`, kind: 'bonus_granted', legs, at } });
  expect(await own()).toEqual({ ...before, bonus: '25.50', bonuses: [{ account_number: dollars, amount: '25.50' }] });
});
