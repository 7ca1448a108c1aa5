import { expect, test } from 'vitest';
import { toldBy } from './refusals.ts';

test.each([
  ['the maximum of accounts', 'refused', 422, 'dialog'],
  ['a gate that has shut meanwhile', 'refused', 403, 'dialog'],
  ['a platform that is not well', 'refused', 503, 'toast'],
  ['too many tries', 'refused', 429, 'toast'],
  ['a fault of ours', 'fault', 500, 'toast'],
  ['no network', 'offline', 0, 'toast'],
] as const)('%s is told by the right means', (...[, kind, status, means]) => {
  expect(toldBy({ kind, status })).toBe(means);
});
