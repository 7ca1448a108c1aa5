import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accountNumber, type MoveId } from '../../base/id.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import type { Platform } from '../../ports/platform/port.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { outlastOperations } from '../../server/testing/operations.ts';
import { runOf } from '../../server/testing/paymentsFixture.ts';
import { bookBlockers, setMoveState } from './clientRows.ts';
import { driveMove } from './driving.ts';
import { addMoveAccount, endLease, moveAccounts, moveById, takeLease } from './store.ts';

/* What comes between while a move is driven. Each test moves a client of its own, whose money goes into the wallet. */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let company: number;
let numbers: readonly number[];
let id: MoveId;

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  await openMarkets(app);
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the books must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const now = () => app.opened.clock.now();
const mt5 = () => app.opened.app.platforms.mt5;
const phaseNow = async () => (await moveById(app.owner.sql, id))?.phase;
const statesNow = async () => (await moveAccounts(app.owner.sql, id)).map(({ state }) => state);
const reasonNow = async () => (await moveById(app.owner.sql, id))?.reason;
const refusedFor = (code: 'rejected' | 'not_connected') => ({ outcome: 'refused', code, message: 'no' }) as const;
const accessNow = async (number: number) => (await mt5().account(number)) as { account: { access: string } };

/** A move that has begun, of an account for each amount. */
async function begin(name: string, amounts: readonly string[] = ['100.00']): Promise<void> {
  const { sql } = app.owner;
  client = await app.signIn(name);
  const opened: number[] = [];
  for (const amount of amounts) opened.push(await books.account(client, 'advantage mt5', { currency: 'USD', amount }));
  numbers = opened.toSorted((a, b) => a - b);
  ({ company } = await sql.one<{ company: number }>('select company_id as company from client where id = $1', [client.clientId]));
  ({ id } = await sql.one<{ id: MoveId }>(
    `insert into company_move (client_id, from_company, to_company, phase, country, terms_version, approved_at, begun_at, created_at)
     values ($1, $2, $3, 'moving', null, 1, $4, $4, $4) returning id`,
    [client.clientId, company, company === 4 ? 3 : 4, now()],
  ));
  for (const number of numbers) await addMoveAccount(sql, { moveId: id, number: accountNumber(number), toNumber: null });
  await setMoveState(sql, client.clientId, 'under_way');
}

/** As a process does whose MetaTrader 5 answers otherwise in what is named. */
function drive(otherwise: Partial<Platform> = {}, transact: Transact = app.database.transact) {
  const { platforms } = app.opened.app;
  const needs = { ...runOf(app), transact, now: now(), platforms: { ...platforms, mt5: { ...platforms.mt5, ...otherwise } } };
  return driveMove({ ...needs, pick: () => 0 }, id);
}

/** As if whoever drives it had waited longer than it is left to one. */
const outlastLease = () =>
  app.owner.sql.run(`update company_move set lease_until = now() - interval '1 second' where id = $1`, [id]);

const undone = new Error('undone');
/** Does something that is taken back again. */
async function rolledBack(work: (sql: Sql) => Promise<void>): Promise<void> {
  const done = app.owner.transact(async (sql) => {
    await work(sql);
    throw undone;
  });
  await expect(done).rejects.toBe(undone);
}

