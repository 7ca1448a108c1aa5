import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Contract, PageSpec } from './call.ts';
import { pageLinks } from './pageLinks.ts';

const areas = path.join(import.meta.dirname, '../areas');

async function declaredPages(): Promise<PageSpec[]> {
  const folders = readdirSync(areas);
  const contracts = await Promise.all(
    folders.map(async (folder) => {
      const module = (await import(path.join(areas, folder, 'contract.ts')).catch(() => ({}))) as Record<string, unknown>;
      return Object.values(module).filter(isContract);
    }),
  );
  return contracts.flat().flatMap(({ pages }) => Object.values(pages ?? {}));
}

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'area' in value && 'calls' in value;
}

test('every page link is a page that an area declares, with the parameters that it reads', async () => {
  const pages = await declaredPages();
  for (const pageLink of Object.values<PageSpec>(pageLinks)) {
    const page = pages.find(({ path: declared }) => declared === pageLink.path);
    expect(page).toBeDefined();
    expect((pageLink.query ?? []).filter((name) => !page?.query?.includes(name))).toEqual([]);
  }
});
