import 'react-image-crop/dist/ReactCrop.css';
import { useEffect, useRef, useState } from 'react';
import { ReactCrop, type PercentCrop } from 'react-image-crop';
import { useWords } from '../words/context.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { drawPart, sizeTurned, type Quarters } from './pictureTurned.ts';
import { Notice } from './Notice.tsx';
import styles from './PictureEditor.module.css';

interface PictureEditorProps {
  readonly file: File;
  readonly onDone: (edited: File) => void;
  readonly onClose: () => void;
}

/** On a screen no more of it is drawn than this. */
const shownMostSide = 1200;
const quality = 0.92;
const all: PercentCrop = { unit: '%', x: 0, y: 0, width: 100, height: 100 };

/** A picture is turned and cut before it is sent: by pointer, by finger, or by the arrow keys on its corners. */
export default function PictureEditor({ file, onDone, onClose }: PictureEditorProps) {
  const { t } = useWords();
  const names = useHandleNames();
  const bitmap = useBitmap(file);
  const [turns, setTurns] = useState<Quarters>(0);
  const [crop, setCrop] = useState<PercentCrop>(all);
  const [isDrawing, setDrawing] = useState(false);
  const turn = (by: 1 | 3): void => {
    setTurns(((turns + by) % 4) as Quarters);
    setCrop(all);
  };
  const finish = async (): Promise<void> => {
    if (typeof bitmap !== 'object') return;
    setDrawing(true);
    onDone(await edited({ bitmap, turns, crop, name: file.name }));
  };
  return (
    <Dialog
      isOpen
      size="wide"
      onClose={onClose}
      title={t('ui.picture.title')}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t('ui.picture.cancel')}
          </Button>
          <Button isBusy={isDrawing} onClick={() => void finish()}>
            {t('ui.picture.done')}
          </Button>
        </>
      }
    >
      {bitmap === 'none' && <Notice>{t('ui.picture.notDrawn')}</Notice>}
      {typeof bitmap === 'object' && (
        <div className={styles.editor}>
          <p>{t('ui.picture.help')}</p>
          <Tools turn={turn} takeWhole={() => setCrop(all)} />
          <div className={styles.ground} dir="ltr">
            <ReactCrop
              crop={crop}
              keepSelection
              minWidth={24}
              minHeight={24}
              ariaLabels={names}
              onChange={(_pixels, percent) => setCrop(percent)}
            >
              <Drawn key={turns} bitmap={bitmap} turns={turns} />
            </ReactCrop>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Tools({ turn, takeWhole }: { readonly turn: (by: 1 | 3) => void; readonly takeWhole: () => void }) {
  const { t } = useWords();
  return (
    <div className={styles.tools} role="group" aria-label={t('ui.picture.turn')}>
      <Button look="plain" size="small" onClick={() => turn(3)}>
        {t('ui.picture.left')}
      </Button>
      <Button look="plain" size="small" onClick={() => turn(1)}>
        {t('ui.picture.right')}
      </Button>
      <Button look="quiet" size="small" onClick={takeWhole}>
        {t('ui.picture.whole')}
      </Button>
    </div>
  );
}

function useHandleNames() {
  const { t } = useWords();
  return {
    cropArea: t('ui.picture.area'),
    nwDragHandle: t('ui.picture.corner.nw'),
    nDragHandle: t('ui.picture.edge.n'),
    neDragHandle: t('ui.picture.corner.ne'),
    eDragHandle: t('ui.picture.edge.e'),
    seDragHandle: t('ui.picture.corner.se'),
    sDragHandle: t('ui.picture.edge.s'),
    swDragHandle: t('ui.picture.corner.sw'),
    wDragHandle: t('ui.picture.edge.w'),
  };
}

interface TurnedProps {
  readonly bitmap: ImageBitmap;
  readonly turns: Quarters;
}

function Drawn({ bitmap, turns }: TurnedProps) {
  const { t } = useWords();
  const place = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = place.current;
    if (!canvas) return;
    const whole = sizeTurned(bitmap, turns);
    const scale = Math.min(1, shownMostSide / Math.max(whole.width, whole.height));
    drawPart(canvas, { bitmap, turns, part: { x: 0, y: 0, ...whole }, scale });
  }, [bitmap, turns]);
  return <canvas ref={place} className={styles.picture} role="img" aria-label={t('ui.picture.chosen')} />;
}

/** `none`: the browser cannot draw it; undefined while it is read. */
function useBitmap(file: File): ImageBitmap | 'none' | undefined {
  const [read, setRead] = useState<{ readonly of: File; readonly bitmap: ImageBitmap | 'none' }>();
  useEffect(() => {
    let isGone = false;
    let made: ImageBitmap | undefined;
    createImageBitmap(file).then(
      (bitmap) => {
        made = bitmap;
        if (isGone) bitmap.close();
        else setRead({ of: file, bitmap });
      },
      () => (isGone ? undefined : setRead({ of: file, bitmap: 'none' })),
    );
    return () => {
      isGone = true;
      made?.close();
    };
  }, [file]);
  return read?.of === file ? read.bitmap : undefined;
}

interface Edited extends TurnedProps {
  readonly crop: PercentCrop;
  readonly name: string;
}

async function edited({ bitmap, turns, crop, name }: Edited): Promise<File> {
  const whole = sizeTurned(bitmap, turns);
  const part = {
    x: (crop.x / 100) * whole.width,
    y: (crop.y / 100) * whole.height,
    width: (crop.width / 100) * whole.width,
    height: (crop.height / 100) * whole.height,
  };
  const canvas = document.createElement('canvas');
  drawPart(canvas, { bitmap, turns, part, scale: 1 });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!blob) throw new Error('the browser did not draw the picture');
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' });
}
