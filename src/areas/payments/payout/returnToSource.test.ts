import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, type Currency } from '../../../base/currency.ts';
import { exactly, money, neededFor, parseRate } from '../../../base/money.ts';
import { planReturn, withFee, type ReturnSource } from './returnToSource.ts';

const rates: Readonly<Partial<Record<Currency, string>>> = { EUR: '0.92', ZAR: '18.3', VND: '25000', JPY: '151.7' };
const rateTo = (currency: Currency) => {
  const rate = parseRate(rates[currency] ?? '');
  return rate === undefined ? undefined : exactly(rate);
};

const card = (id: number, minor: bigint, change: Partial<ReturnSource> = {}): ReturnSource => ({
  id,
  methodId: 243,
  provider: 'praxis',
  rank: 1,
  label: '4111 11** **** 1111',
  left: money(minor, 'USD'),
  isRefundable: true,
  isByDestination: false,
  ...change,
});
const plan = (minor: bigint, sources: readonly ReturnSource[], most = 40) =>
  planReturn({ net: money(minor, 'USD'), sources, rateTo, most });
const shown = ({ lines, rest }: ReturnType<typeof plan>) => ({
  lines: lines.map(({ source, way, part, pays }) => `${way} ${source.id}: ${part} as ${pays.minor} ${pays.currency}`),
  rest,
});

