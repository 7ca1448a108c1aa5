import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId, type AccountNumber } from '../../base/id.ts';
import { parseRate } from '../../base/money.ts';
import * as chart from '../../ledger/chart.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture } from '../../server/testing/bookFixture.ts';
import { keepDeals } from '../deals/face.ts';
import { keepReference } from '../rates/store.ts';
import { tradesAsTable } from './face.ts';

/* What exchanges and fees cost beside deals: amounts are reckoned by hand, at 1.25 dollars for a euro. */

let app: TestApp;
let client: SignedIn;
let number: AccountNumber;
let other: number;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('ng.active');
  const books = await openBookFixture(app);
  number = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '500.00' });
  other = await books.account(client, 'advantage mt5', { currency: 'EUR', amount: '0.00' });
  const { sql } = app.owner;
  await sql.run(`delete from reference_rate where day between '2026-03-01' and '2026-05-31'`);
  const publishedAt = new Date('2026-05-04T06:00:00Z');
  await keepReference(sql, [{ currency: 'USD', day: '2026-05-04', rate: parseRate('1.25') ?? 0n, publishedAt }]);
  await sql.run(`insert into equity_snapshot (number, day, balance, equity) values ($1, '2026-05-01', 100000, 100000)`, [number]);
});
afterAll(async () => app.close());

interface Payment {
  readonly type: 'deposit' | 'withdraw' | 'transfer';
  /** What leaves where the money comes from, of it the fee, and what arrives; in cents. */
  readonly gives: readonly [amount: number, fee: number, currency: string];
  readonly arrives: readonly [amount: number, currency: string];
  readonly at: string;
  readonly of?: number;
  readonly to?: number;
  readonly phase?: string;
}

let count = 0;
async function paid({ type, gives, arrives, at, of = number, to, phase = 'completed' }: Payment): Promise<string> {
  const [amount, fee, currency] = gives;
  const { id } = await app.owner.sql.one<{ id: number }>(
    `insert into remittance (client_id, company_id, transfer_type, phase, reference, account_number, target_number, amount, fee, currency,
       account_amount, account_currency, created_at, expires_at, saved_at, updated_at)
     select id, company_id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $12, $12 from client where id = $1 returning id`,
    [client.clientId, type, phase, `charges-${(count += 1)}-test`, of, to ?? null, amount, fee, currency, ...arrives, at],
  );
  return String(id);
}

const fourth = '2026-05-04T09:00:00Z';
const fifth = '2026-05-05T09:00:00Z';
const sixth = '2026-05-06T09:00:00Z';

async function feeOf(minor: bigint, at: string): Promise<void> {
  const { sql } = app.owner;
  const { company } = await sql.one<{ company: 1 | 3 | 4 }>('select company_id as company from client where id = $1', [
    client.clientId,
  ]);
  const owner = { company, clientId: clientId(client.clientId) };
  const legs = [{ from: chart.trading(owner, 'USD', number), to: chart.fees(company, 'USD'), minor }] as const;
  await app.opened.app.book.submit({ movement: { key: 'idle_fee:9000001', kind: 'fee', legs, at: new Date(at) } });
}

async function shareOf(minor: bigint, at: string): Promise<void> {
  const { sql } = app.owner;
  const { company } = await sql.one<{ company: 1 | 3 | 4 }>('select company_id as company from client where id = $1', [
    client.clientId,
  ]);
  const from = chart.trading({ company, clientId: clientId(client.clientId) }, 'USD', number);
  const legs = [{ from, to: chart.clearing(company, 'USD'), minor }] as const;
  await app.opened.app.book.submit({ movement: { key: 'share_paid:9000001', kind: 'share_paid', legs, at: new Date(at) } });
}

async function report() {
  const path = `api/direct/tradereport/costsreport?account_login=${number}&date_from=2026-05-01&date_to=2026-05-31`;
  return (await app.call({ method: 'GET', path, as: client })).data.mifidCostsOrder;
}

/** What the file has of exchanges and fees: their references, and both columns. */
async function rowsOfFile(): Promise<unknown[]> {
  const say = app.opened.app.words.in('en');
  const to = { say, language: 'en', brand: app.opened.settings.current().brand, now: new Date() } as const;
  const asked = { client: clientId(client.clientId), number, from: '2026-05-01', till: '2026-05-31', to, mostRows: 1000 };
  const made = await tradesAsTable(app.owner.sql, asked);
  const rows: unknown[] = [];
  for await (const page of made?.table.rows ?? [])
    for (const cells of page) rows.push([cells[1], cells[9], cells[10], cells[11]]);
  return rows;
}

