import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountNumber } from '../../base/id.ts';
import { after, minuteMs } from '../../base/time.ts';
import type { ClosedTrade, DealPage } from '../../ports/platform/port.ts';
import type { JobContext } from '../../protocol/call.ts';
import { outlastOperations } from '../../server/testing/operations.ts';
import type { SignedIn, StaffSignedIn, TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openTerminal } from '../../server/testing/dealer.ts';
import { noteNegative } from './negativeLimits.ts';

/* A negative balance is paid back by itself only so far: more, or one that the client may have covered elsewhere, waits for a person. */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let finance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  // At an hour when the markets are open.
  ({ app, client } = await openTerminal('ng.active'));
  books = await openBookFixture(app);
  finance = await app.signInStaff('finance');
  admin = await app.signInStaff('admin');
});
afterAll(async () => app.close());

const platform = () => app.opened.app.platforms.mt5;
const balance = async (login: number) => {
  const answer = await platform().account(login);
  return answer.outcome === 'done' ? answer.account.balance : undefined;
};
const because = 'looked at, and the client has nothing elsewhere';

/** Leaves an account so far below zero, and lets the protection look. */
async function lose(login: number, minor: bigint): Promise<void> {
  const now = (await balance(login)) ?? 0n;
  const operation = {
    login,
    kind: 'correction',
    amount: -now - minor,
    currency: 'USD',
    tag: `lost-${login}`,
    checkMargin: false,
  } as const;
  await platform().balanceOperation(operation);
  await protect(login);
}

async function protect(login: number): Promise<void> {
  await app.owner.sql.run(
    `update trading_account set snapshot_at = snapshot_at - interval '1 day', asked_at = null where number = $1`,
    [login],
  );
  await app.opened.worker?.sweep('accounts.snapshots');
  for (let looks = 0; looks < 2; looks += 1) {
    await app.opened.worker?.sweep('mirror.negative');
    await outlastOperations(app);
  }
  await app.opened.worker?.sweep('mirror.negative');
}

/** What the client reads of an account's loss, the newest last. */
const read = async (account: number) => {
  const { data } = await app.call({ method: 'GET', path: 'api/notifications', as: client });
  const all: { type: string; title: string; text: string }[] = data.notifications;
  const own = all.filter(({ type, text }) => type.startsWith('negative_balance') && text.includes(String(account)));
  return own.toReversed().map(({ type, text }) => ({ type, text }));
};

const open = async () => {
  const { data } = await app.call({ method: 'GET', path: '/api/desk/queues/differences', as: finance });
  const items: { subject: string; client_id: number; detail: object }[] = data.items;
  return items.filter(({ subject }) => subject.startsWith('negative:'));
};

test('a loss beyond the funds is paid back by itself up to a setting a day and a client; more waits for a person, and is flagged', async () => {
  const [small, large] = [
    await books.account(client, 'advantage mt5', { currency: 'USD', amount: '100.00' }),
    await books.account(client, 'ecn mt5', { currency: 'USD', amount: '100.00' }),
  ];
  await lose(small, 60_000n);
  expect([await balance(small), await open()]).toEqual([0n, []]);
  expect(await read(small)).toEqual([{ type: 'negative_balance_paid_back', text: expect.stringMatching(/600\.00/) }]);
  // With what was paid back today it is more than a thousand.
  await lose(large, 60_000n);
  expect(await balance(large)).toBe(-60_000n);
  const [item] = await open();
  expect(item).toMatchObject({
    client_id: client.clientId,
    detail: { account: large, why: 'over_limit', loss: { amount: '600.00', currency: 'USD' } },
  });
  const flagged = await app.owner.sql.many(`select subject from audit_event where action = 'mirror.negative_balance_waits'`);
  expect(flagged).toEqual([{ subject: `account:${large}` }]);
  expect(await read(large)).toMatchObject([{ type: 'negative_balance_waits' }]);
  // Finance asks, somebody else agrees.
  const id = item?.subject.split(':')[1];
  const ask = (path: string, body: object, as: StaffSignedIn) =>
    app.call({ method: 'POST', path: `/api/desk/${path}`, body, as });
  const asked = await ask(`negative-balances/${id}`, { action: 'approve', reason: because }, finance);
  expect(await balance(large)).toBe(-60_000n);
  await ask(`approvals/${asked.data.approval.id}`, { decision: 'approve', reason: because }, admin);
  await protect(large);
  expect([await balance(large), await open()]).toEqual([0n, []]);
  expect((await read(large)).map(({ type }) => type)).toEqual(['negative_balance_waits', 'negative_balance_paid_back']);
});

const trade = async (login: number, side: 'buy' | 'sell', symbol = 'EURUSD') => {
  const tag = `hedge-${side}-${login}`;
  const order = await platform().marketOrder({ login, symbol, side, lots: '0.10', tag });
  if (order.outcome !== 'filled') throw new Error(JSON.stringify(order));
  return order.position;
};

