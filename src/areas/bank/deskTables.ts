import { z } from 'zod';
import { rowId } from '../../protocol/staff.ts';
import { deskTable, onePage, type DeskTable, type DeskTableNeeds } from '../../tables/deskTable.ts';
import { checksKept } from './balances.ts';
import type { EntryLine } from './contract.ts';
import { balanceColumns, entryColumns } from './rules.ts';
import { shownBalance, shownEntry } from './shown.ts';
import { entriesOf } from './store.ts';

const pageSize = 250;

export const deskTables = (): readonly DeskTable[] => [
  deskTable({
    key: 'bank.entries',
    title: 'bank.entries.list',
    right: 'transfers',
    asked: z.object({ statement_id: rowId.optional() }),
    columns: entryColumns,
    rows: ({ statement_id: id }, needs) => pagesOf(id === undefined ? undefined : Number(id), needs),
  }),
  deskTable({
    key: 'bank.balances',
    title: 'bank.balances',
    right: 'transfers',
    asked: z.object({}),
    columns: balanceColumns,
    rows: (_asked, { sql }) => onePage(checksKept(sql).then((checks) => checks.map(shownBalance))),
  }),
];

async function* pagesOf(statement: number | undefined, { sql }: DeskTableNeeds): AsyncGenerator<readonly EntryLine[]> {
  let after = 0;
  for (;;) {
    const page = await entriesOf(sql, { statement, after, limit: pageSize });
    if (page.length > 0) yield page.map(shownEntry);
    after = page.at(-1)?.id ?? after;
    if (page.length < pageSize) return;
  }
}
