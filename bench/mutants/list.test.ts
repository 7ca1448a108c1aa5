import path from 'node:path';
import { expect, test } from 'vitest';
import { faultsOf, mutants } from './list.ts';

const root = path.dirname(path.dirname(import.meta.dirname));

test('every mutant is still planted in one place, and its tests are there', () => {
  expect(mutants.flatMap((mutant) => faultsOf(mutant, root))).toEqual([]);
});

test('there are sixty of them at least, each with a name of its own', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(60);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

test('no two of them lie in each other, so that all can be planted at once to see that they compile', () => {
  const within = mutants.filter(({ name, file, find }) =>
    mutants.some((other) => other.name !== name && other.file === file && other.find.includes(find)),
  );
  expect(within).toEqual([]);
});

test('the look finds a text that is gone, one that stands twice, and a test that is not there', () => {
  const [first] = mutants;
  if (!first) throw new Error('there are no mutants');
  expect(faultsOf({ ...first, find: 'what nobody wrote' }, root)).toHaveLength(1);
  expect(faultsOf({ ...first, find: 'select' }, root)).toHaveLength(1);
  expect(faultsOf({ ...first, file: 'src/ledger/nowhere.sql' }, root)).toHaveLength(1);
  expect(faultsOf({ ...first, tests: ['src/ledger/nowhere.test.ts'] }, root)).toHaveLength(1);
});
