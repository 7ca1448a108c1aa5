import { useGate } from '../../../ui/api/context.tsx';
import { useDownload } from '../../../ui/api/download.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { FileProgress } from '../../../ui/components/FileProgress.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { exportsContract, type ShownExport } from '../contract.ts';

const { calls } = exportsContract;
/** The live line tells at once; this is for when it is down. */
const againMs = 5_000;
const bytesInKilobyte = 1024;

/** Files that were asked for: how far each is written, and until when it can be fetched. */
export default function Exports() {
  const words = useWords();
  const { t } = words;
  const read = useRead(calls.list, {}, { everyMs: againMs });
  const file = useDownload(calls.file);
  const shut = useGate('export_transfers');
  const take = (row: ShownExport) => (
    <Button look="plain" icon="download" refusal={shut?.message} onClick={() => void file.start({ id: row.id })}>
      {t('exports.take')}
    </Button>
  );
  return (
    <>
      <ScreenHead title={t('page.exports')} text={t('exports.text')} />
      <WriteFailure failure={file.failure} />
      <Card isFlush>
        <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
          {({ exports }) =>
            exports.length === 0 ? (
              <NoFile />
            ) : (
              <Table label={t('page.exports')} rows={exports} rowKey={({ id }) => id} columns={columnsIn(words, take)} />
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

function NoFile() {
  const { t } = useWords();
  return (
    <EmptyState
      picture="wallet"
      title={t('exports.none.title')}
      text={t('exports.none.text')}
      action={<LinkButton to={{ page: pageLinks.statements }}>{t('nav.statements')}</LinkButton>}
    />
  );
}

function columnsIn(words: Words, take: (row: ShownExport) => React.ReactNode): readonly Column<ShownExport>[] {
  const { t, dateTime, number } = words;
  return [
    {
      key: 'what',
      title: t('exports.what'),
      onPhone: 'main',
      cell: ({ kind, format }) => t('exports.named', { kind: t(`exports.kind.${kind}`), format: t(`exports.format.${format}`) }),
    },
    { key: 'asked', title: t('exports.asked'), cell: ({ created_at: at }) => <time dateTime={at}>{dateTime(at)}</time> },
    { key: 'state', title: t('exports.state'), onPhone: 'below', cell: (row) => <State row={row} /> },
    { key: 'until', title: t('exports.until'), cell: ({ expires_at: at }) => <time dateTime={at}>{dateTime(at)}</time> },
    {
      key: 'size',
      title: t('exports.size'),
      isFigures: true,
      cell: ({ bytes }) =>
        bytes === null ? '' : t('exports.kilobytes', { size: number(Math.ceil(bytes / bytesInKilobyte), 0) }),
    },
    { key: 'take', title: '', onPhone: 'action', cell: (row) => (row.state === 'ready' ? take(row) : '') },
  ];
}

/** How far it is, in rows. */
function State({ row }: { readonly row: ShownExport }) {
  const { t, number } = useWords();
  const { state, rows_done: done, rows_whole: whole } = row;
  if (state !== 'writing' || whole === null) return <>{t(`exports.state.${state}`)}</>;
  const text = t('exports.progress', { done: number(done, 0), whole: number(whole, 0) });
  return <FileProgress done={done} whole={whole} label={t('exports.state.writing')} text={text} />;
}
