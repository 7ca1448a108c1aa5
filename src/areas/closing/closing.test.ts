import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { JobContext } from '../../protocol/call.ts';
import type { SignedIn, StaffSignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { gain, openFollow } from '../../server/testing/followFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';
import { isWaitedFor } from '../../server/testing/telling.ts';
import type { Hands } from '../payments/face.ts';
import { jobs } from './jobs.ts';

/* Closed clients get what is theirs by a closing payout that the desk makes (readings, decision 7). */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let client: SignedIn;
let finance: StaffSignedIn;
let wallet: number;
let dollars: number;

beforeAll(async () => {
  ({ app, books, client, payments, wallet, dollars } = await openCounter('ng.active', { dollars: '40.00', wallet: '25.00' }));
  payouts = await openPayoutFixture(app, { client, payments, books });
  finance = await app.signInStaff('finance');
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const path = () => `/api/desk/closing/${client.clientId}`;
const look = async () => (await app.call({ method: 'GET', path: path(), as: finance })).data;
const decide = (action: string, reason: string | undefined = 'the client has left us') =>
  app.call({ method: 'POST', path: path(), body: { action, reason }, as: finance });
const waiting = async () => {
  await app.opened.worker?.sweep('closing.find');
  await app.drain();
  return (await payouts.queue()).some(({ subject }) => subject === `closing:${client.clientId}`);
};
const withdrawals = () =>
  app.owner.sql.many<{ id: number; phase: string; amount: bigint; number: number }>(
    `select id, phase, amount, account_number as number from remittance where client_id = $1 and transfer_type = 'withdraw' order by id`,
    [client.clientId],
  );

test('who is not closed asks for a withdrawal: the desk pays nothing out by itself', async () => {
  await payouts.payIn(wallet, '150.00');
  expect(await waiting()).toBe(false);
  expect(await app.call({ method: 'GET', path: path(), as: finance })).toMatchObject({ errors: [{ code: 'not_closed' }] });
  expect(await decide('pay')).toMatchObject({ httpStatus: 409, errors: [{ code: 'not_closed' }] });
});

test('however many are closed with money, each stands before staff, and none when all is gone', async () => {
  const many = { first: 900_000_001, count: 501 };
  const [find] = jobs({} as Hands).every ?? [];
  const counts: number[] = [];
  // They are gone again before anybody looks at the book.
  const takenBack = new Error('taken back');
  const work = app.owner.transact(async (sql) => {
    await sql.run('set local session_replication_role = replica');
    await sql.run(
      `insert into client (id, person_id, company_id, country, status_id, email, password_hash, registered_at)
       select $1 + n, $1 + n, 3, 'NG', 5, n || '@closed.test', '', now() from generate_series(1, $2) n`,
      [many.first, many.count],
    );
    await sql.run(
      `insert into ledger_account (code, company, unit, kind, client_id, floor, balance)
       select '3:USD:client:' || $1 + n || ':wallet', 3, 'USD', 'wallet', $1 + n, 0, 100 from generate_series(1, $2) n`,
      [many.first, many.count],
    );
    const look = async (): Promise<void> => {
      await find?.run({ sql, now: app.opened.clock.now(), settings: app.opened.app.settings() } as JobContext);
      const { open } = await sql.one<{ open: number }>(
        'select count(*)::integer as open from desk_case where client_id > $1 and closed_at is null',
        [many.first],
      );
      counts.push(open);
    };
    await look();
    await sql.run(`update ledger_account set balance = 0 where client_id > $1`, [many.first]);
    await look();
    throw takenBack;
  });
  await expect(work).rejects.toBe(takenBack);
  expect(counts).toEqual([many.count, 0]);
});

describe('a closed client', () => {
  beforeAll(async () => {
    await app.owner.sql.run('update client set status_id = 5 where id = $1', [client.clientId]);
  });

  test('with money left stands before staff, with each way back', async () => {
    expect(await waiting()).toBe(true);
    expect(await look()).toMatchObject({
      wallets: [
        {
          number: wallet,
          balance: '175.00',
          goes_back: '150.00',
          wayless: '25.00',
          lines: [{ way: 'refund', to: '4111 11** **** 1111', amount: '150.00', currency: 'USD' }],
        },
      ],
      accounts: [{ number: dollars, balance: '40.00' }],
    });
  });

  test('has the trading accounts emptied into the wallets', async () => {
    expect((await decide('empty')).data).toEqual({ approval: null });
    await expect.poll(async () => (await app.drain(), (await look()).wallets[0].balance)).toBe('215.00');
  });

  test('is paid back once, by two persons, to where the money came from, and without a fee', async () => {
    expect(await decide('pay', 'x')).toMatchObject({ httpStatus: 422 });
    const [one, other] = [await decide('pay'), await decide('pay')];
    expect(one.data).toMatchObject({ approval: { kind: 'money', asked_by: 'finance' } });
    expect(await withdrawals()).toEqual([]);
    // Both are agreed to in the same moment: there is only so much, and one of them is outdated.
    const agreed = await Promise.all([payouts.agree(one.data.approval.id), payouts.agree(other.data.approval.id)]);
    expect(agreed.map(({ errors }) => errors.length).toSorted()).toEqual([0, 1]);
    const [payment, ...others] = await withdrawals();
    expect([payment?.amount, others]).toEqual([15_000n, []]);
    await payouts.ends(payment?.id ?? 0, 'completed');
    expect(await payouts.atProvider(payment?.id ?? 0)).toEqual(['refund approved 150.00']);
    expect(await books.inLedger(wallet)).toBe('65.00');
  });

  test('still stands there while something has no way back, and no longer once nothing is left', async () => {
    expect(await waiting()).toBe(true);
    expect((await look()).wallets).toMatchObject([{ balance: '65.00', goes_back: '0.00', wayless: '65.00', lines: [] }]);
    expect(await decide('pay')).toMatchObject({ httpStatus: 409, errors: [{ code: 'nothing_to_pay' }] });
    await app.owner.sql.run('update client set status_id = 12 where id = $1', [client.clientId]);
    expect(await waiting()).toBe(false);
  });
});

describe('a closed client with two wallets', () => {
  const become = async (status: number) => {
    await app.owner.sql.run('update client set status_id = $2 where id = $1', [client.clientId, status]);
    app.opened.app.sessions.forgetClient(client.clientId);
  };
  let euros: number;

  test('keeps what was agreed to while closed, once the account is open again', async () => {
    await become(12);
    euros = await books.wallet(client, { currency: 'EUR', amount: '0.00' });
    await payouts.payIn(wallet, '190.00');
    await payouts.payIn(euros, '180.00', 'EUR');
    await become(5);
    const asked = await decide('pay');
    const before = (await withdrawals()).length;
    await become(12);
    expect(await payouts.agree(asked.data.approval.id)).toMatchObject({ errors: [{ code: 'approval_outdated' }] });
    expect(await withdrawals()).toHaveLength(before);
    await become(5);
  });

  test('keeps it where the account is being opened again in that very moment', async () => {
    const asked = await decide('pay');
    const before = (await withdrawals()).length;
    let isOver = false;
    const agreeing = await app.owner.transact(async (sql) => {
      await sql.run('update client set status_id = 12 where id = $1', [client.clientId]);
      const agreed = payouts.agree(asked.data.approval.id).finally(() => (isOver = true));
      await expect.poll(async () => isOver || (await isWaitedFor(app)), { timeout: 20_000 }).toBe(true);
      return { agreed };
    });
    expect(await agreeing.agreed).toMatchObject({ errors: [{ code: 'approval_outdated' }] });
    expect(await withdrawals()).toHaveLength(before);
    await become(5);
  });

  test('is paid out of both, one after the other', async () => {
    const before = (await withdrawals()).length;
    for (let wallets = 0; wallets < 2; wallets += 1) {
      const asked = await decide('pay');
      expect((await payouts.agree(asked.data.approval.id)).errors).toEqual([]);
    }
    const paid = (await withdrawals()).slice(before);
    expect(paid.map(({ number }) => number)).toEqual([wallet, euros]);
    for (const { id } of paid) await payouts.ends(id, 'completed');
    // What is paid out of the first also goes back to the payment in euros, as far as it has to.
    expect(await books.inLedger(wallet)).toBe('0.00');
    expect(Number(await books.inLedger(euros))).toBeLessThan(180);
  });

  test('who follows a strategy pays its provider before the account is emptied', async () => {
    const provider = await app.signIn('provider.new');
    const earned = await books.wallet(provider, { currency: 'USD', amount: '0.00' });
    await become(12);
    const follow = await openFollow(app, books, { provider, follower: client, daysAgo: 3, share: 50 });
    await gain(app, follow.number, '100.00');
    await app.owner.sql.run(`update trading_account set type_key = 'investor' where number = $1`, [follow.number]);
    await become(5);
    const before = Number(await books.inLedger(wallet));
    expect((await decide('empty')).errors).toEqual([]);
    const brought = async () => {
      await app.drain();
      await app.opened.worker?.sweep('investments.ending');
      return Number(await books.inLedger(wallet)) - before;
    };
    await expect.poll(brought).toBe(1050);
    expect(await books.inLedger(earned)).toBe('50.00');
  });
});