test('one that an opposite position on another account may have covered waits, however small, and stays when it is declined', async () => {
  const [lost, other] = [
    await books.account(client, 'advantage mt5', { currency: 'USD', amount: '5000.00' }),
    await books.account(client, 'ecn mt5', { currency: 'USD', amount: '5000.00' }),
  ];
  await trade(other, 'sell');
  const position = await trade(lost, 'buy');
  await platform().closePosition({ login: accountNumber(lost), position, tag: `close-${lost}` });
  await app.opened.worker?.sweep('mirror.deals');
  await lose(lost, 1_000n);
  expect(await balance(lost)).toBe(-1_000n);
  const [item] = await open();
  expect(item).toMatchObject({ detail: { account: lost, why: 'hedged' } });
  // Why it waits nobody tells who may have made it so.
  expect(await read(lost)).toEqual([
    { type: 'negative_balance_waits', text: expect.not.stringMatching(/opposite|hedg|other account/i) },
  ]);
  const id = item?.subject.split(':')[1];
  const body = { action: 'decline', reason: because };
  expect((await app.call({ method: 'POST', path: `/api/desk/negative-balances/${id}`, body, as: finance })).errors).toEqual([]);
  await protect(lost);
  expect([await balance(lost), await open()]).toEqual([-1_000n, []]);
  expect((await read(lost)).map(({ type }) => type)).toEqual(['negative_balance_waits', 'negative_balance_stays']);
});

test('one that an opposite position has covered waits too when that was closed, and its account put away, before anybody looked', async () => {
  const [lost, other] = [
    await books.account(client, 'advantage mt5', { currency: 'USD', amount: '5000.00' }),
    await books.account(client, 'ecn mt5', { currency: 'USD', amount: '5000.00' }),
  ];
  const both = [
    // Of a symbol that is open nowhere else.
    { login: other, position: await trade(other, 'sell', 'GBPUSD') },
    { login: lost, position: await trade(lost, 'buy', 'GBPUSD') },
  ];
  for (const { login, position } of both)
    await platform().closePosition({ login: accountNumber(login), position, tag: `close-${login}` });
  await app.opened.worker?.sweep('mirror.deals');
  await app.owner.sql.run(`update trading_account set status = 'archived' where number = $1`, [other]);
  await lose(lost, 1_000n);
  expect(await balance(lost)).toBe(-1_000n);
  expect(await open()).toMatchObject([{ detail: { account: lost, why: 'hedged' } }]);
});

/** Trades of two platforms' own making: the losing one is older than a thousand others. */
const closedTrade = (minute: number, more: Partial<ClosedTrade> = {}): ClosedTrade => ({
  login: 1,
  symbol: 'EURUSD',
  side: 'buy',
  lots: '0.01',
  position: String(minute),
  ticket: String(minute),
  openPrice: '1.1',
  closePrice: '1.1',
  profit: 1n,
  swap: 0n,
  commission: 0n,
  openedAt: after(app.opened.clock.now(), (minute - 5000) * minuteMs),
  closedAt: after(app.opened.clock.now(), (minute - 4999) * minuteMs),
  ...more,
});

test.each([
  {
    what: 'a losing trade behind a thousand others is found',
    minutes: Array.from({ length: 1100 }, (_, minute) => minute * 3),
    lostAt: 3300,
    becomes: { status: 'waiting', flag: 'hedged' },
  },
  {
    what: 'what stood at another time has covered nothing',
    minutes: [30],
    lostAt: 100,
    becomes: { status: 'found', flag: null },
  },
])('$what', async ({ minutes, lostAt, becomes }) => {
  const [lost, other] = [
    await books.account(client, 'advantage mt5', { currency: 'USD', amount: '1.00' }),
    await books.account(client, 'ecn mt5', { currency: 'USD', amount: '1.00' }),
  ];
  const trades: Readonly<Record<number, readonly ClosedTrade[]>> = {
    [lost]: [...minutes.map((minute) => closedTrade(minute)), closedTrade(lostAt, { profit: -1_000n })],
    [other]: [closedTrade(3300, { side: 'sell', profit: 1_000n })],
  };
  const mt5 = {
    positions: async () => ({ outcome: 'done', positions: [] }) as const,
    closedTrades: async ({ login, offset, total }: DealPage) =>
      ({ outcome: 'done', trades: (trades[login] ?? []).slice(offset, offset + total) }) as const,
  };
  await note({ mt5, mt4: mt5 }, { number: lost, of: client, amount: 1_000n });
  expect(await noted(lost)).toEqual([becomes]);
});

