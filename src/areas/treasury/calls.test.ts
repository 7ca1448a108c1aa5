import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseMinor } from '../../base/money.ts';
import { fees, provider, wallet as walletOf, type Account } from '../../ledger/chart.ts';
import type { MovementKind } from '../../ledger/entries.ts';
import { openCounter, type Counter } from '../../server/testing/paymentsFixture.ts';
import type { StaffSignedIn } from '../../server/testing/app.ts';
import { openPayoutFixture } from '../../server/testing/payoutFixture.ts';

let counter: Counter;
let staff: StaffSignedIn;
let today: string;
let yesterday: string;

beforeAll(async () => {
  counter = await openCounter('ng.active', { dollars: '100.00', wallet: '300.00' });
  staff = await counter.app.signInStaff('finance');
  const now = counter.app.opened.clock.now();
  today = now.toISOString().slice(0, 10);
  yesterday = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
  await counter.payments.save(await counter.payments.confirmed(counter.wallet, counter.dollars, '20.00'));
  await counter.books.hurry();
});
afterAll(async () => counter.app.close());

const told = async (day: string) =>
  (await counter.app.call({ method: 'GET', path: `/api/desk/treasury?day=${day}`, as: staff })).data;

interface Lies {
  readonly provider: string;
  readonly amount: string;
  readonly to_pay: string;
  readonly is_short: boolean;
}
/** Where less lies than is to be paid. */
const shortIn = (lying: readonly Lies[]) =>
  lying.filter(({ is_short: isShort }) => isShort).map(({ provider, amount, to_pay: toPay }) => [provider, amount, toPay]);

const owned = () => walletOf({ company: 3, clientId: counter.client.clientId }, 'USD');
const money = async () =>
  (await told(today)).client_money.find(({ company, currency }: { company: number; currency: string }) => {
    return company === 3 && currency === 'USD';
  });

let posted = 0;
async function post(kind: MovementKind, [from, to]: readonly [Account, Account], amount: string): Promise<void> {
  const { book, clock } = counter.app.opened.app;
  const legs = [{ from, to, minor: parseMinor(amount, 'USD') ?? 0n }] as const;
  await book.submit({ movement: { key: `${kind}:treasury-${(posted += 1)}`, kind, legs, at: clock.now() } });
}
/** So much leaves what lies at the cashier: a refund whose share the broker bears. */
async function outOfPraxis(amount: string): Promise<void> {
  await post('reversal', [fees(3, 'USD'), provider(3, 'USD', 'praxis')], amount);
}

test('a day’s balances sum to zero, and each line leads from what was there to what is there', async () => {
  const { trial, is_even: isEven } = await told(today);
  expect(isEven).toBe(true);
  const wallets = trial.find(
    ({ account, currency }: { account: string; currency: string }) => account === 'client:wallet' && currency === 'USD',
  );
  expect(wallets).toMatchObject({ company: 3, opening: '0.00', closing: '280.00', debit: '20.00', credit: '300.00' });
  expect(trial.find(({ account }: { account: string }) => account === 'client:trading')).toMatchObject({ closing: '120.00' });
});

test('clients’ money is required to the cent, and what was brought in is held', async () => {
  const { client_money: money } = await told(today);
  expect(money).toEqual([{ company: 3, currency: 'USD', required: '400.00', held: '400.00', over: '0.00', is_short: false }]);
});

test('the day before, nothing was there', async () => {
  expect(await told(yesterday)).toMatchObject({ trial: [], client_money: [], is_even: true });
});

