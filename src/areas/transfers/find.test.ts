import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';

/* Where a deposit is, by what its payer has of it; and what has come into the wallet instead of the account. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let client: SignedIn;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, client, payments, dollars, wallet } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

interface Found {
  readonly id: number;
  readonly status: string;
  readonly text: string;
  readonly move_on: object | null;
}
const find = async (q: string, as = client): Promise<readonly Found[]> => {
  const { data } = await app.call({ method: 'GET', path: `api/transfers/find?${new URLSearchParams({ q })}`, as });
  return data.deposits;
};
const idsOf = async (q: string, as = client) => (await find(q, as)).map(({ id }) => id);

describe('a deposit by card', () => {
  test('is found by its number, its reference however it is written, the payment’s number and the card’s last digits', async () => {
    const { id, reference } = await payments.startDeposit(wallet, '120.00');
    const [waiting] = await find(reference);
    expect(waiting).toMatchObject({ id, status: 'waiting_payment', text: expect.stringMatching(/\w+ \w+/), move_on: null });
    await books.decide(reference, 'approved');
    await payments.becomes(id, 'completed');
    const { card, transaction } = await app.owner.sql.one<{ card: string; transaction: string }>(
      'select card_mask as card, provider_transaction as transaction from remittance where id = $1',
      [id],
    );
    const ways = [String(id), reference, reference.toUpperCase().replaceAll('-', ' '), transaction, card.slice(-4)];
    for (const way of ways) expect([way, await idsOf(way)]).toEqual([way, [id]]);
    const other = await app.signIn('eu.active');
    for (const way of ways) expect([way, await idsOf(way, other)]).not.toEqual([way, [id]]);
  });

  test.each(['nothing-of-mine', '0000', '____', '%%%%', "' or 1=1 --"])('is not found by %s', async (q) => {
    expect(await find(q)).toEqual([]);
  });

  test.each(['', '  ', 'x'.repeat(121)])('is not looked for by %j', async (q) => {
    const answer = await app.call({ method: 'GET', path: `api/transfers/find?${new URLSearchParams({ q })}`, as: client });
    expect(answer.httpStatus).toBe(422);
  });
});

test('a deposit in coins is found by the address that was told, and by the chain’s own name of the payment', async () => {
  const { id, reference } = await payments.startDeposit(wallet, '100.00', { pm_id: 337, currency: 'USD', crypto_network: 'LTC' });
  const { address } = await app.owner.sql.one<{ address: string }>(
    `select redirect -> 'payTo' ->> 'address' as address from remittance where id = $1`,
    [id],
  );
  expect(await idsOf(address)).toEqual([id]);
  await books.decide(reference, 'approved');
  await payments.becomes(id, 'completed');
  const { hash } = await app.owner.sql.one<{ hash: string }>('select hash from provider_transaction where remittance_id = $1', [
    id,
  ]);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await idsOf(hash.toUpperCase())).toEqual([id]);
});

describe('what has come into the wallet instead of the account', () => {
  const landed = async (amount: string) => {
    const { id, reference } = await payments.startDeposit(dollars, amount);
    await app.owner.sql.run(`update trading_account set status = 'archived' where number = $1`, [dollars]);
    await books.decide(reference, 'approved');
    await payments.becomes(id, 'completed');
    return { id, reference };
  };
  const reopened = () => app.owner.sql.run(`update trading_account set status = 'active' where number = $1`, [dollars]);

  test('can go there in one tap once the account takes it again, and is offered no more after that', async () => {
    const { id, reference } = await landed('130.00');
    // While the account is closed there is nowhere to go.
    expect((await payments.detailsOf(id)).move_on).toBeNull();
    await reopened();
    const move = { account_number: wallet, target_account_number: dollars, amount: '130.00', currency: 'USD' };
    expect((await payments.detailsOf(id)).move_on).toEqual(move);
    expect(await find(reference)).toMatchObject([{ id, move_on: move }]);
    const before = Number(await books.inLedger(dollars));
    const moved = await payments.confirmed(wallet, dollars, move.amount);
    await payments.save(moved);
    await payments.becomes(moved, 'completed');
    expect(Number(await books.inLedger(dollars)) - before).toBe(130);
    expect((await payments.detailsOf(id)).move_on).toBeNull();
  });
});
