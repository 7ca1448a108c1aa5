import { describe, expect, test } from 'vitest';
import { currencyCodes, mainCurrency } from '../base/currency.ts';
import { exactly, formatRate, money, parseRate, shownRate } from '../base/money.ts';
import {
  methodDirections,
  methodOffered,
  methodsListed,
  methodsOffered,
  methodsPayingBack,
  takesInto,
  termsIn,
  type MethodChange,
  type MethodScope,
} from './methods.ts';
import { clientRate, insideReference, outsideReference, perMainUnit, rateBase, rateTableCurrencies } from './rates.ts';
import { regionKeys, type RegionKey } from './regions/profile.ts';

const rate = (text: string) => exactly(parseRate(text) ?? 0n);

const shipped: readonly MethodChange[] = [];

const idsOffered = (scope: MethodScope) => methodsOffered(scope).map(({ method }) => method.id);
const taken = (region: RegionKey) =>
  methodOffered(340, { direction: 'deposit', region, changes: shipped })?.terms.map(({ currency }) => currency);

describe('Payment methods', () => {
  test.each(regionKeys)('in %s one deposits by card and transfers inside the broker', (region) => {
    expect(idsOffered({ direction: 'deposit', region, changes: shipped })).toEqual(expect.arrayContaining([340, 243]));
    expect(idsOffered({ direction: 'transfer', region, changes: shipped })).toContain(19);
  });

  test.each(regionKeys)('in %s no form shows two cards that nobody can tell apart', (region) => {
    const listed = methodsListed({ direction: 'deposit', region, changes: shipped });
    expect(listed.filter(({ method }) => method.group === 6)).toHaveLength(1);
  });

  test('a method that is not offered cannot be used by its number', () => {
    const scope = { direction: 'deposit', region: 'global', changes: shipped } as const;
    const offered = idsOffered(scope);
    expect(offered.map((id) => methodOffered(id, scope)?.method.id)).toEqual(offered);
    // The method of the broker's own transfers, and a number that nothing has.
    for (const id of [19, 9_999]) expect(methodOffered(id, scope)).toBeUndefined();
  });

  test('local currencies are taken where the clients are', () => {
    expect(taken('global')).toContain('NGN');
    expect(taken('eu')).not.toContain('NGN');
    expect(taken('kenya')).toContain('KES');
    expect(taken('china')).toEqual(['USD', 'EUR', 'GBP']);
  });

  test('every cell of the matrix is an amount: at least something, at most more', () => {
    const places = methodDirections.flatMap((direction) => regionKeys.map((region) => ({ direction, region, changes: shipped })));
    const cells = places.flatMap((scope) => methodsOffered(scope).flatMap(({ terms }) => terms));
    expect(cells.length).toBeGreaterThan(50);
    expect(cells.filter(({ min, max }) => min.minor <= 0n || max.minor <= min.minor)).toEqual([]);
  });

  test.each(regionKeys)('in %s whatever any method is paid in or pays can leave a wallet of it', (region) => {
    const offer = methodOffered(19, { direction: 'transfer', region, changes: shipped });
    const outside = (['deposit', 'withdraw'] as const).flatMap((direction) =>
      regionKeys.flatMap((each) => methodsOffered({ direction, region: each, changes: shipped })),
    );
    const met = new Set(outside.flatMap(({ terms }) => terms.map(({ currency }) => currency)));
    expect([...met].filter((currency) => !offer || !termsIn(offer, currency))).toEqual([]);
  });

  test('money is moved into the currencies of accounts alone', () => {
    const offer = methodOffered(19, { direction: 'transfer', region: 'global', changes: shipped });
    const into = currencyCodes.filter((currency) => offer && takesInto(offer, currency));
    expect(into.join(' ')).toBe('USD EUR GBP NGN KES USC EUC GBC NGC');
  });

  test.each([
    ['ZA', 1013, 'ZAR', 183],
    ['ZA', 320, 'ZAR', 183],
    ['NG', 85, 'NGN', 183],
    // SEPA is not of company 3: a wire takes it back to Germany, and to Nigeria, whose banks pay naira.
    ['DE', 1013, 'EUR', 1010],
    ['NG', 1013, 'EUR', 1010],
    // Whoever has moved from there has no bank in rand any more, and no wire goes in it.
    ['MY', 1013, 'ZAR', undefined],
    ['DE', 320, 'ZAR', undefined],
    ['DE', 1010, 'USD', 1010],
    ['MY', 337, 'USD', 337],
    // What goes back by itself goes back wherever its payer lives.
    ['DE', 318, 'CNY', 318],
    ['DE', 340, 'NGN', 243],
    ['DE', 1011, 'EUR', 1011],
  ] as const)('of a client of company 3 in %s what was paid by %i in %s goes back by %s', (...row) => {
    const [country, paidBy, currency, by] = row;
    expect(methodsPayingBack({ region: 'global', country, changes: shipped })(paidBy, currency)?.id).toBe(by);
  });

  const ukCard = { direction: 'deposit', region: 'uk' } as const;
  const pounds = (changes: readonly MethodChange[]) => {
    const offer = methodOffered(243, { ...ukCard, changes });
    return offer && termsIn(offer, 'GBP');
  };

  test('a card deposit starts at 100 and costs nothing', () => {
    const terms = pounds(shipped);
    expect(terms).toMatchObject({ min: money(10000n, 'GBP'), feeBasisPoints: 0, arrives: 'at_once' });
  });

  test('a broker changes one cell and no other, and the last change wins', () => {
    const cell = { ...ukCard, method: 243, currency: 'GBP' } as const;
    const changes: MethodChange[] = [
      { ...cell, min: '50', feeBasisPoints: 100 },
      { ...cell, min: '75' },
    ];
    expect(pounds(changes)).toMatchObject({ min: money(7500n, 'GBP'), max: money(5000000n, 'GBP'), feeBasisPoints: 100 });
    expect(methodOffered(340, { ...ukCard, changes })).toEqual(methodOffered(340, { ...ukCard, changes: shipped }));
    expect(pounds([...changes, { ...cell, isClosed: true }])).toBeUndefined();
    expect(
      pounds([
        { ...cell, isClosed: true },
        { ...cell, isClosed: false },
      ]),
    ).toBeDefined();
  });

  test('a method whose every currency is closed is not offered', () => {
    const changes = (['USD', 'EUR', 'GBP'] as const).map((currency) => ({ ...ukCard, method: 243, currency, isClosed: true }));
    expect(idsOffered({ ...ukCard, changes })).not.toContain(243);
  });
});

