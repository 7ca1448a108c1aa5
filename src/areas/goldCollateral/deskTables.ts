import { z } from 'zod';
import { rowId } from '../../protocol/staff.ts';
import { deskTable, type DeskTable, type DeskTableNeeds } from '../../tables/deskTable.ts';
import type { PledgeAtDesk } from './contract.ts';
import { pledgeColumns } from './rules.ts';
import { pledgeAtDesk } from './shown.ts';
import { pledgesAtDesk } from './store.ts';

const pageSize = 250;

export const deskTables = (): readonly DeskTable[] => [
  deskTable({
    key: 'goldCollateral.pledges',
    title: 'desk.nav.pledges',
    right: 'transfers',
    asked: z.object({ client_id: rowId.optional() }),
    columns: pledgeColumns,
    rows: ({ client_id: asked }, needs) => pagesOf(asked === undefined ? undefined : Number(asked), needs),
  }),
];

async function* pagesOf(client: number | undefined, { sql }: DeskTableNeeds): AsyncGenerator<readonly PledgeAtDesk[]> {
  for (let offset = 0; ; offset += pageSize) {
    const { pledges } = await pledgesAtDesk(sql, { client, limit: pageSize, offset });
    if (pledges.length > 0) yield pledges.map(pledgeAtDesk);
    if (pledges.length < pageSize) return;
  }
}
