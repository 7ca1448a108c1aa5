import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { clientId } from '../../base/id.ts';
import { keepDeals, type ToldDeal } from '../deals/face.ts';
import { tradesAsTable } from './face.ts';

let app: TestApp;
let client: SignedIn;
beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('ng.active');
});
afterAll(async () => app.close());

const dealsOfRun = 5_000;
const runs = 2;
const day = '2026-05-04';
const asked = (number: number) => `account_login=${number}&date_from=2026-05-01&date_to=2026-05-31`;

async function opened(): Promise<number> {
  const order = { account: 'advantage mt5', currency: 'USD', leverage: 100, i_agree_tc: true };
  const { data } = await app.call({ method: 'POST', path: 'api/accounts/live', body: order, as: client });
  await app.drain();
  return data.number;
}

/** Decimal string of a whole number of units of that many decimals. */
const written = (units: number, decimals: number): string => (units / 10 ** decimals).toFixed(decimals);

const random = fc.record({
  kind: fc.constantFrom('buy', 'sell', 'sell', 'buy', 'commission', 'charge', 'other'),
  entry: fc.constantFrom('in' as const, 'out' as const),
  lots: fc.integer({ min: 1, max: 50_000 }),
  bid: fc.integer({ min: 1, max: 99_999_999 }),
  spread: fc.integer({ min: 0, max: 5_000 }),
  digits: fc.integer({ min: 0, max: 5 }),
  contract: fc.constantFrom(1, 10, 100, 1_000, 100_000),
  rate: fc.integer({ min: 1, max: 2_000_000_000 }),
  isTold: fc.boolean(),
  profit: fc.integer({ min: -5_000_000, max: 5_000_000 }),
  swap: fc.integer({ min: -20_000, max: 5_000 }),
  commission: fc.integer({ min: -10_000, max: 0 }),
  second: fc.integer({ min: 0, max: 27 * 86_400 }),
});
type Random = typeof random extends fc.Arbitrary<infer Value> ? Value : never;

function dealOf(facts: Random, index: number, of: { readonly number: number; readonly run: string }): ToldDeal {
  const { kind, bid, spread, digits, rate, contract } = facts;
  const isTrade = kind === 'buy' || kind === 'sell';
  const market = {
    bid: written(bid, digits),
    ask: written(bid + spread, digits),
    contractSize: String(contract),
    rateProfit: written(rate, 8),
  };
  return {
    ticket: `${of.run}-${index}`,
    login: of.number,
    kind,
    entry: isTrade ? facts.entry : undefined,
    symbol: isTrade ? 'EURUSD' : undefined,
    lots: isTrade ? written(facts.lots, 2) : '0',
    price: isTrade ? written(bid, digits) : '0',
    profit: BigInt(facts.profit),
    swap: isTrade ? BigInt(facts.swap) : 0n,
    commission: isTrade ? BigInt(facts.commission) : 0n,
    position: isTrade ? `${of.run}-${index}` : undefined,
    tag: '',
    at: new Date(Date.parse(`${day}T00:00:00Z`) + facts.second * 1000),
    market: isTrade && facts.isTold ? market : undefined,
  };
}

/** Half the spread in whole minor units, half away from zero, by integers alone. */
function spreadOf({ kind, isTold, spread, digits, contract, lots, rate }: Random, decimals: number): bigint {
  if (!isTold || (kind !== 'buy' && kind !== 'sell')) return 0n;
  const units = BigInt(spread) * BigInt(contract) * BigInt(lots) * BigInt(rate) * 10n ** BigInt(decimals);
  const scale = 2n * 10n ** BigInt(digits) * 100n * 10n ** 8n;
  return -((units + scale / 2n) / scale);
}

const minorOf = (decimal: string, decimals: number): bigint => {
  const [whole = '', rest = ''] = decimal.replace('-', '').split('.');
  const minor = BigInt(whole + rest.padEnd(decimals, '0'));
  return decimal.startsWith('-') ? -minor : minor;
};

interface Sums {
  readonly spread: bigint;
  readonly commission: bigint;
  readonly swap: bigint;
  readonly service: bigint;
  readonly result: bigint;
}

function reckoned(facts: readonly Random[], decimals: number): Sums {
  const isTrade = (kind: string): boolean => kind === 'buy' || kind === 'sell';
  const of = (value: (one: Random) => bigint): bigint => facts.reduce((sum, one) => sum + value(one), 0n);
  return {
    spread: of((one) => spreadOf(one, decimals)),
    commission: of(({ kind, commission, profit }) => BigInt(isTrade(kind) ? commission : kind === 'commission' ? profit : 0)),
    swap: of(({ kind, swap }) => BigInt(isTrade(kind) ? swap : 0)),
    service: of(({ kind, profit }) => BigInt(kind === 'charge' ? profit : 0)),
    result: of(({ kind, profit, swap, commission }) => BigInt(profit + (isTrade(kind) ? swap + commission : 0))),
  };
}

test('costs of ten thousand random deals reconcile with the deals to the last unit, in the report and line by line', async () => {
  const decimals = 2;
  const number = await opened();
  const all: Random[] = [];
  for (let run = 0; run < runs; run += 1) {
    const facts = fc.sample(random, dealsOfRun);
    const told = facts.map((one, index) => dealOf(one, index, { number, run: `costs${run}` }));
    await keepDeals(app.owner.sql, 'mt5', told);
    all.push(...facts);
  }
  const sums = reckoned(all, decimals);
  const { data } = await app.call({ method: 'GET', path: `api/direct/tradereport/costsreport?${asked(number)}`, as: client });
  const report = data.mifidCostsOrder;
  const told = (kind: string): bigint =>
    minorOf(report.costs.find((cost: { kind: string }) => cost.kind === kind).amount, decimals);
  expect(report.deals).toBe(dealsOfRun * runs);
  expect({
    spread: told('spread'),
    commission: told('commission'),
    swap: told('swap'),
    service: told('service'),
    result: minorOf(report.result_of_deals, decimals),
  }).toEqual(sums);
  const { sum } = await app.owner.sql.one<{ sum: bigint }>(
    'select sum(profit + swap + commission)::bigint as sum from platform_deal where number = $1',
    [number],
  );
  expect(sums.result).toBe(sum);
  const total = minorOf(report.costs_total.amount, decimals);
  expect(minorOf(report.before_costs, decimals) + total).toBe(sums.result);
  expect(minorOf(report.chart_data.at(-1).result, decimals)).toBe(sums.result);

  const lines = await linesOf(number);
  expect(lines).toHaveLength(dealsOfRun * runs);
  const column = (place: number): bigint =>
    lines.reduce((so, cells) => so + (cells[place] ? minorOf(cells[place], decimals) : 0n), 0n);
  const [before, spread, commission, swap, conversion, service, result] = [5, 6, 7, 8, 9, 10, 11].map(column);
  expect({ spread, commission, swap, service, result }).toEqual(sums);
  expect([before, conversion]).toEqual([minorOf(report.before_costs, decimals), 0n]);
});

/** The rows as every format writes them. */
async function linesOf(number: number): Promise<(readonly string[])[]> {
  const to = {
    say: app.opened.app.words.in('en'),
    language: 'en',
    brand: app.opened.settings.current().brand,
    now: new Date(),
  } as const;
  const days = { from: '2026-05-01', till: '2026-05-31' };
  const made = await tradesAsTable(app.owner.sql, { client: clientId(client.clientId), number, ...days, to, mostRows: 100_000 });
  const lines: (readonly string[])[] = [];
  for await (const page of made?.table.rows ?? []) lines.push(...page);
  return lines;
}
