import { lazy, Suspense, useState } from 'react';
import { personalExport, personalFormats, type ShownExport } from '../../../protocol/exports.ts';
import { useDownload } from '../../../ui/api/download.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import styles from './PersonalData.module.css';

const ProofDialog = lazy(() => import('../../../ui/proof/ProofDialog.tsx'));

type Format = (typeof personalFormats)[number];
/** The live line tells at once; this is for when it is down. */
const againMs = 5_000;

/** A copy of everything, asked for by the password and fetched while its time lasts. */
export function Files() {
  const words = useWords();
  const { t } = words;
  const [asked, setAsked] = useState<Format>();
  const begin = useWrite(personalExport.begin);
  return (
    <Card title={t('personalData.files')}>
      <Stack>
        <p>{t('personalData.files.text')}</p>
        <div className={styles.acts}>
          {personalFormats.map((format) => (
            <Button key={format} look="plain" icon="download" onClick={() => setAsked(format)}>
              {t('personalData.files.ask', { format: t(`exports.format.${format}`) })}
            </Button>
          ))}
        </div>
        <Listed />
      </Stack>
      {asked !== undefined && (
        <Suspense>
          <ProofDialog
            onClose={() => setAsked(undefined)}
            proving={{
              title: t('personalData.files.prove'),
              text: t('personalData.files.prove.text'),
              action: t('personalData.files.ask', { format: t(`exports.format.${asked}`) }),
              send: (proof) => begin.mutateAsync({ format: asked, ...proof }),
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}

function Listed() {
  const words = useWords();
  const { t } = words;
  const read = useRead(personalExport.list, {}, { everyMs: againMs });
  const file = useDownload(personalExport.file);
  const take = (row: ShownExport) => (
    <Button look="plain" icon="download" onClick={() => void file.start({ id: row.id })}>
      {t('exports.take')}
    </Button>
  );
  return (
    <>
      <WriteFailure failure={file.failure} />
      <Loaded read={read} skeleton={<SkeletonCard lines={2} />}>
        {({ exports }) =>
          exports.length > 0 && (
            <Table label={t('personalData.files')} rows={exports} rowKey={({ id }) => id} columns={columnsIn(words, take)} />
          )
        }
      </Loaded>
    </>
  );
}

function columnsIn({ t, dateTime }: Words, take: (row: ShownExport) => React.ReactNode): readonly Column<ShownExport>[] {
  return [
    { key: 'what', title: t('exports.what'), onPhone: 'main', cell: ({ format }) => t(`exports.format.${format}`) },
    { key: 'state', title: t('exports.state'), onPhone: 'below', cell: ({ state }) => t(`exports.state.${state}`) },
    { key: 'until', title: t('exports.until'), cell: ({ expires_at: at }) => <time dateTime={at}>{dateTime(at)}</time> },
    { key: 'take', title: '', onPhone: 'action', cell: (row) => (row.state === 'ready' ? take(row) : '') },
  ];
}
