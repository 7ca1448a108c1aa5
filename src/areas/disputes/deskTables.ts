import { z } from 'zod';
import { deskTable, type DeskTable, type DeskTableNeeds } from '../../tables/deskTable.ts';
import { disputeStatuses, type DisputeLine, type DisputeStatus } from './contract.ts';
import { disputeColumns } from './rules.ts';
import { shownLine } from './shown.ts';
import { listDisputes } from './store.ts';

const pageSize = 250;

export const deskTables = (): readonly DeskTable[] => [
  deskTable({
    key: 'disputes.list',
    title: 'desk.nav.disputes',
    right: 'chargebacks',
    asked: z.object({ status: z.enum(disputeStatuses).optional() }),
    columns: disputeColumns,
    rows: ({ status }, needs) => pagesOf(status, needs),
  }),
];

async function* pagesOf(status: DisputeStatus | undefined, { sql, now }: DeskTableNeeds): AsyncGenerator<readonly DisputeLine[]> {
  let before: number | undefined;
  for (;;) {
    const page = await listDisputes(sql, { status, before, limit: pageSize });
    if (page.length > 0) yield page.map((row) => shownLine(row, now));
    before = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}