describe('days beside what others say', () => {
  const reconciled = async (query = '') =>
    counter.app.call({ method: 'GET', path: `/api/desk/treasury/reconciliations${query}`, as: staff });
  const plant = (state: string, findings: object[] = []) =>
    counter.app.owner.sql.run(
      `insert into settlement_day (provider, day, currency, reported, posted, explained, state, findings, checked_at)
       values ('praxis', $1::date, 'USD', 12000, 10000, 0, $2, $3, now())
       on conflict (provider, day, currency) do update set state = $2, findings = $3`,
      [today, state, JSON.stringify(findings)],
    );

  test('each day sums to zero, and clients’ money of each is held', async () => {
    const { book, open } = (await reconciled()).data;
    expect(book).toHaveLength(7);
    expect(book[0]).toMatchObject({
      day: today,
      is_even: true,
      uneven: [],
      client_money: [{ company: 3, currency: 'USD', required: '400.00', held: '400.00', is_short: false }],
    });
    expect(book[1]).toMatchObject({ day: yesterday, client_money: [] });
    expect(open).toBe(0);
  });

  test('a provider’s difference stands open with what makes it, until somebody has explained it', async () => {
    await plant('open', [{ of: 'tx-1', minor: '2000', why: 'unknown', isExplained: false }]);
    const found = (await reconciled(`?from=${today}&till=${today}`)).data;
    expect(found).toMatchObject({
      open: 1,
      providers: [{ difference: '20.00', state: 'open', findings: [{ of: 'tx-1', amount: '20.00', why: 'unknown' }] }],
    });
    const body = { reason: 'their clearing fee of the month' };
    const path = `/api/desk/settlements/${found.providers[0].id}`;
    expect((await counter.app.call({ method: 'POST', path, body, as: staff })).errors).toEqual([]);
    expect((await reconciled()).data).toMatchObject({ open: 0, providers: [{ state: 'closed' }] });
  });

  test('a platform’s difference stands open however old it is, and is told no more once it is over', async () => {
    await counter.app.owner.sql.run(
      `insert into reconciliation_difference (number, currency, platform_balance, ledger_balance, first_seen_at, reported_at, checked_at)
       values ($1, 'USD', 11000, 12000, now() - interval '40 days', now(), now())`,
      [counter.dollars],
    );
    expect((await reconciled()).data).toMatchObject({
      open: 1,
      platforms: [{ number: counter.dollars, difference: '-10.00', state: 'open', client_id: counter.client.clientId }],
    });
    await counter.app.owner.sql.run('update reconciliation_difference set closed_at = now()');
    expect((await reconciled()).data).toMatchObject({ open: 0, platforms: [] });
  });

  test('a balance of the bank’s that is open is counted with them, until it is not', async () => {
    const plant = (state: string) =>
      counter.app.owner.sql.run(
        `insert into bank_check (company_id, currency, after_entry, from_book, from_at, state, stated, book, stated_at, missing, difference,
           explained, findings, checked_at)
         values (3, 'EUR', 0, 0, now(), $1, 12000, 10000, now(), 500, 1500, 0, '[]', now())
         on conflict (company_id, currency) do update set state = $1`,
        [state],
      );
    await plant('open');
    expect((await reconciled()).data).toMatchObject({
      open: 1,
      banks: [
        { company: 3, currency: 'EUR', stated: '120.00', book: '100.00', missing: '5.00', difference: '15.00', state: 'open' },
      ],
    });
    await plant('closed');
    expect((await reconciled()).data).toMatchObject({ open: 0, banks: [{ state: 'closed' }] });
  });

  test.each([
    ['?from=2026-03-05&till=2026-03-01', 'period_reversed'],
    ['?from=2026-01-01&till=2026-03-01', 'period_too_long'],
  ])('%s is refused', async (query, code) => {
    expect(await reconciled(query)).toMatchObject({ httpStatus: 422, errors: [{ code }] });
  });
});

