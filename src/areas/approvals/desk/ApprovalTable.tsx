import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { rowInFocus, useKeys } from '../../../ui/desk/keys.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import type { ShownApproval } from '../contract.ts';
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
  const words = useWords();
  const decide = (decision: 'approve' | 'decline') => (): void => {
    const approval = approvals.find(({ id }) => String(id) === rowInFocus());
    if (approval) onOpen({ approval, ...(approval.can_decide ? { decision } : {}) });
  };
  useKeys({ a: decide('approve'), r: decide('decline') });
  const columns = columnsIn(words);
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

function columnsIn({ t }: Words): readonly Column<ShownApproval>[] {
  return [
    { key: 'what', title: t('approvals.what'), cell: ({ subject }) => subject.replace(':', ' ') },
    { key: 'kind', title: t('approvals.kind'), cell: ({ kind }) => t(`approvals.kind.${kind}`) },
    { key: 'by', title: t('approvals.by'), cell: ({ asked_by: by }) => by },
    { key: 'age', title: t('approvals.age'), cell: ({ asked_at: at }) => <RelativeAge at={at} /> },
    { key: 'reason', title: t('approvals.reason'), onPhone: 'hidden', cell: ({ reason }) => reason },
    {
      key: 'status',
      title: t('approvals.status'),
      cell: ({ status }) => <Status tone={tones[status]}>{t(`approvals.status.${status}`)}</Status>,
    },
  ];
}
