import { lazy, Suspense, useState, type ChangeEvent } from 'react';
import { useClient, useGate } from '../../../ui/api/context.tsx';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { ClientPicture } from '../../../ui/components/ClientPicture.tsx';
import { Icon } from '../../../ui/components/Icon.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pictureBytes, profileContract } from '../contract.ts';
import styles from './Picture.module.css';

const PictureDialog = lazy(() => import('./PictureDialog.tsx'));
const { calls } = profileContract;

/** The client's picture as it stands in the bar above, to be chosen, cut out and taken away. */
export function Picture() {
  const { t, number } = useWords();
  const client = useClient();
  const refusal = useGate('change_profile')?.message;
  const remove = useWrite(calls.removePicture);
  const [chosen, setChosen] = useState<File>();
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after it was mended.
    event.target.value = '';
    if (!file) return;
    setTooLarge(file.size > pictureBytes);
    if (file.size <= pictureBytes) setChosen(file);
  };
  const done = (): void => showToast({ tone: 'gain', title: t('profile.picture.removed') });
  return (
    <div className={styles.picture}>
      <span className={styles.shown}>
        <ClientPicture client={client} alt={t('profile.picture.alt')} />
      </span>
      {refusal === undefined && (
        <div className={styles.ways}>
          <label className={styles.choose}>
            <Icon name="upload" size={20} />
            <span>{t(client.picture === null ? 'profile.picture.choose' : 'profile.picture.change')}</span>
            <input
              className={styles.input}
              type="file"
              name="picture"
              accept="image/jpeg,image/png,image/gif"
              aria-describedby="picture-fault"
              onChange={choose}
            />
          </label>
          {client.picture !== null && (
            <Button look="quiet" isBusy={remove.isPending} onClick={() => remove.mutate({}, { onSuccess: done })}>
              {t('profile.picture.remove')}
            </Button>
          )}
          <p id="picture-fault" role="alert" className={styles.fault}>
            {isTooLarge && t('profile.picture.tooLarge', { megabytes: number(pictureBytes / 1_000_000, 0) })}
          </p>
          <WriteFailure failure={remove.error} />
        </div>
      )}
      {chosen && (
        <Suspense fallback={null}>
          <PictureDialog file={chosen} onEnd={() => setChosen(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