describe('what of a client stands against a move:', () => {
  const owner = () => ({ company, clientId: client.clientId });
  const login = () => accountNumber(numbers[0] ?? 0);
  const moved = async (
    sql: Sql,
    kind: 'gold_pledged' | 'gold_credit_granted',
    leg: Parameters<typeof post>[1]['movement']['legs'][0],
  ) => post(sql, { movement: { key: `${kind}:blocker`, kind, legs: [leg], at: now() } });

  const rows: readonly (readonly [string, string, (sql: Sql) => Promise<unknown>])[] = [
    [
      'gold that is pledged',
      'gold',
      async (sql) => {
        const leg = { from: chart.opening(company, 'XAU'), to: chart.gold(owner()), minor: 5n };
        await post(sql, { movement: { key: 'opening:blocker', kind: 'opening_balance', legs: [leg], at: now() } });
        await moved(sql, 'gold_pledged', { from: chart.gold(owner()), to: chart.pledge(owner(), login()), minor: 5n });
      },
    ],
    [
      'credit on gold',
      'gold',
      (sql) =>
        moved(sql, 'gold_credit_granted', {
          from: chart.lending(company, 'USD'),
          to: chart.goldCredit(owner(), 'USD', login()),
          minor: 5n,
        }),
    ],
    ['gold that is about to be pledged', 'gold', (sql) => askPledge(sql)],
    [
      'a strategy that is followed',
      'investments',
      (sql) =>
        sql.run(
          `with s as (insert into strategy (client_id, number, name, nickname, description, status, share, minimum, asked_at)
             values ($1, $2, 'Blocker', 'b', '', 'failed', 20, 1, $3) returning id),
           o as (insert into strategy_offer (strategy_id, share, minimum, made_at) select id, 20, 1, $3 from s returning id, strategy_id)
           insert into investment (client_id, strategy_id, number, offer_id, share, safety_mode, protection, status, asked_at)
             select $1, strategy_id, $2, id, 20, false, 50, 'paused', $3 from o`,
          [client.clientId, login(), now()],
        ),
    ],
    [
      'what a platform has done twice and has not given back',
      'account_difference',
      (sql) =>
        sql.run(
          `insert into platform_operation (tag, purpose, subject, kind, platform, login, client_id, company_id, amount, currency, state,
             sends, lease_until, asked_at, started_at)
           values ('s-mt5-blocker', 'surplus', 'deal:mt5:blocker', 'balance', 'mt5', $1, $2, $3, -5, 'USD', 'idle', 0, $4, $4, $4)`,
          [login(), client.clientId, company, now()],
        ),
    ],
  ];

  beforeAll(async () => begin('cn.active', ['0']));
  test.each(rows)('%s', async (_name, blocker, put) => {
    await rolledBack(async (sql) => {
      expect(await bookBlockers(sql, client.clientId)).toEqual([]);
      await put(sql);
      expect(await bookBlockers(sql, client.clientId)).toEqual([blocker]);
    });
  });
});

/** Gold that a platform has been asked to lend on, for the first account. */
async function askPledge(sql: Sql): Promise<void> {
  const of = [numbers[0], client.clientId, company, now()];
  await sql.run('insert into gold_pledge (number, client_id, company_id, opened_at) values ($1, $2, $3, $4)', of);
  await sql.run(
    `insert into gold_pledge_order (number, client_id, company_id, kind, weight, credit, bid, ask, price_at, phase, created_at)
     values ($1, $2, $3, 'pledge', 5, 5, '1', '1', $4, 'asked', $4)`,
    of,
  );
}

test('what the platform alone has does not cross; while nobody can say whether it does, the move waits', async () => {
  await begin('eu.active');
  await mt5().balanceOperation({ login: numbers[0] ?? 0, kind: 'balance', amount: 5_000n, currency: 'USD', tag: 'stray-move' });
  expect(await drive({ deals: async () => ({ outcome: 'unknown', reason: 'no answer' }) })).toBe('under_way');
  expect([await phaseNow(), await statesNow()]).toEqual(['moving', ['begun']]);
  expect(await drive()).toBe('given_up');
  expect([await reasonNow(), await statesNow()]).toEqual(['not_let_go', ['returned']]);
  expect(await books.onPlatform(numbers[0] ?? 0)).toBe('150.00');
  expect(await books.inLedger(numbers[0] ?? 0)).toBe('100.00');
  // So that the platform has again what the book has.
  await mt5().balanceOperation({ login: numbers[0] ?? 0, kind: 'balance', amount: -5_000n, currency: 'USD', tag: 'stray-back' });
});

test('gold that was pledged at the last moment keeps the account’s money where it is', async () => {
  await begin('in.gold');
  await askPledge(app.owner.sql);
  expect(await drive()).toBe('given_up');
  expect(await reasonNow()).toBe('not_let_go');
  const asked = await app.owner.sql.many('select tag from platform_operation where subject = $1', [`company_move:${id}`]);
  expect(asked).toEqual([]);
});

test('an account that was put away meanwhile stays put away, and its money crosses', async () => {
  await begin('uk.active');
  expect(await drive({ balanceOperation: async () => refusedFor('not_connected') })).toBe('under_way');
  await app.owner.sql.run(`update trading_account set status = 'archived' where number = $1`, [numbers[0]]);
  expect(await drive()).toBe('moved');
  const held = chart.wallet({ company: 3, clientId: client.clientId }, 'USD');
  const { balance } = await app.owner.sql.one<{ balance: bigint }>('select balance from ledger_account where code = $1', [
    held.code,
  ]);
  expect(balance).toBe(10_000n);
});

