import { z } from 'zod';
import { approvalKinds, type ApprovalKind } from '../../law/staff.ts';
import { deskTable, type DeskTable, type DeskTableNeeds } from '../../tables/deskTable.ts';
import { approvalStatuses, type ShownApproval } from './contract.ts';
import { approvalColumns } from './rules.ts';
import { shownApproval } from './shown.ts';
import { approvalsOfKind, type ApprovalStatus } from './store.ts';

const pageSize = 250;

/** Each kind by itself, for who approves it: nobody takes along what their list does not show them. */
export const deskTables = (): readonly DeskTable[] =>
  approvalKinds.map((kind) =>
    deskTable({
      key: `approvals/${kind}`,
      title: `approvals.list.${kind}`,
      right: 'approvals',
      approves: kind,
      asked: z.object({ status: z.enum(approvalStatuses).optional() }),
      columns: approvalColumns,
      rows: ({ status }, needs) => pagesOf({ kind, status }, needs),
    }),
  );

interface Which {
  readonly kind: ApprovalKind;
  readonly status: ApprovalStatus | undefined;
}

async function* pagesOf(which: Which, { sql }: DeskTableNeeds): AsyncGenerator<readonly ShownApproval[]> {
  let before: number | undefined;
  for (;;) {
    const page = await approvalsOfKind(sql, { ...which, before, limit: pageSize });
    if (page.length > 0) yield page.map((row) => shownApproval(row));
    before = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}
