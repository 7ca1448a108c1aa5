import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatRate, shownRate } from '../../base/money.ts';
import { remittanceId } from '../../base/id.ts';
import { after } from '../../base/time.ts';
import { exchange, gold, spread, tax, type Account } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { openPaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { untilStated } from '../../server/testing/horizon.ts';
import { meanwhile, sweep } from '../../server/testing/telling.ts';
import { insertDebt } from '../debts/face.ts';
import { originalRate, readTable } from '../rates/face.ts';
import { openGoldPrices } from './market.ts';
import { digestOf } from '../statements/face.ts';
import { drawGoldStatement } from './statement.ts';

/* India's clients of company 3 hold gold, and pay 3 % on what they buy. */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let wallet: number;

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  client = await app.signIn('in.gold');
  wallet = await books.wallet(client, { currency: 'USD', amount: '20000.00' });
});
beforeEach(() => openMarkets(app));
afterAll(async () => app.close());

type Wish = readonly [by: 'amount' | 'g' | 'oz', amount: string];
const ask = (side: 'buy' | 'sell', [by, amount]: Wish, as = client) =>
  app.call({ method: 'POST', path: `api/gold/${side}/quote`, body: { by, amount }, as });
const use = (side: 'buy' | 'sell', quote: string, as = client) =>
  app.call({ method: 'POST', path: `api/gold/${side}`, body: { quote_id: quote }, as });
const read = async (path: string) => (await app.call({ method: 'GET', path, as: client })).data;
const held = async (account: Account) => balanceOf(app.owner.sql, account);
const cents = (amount: string) => BigInt(amount.replace('.', ''));

/** Buys or sells what must not be refused: the quote that it went by. */
async function trade(side: 'buy' | 'sell', ...wish: Wish) {
  const quote = await ask(side, wish);
  expect(quote.errors).toEqual([]);
  expect((await use(side, quote.data.quote_id)).errors).toEqual([]);
  return quote.data;
}

test('gold is bought for an amount: what is paid is the metal, the spread and the tax, each on its account', async () => {
  const owner = { company: 3, clientId: client.clientId };
  const accounts = [gold(owner), exchange(3, 'USD'), exchange(3, 'XAU'), spread(3, 'USD'), tax(3, 'USD')];
  const before = await Promise.all(accounts.map(held));
  const paidFrom = cents(await books.inLedger(wallet));
  const quote = await trade('buy', 'amount', '1000.00');
  const now = await Promise.all(accounts.map(held));
  const [weight, dollars, metal, earned, owed] = now.map((each, index) => each - (before[index] ?? 0n));
  expect(cents(quote.total)).toBeGreaterThanOrEqual(99_999n);
  expect([weight, -(metal ?? 0n)]).toEqual([cents(quote.weight.g), cents(quote.weight.g)]);
  expect([dollars, earned, owed]).toEqual([quote.metal, quote.spread, quote.tax].map(cents));
  expect(cents(quote.metal) + cents(quote.spread) + cents(quote.tax)).toBe(cents(quote.total));
  expect(quote.tax_percent).toBe('3');
  expect(paidFrom - cents(await books.inLedger(wallet))).toBe(cents(quote.total));
  expect(await books.faults()).toEqual([]);
});

