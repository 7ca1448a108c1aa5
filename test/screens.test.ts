import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultBrand } from '../src/law/brand.ts';
import type { Contract, PageSpec } from '../src/protocol/call.ts';
import { entrancePages } from '../src/protocol/document.ts';
import { matchPage } from '../src/protocol/paths.ts';
import { deskScreens, offers, screens } from './screens.ts';

const root = path.dirname(import.meta.dirname);

test('every page that a contract declares is looked at', async () => {
  const pages = [...entrancePages, ...(await declaredPages(({ pages: own }) => own))];
  expect(pages.length).toBeGreaterThan(20);
  const looked = new Set(screens.flatMap(({ path: seen }) => pageOf(seen, pages) ?? []));
  expect(pages.map((page) => page.path).filter((page) => !looked.has(page))).toEqual([]);
});

test('every page of the desk is looked at', async () => {
  const pages = await declaredPages(({ deskPages }) => deskPages);
  expect(pages.length).toBeGreaterThan(8);
  const looked = new Set(deskScreens.flatMap(({ path: seen }) => pageOf(seen.replace(/#.*/, ''), pages) ?? []));
  expect(pages.map((page) => page.path).filter((page) => !looked.has(page))).toEqual([]);
});

/** The page that a screen's address leads to, its places filled in. */
function pageOf(seen: string, pages: readonly Pick<PageSpec, 'path'>[]): string | undefined {
  const [address = ''] = seen.split('?', 1);
  const filled = address.replaceAll('{brand}', defaultBrand.key).replaceAll(/\{\w+\}/g, '1');
  return matchPage(filled, { pages, brand: defaultBrand.key })?.page.path;
}

test('every screen has a name of its own', () => {
  const all = [...screens, ...deskScreens];
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test('each stands in the file of its area, or of what stands around all areas, by whose name its own begins', () => {
  const areas = globSync('src/areas/*/contract.ts', { cwd: root }).map((file) => path.basename(path.dirname(file)));
  const known = new Set([...areas, 'desk', 'entrance', 'frame']);
  expect([...offers.keys()].filter((name) => !known.has(name))).toEqual([]);
  const named = [...offers].map(([file, { screens: own = [], deskScreens: desk = [] }]) => ({
    file,
    begins: [...own.map(({ name }) => name), ...desk.map(({ name }) => (file === 'desk' ? name : name.replace(/^desk-/, '')))],
  }));
  expect(named.filter(({ begins }) => begins.length === 0)).toEqual([]);
  const astray = named.flatMap(({ file, begins }) => begins.filter((name) => !new RegExp(`^${file}(-|$)`).test(name)));
  expect(astray).toEqual([]);
});

async function declaredPages(own: (contract: Contract) => Contract['deskPages']): Promise<{ readonly path: string }[]> {
  const modules = await Promise.all(
    globSync('src/areas/*/contract.ts', { cwd: root }).map(
      async (file) => (await import(path.join(root, file))) as Readonly<Record<string, unknown>>,
    ),
  );
  const contracts = modules.flatMap((module) => Object.values(module).filter(isContract));
  return contracts.flatMap((contract) => Object.values(own(contract) ?? {}));
}

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'area' in value && 'calls' in value;
}
