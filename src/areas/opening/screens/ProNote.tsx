import { Button } from '../../../ui/components/Button.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';

/** Document 2 §4: the pro type shows a note, and cancelling goes back to the type chosen before. */
export function ProNote({
  isOpen,
  onTake,
  onLeave,
}: {
  readonly isOpen: boolean;
  readonly onTake: () => void;
  readonly onLeave: () => void;
}) {
  const { t } = useWords();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onLeave}
      title={t('opening.pro.title')}
      actions={
        <>
          <Button look="plain" onClick={onLeave}>
            {t('opening.pro.leave')}
          </Button>
          <Button onClick={onTake}>{t('opening.pro.take')}</Button>
        </>
      }
    >
      <p>{t('opening.pro.text')}</p>
    </Dialog>
  );
}