describe('whoever owes something', () => {
  const owing = { httpStatus: 422, errors: [{ code: 'debt_open' }], data: { debt: '50.00', currency: 'USD' } };
  const owe = async () => {
    const { id } = await openPaymentsFixture(app, client).startDeposit(wallet, '100.00');
    const of = { remittanceId: remittanceId(id), clientId: client.clientId, companyId: 3 } as const;
    await insertDebt(app.owner.sql, { ...of, currency: 'USD', amount: 5_000n, openedAt: app.opened.clock.now() });
  };
  afterEach(() =>
    app.owner.sql.run('update client_debt set remaining = 0, ended_at = now() where client_id = $1', [client.clientId]),
  );

  test('buys no gold, neither anew nor at a quote of before, and may sell what there is', async () => {
    await trade('buy', 'g', '2');
    const before = (await ask('buy', ['g', '1'])).data.quote_id;
    await owe();
    const paidFrom = await books.inLedger(wallet);
    expect(await ask('buy', ['g', '1'])).toMatchObject({ ...owing, errors: [{ validation_messages: { amount: {} } }] });
    expect(await use('buy', before)).toMatchObject(owing);
    expect(await books.inLedger(wallet)).toBe(paidFrom);
    await trade('sell', 'g', '1');
  });

  test('has none delivered, at no step of it', async () => {
    await trade('buy', 'g', '6');
    const deliver = (step: string, body: object) =>
      app.call({ method: 'POST', path: `api/gold/delivery${step}`, body, as: client });
    const address = { recipient: 'Asha Rao', street: '4 MG Road', town: 'Pune', postcode: '411001', phone: '+91 98 7654 3210' };
    const wish = { size: '5.0000000', count: '1', ...address };
    const { data, errors } = await deliver('', wish);
    expect(errors).toEqual([]);
    const one = { delivery_id: data.delivery_id };
    await owe();
    expect(await deliver('', wish)).toMatchObject(owing);
    expect(await deliver('/confirm', one)).toMatchObject(owing);
    await app.owner.sql.run(`update gold_delivery set phase = 'requested' where id = $1`, [one.delivery_id]);
    expect(await deliver('/pay', one)).toMatchObject(owing);
    await app.owner.sql.run(`update gold_delivery set phase = 'asked' where id = $1`, [one.delivery_id]);
  });
});

test('gold is sold by its weight, without tax, and its holding, worth and statement say so', async () => {
  await trade('buy', 'g', '5');
  const before = await read('api/gold/trading');
  const quote = await trade('sell', 'oz', '0.1');
  expect(quote).toMatchObject({ side: 'sell', tax: '0.00', tax_percent: '0', weight: { g: '3.1103476' } });
  expect(cents(quote.metal) - cents(quote.spread)).toBe(cents(quote.total));
  const later = await read('api/gold/trading');
  expect(cents(before.weight.g) - cents(later.weight.g)).toBe(31_103_476n);
  expect(later).toMatchObject({ currency: 'USD', price: { is_open: true, opens_at: null }, tax_percent: '3' });
  expect(cents(later.value)).toBeGreaterThan(0n);
  const { lines } = await read('api/gold/statement?limit=2');
  expect(lines).toMatchObject([
    { kind: 'gold_sold', weight: { g: '-3.1103476' }, balance: { g: later.weight.g }, total: quote.total, tax: '0.00' },
    { kind: 'gold_bought', weight: { g: '5.0000000' } },
  ]);
  expect(await books.faults()).toEqual([]);
});

test('what the gold is worth is told in the currencies of the client’s other wallets too', async () => {
  await books.wallet(client, { currency: 'EUR', amount: '0' });
  // The rates of the day may come meanwhile.
  await vi.waitFor(
    async () => {
      const { value, values } = await read('api/gold/trading');
      const table = await readTable(app.owner.sql, app.opened.clock.now());
      const original = table && originalRate(table, 'USD', 'EUR');
      const rate = (original && shownRate(original)) ?? 0n;
      const euros = values.find(({ currency }: { currency: string }) => currency === 'EUR');
      expect(Number(euros.value) / Number(value)).toBeCloseTo(Number(formatRate(rate)), 4);
      expect(values.map(({ currency }: { currency: string }) => currency)).not.toContain('USD');
    },
    { timeout: 60_000 },
  );
});

test('the statement is read page by page', async () => {
  const first = await read('api/gold/statement?limit=1');
  const second = await read(`api/gold/statement?limit=1&after=${first.next}`);
  expect(second.lines[0].id).not.toBe(first.lines[0].id);
  const bad = await app.call({ method: 'GET', path: 'api/gold/statement?after=nothing', as: client });
  expect(bad.errors[0]).toMatchObject({ code: 'bad_cursor' });
});

