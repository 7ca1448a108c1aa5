import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wishAfter } from './rules.ts';

test('how much is asked anew with what it is weighed in, and what is held then holds still', () => {
  const wish = fc.record({ by: fc.constantFrom('g', 'oz'), amount: fc.constantFrom('', '1', '12.5') });
  fc.assert(
    fc.property(wish, wish, (next, before) => {
      const held = wishAfter(next, before);
      expect([next.amount, '']).toContain(held.amount);
      expect(held.by).toBe(next.by);
      expect(wishAfter(held, held)).toEqual(held);
    }),
  );
  expect(wishAfter({ by: 'oz', amount: '1' }, { by: 'g', amount: '1' })).toEqual({ by: 'oz', amount: '' });
});
