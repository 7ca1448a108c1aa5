import { expect, test } from 'vitest';
import { differences } from './Change.tsx';

test('of two records only what differs is told, each part by its path', () => {
  const before = { limits: { count: 5, seconds: 60 }, name: 'a', gone: true };
  const after = { limits: { count: 5, seconds: 90 }, name: 'a', added: [1] };
  expect(differences(before, after)).toEqual([
    { path: 'limits.seconds', was: 60, is: 90 },
    { path: 'gone', was: true, is: undefined },
    { path: 'added', was: undefined, is: [1] },
  ]);
});

test('lists and plain values are compared whole, and nothing is the same as null', () => {
  expect(differences([1, 2], [2, 1])).toEqual([{ path: '', was: [1, 2], is: [2, 1] }]);
  expect(differences('250', '250')).toEqual([]);
  expect(differences(undefined, null)).toEqual([]);
  expect(differences(null, { a: 1 })).toEqual([{ path: '', was: null, is: { a: 1 } }]);
});