test('the statement is a file too, whose digest is computed again from the book', async () => {
  const day = app.opened.clock.now().toISOString().slice(0, 10);
  const fileOf = async (format: string) => {
    const path = `api/gold/statement/file?from=2020-01-01&till=${day}&format=${format}&lang=en`;
    const answer = await fetch(`${app.url}/api/js/${path}`, { headers: { cookie: client.cookie } });
    expect(answer.status).toBe(200);
    return answer;
  };
  await untilStated(app);
  const csv = await (await fileOf('csv')).text();
  expect(csv).toContain('Sold');
  expect(csv).toContain('-3.1103476');
  const owner = { company: 3, clientId: client.clientId };
  const upto = BigInt(/--upto (\d+)/.exec(csv)?.[1] ?? '0');
  const drawn = await drawGoldStatement(app.owner.sql, { owner, from: '2020-01-01', till: day, upto });
  expect(csv).toContain(await digestOf(app.owner.sql, drawn));
  expect(drawn.sums.closingMinor).toBe(await held(gold(owner)));
  for (const format of ['pdf', 'xlsx', 'print'])
    expect((await (await fileOf(format)).arrayBuffer()).byteLength).toBeGreaterThan(1000);
  const reversed = await app.call({
    method: 'GET',
    path: `api/gold/statement/file?from=${day}&till=2020-01-01&format=csv`,
    as: client,
  });
  expect(reversed.errors[0]).toMatchObject({ code: 'period_reversed' });
});

test('of two who use one quote at once, one trades', async () => {
  const { data } = await ask('buy', ['g', '1']);
  const before = await read('api/gold/trading');
  const answers = await Promise.all([1, 2, 3, 4].map(() => use('buy', data.quote_id)));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(new Set(answers.flatMap(({ errors }) => errors.map(({ code }) => code)))).toEqual(new Set(['quote_used']));
  const later = await read('api/gold/trading');
  expect(cents(later.weight.g) - cents(before.weight.g)).toBe(10_000_000n);
});

test('a quote is held for fifteen seconds, for one client and one side', async () => {
  const { data } = await ask('buy', ['g', '1']);
  expect(data.seconds).toBe(15);
  const other = await app.signIn('uk.active');
  expect((await use('buy', data.quote_id, other)).errors[0]).toMatchObject({ code: 'unknown_quote' });
  expect((await use('sell', data.quote_id)).errors[0]).toMatchObject({ code: 'unknown_quote' });
  await app.opened.clock.advance(16);
  expect((await use('buy', data.quote_id)).errors[0]).toMatchObject({ code: 'quote_expired' });
});

test('what is gone meanwhile is not sold, and the quote is not used up by it', async () => {
  const { weight } = await read('api/gold/trading');
  const [first, second] = [await ask('sell', ['g', weight.g]), await ask('sell', ['g', weight.g])];
  expect((await use('sell', first.data.quote_id)).errors).toEqual([]);
  expect((await use('sell', second.data.quote_id)).errors[0]).toMatchObject({ code: 'gold_short' });
  await trade('buy', 'g', '2');
  expect(await books.faults()).toEqual([]);
});

test('while the market is closed nothing is quoted, and it is said when it opens', async () => {
  // From Wednesday forenoon to Saturday.
  await app.opened.clock.advance(3 * 24 * 3600);
  const answer = await ask('buy', ['g', '1']);
  expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code: 'gold_market_closed' }] });
  expect(new Date(answer.data.opens_at).getTime()).toBeGreaterThan(app.opened.clock.now().getTime());
  expect((await read('api/gold/trading')).price).toMatchObject({ is_open: false, opens_at: answer.data.opens_at });
});

test.each([
  ['amount', '0', 'bad_amount'],
  ['amount', '10.001', 'bad_amount'],
  ['g', 'one', 'bad_amount'],
  ['g', '0.001', 'gold_weight_out_of_range'],
  ['oz', '50', 'gold_weight_out_of_range'],
  ['amount', '1000000', 'gold_weight_out_of_range'],
  ['g', '900', 'gold_dollars_short'],
] as const)('by %s of %s the answer is %s', async (by, amount, code) => {
  const answer = await ask('buy', [by, amount]);
  expect(answer.errors[0]).toMatchObject({ code, validation_messages: { amount: { [code]: expect.stringMatching(/\w+ \w+/) } } });
});

