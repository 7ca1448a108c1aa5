import { expect, test } from 'vitest';
import { pivotsSettings } from './settings.ts';

test.each([
  ['api/direct/price-levels/{method}', true],
  ['/levels/{method}.json', true],
  ['/levels/standard', false],
  ['https://levels.example/{method}', false],
  ['//levels.example/{method}', false],
  ['/{method}/{method}', false],
  ['/../{method}', false],
  ['/levels/{method}?key=1', false],
])('levels asked for at %s: %s', (...[priceLevels, may]) => {
  expect(pivotsSettings.shape.pivots.safeParse({ priceLevels }).success).toBe(may);
});
