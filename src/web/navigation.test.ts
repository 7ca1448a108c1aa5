import { expect, test } from 'vitest';
import type { AreaScreens, Screen } from '../ui/page/screen.ts';
import { deniedLeadsTo, navigationOf, openerOf } from './navigation.ts';

const load: Screen['load'] = () => Promise.reject(new Error('no screen is opened here'));
const areas: readonly AreaScreens[] = [
  {
    area: 'money',
    words: [],
    screens: [
      {
        page: { path: 'deposits', title: 'page.deposit', group: 'money' },
        load,
        place: { icon: 'deposit', order: 20, label: 'nav.deposit', isOnPhoneBar: true },
      },
      { page: { path: 'deposits/{id:int}', title: 'page.deposit' }, load },
      {
        page: { path: 'transfers', title: 'page.transfers', group: 'money' },
        load,
        place: { icon: 'history', order: 10, label: 'nav.history' },
      },
    ],
  },
  {
    area: 'dashboard',
    words: [],
    screens: [
      { page: { path: '', title: 'page.home' }, load, place: { icon: 'home', order: 0, label: 'nav.home', isOnPhoneBar: true } },
    ],
  },
];

test('the frame shows the pages that have a place, in their groups and order, and no empty group', () => {
  const { home, groups, phoneBar } = navigationOf(areas);
  expect(home.map(({ page }) => page.path)).toEqual(['']);
  expect(groups.map(({ group, items }) => [group, items.map(({ label }) => label)])).toEqual([
    ['money', ['nav.history', 'nav.deposit']],
  ]);
  expect(phoneBar.map(({ page }) => page.path)).toEqual(['', 'deposits']);
});

test('a refusal leads on only to a page that exists', () => {
  expect(openerOf(areas, 'dashboard')?.path).toBe('');
  expect(openerOf(areas, 'documents')).toBeUndefined();
  expect(openerOf(areas, 'registration_step2')).toBeUndefined();
});

test('a bare 403 on a deposit page leads to the deposits list, and elsewhere is the 404 page', () => {
  expect(deniedLeadsTo({ path: 'deposits/{id:int}', title: 'page.deposit' })?.path).toBe('deposits');
  expect(deniedLeadsTo({ path: 'deposits', title: 'page.deposit' })).toBeUndefined();
  expect(deniedLeadsTo({ path: 'transfers/{id:int}', title: 'page.transfers' })).toBeUndefined();
});
