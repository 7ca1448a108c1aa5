import { lazy, Suspense, useState } from 'react';
import { deskFile } from '../../../protocol/file.ts';
import { useDownload } from '../../../ui/api/download.ts';
import { usePicture } from '../../../ui/api/picture.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { DeskDocument } from '../contract.ts';
import styles from './Document.module.css';

const PdfPages = lazy(() => import('./PdfPages.tsx'));

type ViewedFile = DeskDocument['files'][number];

/** The sides of a paper: pictures and the pages of a PDF are looked at here, everything else is kept and opened elsewhere. */
export function Viewer({ files }: { readonly files: readonly ViewedFile[] }) {
  const { t } = useWords();
  const [side, setSide] = useState<ViewedFile['side']>('front');
  const file = files.find((each) => each.side === side) ?? files[0];
  if (!file) return <Notice>{t('documents.desk.noFile')}</Notice>;
  return (
    <Stack>
      {files.length > 1 && (
        <div className={styles.tools} role="group" aria-label={t('documents.desk.side')}>
          {files.map((each) => (
            <Button key={each.id} look="plain" size="small" aria-pressed={each.id === file.id} onClick={() => setSide(each.side)}>
              {t(`documents.desk.side.${each.side}`)}
            </Button>
          ))}
        </div>
      )}
      {file.scan === 'clean' ? (
        <View key={file.id} file={file} />
      ) : (
        <Notice tone="warn">{t(`documents.desk.scan.${file.scan}`)}</Notice>
      )}
    </Stack>
  );
}

const percents = [50, 75, 100, 150, 200, 300, 400] as const;
const unzoomed = 2;

function View({ file }: { readonly file: ViewedFile }) {
  const { t } = useWords();
  const download = useDownload(deskFile);
  const [zoom, setZoom] = useState<number>(unzoomed);
  const [turned, setTurned] = useState(0);
  const isPicture = file.media_type.startsWith('image/');
  const isPdf = file.media_type === 'application/pdf';
  const percent = percents[zoom] ?? 100;
  return (
    <Stack>
      <div className={styles.tools}>
        {(isPicture || isPdf) && (
          <>
            <Button look="plain" size="small" onClick={() => setZoom(Math.max(0, zoom - 1))}>
              {t('documents.desk.smaller')}
            </Button>
            <span role="status">{t('documents.desk.zoom', { percent })}</span>
            <Button look="plain" size="small" onClick={() => setZoom(Math.min(percents.length - 1, zoom + 1))}>
              {t('documents.desk.larger')}
            </Button>
            <Button look="plain" size="small" onClick={() => setTurned((turned + 90) % 360)}>
              {t('documents.desk.turn')}
            </Button>
          </>
        )}
        <Button look="quiet" icon="download" onClick={() => void download.start({ id: file.id })}>
          {file.name}
        </Button>
      </div>
      <WriteFailure failure={download.failure} />
      {isPicture && <Picture id={file.id} percent={percent} turned={turned} />}
      {isPdf && (
        <Suspense fallback={<SkeletonCard lines={12} />}>
          <PdfPages id={file.id} percent={percent} turned={turned} />
        </Suspense>
      )}
      {!isPicture && !isPdf && <Notice>{t('documents.desk.keep')}</Notice>}
    </Stack>
  );
}

function Picture({ id, percent, turned }: { readonly id: string; readonly percent: number; readonly turned: number }) {
  const { t } = useWords();
  const { url, failure } = usePicture(deskFile, { id });
  if (failure) return <WriteFailure failure={failure} />;
  if (url === undefined) return <SkeletonCard lines={12} />;
  return (
    // Focused, it is moved by the arrow keys.
    <div className={styles.view} tabIndex={0} role="region" aria-label={t('documents.desk.files')}>
      <img
        className={styles.picture}
        src={url}
        alt={t('documents.desk.picture')}
        style={{ inlineSize: `${percent}%`, transform: `rotate(${turned}deg)` }}
      />
    </div>
  );
}
