import { useRef, type RefObject } from 'react';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { isPro } from './given.tsx';
import styles from './Enrolment.module.css';

export type Question = 'tax_number' | 'pro' | 'risk';

interface AskProps {
  readonly question: Question;
  /** Back to the form, to mend what was typed. */
  readonly onStay: () => void;
  readonly onGo: () => void;
}

/**
 * What is asked back before one goes on (document 2 §§4, 5): an empty tax number now or later, the note about the pro account whose
 * cancel takes the choice back, and whether the risk is really not understood.
 */
export function Ask({ question, onStay, onGo }: AskProps) {
  const { t } = useWords();
  return (
    <Dialog
      isOpen
      onClose={onStay}
      title={t(`enrolment.ask.${question}.title`)}
      actions={
        <>
          <Button look="plain" onClick={question === 'tax_number' ? onGo : onStay}>
            {t(question === 'tax_number' ? 'enrolment.ask.tax_number.later' : `enrolment.ask.${question}.stay`)}
          </Button>
          <Button autoFocus onClick={question === 'tax_number' ? onStay : onGo}>
            {t(question === 'tax_number' ? 'enrolment.ask.tax_number.now' : `enrolment.ask.${question}.go`)}
          </Button>
        </>
      }
    >
      <p>{t(`enrolment.ask.${question}.text`)}</p>
    </Dialog>
  );
}

interface AskingParts {
  readonly question: Question | undefined;
  readonly setQuestion: (question: Question | undefined) => void;
  /** The tax number comes later. */
  readonly onLater: () => void;
}

/** What of the second step, or of the yearly confirmation, something is asked back about. */
interface AskedForm {
  readonly values: { readonly account: string; readonly risk_understanding: string };
  readonly set: (name: 'account' | 'risk_understanding', value: string) => void;
  readonly frame: { readonly ref: RefObject<HTMLFormElement | null> };
}

/** What each answer to what is asked back does to the form. */
export function useAsking(form: AskedForm, { question, setQuestion, onLater }: AskingParts) {
  const before = useRef('');
  const choose = (name: 'account' | 'risk_understanding') => (value: string) => {
    if (name === 'account' && isPro(value)) {
      before.current = form.values.account;
      setQuestion('pro');
    }
    if (name === 'risk_understanding' && value === 'no') setQuestion('risk');
    form.set(name, value);
  };
  const stay = (): void => {
    setQuestion(undefined);
    if (question === 'pro') form.set('account', before.current);
    if (question === 'risk') form.set('risk_understanding', '');
  };
  const go = (): void => {
    setQuestion(undefined);
    if (question !== 'tax_number') return;
    onLater();
    form.frame.ref.current?.requestSubmit();
  };
  return { choose, stay, go };
}

/** Document 2 §2: closing asks to exit or stay. */
export function GoOrStay({ onGo, onStay }: { readonly onGo: () => void; readonly onStay: () => void }) {
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
