import { z } from 'zod';
import { goldVaultKeys } from '../../law/goldVaults.ts';
import { deskTable, onePage, type DeskTable, type DeskTableNeeds } from '../../tables/deskTable.ts';
import type { Bar } from './contract.ts';
import { barColumns, checkColumns } from './rules.ts';
import { shownBar, shownCheck } from './shown.ts';
import { barsListed, latestChecks, type KeptBar } from './store.ts';

const pageSize = 250;
const right = 'transfers';
const asked = z.object({ vault: z.enum(goldVaultKeys).optional() });

export const deskTables = (): readonly DeskTable[] => [
  deskTable({
    key: 'vaults.bars',
    title: 'vaults.register',
    right,
    asked,
    columns: barColumns,
    rows: ({ vault }, needs) => pagesOf(vault, needs),
  }),
  deskTable({
    key: 'vaults.checks',
    title: 'vaults.checks',
    right,
    asked,
    columns: checkColumns,
    rows: ({ vault }, { sql, mostRows }) => onePage(latestChecks(sql, mostRows, vault).then((rows) => rows.map(shownCheck))),
  }),
];

async function* pagesOf(vault: KeptBar['vault'] | undefined, { sql }: DeskTableNeeds): AsyncGenerator<readonly Bar[]> {
  let before: number | undefined;
  for (;;) {
    const page: KeptBar[] = await barsListed(sql, { vault, before, limit: pageSize });
    if (page.length > 0) yield page.map(shownBar);
    before = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}
