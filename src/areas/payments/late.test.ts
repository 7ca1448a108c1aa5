import { type RemittanceId } from '../../base/id.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sql } from '../../base/sql.ts';
import { beginEra } from '../../ledger/era.ts';
import { after, hourMs, type SendLimit } from '../../base/time.ts';
import type { BalanceOperation, Platform } from '../../ports/platform/port.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import { outlastClaims, outlastOperations } from '../../server/testing/operations.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { latePlatform, processWith } from '../../server/testing/latePlatform.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';

/* A platform that cuts the line and acts later, and a database that answers late: money moves once all the same. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let client: SignedIn;
let wallet: number;
let account: number;

beforeAll(async () => {
  ({ app, books, payments, client, wallet } = await openCounter('ng.active', { dollars: '0', wallet: '3000.00' }));
  // What the worker would do by its timers is done here by name, so that nothing happens in between.
  await app.opened.worker?.close();
});
beforeEach(async () => {
  account = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '500.00' });
});
afterAll(async () => app.close());
afterEach(async () => {
  await app.owner.sql.run(`update trading_account set status = 'archived' where number = $1`, [account]);
  // oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
  expect(await books.faults()).toEqual([]);
});

const mt5 = () => app.opened.app.platforms.mt5;

/** A transfer that is held, and nobody is at it. */
async function held(from: number, to: number, amount: string): Promise<RemittanceId> {
  const id = await payments.confirmed(from, to, amount);
  await payments.hold(id);
  return id;
}

const bothBooks = async () => [await books.onPlatform(account), await books.inLedger(account)];
const postDeals = async () => app.opened.worker?.sweep('mirror.deals');
const audited = async () =>
  (
    await app.owner.sql.many<{ action: string }>(
      `select action from audit_event where action like 'platform_operations.%' and subject = $1 order by id`,
      [`account:${account}`],
    )
  ).map(({ action }) => action);

describe('a platform that acts late', () => {
  test('within its patience is not asked again: there is one deal, and it is found', async () => {
    const late = latePlatform(app, 1);
    const id = await held(wallet, account, '100.00');
    for (let look = 0; look < 3; look += 1) {
      await outlastClaims(app);
      expect(await late.process.drive(id)).toMatchObject({ phase: 'sent' });
    }
    await late.act(0);
    await outlastClaims(app);
    expect(await late.process.drive(id)).toMatchObject({ phase: 'completed' });
    expect(late.asked).toHaveLength(1);
    expect(await bothBooks()).toEqual(['600.00', '600.00']);
  });

  test('later than its patience: the second deal is taken back within one pass, and nothing of it leaves meanwhile', async () => {
    const late = latePlatform(app, 1);
    const id = await held(wallet, account, '100.00');
    await late.process.drive(id);
    await outlastOperations(app);
    expect(await late.process.drive(id)).toMatchObject({ phase: 'completed' });
    expect(late.asked).toHaveLength(2);
    const [all, more] = [
      await payments.confirmed(account, wallet, '600.00'),
      await payments.confirmed(account, wallet, '100.00'),
    ];
    await late.act(0);
    const asked = await payments.askTransfer(account, wallet, '650.00');
    expect(asked.errors).toMatchObject([{ code: 'not_enough_money' }]);
    expect(asked.data.available).toBe('600.00');
    expect((await payments.save(all)).data).toMatchObject({ status: 'completed' });
    expect((await payments.save(more)).data).toMatchObject({ status: 'declined' });
    expect(await books.inLedger(wallet)).toBe('3400.00');
    await postDeals();
    await postDeals();
    expect(await bothBooks()).toEqual(['0.00', '0.00']);
    expect(await audited()).toEqual(['platform_operations.second_deal', 'platform_operations.taken_back']);
  });

  test('and was given up after two sendings: what then comes is taken back, each by a deal of its own', async () => {
    const before = await books.inLedger(wallet);
    const late = latePlatform(app, 2);
    const id = await held(wallet, account, '50.00');
    await late.process.drive(id);
    await outlastOperations(app);
    expect(await late.process.drive(id)).toMatchObject({ phase: 'sent' });
    await outlastOperations(app);
    expect(await late.process.drive(id)).toMatchObject({ phase: 'failed' });
    expect(late.asked).toHaveLength(2);
    expect(await books.inLedger(wallet)).toBe(before);
    await late.act(0);
    await late.act(1);
    await postDeals();
    expect(await bothBooks()).toEqual(['500.00', '500.00']);
    expect((await audited()).toSorted()).toEqual([
      'platform_operations.second_deal',
      'platform_operations.second_deal',
      'platform_operations.taken_back',
      'platform_operations.taken_back',
    ]);
  });

  test('while it is compared whether more may leave: that the money has gone is why it may not, and it is found', async () => {
    const late = latePlatform(app, 1);
    const id = await held(account, wallet, '400.00');
    await late.process.drive(id);
    await outlastOperations(app);
    const actsWhenRead: Platform['account'] = async (login) => {
      if (late.asked.length === 1 && (await books.onPlatform(account)) === '500.00') await late.act(0);
      return mt5().account(login);
    };
    expect(await processWith(app, { mt5: { account: actsWhenRead } }).drive(id)).toMatchObject({ phase: 'completed' });
    expect(await bothBooks()).toEqual(['100.00', '100.00']);
  });

  test('and takes money out twice gives the second back', async () => {
    const before = await books.inLedger(wallet);
    const late = latePlatform(app, 1);
    const id = await held(account, wallet, '120.00');
    await late.process.drive(id);
    await outlastOperations(app);
    await late.process.drive(id);
    await late.act(0);
    expect(await books.onPlatform(account)).toBe('260.00');
    await postDeals();
    expect(await bothBooks()).toEqual(['380.00', '380.00']);
    expect(Number(await books.inLedger(wallet)) - Number(before)).toBe(120);
  });

  test('with a second deal seen at the look-up itself, that is noted at once', async () => {
    const late = latePlatform(app, 2);
    const id = await held(wallet, account, '70.00');
    await late.process.drive(id);
    await outlastOperations(app);
    await late.process.drive(id);
    await late.act(0);
    await late.act(1);
    await outlastClaims(app);
    expect(await late.process.drive(id)).toMatchObject({ phase: 'completed' });
    expect(await audited()).toContain('platform_operations.second_deal');
    await postDeals();
    expect(await bothBooks()).toEqual(['570.00', '570.00']);
  });
});

