import { Button } from '../../../ui/components/Button.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';

export type Question = 'tax_number' | 'pro' | 'risk';

export interface AskProps {
  readonly question: Question;
  /** Back to the form, to mend what was typed. */
  readonly onStay: () => void;
  readonly onGo: () => void;
}

/**
 * What is asked back before one goes on (document 2 §§4, 5): an empty tax number now or later, the note about the pro account whose
 * cancel takes the choice back, and whether the risk is really not understood.
 */
export default function Ask({ question, onStay, onGo }: AskProps) {
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
