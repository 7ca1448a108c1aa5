import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { rowInFocus, useKeys } from '../../../ui/desk/keys.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { ShownApproval } from '../contract.ts';
import { approvalColumns } from '../rules.ts';
import type { Opened } from './DecisionDialog.tsx';

interface ApprovalTableProps {
  readonly approvals: readonly ShownApproval[];
  readonly label: string;
  readonly onOpen: (opened: Opened) => void;
  /** Only what one needs to choose the row by. */
  readonly isBrief?: boolean;
}

/** What waits for a second person, or was decided: a approves the row in focus, r declines it, Enter shows it. */
export function ApprovalTable({ approvals, label, onOpen, isBrief = false }: ApprovalTableProps) {
  const decide = (decision: 'approve' | 'decline') => (): void => {
    const approval = approvals.find(({ id }) => String(id) === rowInFocus());
    if (approval) onOpen({ approval, ...(approval.can_decide ? { decision } : {}) });
  };
  useKeys({ a: decide('approve'), r: decide('decline') });
  const columns = useApprovalColumns();
  return (
    <Table
      label={label}
      isDense
      rows={approvals}
      rowKey={({ id }) => id}
      onRow={(approval) => onOpen({ approval })}
      columns={isBrief ? columns.filter(({ key }) => briefColumns.has(key)) : columns}
    />
  );
}

const briefColumns: ReadonlySet<string> = new Set(['what', 'by', 'age']);

const tones = { waiting: 'warn', approved: 'gain', declined: 'loss' } as const;

function useApprovalColumns(): readonly Column<ShownApproval>[] {
  const { t } = useWords();
  const declared = useDeclared();
  return declared(approvalColumns, {
    age: { cell: ({ asked_at: at }) => <RelativeAge at={at} /> },
    reason: { onPhone: 'hidden' },
    status: { cell: ({ status }) => <Status tone={tones[status]}>{t(`approvals.status.${status}`)}</Status> },
  });
}
