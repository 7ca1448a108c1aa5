import { useDownload } from '../../../ui/api/download.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { Pager, usePages } from '../../../ui/desk/Pager.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { filesContract, type SentFile } from '../contract.ts';

const { calls } = filesContract;

/** On a client's page: what they have sent, to be kept and looked at, never opened here. */
export default function ClientFiles({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const pages = usePages();
  const read = useRead(
    calls.sent,
    { client_id: clientId, ...(pages.after === undefined ? {} : { after: pages.after }) },
    { keepsLast: true },
  );
  const download = useDownload(calls.ofClient);
  const columns = useColumns((id) => void download.start({ id }));
  return (
    <Card title={t('desk.section.files')}>
      <WriteFailure failure={download.failure} />
      <Loaded read={read}>
        {({ files, next }) => (
          <>
            {files.length === 0 ? (
              <p>{t('files.none')}</p>
            ) : (
              <Table label={t('desk.section.files')} isDense rows={files} rowKey={({ id }) => id} columns={columns} />
            )}
            <Pager pages={pages} next={next} label={t('files.pages')} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function useColumns(take: (id: string) => void): readonly Column<SentFile>[] {
  const { t, dateTime, number } = useWords();
  return [
    { key: 'sent', title: t('files.sent'), cell: ({ sent_at: sentAt }) => dateTime(sentAt) },
    { key: 'about', title: t('files.about'), cell: ({ about }) => about },
    {
      key: 'size',
      title: t('files.size'),
      cell: ({ bytes }) => t('files.kilobytes', { size: number(Math.ceil(bytes / 1000), 0) }),
    },
    { key: 'scan', title: t('files.scan'), cell: ({ scan }) => t(`files.scan.${scan}`) },
    {
      key: 'name',
      title: t('files.name'),
      cell: ({ id, name, scan }) =>
        scan === 'clean' ? (
          <Button look="quiet" icon="download" onClick={() => take(id)}>
            {name}
          </Button>
        ) : (
          name
        ),
    },
  ];
}
