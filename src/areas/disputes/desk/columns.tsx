import { Status } from '../../../ui/components/Status.tsx';
import type { Column } from '../../../ui/components/Table.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { DueClock } from '../../../ui/desk/DueClock.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import type { DisputeLine } from '../contract.ts';
import { disputeColumns } from '../rules.ts';
import { toneOf } from './tones.ts';

/** How disputes are listed, all of them and those of a client. */
export function useDisputeColumns(): readonly Column<DisputeLine>[] {
  const { t } = useWords();
  const declared = useDeclared();
  return declared(disputeColumns, {
    id: { onPhone: 'main' },
    client: { cell: ({ client_id: id }) => <PageLink to={{ page: deskLinks.client, params: { id } }}>{id}</PageLink> },
    status: { cell: ({ status }) => <Status tone={toneOf[status]}>{t(`disputes.status.${status}`)}</Status> },
    due: {
      cell: ({ status, evidence_due_at: at, is_late: isLate }) => <DueClock at={status === 'open' ? at : null} isLate={isLate} />,
    },
  });
}
