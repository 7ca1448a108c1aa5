import { describe, expect, test } from 'vitest';
import { askedPath, everyPageQuery, inLanguage, keepingAction, land, ownPath, pagePath } from './paths.ts';

const pages = [
  { path: '' },
  { path: 'accounts' },
  { path: 'accounts/{id:int}' },
  { path: 'deposits' },
  { path: 'webinar-join/{hash}' },
  { path: '{brand}-wallet' },
  { path: 'error/404' },
];

const question = { pages, languages: ['en', 'ar', 'zh-tw'], language: 'ar', brand: 'atrium', search: '' };
const ask = (path: string, more: object = {}) => land({ ...question, path, ...more });

describe('a path that is a page', () => {
  test('is that page in the language of its first segment', () => {
    expect(ask('/en/accounts')).toEqual({ kind: 'page', language: 'en', page: { path: 'accounts' }, params: {} });
    expect(ask('/zh-tw')).toEqual({ kind: 'page', language: 'zh-tw', page: { path: '' }, params: {} });
  });

  test('carries whole numbers as numbers and texts decoded', () => {
    expect(ask('/en/accounts/700123')).toMatchObject({ kind: 'page', params: { id: 700123 } });
    expect(ask('/en/webinar-join/a%20b')).toMatchObject({ kind: 'page', params: { hash: 'a b' } });
  });

  test.each(['', '/accounts', '/accounts/700123', '/atrium-wallet'])(
    'stays that page with what any page may be asked with: /en%s',
    (path) => {
      const search = '?step2=1&mobileAppAction=tradingAccountOpened';
      expect(ask(`/en${path}`, { search })).toEqual(ask(`/en${path}`));
      expect(ask(`/en${path}/`, { search })).toEqual({ kind: 'redirect', to: `/en${path}${search}` });
      expect(everyPageQuery).toEqual(['step2', 'mobileAppAction']);
    },
  );

  test('may carry the brand', () => {
    expect(ask('/en/atrium-wallet')).toMatchObject({ kind: 'page', page: { path: '{brand}-wallet' } });
    expect(ask('/en/other-wallet').kind).toBe('unknown');
  });
});

test.each([
  ['/en/deposits?acc=7', '/en/deposits?acc=7&mobileAppAction=x'],
  ['/en/deposits', '/en/deposits?mobileAppAction=x'],
  ['/en/deposits?mobileAppAction=y', '/en/deposits?mobileAppAction=y'],
  ['/en/transfers/7', '/en/transfers/7'],
])('a page that goes on to %s where the mobile app has put its action is then at %s', (address, then) => {
  expect(keepingAction(address, { pathname: '/en/deposits', search: '?amount=5&mobileAppAction=x' })).toBe(then);
  expect(keepingAction(address, { pathname: '/en/deposits', search: '?amount=5' })).toBe(address);
});

describe('a path that is no page', () => {
  test.each([
    '/en/nowhere',
    '/xx/accounts',
    '/accounts',
    '/error/403',
    '/en/accounts/abc',
    '/en/accounts/12345678901',
    '/en/webinar-join/%E0%A4%A',
  ])('%s is the 404 page', (path) => expect(ask(path).kind).toBe('unknown'));

  test('with appropriateness-test in it leads to the test, once', () => {
    expect(ask('/en/old/appropriateness-test-1')).toEqual({ kind: 'redirect', to: '/en/profile/appropriateness-test' });
    expect(ask('/en/profile/appropriateness-test').kind).toBe('unknown');
  });

  test('of account levels below the accounts leads to the one page of them', () => {
    expect(ask('/en/accounts/account-level', { search: '?a=1' })).toEqual({ kind: 'redirect', to: '/en/account-level?a=1' });
  });

  test('with deposits-list in it leads to the deposits and keeps the query', () => {
    expect(ask('/en/deposits-list/x', { search: '?acc=7' })).toEqual({ kind: 'redirect', to: '/en/deposits?acc=7' });
  });

  test('leads to the language root while a page to return to is stored, and there to that page', () => {
    expect(ask('/en/nowhere', { savedPath: '/en/deposits' })).toEqual({ kind: 'redirect', to: '/en' });
    expect(ask('/en', { savedPath: '/en/deposits' })).toMatchObject({ to: '/en/deposits', usedSavedPath: true });
    expect(ask('/en/nowhere', { savedPath: '/en/nowhere/else' }).kind).toBe('unknown');
    expect(ask('/en/nowhere', { savedPath: '//evil.example' }).kind).toBe('unknown');
  });
});

