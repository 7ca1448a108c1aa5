import type { PDFDocumentProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- the bundler gives its address
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useRef, useState } from 'react';
import { deskFile } from '../../../protocol/file.ts';
import { useFileBytes } from '../../../ui/api/fileBytes.ts';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { scaleOfPage } from '../rules.ts';
import styles from './Document.module.css';

/** A paper has few pages; the rest is kept and opened elsewhere. */
const mostPages = 20;
interface PdfPagesProps {
  readonly id: string;
  readonly percent: number;
  /** Clockwise, in degrees. */
  readonly turned: number;
}

/** The pages of a PDF as pictures, drawn by a worker: nothing in it runs, and nothing is asked for from elsewhere. */
export default function PdfPages({ id, percent, turned }: PdfPagesProps) {
  const { t } = useWords();
  const { bytes, failure } = useFileBytes(deskFile, { id });
  const read = usePdf(bytes);
  if (failure) return <WriteFailure failure={failure} />;
  if (read === 'broken') return <Notice tone="warn">{t('documents.desk.pdf.broken')}</Notice>;
  if (read === undefined) return <SkeletonCard lines={12} />;
  const count = Math.min(read.numPages, mostPages);
  return (
    <>
      {/* Focused, it is moved by the arrow keys. */}
      <div className={styles.view} tabIndex={0} role="region" aria-label={t('documents.desk.files')}>
        {Array.from({ length: count }, (_none, index) => (
          <Page key={`${index}:${turned}:${percent}`} pdf={read} number={index + 1} percent={percent} turned={turned} />
        ))}
      </div>
      {read.numPages > mostPages && <Notice>{t('documents.desk.pdf.more', { shown: mostPages, pages: read.numPages })}</Notice>}
    </>
  );
}

interface PageProps extends Omit<PdfPagesProps, 'id'> {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
}

function Page({ pdf, number, percent, turned }: PageProps) {
  const { t } = useWords();
  const place = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    let end = (): void => undefined;
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(number);
      const canvas = place.current;
      if (isGone || !canvas) return;
      const rotation = (page.rotate + turned) % 360;
      const whole = page.getViewport({ scale: 1, rotation: page.rotate });
      const viewport = page.getViewport({ scale: scaleOfPage(whole) * (percent / 100), rotation });
      canvas.width = Math.ceil(viewport.width);
      canvas.height = Math.ceil(viewport.height);
      const task = page.render({ canvas, viewport });
      end = () => task.cancel();
      await task.promise;
      canvas.dataset['drawn'] = 'true';
    };
    // What was ended because another page is looked at is no failure.
    draw().catch((error: unknown) => {
      if (!isGone) throw error;
    });
    return () => {
      isGone = true;
      end();
    };
  }, [pdf, number, percent, turned]);
  return <canvas ref={place} className={styles.page} role="img" aria-label={t('documents.desk.pdf.page', { number })} />;
}

/** Undefined while it is read. */
function usePdf(bytes: Uint8Array | undefined): PDFDocumentProxy | 'broken' | undefined {
  const [read, setRead] = useState<{ readonly of: Uint8Array; readonly pdf: PDFDocumentProxy | 'broken' }>();
  useEffect(() => {
    if (bytes === undefined) return undefined;
    let isGone = false;
    let end = (): void => undefined;
    const take = async (): Promise<PDFDocumentProxy> => {
      // Larger than the whole page beside it: loaded with the first PDF that is looked at.
      const { getDocument, GlobalWorkerOptions } = await import('pdfjs-dist');
      GlobalWorkerOptions.workerSrc = worker;
      // The worker takes the bytes that it is given away from here.
      const task = getDocument({ data: bytes.slice(), isEvalSupported: false, enableXfa: false, useWasm: false });
      end = () => void task.destroy();
      if (isGone) end();
      return task.promise;
    };
    take().then(
      (pdf) => (isGone ? undefined : setRead({ of: bytes, pdf })),
      () => (isGone ? undefined : setRead({ of: bytes, pdf: 'broken' })),
    );
    return () => {
      isGone = true;
      end();
    };
  }, [bytes]);
  return read !== undefined && read.of === bytes ? read.pdf : undefined;
}