describe('what stands on the platform alone', () => {
  test('does not leave, and what is the client’s does', async () => {
    await mt5().balanceOperation({ login: account, kind: 'balance', amount: 40_000n, currency: 'USD', tag: `gift-${account}` });
    expect((await payments.askTransfer(account, wallet, '500.01')).data).toMatchObject({ available: '500.00' });
    expect((await payments.save(await payments.confirmed(account, wallet, '500.00'))).data).toMatchObject({
      status: 'completed',
    });
    expect(await bothBooks()).toEqual(['400.00', '0.00']);
    await mt5().balanceOperation({ login: account, kind: 'balance', amount: -40_000n, currency: 'USD', tag: `gone-${account}` });
  });

  test('is no trade’s result: that may leave before the ledger has been told of it', async () => {
    await app.owner.sql.run(
      `insert into platform_deal values ('mt5', 'p-' || $1::integer, $1::integer, 'sell', 'out', 'EURUSD', 1, 1, 1000, 0, 0, null, '', now(), true, null)`,
      [account],
    );
    await mt5().balanceOperation({ login: account, kind: 'balance', amount: 1_000n, currency: 'USD', tag: `won-${account}` });
    expect((await payments.askTransfer(account, wallet, '510.01')).data).toMatchObject({ available: '510.00' });
  });

  test('while a payment is on its way is reported at no first look, though a backup was just restored', async () => {
    const beginAnew = async () => app.database.transact((sql) => beginEra(sql, { author: 'ada', at: app.opened.clock.now() }));
    const compare = async () => {
      await app.opened.worker?.sweep('mirror.reconcile');
      const rows = await app.owner.sql.many<{ reported: boolean }>(
        `select reported_at is not null as reported from reconciliation_difference where number = $1 and closed_at is null`,
        [account],
      );
      return rows.map(({ reported }) => reported);
    };
    await mt5().balanceOperation({ login: account, kind: 'balance', amount: 40_000n, currency: 'USD', tag: `lost-${account}` });
    const before = await held(wallet, account, '100.00');
    await beginAnew();
    expect(await compare()).toEqual([true]);
    await app.owner.sql.run('delete from reconciliation_difference where number = $1', [account]);
    await beginAnew();
    const since = await held(wallet, account, '50.00');
    expect(await compare()).toEqual([false]);
    await app.owner.sql.run('delete from reconciliation_difference where number = $1', [account]);
    const { process } = latePlatform(app, 0);
    await outlastClaims(app);
    for (const id of [before, since]) expect(await process.drive(id)).toMatchObject({ phase: 'completed' });
    await mt5().balanceOperation({ login: account, kind: 'balance', amount: -40_000n, currency: 'USD', tag: `back-${account}` });
  });

  test('and is reported as a difference shuts the account for money that leaves, and not for money that comes', async () => {
    const quote = await payments.confirmed(account, wallet, '10.00');
    await app.owner.sql.run(
      `insert into reconciliation_difference (number, currency, platform_balance, ledger_balance, first_seen_at, reported_at, checked_at)
       values ($1, 'USD', 1, 0, now(), now(), now())`,
      [account],
    );
    const shut = { httpStatus: 422, errors: [{ code: 'account_under_review' }] };
    expect(await payments.save(quote)).toMatchObject(shut);
    expect(await payments.askTransfer(account, wallet, '10.00')).toMatchObject(shut);
    const withdrawal = { action: 'confirm', transfer_type: 'withdraw', account_number: account, amount: '10.00' };
    expect(await payments.process({ ...withdrawal, currency: 'USD', pm_id: 243 })).toMatchObject(shut);
    expect((await payments.save(await payments.confirmed(wallet, account, '10.00'))).data).toMatchObject({ status: 'completed' });
    await app.owner.sql.run('update reconciliation_difference set closed_at = now() where number = $1', [account]);
    expect((await payments.save(quote)).data).toMatchObject({ status: 'completed' });
  });
});

