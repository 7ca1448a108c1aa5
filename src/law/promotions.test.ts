import { expect, test } from 'vitest';
import { givesUpBonus } from './promotions.ts';

test.each([46, 58, 59, 62, 100, 101, 111])('promotion %i asks nobody to give its bonus up', (promotionId) => {
  expect(givesUpBonus({ isPromo: true, promotionId })).toBe(false);
});

test.each([null, 1, 45, 47, 60, 99, 110])('promotion %s does', (promotionId) => {
  expect(givesUpBonus({ isPromo: true, promotionId })).toBe(true);
  expect(givesUpBonus({ isPromo: false, promotionId })).toBe(false);
});
