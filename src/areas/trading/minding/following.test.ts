import { describe, expect, test } from 'vitest';
import { isReached, trailed } from './following.ts';

describe('a stop that follows its price', () => {
  const buy = { side: 'buy', digits: 5, distancePoints: 100, best: '1.10000', stop: undefined } as const;
  const sell = { ...buy, side: 'sell' } as const;

  test.each([
    ['stands behind the best price from the first look on', { ...buy, price: '1.10000' }, '1.10000', '1.09900'],
    ['goes with a better price', { ...buy, price: '1.10250', stop: '1.09900' }, '1.10250', '1.10150'],
    ['stays with a worse one', { ...buy, price: '1.09950', stop: '1.09900' }, '1.10000', undefined],
    ['leaves a stop that is better', { ...buy, price: '1.10000', stop: '1.09950' }, '1.10000', undefined],
    ['is not asked for beyond the price', { ...buy, price: '1.09850' }, '1.10000', undefined],
    ['of what was sold lies above', { ...sell, price: '1.09000' }, '1.09000', '1.09100'],
    ['of what was sold falls only', { ...sell, price: '1.10050', stop: '1.10100' }, '1.10000', undefined],
    ['of what was sold leaves one that is lower', { ...sell, price: '1.09000', stop: '1.09050' }, '1.09000', undefined],
    ['has no price below zero', { ...buy, digits: 2, best: '0.50', price: '0.50' }, '0.50', undefined],
  ] as const)('%s', (...[, of, best, stop]) => {
    expect(trailed(of)).toEqual({ best, stop });
  });
});

test.each([
  ['rises', { low: '1.10000', high: '1.10000' }, true],
  ['rises', { low: '1.09000', high: '1.09999' }, false],
  ['falls', { low: '1.10000', high: '1.10100' }, true],
  ['falls', { low: '1.10001', high: '1.10100' }, false],
] as const)('an alert that waits for a price that %s is reached between %j: %s', (direction, bids, isIt) => {
  expect(isReached({ price: '1.1', digits: 5, direction }, bids)).toBe(isIt);
});
