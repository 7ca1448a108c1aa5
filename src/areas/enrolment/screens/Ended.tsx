import type { CallFailure } from '../../../ui/api/failure.ts';
import { acceptProfessional } from '../../../protocol/professional.ts';
import { useConnection } from '../../../ui/api/context.tsx';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import type { OverProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { enrolmentContract } from '../contract.ts';
import type { Answer } from './EnrolmentForm.tsx';
import styles from './Enrolment.module.css';

export type Ending =
  | { readonly kind: 'duplicate' | 'professional' | 'result'; readonly answer: Answer; readonly onDone: () => void }
  | { readonly kind: 'elsewhere'; readonly failure: CallFailure };

interface EndedProps extends Pick<OverProps, 'signOut'> {
  readonly ending: Ending;
}

/**
 * Document 2 §§4, 8: a warning about another account, which names nobody; how the test went; or on to the company that serves this
 * client.
 */
export default function Ended({ ending, signOut }: EndedProps) {
  const { t } = useWords();
  if (ending.kind === 'elsewhere') return <Elsewhere failure={ending.failure} signOut={signOut} />;
  const { kind, answer, onDone } = ending;
  if (kind === 'professional') return <Professional onDone={onDone} />;
  const isPassed = answer.is_passed_aptest;
  return (
    <Stack>
      {kind === 'duplicate' ? (
        <Notice tone="warn" title={t('enrolment.duplicate.title')}>
          {t('enrolment.duplicate.text')}
        </Notice>
      ) : (
        <Notice
          tone={isPassed ? 'gain' : 'warn'}
          title={t(isPassed ? 'enrolment.result.passed.title' : 'enrolment.result.failed.title')}
        >
          {isPassed ? t('enrolment.result.passed.text', { most: answer.max_leverage ?? 0 }) : t('enrolment.result.failed.text')}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button key={kind} autoFocus onClick={onDone}>
          {t('enrolment.duplicate.done')}
        </Button>
      </div>
    </Stack>
  );
}

function Professional({ onDone }: { readonly onDone: () => void }) {
  const { api } = useConnection();
  const settled = (isAccepted: boolean): void => {
    // Else it would be asked again after the next sign-in.
    if (!isAccepted)
      void api.send(enrolmentContract.calls.note, { event: 'put_off', what: 'professional' }).catch(() => undefined);
    onDone();
  };
  return <ProfessionalQuestion onDone={settled} />;
}

/** Agreeing posts the acceptance; evidence is sent on the page of its own. */
export function ProfessionalQuestion({ onDone }: { readonly onDone: (isAccepted: boolean) => void }) {
  const { t } = useWords();
  const accept = useWrite(acceptProfessional);
  return (
    <Stack>
      <Notice tone="warn" title={t('enrolment.professional.title')}>
        {t('enrolment.professional.text')}
      </Notice>
      <WriteFailure failure={accept.error} />
      <div className={styles.actions}>
        <Button look="plain" onClick={() => onDone(false)}>
          {t('enrolment.professional.stay')}
        </Button>
        <Button
          isBusy={accept.isPending}
          onClick={() => accept.mutate({ accepted_professional_tc: true }, { onSuccess: () => onDone(true) })}
        >
          {t('enrolment.professional.agree')}
        </Button>
      </div>
    </Stack>
  );
}

function Elsewhere({ failure, signOut }: { readonly failure: CallFailure } & Pick<OverProps, 'signOut'>) {
  const { t } = useWords();
  const host = (failure.data as { readonly host?: string | null } | undefined)?.host;
  return (
    <Stack>
      <Notice tone="warn" title={failure.title ?? t('enrolment.title')}>
        {failure.sentence}
      </Notice>
      <div className={styles.actions}>
        <Button autoFocus onClick={() => void signOut(host ? `https://${host}/` : undefined)}>
          {t('enrolment.elsewhere.go')}
        </Button>
      </div>
    </Stack>
  );
}
