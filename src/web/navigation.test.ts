import { expect, test } from 'vitest';
import type { AreaScreens, Screen } from '../ui/page/screen.ts';
import { forEveryGate } from '../law/gates.ts';
import { deniedLeadsTo, navigationFor, navigationOf, openerOf } from './navigation.ts';

const load: Screen['load'] = () => Promise.reject(new Error('no screen is opened here'));
const place = { icon: 'platforms', order: 30, label: 'nav.platforms' } as const;
const areas: readonly AreaScreens[] = [
  {
    area: 'money',
    words: [],
    screens: [
      {
        page: { path: 'deposits', title: 'page.deposit', group: 'money', gate: 'deposit' },
        load,
        place: { icon: 'deposit', order: 20, label: 'nav.deposit', isOnPhoneBar: true },
      },
      { page: { path: 'deposits/{id:int}', title: 'page.deposit' }, load },
      {
        page: { path: 'transfers', title: 'page.transfers', group: 'money', gate: 'view' },
        load,
        place: { icon: 'history', order: 10, label: 'nav.history' },
      },
    ],
  },
  {
    area: 'dashboard',
    words: [],
    screens: [
      {
        page: { path: '', title: 'page.home', gate: 'view' },
        load,
        place: { icon: 'home', order: 0, label: 'nav.home', isOnPhoneBar: true },
      },
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

test('the phone’s bar follows the order of the groups', () => {
  const accounts: Screen = {
    page: { path: 'accounts', title: 'page.accounts', group: 'accounts', gate: 'view' },
    load,
    place: { icon: 'accounts', order: 90, label: 'nav.accounts', isOnPhoneBar: true },
  };
  const { phoneBar } = navigationOf([...areas, { area: 'accounts', words: [], screens: [accounts] }]);
  expect(phoneBar.map(({ page }) => page.path)).toEqual(['', 'accounts', 'deposits']);
});

test('whoever may look around is offered every page, and whoever may not, only what is left', () => {
  const navigation = navigationOf([
    ...areas,
    { area: 'platforms', words: [], screens: [{ page: { path: 'platforms', title: 'p', group: 'tools' }, load, place }] },
  ]);
  const shut = { code: 'documents_and_profile_only', message: '' };
  const open = forEveryGate(() => null);
  expect(navigationFor(navigation, { ...open, deposit: shut })).toEqual(navigation);
  const locked = navigationFor(navigation, { ...open, view: shut, deposit: shut });
  expect(locked.home).toEqual([]);
  expect(locked.groups.map(({ group, items }) => [group, items.map(({ page }) => page.path)])).toEqual([
    ['tools', ['platforms']],
  ]);
  expect(locked.phoneBar).toEqual([]);
});

test('a refusal leads on only to a page that exists', () => {
  expect(openerOf(areas, 'dashboard')?.to.page.path).toBe('');
  expect(openerOf(areas, 'documents')).toBeUndefined();
  // A popup over the page, which its query opens.
  expect(openerOf(areas, 'registration_step2')?.to.query).toEqual({ step2: '1' });
});

test('a bare 403 on a deposit page leads to the deposits list, and elsewhere is the 404 page', () => {
  expect(deniedLeadsTo({ path: 'deposits/{id:int}', title: 'page.deposit' })?.path).toBe('deposits');
  expect(deniedLeadsTo({ path: 'deposits', title: 'page.deposit' })).toBeUndefined();
  expect(deniedLeadsTo({ path: 'transfers/{id:int}', title: 'page.transfers' })).toBeUndefined();
});
