import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Contract, PageSpec } from './call.ts';
import { deskLinks } from './deskLinks.ts';
import { pageLinks } from './pageLinks.ts';

const areas = path.join(import.meta.dirname, '../areas');

async function declaredPages(kind: 'pages' | 'deskPages'): Promise<PageSpec[]> {
  const folders = readdirSync(areas);
  const contracts = await Promise.all(
    folders.map(async (folder) => {
      const module = (await import(path.join(areas, folder, 'contract.ts')).catch(() => ({}))) as Record<string, unknown>;
      return Object.values(module).filter(isContract);
    }),
  );
  return contracts.flat().flatMap((each) => Object.values(each[kind] ?? {}));
}

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'area' in value && 'calls' in value;
}

test.each([
  ['pages', pageLinks],
  ['deskPages', deskLinks],
] as const)('every page link of %s is one that an area declares, with the parameters that it reads', async (kind, links) => {
  const pages = await declaredPages(kind);
  for (const pageLink of Object.values<PageSpec>(links)) {
    const page = pages.find(({ path: declared }) => declared === pageLink.path);
    expect(page).toBeDefined();
    expect((pageLink.query ?? []).filter((name) => !page?.query?.includes(name))).toEqual([]);
  }
});