test('an exchange costs what it lost beside the reference of its day, and nothing where that is not known', async () => {
  expect(await report()).toMatchObject({ result: '0.00', chart_data: [] });
  const deal = { login: number, lots: '0.1', profit: 1000n, swap: 0n, commission: -30n, tag: '', position: 'c-1' };
  await keepDeals(app.owner.sql, 'mt5', [
    { ...deal, ticket: 'c-1', kind: 'sell', entry: 'out' as const, symbol: 'EURUSD', price: '1.1', at: new Date(fifth) },
  ]);
  // 98.00 EUR are worth 122.50 USD: 2.50 are lost.
  const first = await paid({ type: 'deposit', gives: [10_000, 200, 'EUR'], arrives: [12_000, 'USD'], at: fourth });
  // 39.00 EUR are worth 48.75 USD: 1.25 are lost.
  const second = await paid({ type: 'withdraw', gives: [5_000, 0, 'USD'], arrives: [3_900, 'EUR'], at: fifth });
  // Between two accounts of the client, out and in: 0.50 and 0.10.
  const third = await paid({ type: 'transfer', gives: [2_500, 0, 'USD'], arrives: [1_960, 'EUR'], to: other, at: sixth });
  const fourthOf = await paid({
    type: 'transfer',
    gives: [800, 0, 'EUR'],
    arrives: [990, 'USD'],
    of: other,
    to: number,
    at: '2026-05-06T10:00:00Z',
  });
  await feeOf(300n, '2026-05-06T11:00:00Z');
  await shareOf(200n, '2026-05-06T12:00:00Z');
  // None of these costs anything here: no rate of its day, a cent of rounding, a gain, another account, another phase, another month.
  const deposit = { type: 'deposit', gives: [1_000, 0, 'EUR'], arrives: [1_000, 'USD'] } as const;
  await paid({ ...deposit, at: '2026-05-03T09:00:00Z' });
  await paid({ ...deposit, arrives: [1_249, 'USD'], at: fifth });
  await paid({ ...deposit, arrives: [1_300, 'USD'], at: fifth });
  await paid({ type: 'deposit', gives: [1_000, 0, 'USD'], arrives: [700, 'EUR'], of: other, at: fifth });
  await paid({ ...deposit, phase: 'declined', at: fifth });
  await paid({ ...deposit, at: '2026-06-01T00:00:00Z' });

  const told = await report();
  const costs = Object.fromEntries(told.costs.map(({ kind, amount }: { kind: string; amount: string }) => [kind, amount]));
  expect(costs).toEqual({ spread: '0.00', commission: '-0.30', swap: '0.00', conversion: '-4.35', service: '-5.00' });
  // Of the 1 000.00 that stood there.
  expect(told.costs.find(({ kind }: { kind: string }) => kind === 'service').percent).toBe('-0.50');
  expect(told).toMatchObject({
    result_of_deals: '9.70',
    costs_total: { amount: '-9.65' },
    before_costs: '10.00',
    // 9.70 − 4.35 − 3.00 − 2.00.
    result: '0.35',
  });
  expect(told.chart_data).toEqual([
    { day: '2026-05-04', before_costs: '0.00', costs: '-2.50', result: '-2.50' },
    { day: '2026-05-05', before_costs: '10.00', costs: '-4.05', result: '5.95' },
    { day: '2026-05-06', before_costs: '10.00', costs: '-9.65', result: '0.35' },
  ]);
  expect(await rowsOfFile()).toEqual([
    ['c-1', '0.00', '0.00', '9.70'],
    [first, '-2.50', '0.00', '-2.50'],
    [second, '-1.25', '0.00', '-1.25'],
    [third, '-0.50', '0.00', '-0.50'],
    [fourthOf, '-0.10', '0.00', '-0.10'],
    ['idle_fee:9000001', '0.00', '-3.00', '-3.00'],
    ['share_paid:9000001', '0.00', '-2.00', '-2.00'],
  ]);
});
