import { useState } from 'react';
import { ownFile } from '../../../protocol/file.ts';
import { useDownload } from '../../../ui/api/download.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract, type ShownDocument } from '../contract.ts';
import styles from './Documents.module.css';
import { statusTones } from './papers.ts';

const { calls, pages } = documentsContract;

/** Everything that was sent, with its status, the latest first. */
export default function List() {
  const { t } = useWords();
  const [after, setAfter] = useState<number>();
  const read = useRead(calls.list, after === undefined ? {} : { after }, { keepsLast: true });
  const download = useDownload(ownFile);
  const columns = useColumns((id) => void download.start({ id }));
  return (
    <>
      <ScreenHead
        title={t('page.documents.list')}
        back={<BackLink to={{ page: pages.verifyProfile }}>{t('nav.documents')}</BackLink>}
        actions={
          <LinkButton look="plain" to={{ page: pages.sendOther }}>
            {t('documents.other.send')}
          </LinkButton>
        }
      />
      <Stack>
        <WriteFailure failure={download.failure} />
        <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
          {({ documents, older }) =>
            documents.length === 0 && after === undefined ? (
              <EmptyState
                picture="documents"
                title={t('documents.none.title')}
                text={t('documents.none.text')}
                action={<LinkButton to={{ page: pages.verifyProfile }}>{t('nav.documents')}</LinkButton>}
              />
            ) : (
              <Card isFlush>
                <Table label={t('page.documents.list')} rows={documents} rowKey={({ id }) => id} columns={columns} />
                {(after !== undefined || older !== null) && (
                  <nav className={styles.pages} aria-label={t('documents.pages')}>
                    {after !== undefined && (
                      <Button look="plain" size="small" onClick={() => setAfter(undefined)}>
                        {t('documents.newest')}
                      </Button>
                    )}
                    {older !== null && (
                      <Button look="plain" size="small" onClick={() => setAfter(older)}>
                        {t('documents.older')}
                      </Button>
                    )}
                  </nav>
                )}
              </Card>
            )
          }
        </Loaded>
      </Stack>
    </>
  );
}

function useColumns(take: (id: string) => void): readonly Column<ShownDocument>[] {
  const { t, date, dateTime } = useWords();
  return [
    { key: 'paper', title: t('documents.column.paper'), cell: ({ documentTypeName: name }) => name },
    {
      key: 'status',
      title: t('documents.column.status'),
      cell: ({ status_name: status, rejectionReason: reasons }) => (
        <span className={styles.status}>
          <Status tone={statusTones[status]}>{t(`documents.status.${status}`)}</Status>
          {reasons.map((reason) => (
            <span key={reason}>{t(`documents.reason.${reason}`)}</span>
          ))}
        </span>
      ),
    },
    { key: 'sent', title: t('documents.column.sent'), cell: ({ createdAt }) => dateTime(createdAt) },
    {
      key: 'expires',
      title: t('documents.column.expires'),
      cell: ({ expiryDate: day }) => (day === null ? '–' : date(day)),
    },
    {
      key: 'files',
      title: t('documents.column.file'),
      cell: ({ files }) => (
        <span className={styles.files}>
          {files.map(({ id, name }) => (
            <Button key={id} look="quiet" icon="download" onClick={() => take(id)}>
              {name}
            </Button>
          ))}
        </span>
      ),
    },
  ];
}
