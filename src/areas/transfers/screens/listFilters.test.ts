import { expect, test } from 'vitest';
import { filtersOf, isFiltered } from './listFilters.ts';

test('an address narrows the list, and what cannot be a filter is passed over', () => {
  expect(
    filtersOf({
      transfer_type: 'deposit',
      status: 'completed',
      from: '2026-01-01',
      till: '2026-02-30',
      account: '700123',
      page: '2',
    }),
  ).toEqual({ transfer_type: 'deposit', status: 'completed', from: '2026-01-01', account: '700123' });
  expect(filtersOf({ transfer_type: 'gift', status: 'lost', account: "1' or 1=1" })).toEqual({});
});

test('a list without filters says so', () => {
  expect(isFiltered(filtersOf({ page: '2' }))).toBe(false);
  expect(isFiltered(filtersOf({ from: '2026-01-01' }))).toBe(true);
});
