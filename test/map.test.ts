import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { declaredIn, withFolders } from '../bin/build/folders.ts';
import { found, mapOf, strayed, writeMap, type Map } from '../bin/build/map.ts';
import { areaOfPath, sharedWords, strays } from '../bin/build/mapAreas.ts';
import { loadContracts } from '../bin/catalogue.ts';

const root = path.dirname(import.meta.dirname);
let map: Map;

beforeAll(async () => {
  map = mapOf(root, await loadContracts());
});

test('the map is that of today: npm run map writes it', () => {
  expect(readFileSync(path.join(root, 'docs/map.md'), 'utf8') === writeMap(map)).toBe(true);
});

test('ARCHITECTURE.md names the files that there are: npm run map writes it', async () => {
  const page = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');
  expect(page === withFolders(page, root, await declaredIn(root, await loadContracts()))).toBe(true);
  expect(page).toContain('`areas/payments/payout/` ');
});

test('every call is answered and every page is drawn by a file that is there', () => {
  const ways = [...map.calls, ...map.pages];
  expect(ways.length).toBeGreaterThan(70);
  expect(
    ways.flatMap(({ answered, drawn }) => [...answered, ...drawn]).filter((file) => !existsSync(path.join(root, file))),
  ).toEqual([]);
  expect(map.calls.filter(({ answered }) => answered.length === 0)).toEqual([]);
  expect(map.pages.filter(({ drawn }) => drawn.length === 0)).toEqual([]);
});

test('a path leads to its area by its first word, or the second where several areas share the first, and the others say why not', () => {
  const known = Object.keys(strays).map((declared) => `${declared} is in ${areaOfStray(declared)}`);
  expect(strayed(map).toSorted()).toEqual(known.toSorted());
  const { ways, byFirst, bySecond } = found(map);
  expect(ways - byFirst - bySecond).toBe(known.length);
  expect(byFirst + bySecond).toBeGreaterThanOrEqual(ways * 0.9);
  // What needs the second word stays the lesser part by far.
  expect(byFirst).toBeGreaterThanOrEqual(ways * 0.8);
});

test('a first word is shared only where several areas stand below it, and says why', () => {
  const areasBelow = (first: string) =>
    [...map.calls, ...map.pages].filter(({ path: declared }) => wordOf(declared) === first).map(({ area }) => area);
  const shared = Object.entries(sharedWords);
  expect(shared.filter(([first]) => new Set(areasBelow(first)).size < 2).map(([first]) => first)).toEqual([]);
  const unused = shared.flatMap(([first, { usual, by }]) =>
    [usual, ...Object.values(by)].filter((area) => !areasBelow(first).includes(area)),
  );
  expect(unused).toEqual([]);
  expect(shared.filter(([, { why }]) => why.split(' ').length < 4)).toEqual([]);
});

/** Asked for by tests that put the whole path together. */
const namedNowhere = ['bestTrades.picture'];

test('every call is asked for by a test that names it', () => {
  const untested = map.calls.filter(({ tested }) => tested.length === 0).map(({ name }) => name);
  expect(untested.filter((name) => !namedNowhere.includes(name))).toEqual([]);
  expect(namedNowhere.filter((name) => !untested.includes(name))).toEqual([]);
});

test('every page is opened by a test that names it', () => {
  expect(map.pages.filter(({ tested }) => tested.length === 0).map(({ name }) => name)).toEqual([]);
});

test('the look finds a call that has strayed', () => {
  expect(areaOfPath('GET api/direct/wallets/{number}/statement')).toEqual({ area: 'wallet', words: 1 });
  expect(areaOfPath('/accounts/open/live')).toEqual({ area: 'opening', words: 2 });
  expect(areaOfPath('GET /api/desk/idle-fees/{client_id}')).toEqual({ area: 'idleFees', words: 1 });
  expect(areaOfPath('GET api/nobody-knows')).toBeUndefined();
  const [first] = map.calls;
  if (!first) throw new Error('there are no calls');
  expect(strayed({ calls: [{ ...first, path: 'GET api/inbox', area: 'rates' }], pages: [] })).toEqual([
    'GET api/inbox is in rates',
  ]);
});

function wordOf(declared: string): string {
  return /^(?:[A-Z]+ )?\/?(?:api\/)?(?:direct\/)?([^/]*)/.exec(declared)?.[1] ?? '';
}

function areaOfStray(declared: string): string | undefined {
  return [...map.calls, ...map.pages].find((way) => way.path === declared)?.area;
}
