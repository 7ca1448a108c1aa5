import { expect, test } from 'vitest';
import { otherFacts } from '../../../src/server/testing/otherFacts.ts';

test('the fact is one of those that the table makes happen', () => {
  expect(otherFacts.filter(({ type }) => String(type) === 'account_renamed')).toHaveLength(1);
});