test('more gold than there is cannot be sold', async () => {
  const answer = await ask('sell', ['g', '500']);
  expect(answer.errors[0]).toMatchObject({ code: 'gold_short' });
  expect(answer.errors[0]?.validation_messages).toHaveProperty('amount');
});

test('elsewhere in company 3 there is no gold, in the other companies it is bought without tax', async () => {
  const barred = await app.signIn('ng.active');
  expect((await ask('buy', ['g', '1'], barred)).errors[0]).toMatchObject({ code: 'gold_not_available_here' });
  const british = await app.signIn('uk.active');
  await books.wallet(british, { currency: 'USD', amount: '500.00' });
  expect((await ask('buy', ['g', '1'], british)).data).toMatchObject({ tax: '0.00', tax_percent: '0' });
});

test('while the platform does not answer, and while it tells only an old price of an open market, there is none', async () => {
  const { clock, platforms } = app.opened.app;
  const old = async (names: readonly string[]) => {
    const told = await platforms.mt5.ticks(names);
    return told.outcome === 'done'
      ? { ...told, ticks: told.ticks.map((tick) => ({ ...tick, at: after(tick.at, -61_000) })) }
      : told;
  };
  const silent = async () => ({ outcome: 'unknown', reason: 'no answer' }) as const;
  const pricesBy = (mt5: object) => openGoldPrices({ clock, platforms: { mt5: { ...platforms.mt5, ...mt5 } } });
  const settings = app.opened.settings.current();
  expect(await pricesBy({}).now(settings)).toMatchObject({ digits: 2, state: { isOpen: true } });
  expect(await pricesBy({ ticks: old }).now(settings)).toBeUndefined();
  expect(await pricesBy({ ticks: silent }).now(settings)).toBeUndefined();
  expect(await pricesBy({ symbols: silent }).now(settings)).toBeUndefined();
});

test('a price is told with the instant that it is of, and none is told that is older than a minute while the market is open', async () => {
  const { mt5 } = app.opened.app.platforms;
  const { ticks } = mt5;
  const at = after(app.opened.clock.now(), -20_000);
  const aged: typeof ticks = async (names) => {
    const told = await ticks(names);
    return told.outcome === 'done' ? { ...told, ticks: told.ticks.map((tick) => ({ ...tick, at })) } : told;
  };
  await meanwhile(mt5, { ticks: aged }, async () => {
    // What was asked for a moment ago is remembered.
    await vi.waitFor(async () => expect((await read('api/gold/trading')).price.at).toBe(at.toISOString()), { timeout: 60_000 });
    expect((await ask('buy', ['g', '1'])).data).toMatchObject({ price_at: at.toISOString() });
    await app.opened.clock.advance(41);
    expect(await read('api/gold/trading')).toMatchObject({ price: null, value: null, values: [] });
    expect(await ask('buy', ['g', '1'])).toMatchObject({ httpStatus: 503, errors: [{ code: 'platform_unavailable' }] });
    // Over a week-end the last price is told, as old as it is.
    await app.opened.clock.advance(3 * 24 * 3600);
    const closed = { at: at.toISOString(), is_open: false };
    await vi.waitFor(async () => expect((await read('api/gold/trading')).price).toMatchObject(closed), { timeout: 60_000 });
  });
});

test('the course has a point for each day of trade', async () => {
  const { points } = await read('api/gold/course');
  expect(points.length).toBeGreaterThan(30);
  const [last] = points.slice(-1);
  expect(Number(last.oz) / Number(last.g)).toBeCloseTo(31.1, 1);
});

test('a price that nobody took is forgotten after a day, one that was used is kept', async () => {
  const { data: unused } = await ask('buy', ['g', '1']);
  const used = await trade('buy', 'g', '1');
  const kept = async () =>
    (
      await app.owner.sql.many<{ id: string }>('select id from gold_quote where id = any($1::uuid[])', [
        [unused.quote_id, used.quote_id],
      ])
    ).map(({ id }) => id);
  await sweep(app, 'gold.quotes');
  expect(await kept()).toHaveLength(2);
  await app.opened.clock.advance(25 * 3600);
  await sweep(app, 'gold.quotes');
  expect(await kept()).toEqual([used.quote_id]);
});