describe('Conversion rates', () => {
  const markups = { original: 0, deposit: 50, withdraw: 50, transfer: 0 };
  const question = { from: 'USD', to: 'NGN', original: rate('1500'), markups } as const;

  test.each([
    ['original', '1500'],
    ['transfer', '1500'],
    ['deposit', '1492.5'],
    ['withdraw', '1492.5'],
  ] as const)('the %s rate of 1500 is %s', (purpose, wanted) => {
    expect(formatRate(shownRate(clientRate({ ...question, purpose })) ?? 0n)).toBe(wanted);
  });

  test('cents are a hundred to one for every purpose, without a markup', () => {
    const cents = clientRate({
      from: 'USD',
      to: 'USC',
      original: exactly(perMainUnit('USC')),
      purpose: 'deposit',
      markups,
    });
    expect(formatRate(shownRate(cents) ?? 0n)).toBe('100');
    expect(perMainUnit('USD') * 100n).toBe(perMainUnit('NGC'));
  });

  test('the tables hold the fifteen currencies of document 1', () => {
    expect(rateTableCurrencies.join(' ')).toBe('USD EUR GBP NGN VND CNY BRL MXN INR EGP KES USC EUC GBC NGC');
  });

  test('every currency that a method takes has a source of its rate', () => {
    const sourced = new Set<string>([rateBase, ...insideReference, ...outsideReference]);
    const taken = methodDirections.flatMap((direction) =>
      regionKeys.flatMap((region) =>
        methodsOffered({ direction, region, changes: [] }).flatMap(({ terms }) => terms.map(({ currency }) => currency)),
      ),
    );
    expect(taken.filter((currency) => !sourced.has(mainCurrency(currency)))).toEqual([]);
    expect(new Set([...insideReference, ...outsideReference]).size).toBe(insideReference.length + outsideReference.length);
    expect(currencyCodes).toEqual(expect.arrayContaining([...sourced]));
  });
});
