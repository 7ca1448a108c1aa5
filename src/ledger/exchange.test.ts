import { clientId } from '../base/id.ts';
import { assert, bigInt, constantFrom, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, type Currency } from '../base/currency.ts';
import { chargeOf, money, neededFor, paidOutFor, type ExactRate } from '../base/money.ts';
import * as chart from './chart.ts';
import { effectOf, faultOf, type Leg, type Movement } from './entries.ts';
import { exchangeLegs } from './exchange.ts';

const owner = { company: 3, clientId: clientId(100001) };

/** Where a client has a currency: gold has an account of its own. */
const books = (currency: Currency) => (currency === 'XAU' ? chart.gold(owner) : chart.wallet(owner, currency));

interface Asked {
  readonly give: bigint;
  readonly currency: Currency;
  readonly into: Currency;
  /** Units of `into` for one of `currency`. */
  readonly rate: ExactRate;
  readonly feeBasisPoints: bigint;
}

/** The most that the book takes in one leg. */
const mostMinor = 2n ** 63n - 1n;

/** A direct exchange as a movement; undefined where nothing arrives of so little, or more than the book can hold. */
function exchangeOf({ give, currency, into, rate, feeBasisPoints }: Asked): { movement: Movement; arrives: bigint } | undefined {
  const fee = chargeOf(money(give, currency), feeBasisPoints).minor;
  const rest = give - fee;
  const arrives = rest > 0n ? paidOutFor(money(rest, currency), into, rate).minor : 0n;
  if (arrives <= 0n || arrives > mostMinor) return undefined;
  const leftOver = rest - neededFor(money(arrives, into), currency, rate).minor;
  const amounts = { company: 3, amount: give, fee, leftOver, currency, arrives, arrivesIn: into };
  const [first, ...others] = exchangeLegs({ from: books(currency), to: books(into) }, amounts).filter(({ minor }) => minor > 0n);
  if (!first) return undefined;
  const legs: [Leg, ...Leg[]] = [first, ...others];
  return { movement: { key: 'exchange:1', kind: 'exchange', legs, at: new Date('2026-03-02T10:00:00Z') }, arrives };
}

const back = ({ of, per }: ExactRate): ExactRate => ({ of: per, per: of });
const currencyOf = constantFrom<Currency[]>('USD', 'EUR', 'VND', 'JPY', 'USC', 'BTC', 'XAU');
const asked = record({
  give: bigInt({ min: 1n, max: 10n ** 15n }),
  currency: currencyOf,
  into: currencyOf,
  rate: record({ of: bigInt({ min: 1n, max: 10n ** 12n }), per: bigInt({ min: 1n, max: 10n ** 12n }) }),
  feeBasisPoints: constantFrom(0n, 0n, 50n),
}).filter(({ currency, into }) => currency !== into);

describe('a direct exchange', () => {
  test('may be posted in every direction, balances in each currency and takes exactly what was given', () => {
    assert(
      property(asked, (ask) => {
        const exchanged = exchangeOf(ask);
        if (!exchanged) return;
        const { movement, arrives } = exchanged;
        expect(faultOf(movement)).toBeUndefined();
        const effect = effectOf(movement);
        expect(effect.get(books(ask.currency).code)).toBe(-ask.give);
        expect(effect.get(books(ask.into).code)).toBe(arrives);
        const sums = new Map<string, bigint>();
        for (const [code, minor] of effect)
          sums.set(code.split(':')[1] ?? '', (sums.get(code.split(':')[1] ?? '') ?? 0n) + minor);
        expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
        expect(effect.get(chart.rounding(3, ask.currency).code) ?? 0n).toBeGreaterThanOrEqual(0n);
      }),
    );
  });

  test('there and back at one rate never brings the client more than was given', () => {
    assert(
      property(asked, (ask) => {
        const there = exchangeOf(ask);
        const home =
          there && exchangeOf({ ...ask, give: there.arrives, currency: ask.into, into: ask.currency, rate: back(ask.rate) });
        expect(home?.arrives ?? 0n).toBeLessThanOrEqual(ask.give);
      }),
    );
  });

  test('goes to the last tenth of a microgram of gold, and to the cent back', () => {
    expect(currencies.XAU.decimals).toBe(7);
    // 77.7777777 dollars a gram.
    const rate = { of: 10_000_000n, per: 777_777_777n };
    const there = exchangeOf({ give: 10_000n, currency: 'USD', into: 'XAU', rate, feeBasisPoints: 0n });
    expect(there?.arrives).toBe(12_857_142n);
    const home = exchangeOf({ give: 12_857_142n, currency: 'XAU', into: 'USD', rate: back(rate), feeBasisPoints: 0n });
    expect(home?.arrives).toBe(9_999n);
    // What the cent does not need of the gold is kept as gold.
    expect(home && effectOf(home.movement).get(chart.rounding(3, 'XAU').code)).toBe(1_284n);
  });
});