describe('a withdrawal', () => {
  test('goes back to the cards first, up to what each brought, the oldest payment first', () => {
    const wallet = card(1, 500n, { rank: 2, methodId: 9 });
    expect(shown(plan(1_800n, [wallet, card(3, 1_000n), card(2, 600n)]))).toEqual({
      lines: ['refund 2: 600 as 600 USD', 'refund 3: 1000 as 1000 USD', 'refund 1: 200 as 200 USD'],
      rest: 0n,
    });
  });

  test('is refunded before it is paid out', () => {
    const old = card(2, 600n, { isRefundable: false });
    expect(shown(plan(800n, [old, card(3, 500n)])).lines).toEqual(['refund 3: 500 as 500 USD', 'payout 2: 300 as 300 USD']);
  });

  test('needs no exchange while something was paid in its own currency', () => {
    const euros = card(1, 0n, { left: money(10_000n, 'EUR') });
    expect(shown(plan(800n, [euros, card(2, 500n)])).lines).toEqual(['refund 2: 500 as 500 USD', 'refund 1: 300 as 276 EUR']);
  });

  test('leaves over what nothing has brought', () => {
    expect(shown(plan(1_000n, [card(1, 600n)]))).toEqual({ lines: ['refund 1: 600 as 600 USD'], rest: 400n });
    expect(shown(plan(1_000n, []))).toEqual({ lines: [], rest: 1_000n });
  });

  test('comes back in the currency that was paid, never as more than was', () => {
    const paid = (minor: bigint) => card(1, 0n, { left: money(minor, 'EUR') });
    expect(shown(plan(1_000n, [paid(100_000n)])).lines).toEqual(['refund 1: 1000 as 920 EUR']);
    expect(shown(plan(1_000n, [paid(460n)]))).toEqual({ lines: ['refund 1: 500 as 460 EUR'], rest: 500n });
  });

  test('passes by what there is no rate for, and what would arrive as nothing', () => {
    expect(plan(1_000n, [card(1, 0n, { left: money(50_000n, 'GBP') })])).toEqual({ lines: [], rest: 1_000n });
    const rate = exactly(parseRate('0.001') ?? 0n);
    const asked = { net: money(100n, 'USD'), sources: [card(1, 0n, { left: money(500n, 'EUR') })], rateTo: () => rate, most: 9 };
    expect(planReturn(asked)).toEqual({ lines: [], rest: 100n });
  });

  const own = { id: null, methodId: 1011, provider: 'skrill', label: 'me@atrium.test', isByDestination: true } as const;
  const withRest = (minor: bigint, sources: readonly ReturnSource[], currency: Currency = 'USD') =>
    planReturn({ net: money(minor, 'USD'), sources, rateTo, most: 40, restTo: { ...own, currency } });

  test('leaves to the client’s own destination what nothing has brought, and no more', () => {
    expect(shown(withRest(1_000n, [card(1, 600n)]))).toEqual({
      lines: ['refund 1: 600 as 600 USD', 'payout null: 400 as 400 USD'],
      rest: 0n,
    });
    expect(shown(withRest(600n, [card(1, 600n)])).lines).toEqual(['refund 1: 600 as 600 USD']);
    expect(shown(withRest(1_000n, [], 'EUR')).lines).toEqual(['payout null: 1000 as 920 EUR']);
  });

  test('goes back by the destination of its own kind first, and nothing passes that by', () => {
    const banked = card(3, 500n, { methodId: 183, rank: 3, isRefundable: false, isByDestination: true, label: undefined });
    const waits = withRest(2_000n, [card(1, 600n), banked]);
    expect(shown(waits)).toEqual({ lines: ['refund 1: 600 as 600 USD'], rest: 1_400n });
    const asked = { net: money(2_000n, 'USD'), sources: [card(1, 600n), banked], rateTo, most: 40 };
    const named = planReturn({ ...asked, restTo: { ...own, methodId: 183, label: 'My bank', currency: 'USD' } });
    expect(shown(named)).toEqual({
      lines: ['refund 1: 600 as 600 USD', 'payout 3: 500 as 500 USD', 'payout null: 900 as 900 USD'],
      rest: 0n,
    });
    expect(named.lines.map(({ source: { label } }) => label)).toEqual([card(1, 1n).label, 'My bank', 'My bank']);
    expect(shown(plan(700n, [card(1, 600n), banked])).rest).toBe(100n);
  });

  test('has no rest while a payment cannot be exchanged, or more payments are left than can be told', () => {
    expect(withRest(1_000n, [card(1, 0n, { left: money(50_000n, 'GBP') })])).toEqual({ lines: [], rest: 1_000n });
    const many = Array.from({ length: 60 }, (_, index) => card(index + 1, 100n));
    expect(withRest(9_000n, many)).toMatchObject({ lines: { length: 40 }, rest: 5_000n });
  });

  test('pays a rest only when every payment has gone back whole, whatever was paid', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 900_000n }), { maxLength: 9 }),
        fc.bigInt({ min: 1n, max: 4_000_000n }),
        fc.constantFrom<Currency>('USD', 'EUR', 'JPY'),
        (brought, minor, currency) => {
          const sources = brought.map((each, index) => card(index + 1, each));
          const { lines, rest } = withRest(minor, sources, currency);
          expect(lines.reduce((sum, { part }) => sum + part, rest)).toBe(minor);
          const back = lines.filter((line) => line.source.id !== null);
          const rests = lines.filter((line) => line.source.id === null);
          expect(rests.length).toBeLessThanOrEqual(1);
          const all = brought.reduce((sum, each) => sum + each, 0n);
          const returned = back.reduce((sum, { pays }) => sum + pays.minor, 0n);
          expect(rests.length === 0 || returned === all).toBe(true);
          for (const { part, pays, leftOver } of rests) {
            const rate = rateTo(pays.currency);
            const needed = pays.currency === 'USD' ? pays.minor : rate ? neededFor(pays, 'USD', rate).minor : -1n;
            expect(part).toBe(needed + leftOver);
          }
        },
      ),
    );
  });

  const source = fc
    .record({
      minor: fc.bigInt({ min: 0n, max: 3_000_000n }),
      currency: fc.constantFrom<Currency>('USD', 'EUR', 'ZAR', 'VND', 'JPY', 'GBP'),
      rank: fc.integer({ min: 1, max: 3 }),
      isRefundable: fc.boolean(),
    })
    .map(({ minor, currency, rank, isRefundable }) => ({ left: money(minor, currency), rank, isRefundable }));
  const asked = fc.record({
    sources: fc.array(source, { maxLength: 12 }).map((all) => all.map((each, index) => card(index + 1, 0n, each))),
    minor: fc.bigInt({ min: 1n, max: 5_000_000n }),
    fee: fc.bigInt({ min: 0n, max: 5_000n }),
  });

  test('never brings any payment more than it brought, and is the amount to the last unit', () => {
    fc.assert(
      fc.property(asked, ({ sources, minor, fee }) => {
        const { lines, rest } = plan(minor, sources);
        expect(lines.reduce((sum, { part }) => sum + part, rest)).toBe(minor);
        expect(rest).toBeGreaterThanOrEqual(0n);
        expect(new Set(lines.map((line) => line.source.id)).size).toBe(lines.length);
        for (const { source: target, part, pays, leftOver } of lines) {
          const paid = sources.find(({ id }) => id === target.id) ?? card(0, 0n);
          expect(pays.currency).toBe(paid.left.currency);
          expect(pays.minor > 0n && pays.minor <= paid.left.minor).toBe(true);
          const rate = rateTo(pays.currency);
          const needed = pays.currency === 'USD' ? pays.minor : rate ? neededFor(pays, 'USD', rate).minor : -1n;
          expect(part).toBe(needed + leftOver);
          expect(leftOver).toBeGreaterThanOrEqual(0n);
          // What is left over is less than one unit more would take.
          const unit = rate ? neededFor(money(1n, pays.currency), 'USD', rate).minor : 0n;
          expect(leftOver <= unit).toBe(true);
        }
        const shares = withFee(lines, lines.length > 0 ? fee : 0n);
        expect(shares.reduce((sum, each) => sum + each.fee, 0n)).toBe(lines.length > 0 ? fee : 0n);
        expect(shares.every((each) => each.fee >= 0n && each.amount === each.part + each.fee)).toBe(true);
      }),
    );
  });

  test('gives later sources nothing while earlier ones have any left, in whatever order they are told', () => {
    fc.assert(
      fc.property(asked, fc.integer(), ({ sources, minor }, seed) => {
        const told = plan(minor, sources);
        const shuffled = sources.toSorted((one, other) => ((one.id * 7919 + seed) % 13) - ((other.id * 7919 + seed) % 13));
        expect(plan(minor, shuffled)).toEqual(told);
        const before = (one: ReturnSource, other: ReturnSource): boolean =>
          one.rank < other.rank || (one.rank === other.rank && one.isRefundable && !other.isRefundable);
        const paid = new Map(told.lines.map((line) => [line.source.id, line.pays.minor]));
        for (const later of told.lines.flatMap((line) => sources.filter(({ id }) => id === line.source.id))) {
          // Only a payment whose currency has a rate, and of which a unit is worth no more than was asked, can come first.
          const earlier = sources.filter((each) => before(each, later) && each.left.minor > 0n && each.left.currency === 'USD');
          for (const each of earlier) expect(paid.get(each.id)).toBe(each.left.minor);
        }
      }),
    );
  });

  test('has no more lines than can be told', () => {
    const many = Array.from({ length: 60 }, (_, index) => card(index + 1, 100n));
    expect(plan(6_000n, many)).toMatchObject({ lines: { length: 40 }, rest: 2_000n });
  });

  test('has currencies of several decimals in its tests', () => {
    expect(new Set(Object.keys(rates).map((each) => currencies[each as Currency].decimals))).toEqual(new Set([0, 2]));
  });
});