describe('a database that answers late', () => {
  /** A way to the database on which the answer to a claim takes 36 seconds of the clock, in which `meanwhile` happens. */
  function slowClaims(meanwhile: () => Promise<unknown>) {
    let nowMs = 1_000;
    const { sql } = app.database;
    const slow: Sql = {
      ...sql,
      async maybe<Row>(text: string, values?: readonly unknown[]) {
        const row = await sql.maybe<Row>(text, values);
        if (!/into platform_operation/.test(text)) return row;
        nowMs += 36_000;
        await meanwhile();
        return row;
      },
    };
    return { run: { sql: slow }, needs: { monotonicMs: () => nowMs } };
  }

  test('has nothing sent any more: another has done it in the meantime', async () => {
    const id = await held(account, wallet, '30.00');
    const asked: BalanceOperation[] = [];
    const balanceOperation: Platform['balanceOperation'] = async (operation) => {
      asked.push(operation);
      return mt5().balanceOperation(operation);
    };
    const other = processWith(app, {});
    const slow = slowClaims(async () => {
      await outlastOperations(app, `remittance:${id}`);
      expect(await other.drive(id)).toMatchObject({ phase: 'completed' });
    });
    expect(await processWith(app, { ...slow, mt5: { balanceOperation } }).drive(id)).toMatchObject({ phase: 'completed' });
    expect(asked).toEqual([]);
    expect(await bothBooks()).toEqual(['470.00', '470.00']);
  });

  test('and where nobody was there, the next one does it', async () => {
    const id = await held(wallet, account, '30.00');
    const slow = slowClaims(async () => undefined);
    expect(await processWith(app, slow).drive(id)).toMatchObject({ phase: 'sent' });
    expect(await bothBooks()).toEqual(['500.00', '500.00']);
    expect(await processWith(app, {}).drive(id)).toMatchObject({ phase: 'completed' });
    expect(await bothBooks()).toEqual(['530.00', '530.00']);
  });

  test('the port is told how long it may still send', async () => {
    const id = await held(wallet, account, '5.00');
    const limits: (SendLimit | undefined)[] = [];
    const nowMs = { value: 0 };
    const balanceOperation: Platform['balanceOperation'] = async (operation, limit) => {
      limits.push(limit);
      return mt5().balanceOperation(operation);
    };
    const process = processWith(app, { mt5: { balanceOperation }, needs: { monotonicMs: () => nowMs.value } });
    expect(await process.drive(id)).toMatchObject({ phase: 'completed' });
    expect(limits.map((limit) => limit?.deadline?.leftMs())).toEqual([15_000]);
    nowMs.value = 15_001;
    expect(limits[0]?.deadline?.leftMs()).toBe(-1);
  });
});

describe('a platform that stamps its deals by hours of its own', () => {
  test('has one of twenty hours ago found under its tag, and nothing is sent again', async () => {
    const late = latePlatform(app, 1);
    const stamped = after(app.opened.clock.now(), -20 * hourMs);
    const findByTag: Platform['findByTag'] = async (asked) =>
      asked.since <= stamped ? mt5().findByTag(asked) : { outcome: 'done', deals: [] };
    const { balanceOperation } = late.platform;
    const process = processWith(app, { mt5: { balanceOperation, findByTag } });
    const id = await held(wallet, account, '100.00');
    expect(await process.drive(id)).toMatchObject({ phase: 'sent' });
    await late.act(0);
    await outlastOperations(app, `remittance:${id}`);
    expect(await process.drive(id)).toMatchObject({ phase: 'completed' });
    expect(late.asked).toHaveLength(1);
    expect(await bothBooks()).toEqual(['600.00', '600.00']);
  });
});