describe('an account that may have covered the loss and', () => {
  const refused = (code: 'not_connected' | 'busy' | 'range_too_wide' | 'not_found') =>
    ({ outcome: 'refused', code, message: code }) as const;

  test.each([
    { what: 'cannot be asked just now leaves the loss for the next look', code: 'not_connected', becomes: [] },
    { what: 'is not answered for, since others are first, does so too', code: 'busy', becomes: [] },
    {
      what: 'has had more deals than the platform tells of is looked at by a person',
      code: 'range_too_wide',
      becomes: [{ status: 'waiting', flag: 'hedged' }],
    },
    {
      what: 'is not known there any more has covered nothing',
      code: 'not_found',
      becomes: [{ status: 'found', flag: null }],
    },
  ] as const)('$what', async ({ code, becomes }) => {
    const as = await app.signIn('global.active');
    const [lost, other] = [
      await books.account(as, 'advantage mt5', { currency: 'USD', amount: '1.00' }),
      await books.account(as, 'ecn mt5', { currency: 'USD', amount: '1.00' }),
    ];
    const mt5 = {
      positions: async (login: number) =>
        login === other && code !== 'range_too_wide' ? refused(code) : ({ outcome: 'done', positions: [] } as const),
      closedTrades: async ({ login }: DealPage) =>
        login === other
          ? refused(code)
          : ({ outcome: 'done', trades: login === lost ? [closedTrade(100, { profit: -1_000n })] : [] } as const),
    };
    await note({ mt5, mt4: mt5 }, { number: lost, of: as, amount: 1_000n });
    expect(await noted(lost)).toEqual(becomes);
  });
});

test('what is left of a loss that staff left as it was is not paid back by itself after a payment into the account', async () => {
  const other = await app.signIn('ke.active');
  const [declined, fresh] = [
    await books.account(other, 'advantage mt5', { currency: 'USD', amount: '1.00' }),
    await books.account(other, 'ecn mt5', { currency: 'USD', amount: '1.00' }),
  ];
  const { mt5, mt4 } = app.opened.app.platforms;
  await app.owner.sql.run(
    `insert into negative_balance (number, client_id, company_id, currency, amount, credit, status, flag, found_at)
     select number, client_id, company_id, currency, 1000, 0, 'declined', 'hedged', now() from trading_account where number = $1`,
    [declined],
  );
  for (const number of [declined, fresh]) await note({ mt5, mt4 }, { number, of: other, amount: 999n });
  expect([await noted(declined), await noted(fresh)]).toEqual([
    [
      { status: 'declined', flag: 'hedged' },
      { status: 'waiting', flag: 'hedged' },
    ],
    [{ status: 'found', flag: null }],
  ]);
  // Another loss is a thing of its own, once a later one was paid back.
  await app.owner.sql.run(`update negative_balance set status = 'posted' where number = $1 and status = 'waiting'`, [declined]);
  await note({ mt5, mt4 }, { number: declined, of: other, amount: 5n });
  expect((await noted(declined)).at(-1)).toEqual({ status: 'found', flag: null });
});

test('what was paid back yesterday leaves the whole of today’s, and how much that is the broker sets', async () => {
  const as = await app.signIn('cn.active');
  const { mt5, mt4 } = app.opened.app.platforms;
  const lost = async (amount: bigint, automaticPerDay?: string) => {
    const number = await books.account(as, 'advantage mt5', { currency: 'USD', amount: '1.00' });
    await note({ mt5, mt4 }, { number, of: as, amount, automaticPerDay });
    return { number, is: await noted(number) };
  };
  const [found, waits] = [[{ status: 'found', flag: null }], [{ status: 'waiting', flag: 'over_limit' }]];
  expect((await lost(200n, '1')).is).toEqual(waits);
  expect((await lost(200n, '2')).is).toEqual(found);
  const first = await lost(60_000n);
  expect([first.is, (await lost(60_000n)).is]).toEqual([found, waits]);
  await app.owner.sql.run(`update negative_balance set found_at = found_at - interval '1 day' where number = $1`, [first.number]);
  expect((await lost(60_000n)).is).toEqual(found);
});

interface Noted {
  readonly number: number;
  readonly of: SignedIn;
  readonly amount: bigint;
  /** As if the broker had set it. */
  readonly automaticPerDay?: string | undefined;
}

function note(platforms: Parameters<typeof noteNegative>[0], { number, of, amount, automaticPerDay }: Noted): Promise<void> {
  const { sql, transact } = app.database;
  const settings = app.opened.settings.current();
  const context = {
    sql,
    transact,
    now: app.opened.clock.now(),
    settings: automaticPerDay === undefined ? settings : { ...settings, negativeBalance: { automaticPerDay } },
  } as unknown as JobContext;
  const loss = { number: accountNumber(number), clientId: of.clientId, currency: 'USD', amount, credit: 0n } as const;
  return noteNegative(platforms, context, loss);
}

const noted = (number: number) =>
  app.owner.sql.many('select status, flag from negative_balance where number = $1 order by id', [number]);
