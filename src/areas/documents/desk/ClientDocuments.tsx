import { useRead } from '../../../ui/api/reads.ts';
import { Card } from '../../../ui/components/Card.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { documentsContract, type DeskDocument } from '../contract.ts';
import { deskTones } from './tones.ts';

/** On a client's page: their papers, and what was decided of each. */
export default function ClientDocuments({ clientId }: ClientPartProps) {
  const words = useWords();
  const pages = usePages();
  const read = useRead(
    documentsContract.calls.ofClient,
    { client_id: clientId, ...(pages.after === undefined ? {} : { after: pages.after }) },
    { keepsLast: true },
  );
  const title = words.t('desk.section.documents');
  return (
    <Card title={title} isFlush>
      <Loaded read={read}>
        {({ documents, next }) => (
          <>
            <Table label={title} isDense rows={documents} rowKey={({ id }) => id} columns={columnsIn(words)} />
            <Pager pages={pages} next={next} label={words.t('documents.desk.pages')} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function columnsIn({ t, dateTime }: Words): readonly Column<DeskDocument>[] {
  return [
    {
      key: 'paper',
      title: t('documents.desk.paper'),
      cell: ({ id, kind }) => (
        <PageLink to={{ page: documentsContract.deskPages.document, params: { id } }}>
          {t(`documents.desk.kind.${kind}`)}
        </PageLink>
      ),
    },
    { key: 'sent', title: t('documents.desk.sent'), cell: ({ sent_at: at }) => dateTime(at) },
    {
      key: 'status',
      title: t('documents.desk.status'),
      cell: ({ status }) => <Status tone={deskTones[status]}>{t(`documents.desk.status.${status}`)}</Status>,
    },
    {
      key: 'reason',
      title: t('documents.desk.reason'),
      cell: ({ reasons }) => reasons.map((reason) => t(`documents.desk.reason.${reason}`)).join(', '),
    },
    { key: 'by', title: t('documents.desk.by'), cell: ({ decided_by: by }) => by ?? '' },
  ];
}
