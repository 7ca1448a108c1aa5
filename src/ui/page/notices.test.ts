import { expect, test } from 'vitest';
import type { Notification } from '../../protocol/envelope.ts';
import { shownOn } from './notices.ts';

const notice = (id: string, pages: readonly string[]) => ({ id, hidden_on: pages }) as unknown as Notification;
const told = [notice('1', ['accounts/open/live', 'accounts/open/demo']), notice('2', []), notice('3', ['{brand}-signals'])];
const shown = (path: string) => shownOn(told, path, 'atrium').map(({ id }) => id);

test('a notice is not shown on the pages that say the same themselves, and on every other page', () => {
  expect(shown('accounts/open/live')).toEqual(['2', '3']);
  expect(shown('accounts/open/demo')).toEqual(['2', '3']);
  expect(shown('accounts/open')).toEqual(['1', '2', '3']);
  expect(shown('')).toEqual(['1', '2', '3']);
});

test('such a page is known by its address in the broker’s name too', () => {
  expect(shown('atrium-signals')).toEqual(['1', '2']);
  expect(shown('other-signals')).toEqual(['1', '2', '3']);
});

test('a page may be one of its kind alone', () => {
  const about = notice('1', ['withdraw/183', 'deposits/320']);
  expect(shownOn([about], 'withdraw/183', 'atrium')).toEqual([]);
  expect(shownOn([about], 'deposits/320', 'atrium')).toEqual([]);
  expect(shownOn([about], 'withdraw/243', 'atrium')).toEqual([about]);
  expect(shownOn([about], 'deposits', 'atrium')).toEqual([about]);
});