describe('redirects', () => {
  test.each([
    ['/', '/ar'],
    ['/en/', '/en'],
    ['/en/accounts/?a=1', '/en/accounts?a=1'],
    ['/r/deposits?a=1', '/ar/deposits?a=1'],
    ['/r', '/ar'],
    ['/error/404?a=1', '/ar/error/404?a=1'],
    ['//evil.example/', '/evil.example'],
  ])('%s leads to %s', (from, to) => {
    const [path = '', query] = from.split('?');
    expect(ask(path, { search: query === undefined ? '' : `?${query}` })).toEqual({ kind: 'redirect', to });
  });

  test('the saved path is used from a root, and says that it was used', () => {
    const savedPath = '/en/deposits?acc=7';
    expect(ask('/', { savedPath })).toEqual({ kind: 'redirect', to: savedPath, usedSavedPath: true });
    expect(ask('/en', { savedPath })).toEqual({ kind: 'redirect', to: savedPath, usedSavedPath: true });
    expect(ask('/en/accounts', { savedPath }).kind).toBe('page');
  });

  test.each(['//evil.example', 'https://evil.example', '/\\evil', '/en/nowhere', '/en', '/\t/evil'])(
    'a saved path %j leads nowhere',
    (savedPath) => expect(ask('/en', { savedPath }).kind).toBe('page'),
  );
});

test('only a path of our own site is one', () => {
  expect(ownPath('/en/accounts?x=1')).toBe('/en/accounts?x=1');
  expect(ownPath('//evil')).toBeUndefined();
  expect(ownPath('javascript:alert(1)')).toBeUndefined();
});

describe('what a sign-in is to lead to', () => {
  const wished = (text: string) => askedPath(text, { language: 'en', languages: ['en', 'ar', 'zh-tw'] });

  test.each([
    ['/ar/accounts?x=1', '/ar/accounts?x=1'],
    ['ar/accounts?x=1', '/ar/accounts?x=1'],
    ['transfers/list?page=2', '/en/transfers/list?page=2'],
    ['accounts', '/en/accounts'],
    ['zh-tw', '/zh-tw'],
  ])('%s is %s', (text, path) => expect(wished(text)).toBe(path));

  test.each([
    '//evil.example',
    'https://evil.example',
    'evil.example/x',
    'javascript:alert(1)',
    '/\\evil',
    '\\evil',
    '',
    '.',
    ' /x',
    'a\tb',
  ])('%j is nothing', (text) => expect(wished(text)).toBeUndefined());
});

test('addresses of pages are written from their declaration', () => {
  const target = { language: 'en', brand: 'atrium' };
  expect(pagePath({ ...target, page: { path: '' } })).toBe('/en');
  expect(
    pagePath({ ...target, page: { path: 'accounts/{id:int}' }, params: { id: 5 }, query: { tab: 'open', x: undefined } }),
  ).toBe('/en/accounts/5?tab=open');
  expect(pagePath({ ...target, page: { path: '{brand}-wallet' } })).toBe('/en/atrium-wallet');
  expect(() => pagePath({ ...target, page: { path: 'accounts/{id:int}' } })).toThrow('needs id');
});

test('changing the language keeps the page', () => {
  expect(inLanguage('/en/accounts/5', 'ar')).toBe('/ar/accounts/5');
  expect(inLanguage('/en', 'zh-tw')).toBe('/zh-tw');
});
