import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/* Whoever has ten tabs open tells them apart by their titles: a page of one thing is named by the thing, at both doors. */

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8');

test('every page of one thing is named by the thing', () => {
  const pages = globSync('areas/*/contract.ts', { cwd: import.meta.dirname }).flatMap((file) => ofOneThing(path.dirname(file)));
  expect(pages.length).toBeGreaterThan(25);
  expect(pages.filter((screen) => !isNamed(screen, read(screen)))).toEqual([]);
});

test('a page that is named by no more than its kind is seen', () => {
  const contract = `export const aContract = contract({ pages: {
    list: { path: 'things', title: 'a.things' },
    thing: {
      path: 'things/{id:int}', title: 'a.thing' },
    wallet: { path: '{brand}-wallet', title: 'a.wallet' },
  } });`;
  expect(keysOfOneThing(contract)).toEqual(['thing']);
  const routes = `screens: [screen(pages.list, () => import('./screens/List.tsx')), screen(thing, () => import('./desk/Thing.tsx'))]`;
  expect(screensOf(routes)).toEqual({ list: 'screens/List.tsx', thing: 'desk/Thing.tsx' });
  expect(namesItself(`useTitle(read.data?.thing.name);`)).toBe(true);
  expect(namesItself(`useLeadOn({ page: pages.thing, params });`)).toBe(true);
  expect(namesItself(`import { useTitle } from '../ui/page/title.ts';`)).toBe(false);
});

/** The screens of an area's pages that are of one thing. */
function ofOneThing(area: string): string[] {
  const keys = keysOfOneThing(read(`${area}/contract.ts`));
  const routes = globSync(`${area}/{routes,deskRoutes}.ts`, { cwd: import.meta.dirname }).map(read);
  const screens = Object.assign({}, ...routes.map(screensOf)) as Record<string, string>;
  return keys.map((key) => {
    const screen = screens[key];
    if (screen === undefined) throw new Error(`${area} binds its page ${key} to no screen`);
    return `${area}/${screen}`;
  });
}

/** Of pages whose address says which thing they are of, the keys; the brand is no thing. */
function keysOfOneThing(contract: string): string[] {
  const pages = [...contract.matchAll(/^ {4}(\w+): \{\s*path: '([^']+)'/gm)];
  return pages.flatMap(([, key = '', address = '']) => (/\{(?!brand\})/.test(address) && !isCall(address) ? [key] : []));
}

const isCall = (address: string): boolean => /^\/?api\//.test(address);

/** What a routes file binds each page's key to. */
function screensOf(routes: string): Record<string, string> {
  const bound = [...routes.matchAll(/screen\((?:\w+\.)*(\w+), \(\) => import\('\.\/([\w/]+\.tsx)'\)/g)];
  return Object.fromEntries(bound.map(([, key = '', file = '']) => [key, file]));
}

/** By itself, or by what it draws of its own area. */
function isNamed(file: string, screen: string): boolean {
  if (namesItself(screen)) return true;
  const drawn = [...screen.matchAll(/from '\.\/(\w+\.tsx)'/g)].map(([, name = '']) => path.join(path.dirname(file), name));
  return drawn.some((each) => namesItself(read(each)));
}

/** Says what it shows, or leads on to a page that does. */
function namesItself(screen: string): boolean {
  return /\b(useTitle|useLeadOn)\(/.test(screen);
}
