import { useDownload } from '../../../ui/api/download.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { FileProgress } from '../../../ui/components/FileProgress.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { exportsContract, type ShownDeskExport } from '../contract.ts';

const { calls } = exportsContract;
const againMs = 3_000;
const bytesInKilobyte = 1024;

/** Lists of the desk that one has asked for: how far each is written, and until when it can be fetched. */
export default function Exports() {
  const words = useWords();
  const { t } = words;
  const read = useRead(calls.listAtDesk, {}, { everyMs: againMs });
  const file = useDownload(calls.fileAtDesk);
  const take = (row: ShownDeskExport) => (
    <Button look="plain" size="small" icon="download" onClick={() => void file.start({ id: row.id })}>
      {t('exports.desk.take')}
    </Button>
  );
  return (
    <>
      <ScreenHead title={t('desk.nav.exports')} text={t('exports.desk.text')} />
      <WriteFailure failure={file.failure} />
      <Card isFlush>
        <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
          {({ exports }) =>
            exports.length === 0 ? (
              <EmptyState picture="documents" title={t('exports.desk.none.title')} text={t('exports.desk.none.text')} />
            ) : (
              <Table
                label={t('desk.nav.exports')}
                isDense
                rows={exports}
                rowKey={({ id }) => id}
                columns={columnsIn(words, take)}
              />
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

function columnsIn(words: Words, take: (row: ShownDeskExport) => React.ReactNode): readonly Column<ShownDeskExport>[] {
  const { t, dateTime, number } = words;
  return [
    {
      key: 'what',
      title: t('exports.desk.what'),
      onPhone: 'main',
      cell: ({ title, format }) => t('exports.desk.named', { title, format: t(`desk.export.format.${format}`) }),
    },
    {
      key: 'of',
      title: t('exports.desk.of'),
      cell: ({ asked }) => Object.values(asked).join(', '),
    },
    { key: 'reason', title: t('exports.desk.reason'), onPhone: 'hidden', cell: ({ reason }) => reason },
    { key: 'state', title: t('exports.desk.state'), onPhone: 'below', cell: (row) => <State row={row} /> },
    { key: 'until', title: t('exports.desk.until'), cell: ({ expires_at: at }) => <time dateTime={at}>{dateTime(at)}</time> },
    {
      key: 'size',
      title: t('exports.desk.size'),
      isFigures: true,
      cell: ({ bytes }) =>
        bytes === null ? '' : t('exports.desk.kilobytes', { size: number(Math.ceil(bytes / bytesInKilobyte), 0) }),
    },
    { key: 'take', title: '', onPhone: 'action', cell: (row) => (row.state === 'ready' ? take(row) : '') },
  ];
}

/** How far it is, in rows; of some lists nobody knows how many there will be. */
function State({ row }: { readonly row: ShownDeskExport }) {
  const { t, number } = useWords();
  const { state, rows_done: done, rows_whole: whole } = row;
  if (state !== 'writing') return <>{t(`exports.desk.state.${state}`)}</>;
  if (whole === null) return <>{t('exports.desk.done', { done: number(done, 0) })}</>;
  const text = t('exports.desk.progress', { done: number(done, 0), whole: number(whole, 0) });
  return <FileProgress done={done} whole={whole} label={t('exports.desk.state.writing')} text={text} />;
}
