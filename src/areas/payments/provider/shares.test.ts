import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allotted, type Source } from './shares.ts';

const stands = fc.constantFrom('going_back' as const, 'suspense' as const, 'own' as const, 'further' as const);
const source = fc.record({ stands, left: fc.bigInt({ min: -5n, max: 300n }) });
const shown = (sources: readonly Source[], minor: bigint) =>
  allotted(sources, minor)?.map((each) => `${each.source.stands} ${each.minor}`);

describe('what a provider takes back of an order', () => {
  test('is all of it or nothing, and never more of a payment than is left', () => {
    fc.assert(
      fc.property(fc.array(source, { maxLength: 6 }), fc.bigInt({ min: -1n, max: 900n }), (sources, minor) => {
        const there = sources.reduce((sum, { left }) => (left > 0n ? sum + left : sum), 0n);
        const taken = allotted(sources, minor);
        expect(taken !== undefined).toBe(minor > 0n && minor <= there);
        if (!taken) return;
        expect(taken.reduce((sum, each) => sum + each.minor, 0n)).toBe(minor);
        for (const each of taken) expect(each.minor > 0n && each.minor <= each.source.left).toBe(true);
        expect(new Set(taken.map((each) => each.source)).size).toBe(taken.length);
      }),
    );
  });

  const order: readonly Source[] = [
    { stands: 'own', left: 100n },
    { stands: 'further', left: 70n },
    { stands: 'suspense', left: 50n },
    { stands: 'going_back', left: 20n },
  ];

  test.each([
    ['is the payment that it is exactly, whosever it is', 70n, ['further 70']],
    ['is what is nobody’s, where that is exactly so much', 50n, ['suspense 50']],
    ['is first of what staff send back', 10n, ['going_back 10']],
    ['is else of the deposit’s own payment', 60n, ['own 60']],
    ['is of several where none has so much, what is nobody’s first', 130n, ['going_back 20', 'suspense 50', 'own 60']],
    ['is nothing where all of them together have less', 241n, undefined],
  ])('%s', (_what, minor, expected) => {
    expect(shown(order, minor)).toEqual(expected);
  });

  test('is of two payments of the same amount first that which is nobody’s', () => {
    const both = [
      { stands: 'own', left: 100n },
      { stands: 'suspense', left: 100n },
    ] as const;
    expect(shown(both, 100n)).toEqual(['suspense 100']);
    expect(shown(both, 30n)).toEqual(['own 30']);
  });
});
