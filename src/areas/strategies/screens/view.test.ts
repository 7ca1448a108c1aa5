import { expect, test } from 'vitest';
import { addressOf, viewOf } from './view.ts';

test('the whole view stands in the address: order, its direction and how many pages are open', () => {
  const query = { list: 'all', sort: 'fee', sort_dir: 'desc', filters: 'risk<=2', search: 'steady', pages: '3' };
  const view = viewOf(query);
  expect(view).toMatchObject({ sort: 'fee', direction: 'desc', pages: 3 });
  expect(addressOf(view)).toEqual({ ...query, pages: 3 });
  expect(addressOf(viewOf({}))).toEqual({});
});

test.each(['0', '-1', 'many', '1e3', '99999', ''])('%s pages are no more than are read at once, and one at least', (pages) => {
  expect(viewOf({ pages }).pages).toBe(1);
  expect(viewOf({ pages: '9999' }).pages).toBe(50);
  expect(viewOf({ sort_dir: 'sideways' }).direction).toBeUndefined();
});
