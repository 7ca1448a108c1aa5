import { useEffect, useState } from 'react';
import { CallFailure } from '../../../ui/api/failure.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { profileContract } from '../contract.ts';
import { cutOf, firstPlaced, isLargeEnough, mostPicturePixels, type Placed } from '../rules.ts';
import { PictureCrop } from './PictureCrop.tsx';

const { calls } = profileContract;
const quality = 0.9;

/** What was chosen, as the browser has read it. */
interface Read {
  readonly url: string;
  readonly bitmap: ImageBitmap;
}

type Fault = 'notPicture' | 'tooSmall' | 'tooManyPixels';

/** Cuts a square out of what was chosen, and sends it drawn anew at half its size: nothing else of the file goes out. */
export default function PictureDialog({ file, onEnd }: { readonly file: File; readonly onEnd: () => void }) {
  const { t } = useWords();
  const read = useRead(file);
  const [placed, setPlaced] = useState<Placed>();
  const [isDrawing, setDrawing] = useState(false);
  const save = useWrite(calls.savePicture);
  const picture = typeof read === 'object' ? read.bitmap : undefined;
  const at = placed ?? (picture && firstPlaced(picture));
  const send = async (): Promise<void> => {
    if (!picture || !at) return;
    setDrawing(true);
    try {
      await save.mutateAsync({ file: await drawn(picture, at) });
      showToast({ tone: 'gain', title: t('profile.picture.saved') });
      onEnd();
    } catch (error) {
      // The dialog tells what the server has refused.
      if (!(error instanceof CallFailure)) throw error;
    } finally {
      setDrawing(false);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onEnd}
      title={t('profile.picture.crop')}
      actions={
        <>
          <Button look="plain" onClick={onEnd}>
            {t('profile.picture.cancel')}
          </Button>
          {picture && (
            <Button isBusy={isDrawing} onClick={() => void send()}>
              {t('profile.picture.save')}
            </Button>
          )}
        </>
      }
    >
      <WriteFailure failure={save.error} />
      {typeof read === 'string' && <Notice tone="warn">{t(`profile.picture.${read}`)}</Notice>}
      {typeof read === 'object' && at && <PictureCrop url={read.url} picture={read.bitmap} placed={at} onPlaced={setPlaced} />}
    </Dialog>
  );
}

/** Undefined while it is read; a word where it cannot be. */
function useRead(file: File): Read | Fault | undefined {
  const [told, setTold] = useState<{ readonly of: File; readonly read: Read | Fault }>();
  useEffect(() => {
    const url = URL.createObjectURL(file);
    let bitmap: ImageBitmap | undefined;
    let isGone = false;
    const take = async (): Promise<void> => {
      const made = await createImageBitmap(file);
      bitmap = made;
      if (isGone) return made.close();
      const isTooMuch = made.width * made.height > mostPicturePixels;
      const fault = isTooMuch ? 'tooManyPixels' : isLargeEnough(made) ? undefined : 'tooSmall';
      setTold({ of: file, read: fault ?? { url, bitmap: made } });
    };
    take().catch(() => {
      if (!isGone) setTold({ of: file, read: 'notPicture' });
    });
    return () => {
      isGone = true;
      URL.revokeObjectURL(url);
      bitmap?.close();
    };
  }, [file]);
  return told?.of === file ? told.read : undefined;
}

async function drawn(picture: ImageBitmap, placed: Placed): Promise<File> {
  const { left, top, side, drawn: size } = cutOf(picture, placed);
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, size, size);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!blob) throw new Error('the browser did not draw the picture');
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' });
}
