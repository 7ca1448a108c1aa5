import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import styles from './Enrolment.module.css';

/** Document 2 §2: closing asks to exit or stay. */
export default function GoOrStay({ onGo, onStay }: { readonly onGo: () => void; readonly onStay: () => void }) {
  const { t } = useWords();
  return (
    <Stack>
      <p>{t('enrolment.leave.text')}</p>
      <div className={styles.actions}>
        <Button look="plain" onClick={onGo}>
          {t('enrolment.leave.go')}
        </Button>
        <Button autoFocus onClick={onStay}>
          {t('enrolment.leave.stay')}
        </Button>
      </div>
    </Stack>
  );
}
