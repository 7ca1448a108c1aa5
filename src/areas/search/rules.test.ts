import { describe, expect, test } from 'vitest';
import { fitOf, readQuestion } from './rules.ts';

const account = { number: 700123, said: ['Depôt', 'Advantage MT5', 'USD'] };

describe('a place is found', () => {
  test.each([
    ['700123', 3],
    ['7001', 2],
    ['depot', 1],
    ['advantage usd', 1],
    ['MT5', 1],
    ['advantage eur', 0],
    ['123', 1],
    ['999', 0],
  ])('by %s with fit %d', (text, fit) => expect(fitOf(account, readQuestion(text))).toBe(fit));
});

describe('an amount', () => {
  test('is read in the currency that was named', () => {
    expect(readQuestion('USD 1,250.00').amounts).toEqual([{ currency: 'USD', minor: 125000n }]);
  });

  test('is read in every currency that has as many decimals when none was named', () => {
    const { amounts } = readQuestion('250.5');
    expect(amounts).toContainEqual({ currency: 'EUR', minor: 25050n });
    expect(amounts.some(({ currency }) => currency === 'VND')).toBe(false);
  });

  test('is not read where it is more than an account can hold', () => {
    expect(readQuestion('999999999999999').amounts.map(({ currency }) => currency)).not.toContain('BTC');
    for (const { minor } of readQuestion('999999999999999').amounts) expect(minor).toBeLessThan(2n ** 63n);
  });

  test('is not read out of words', () => expect(readQuestion('advantage').amounts).toEqual([]));
});