test.each([
  ['shutting an account', 'changeAccess'],
  ['what stands on it', 'account'],
  ['its positions', 'positions'],
  ['its orders', 'orders'],
] as const)('a platform that will not for good (%s) ends a move, and one that rests does not', async (_name, call) => {
  await begin('eu.pro', ['0']);
  const saying = (code: 'rejected' | 'not_connected') => {
    let isFirst = true;
    const real = mt5()[call] as (...given: never[]) => Promise<unknown>;
    // What follows, opening it again, is answered.
    const answer = async (...given: never[]) => {
      if (!isFirst) return real(...given);
      isFirst = false;
      return refusedFor(code);
    };
    return { [call]: answer } as Partial<Platform>;
  };
  expect(await drive(saying('not_connected'))).toBe('under_way');
  expect(await phaseNow()).toBe('moving');
  expect(await drive(saying('rejected'))).toBe('given_up');
  expect(await reasonNow()).toBe('not_let_go');
  // So that the next one is the only open one.
  await app.owner.sql.run(`update company_move set phase = 'withdrawn' where client_id = $1 and phase = 'offered'`, [
    client.clientId,
  ]);
  await setMoveState(app.owner.sql, client.clientId, null);
});

test('whoever waits for a platform while another turns the move back leaves the accounts open', async () => {
  await begin('ng.active', ['10.00', '20.00']);
  const [first, second] = numbers as [number, number];
  let other: string | undefined;
  const account: Platform['account'] = async (login) => {
    if (other === undefined) {
      other = 'begun';
      await outlastLease();
      const positions = async () => ({ outcome: 'done', positions: [{ position: '1', login } as never] }) as const;
      other = await drive({ positions });
    }
    return mt5().account(login);
  };
  expect([await drive({ account }), other]).toEqual(['under_way', 'given_up']);
  expect([await phaseNow(), await statesNow()]).toEqual(['given_up', ['returned', 'returned']]);
  for (const number of [first, second]) expect(await accessNow(number)).toMatchObject({ account: { access: 'full' } });
});

/** Another process has gone on with it, as far as it came. */
async function takenOver(): Promise<void> {
  await outlastLease();
  const lease = await takeLease(app.owner.sql, id);
  if (!lease) throw new Error('nobody could take it over');
  await endLease(app.owner.sql, lease);
}

/** All that a move writes. */
async function written(): Promise<unknown> {
  const { sql } = app.owner;
  const move = await sql.one('select phase, reason, moved_at, ended_at from company_move where id = $1', [id]);
  const { movements } = await sql.one<{ movements: number }>('select count(*)::integer as movements from ledger_movement');
  return { move, movements, accounts: await moveAccounts(sql, id) };
}

/**
 * Drives it by processes of which each writes so many times and then has the lease taken from it, just before it writes again. How many
 * there were when it was through.
 */
async function byMany(times: number): Promise<number> {
  for (let drivers = 1; drivers < 30; drivers += 1) {
    await outlastOperations(app);
    let transactions = 0;
    let before: unknown;
    const transact: Transact = async (work) => {
      transactions += 1;
      if (transactions === times + 1) {
        await takenOver();
        before = await written();
      }
      return app.database.transact(work);
    };
    const driven = await drive({}, transact);
    if (before === undefined) return drivers;
    expect([driven, await written()]).toEqual(['under_way', before]);
  }
  throw new Error('it never comes through');
}

describe('whoever has lost the lease of a move writes nothing of it any more', () => {
  test('while it waits for what stands on an account', async () => {
    await begin('ke.active');
    const before = await written();
    const account: Platform['account'] = async (login) => {
      await takenOver();
      return mt5().account(login);
    };
    expect(await drive({ account })).toBe('under_way');
    expect(await written()).toEqual(before);
    expect(await drive()).toBe('moved');
  });

  test('on the whole way of one that is made', async () => {
    await begin('global.active', ['30.00', '40.00']);
    expect(await byMany(1)).toBe(6);
    expect([await phaseNow(), await statesNow()]).toEqual(['moved', ['arrived', 'arrived']]);
    const ended = await app.owner.sql.one('select ended_at is not null as is from company_move where id = $1', [id]);
    expect(ended).toEqual({ is: true });
  });

  test('on the whole way of one that is turned back', async () => {
    await begin('provider.new', ['30.00', '40.00']);
    const [first = 0, second = 0] = numbers;
    await mt5().balanceOperation({ login: first, kind: 'credit', amount: 500n, currency: 'USD', tag: `move-bonus-${first}` });
    const resting: Platform['balanceOperation'] = async (operation, limit) =>
      operation.login === second ? refusedFor('not_connected') : mt5().balanceOperation(operation, limit);
    expect(await drive({ balanceOperation: resting })).toBe('under_way');
    expect(await statesNow()).toEqual(['collected', 'seen']);
    await askPledge(app.owner.sql);
    expect(await byMany(2)).toBe(5);
    expect([await phaseNow(), await reasonNow()]).toEqual(['given_up', 'changed_meanwhile']);
    expect([await books.onPlatform(first), await books.onPlatform(second)]).toEqual(['30.00', '40.00']);
  });
});