test('payouts to come are told by day and provider, and where less lies than is to be paid', async () => {
  const { app, client, payments, books, wallet } = counter;
  const payouts = await openPayoutFixture(app, { client, payments, books });
  await payouts.payIn(wallet, '100.00');
  const id = await payouts.asked(wallet, '60.00');
  const waiting = await told(today);
  // Three per cent stay, since nothing was traded.
  const coming = { company: 3, provider: 'praxis', currency: 'USD', payouts: 1, amount: '58.20', unapproved: '58.20' };
  expect(waiting.coming).toMatchObject([coming]);
  expect(waiting.coming[0].day > today || waiting.coming[0].day === today).toBe(true);
  const lies = waiting.lying.find(({ provider }: { provider: string }) => provider === 'praxis');
  expect(lies).toMatchObject({ company: 3, currency: 'USD', amount: '100.00', to_pay: '58.20', is_short: false });
  await outOfPraxis('41.79');
  expect(shortIn((await told(today)).lying)).toEqual([]);
  await outOfPraxis('0.02');
  expect(shortIn((await told(today)).lying)).toEqual([['praxis', '58.19', '58.20']]);
  await post('won_back', [provider(3, 'USD', 'praxis'), fees(3, 'USD')], '41.81');
  await payouts.approve(id);
  await payouts.ends(id, 'completed');
  expect((await told(today)).coming).toEqual([]);
});

test('where nothing ever lay and something is to be paid out, all of it is short', async () => {
  const { app, client, payments, books, wallet } = counter;
  const payouts = await openPayoutFixture(app, { client, payments, books });
  const { id, quote, pin } = await payouts.ask(wallet, '60.00', {
    pm_id: 1011,
    wallet_email: 'ng.active@wallet.test',
    confirm_own_name: true,
  });
  expect((await payments.save(id, { payment_code: pin })).errors).toEqual([]);
  // What the card has brought goes back to it first.
  expect(quote.split.lines).toMatchObject([{ pm_id: 243 }, { pm_id: 1011 }]);
  // Three per cent of it stay, and of the hundred by card 58.20 have gone back before.
  const { lying } = await told(today);
  expect(shortIn(lying)).toEqual([['skrill', '0.00', '16.40']]);
  const atCashier = { amount: '41.80', to_pay: '41.80', is_short: false };
  expect(lying.find((each: Lies) => each.provider === 'praxis')).toMatchObject(atCashier);
  expect((await payments.post('api/transfers/cancel', { tid: id })).errors).toEqual([]);
  expect(shortIn((await told(today)).lying)).toEqual([]);
});

test('client money that is not held is short by what is missing, and its day stands open until it is there', async () => {
  const open = async () =>
    (await counter.app.call({ method: 'GET', path: `/api/desk/treasury/reconciliations?from=${today}&till=${today}`, as: staff }))
      .data;
  const before = await money();
  expect(before).toMatchObject({ is_short: false });
  const over = Number(before.over);
  // The broker promises a client more than it holds.
  await post('fee_refund', [fees(3, 'USD'), owned()], (over + 12.34).toFixed(2));
  expect(await money()).toMatchObject({ held: before.held, over: '-12.34', is_short: true });
  expect(await open()).toMatchObject({ open: 1, book: [{ is_even: true, client_money: [{ over: '-12.34', is_short: true }] }] });
  await post('fee', [owned(), fees(3, 'USD')], '12.34');
  expect(await money()).toMatchObject({ over: '0.00', is_short: false });
  expect((await open()).open).toBe(0);
});

test('a day whose balances do not sum to zero stands open, with what is too much', async () => {
  const spoil = (minor: number) =>
    counter.app.owner.transact(async (sql) => {
      // As only whoever goes past the book can.
      await sql.run('set local session_replication_role = replica');
      await sql.run(`update ledger_account set balance = balance + $2 where code = $1`, [owned().code, minor]);
    });
  const read = async () => {
    const path = `/api/desk/treasury/reconciliations?from=${today}&till=${today}`;
    return (await counter.app.call({ method: 'GET', path, as: staff })).data;
  };
  await spoil(-7);
  const uneven = await read();
  expect(uneven).toMatchObject({
    open: 1,
    book: [{ is_even: false, uneven: [{ company: 3, currency: 'USD', amount: '-0.07' }] }],
  });
  expect((await told(today)).is_even).toBe(false);
  await spoil(7);
  expect(await read()).toMatchObject({ open: 0, book: [{ is_even: true, uneven: [] }] });
});
