import { useEffect, useState } from 'react';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { useTravel } from '../page/Link.tsx';
import { useWords } from '../words/context.tsx';

/** Document 1 §4: whoever leaves a form that was changed is asked whether to stay. What was typed is kept either way. */
export function UnsavedChanges({ isModified }: { readonly isModified: () => boolean }) {
  const { t } = useWords();
  const { hold } = useTravel();
  const [asked, setAsked] = useState<{ readonly answer: (isLeaving: boolean) => void }>();
  useEffect(() => hold(async () => !isModified() || new Promise<boolean>((answer) => setAsked({ answer }))), [hold, isModified]);
  const decide = (isLeaving: boolean): void => {
    asked?.answer(isLeaving);
    setAsked(undefined);
  };
  return (
    <Dialog
      isOpen={asked !== undefined}
      onClose={() => decide(false)}
      title={t('ui.leaving.title')}
      actions={
        <>
          <Button look="plain" onClick={() => decide(true)}>
            {t('ui.leaving.leave')}
          </Button>
          <Button onClick={() => decide(false)}>{t('ui.leaving.stay')}</Button>
        </>
      }
    >
      <p>{t('ui.leaving.text')}</p>
    </Dialog>
  );
}
