import { useState } from 'react';
import { useConnection } from '../../../ui/api/context.tsx';
import type { CallFailure } from '../../../ui/api/failure.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import type { OverProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { enrolmentContract } from '../contract.ts';
import { EnrolmentForm } from './EnrolmentForm.tsx';
import styles from './Enrolment.module.css';

const { calls } = enrolmentContract;
/** Document 2 §2: what the mobile app is told. */
const told = { done: 'regfullCompleted', putOff: 'regfullNotCompleted' } as const;

type Ending = { readonly kind: 'duplicate' } | { readonly kind: 'elsewhere'; readonly failure: CallFailure };

/** The second step of the registration, over whichever page one is on (document 2 §2). */
export default function Enrolment({ frame: Frame, onEnd, signOut }: OverProps) {
  const { t } = useWords();
  const { api } = useConnection();
  const read = useRead(calls.details, {});
  const [isAsking, setAsking] = useState(false);
  const [ending, setEnding] = useState<Ending>();
  const putOff = (): void => {
    // Whoever goes is not held back by a line that is down.
    void api
      .send(calls.note, { event: 'put_off' })
      .catch(() => undefined)
      .then(() => onEnd(told.putOff));
  };
  const isClosable = read.data?.is_closable !== false && ending === undefined;
  const bar = read.data?.is_closable === false && (
    <>
      <strong>{t('enrolment.bar')}</strong>
      <Button look="quiet" size="small" icon="sign-out" onClick={() => void signOut()}>
        {t('enrolment.bar.signOut')}
      </Button>
    </>
  );
  return (
    <Frame
      title={t('enrolment.title')}
      size="wide"
      onAsk={isClosable ? () => setAsking(true) : undefined}
      {...(bar === false ? {} : { bar })}
    >
      {ending && <Ended ending={ending} onDone={() => onEnd(told.done)} signOut={signOut} />}
      {isAsking && !ending && <Leaving onGo={putOff} onStay={() => setAsking(false)} />}
      <div className={styles.form} hidden={isAsking || ending !== undefined}>
        <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
          {(details) => (
            <EnrolmentForm
              details={details}
              onDone={(answer) => (answer.duplicate_account ? setEnding({ kind: 'duplicate' }) : onEnd(told.done))}
              onElsewhere={(failure) => setEnding({ kind: 'elsewhere', failure })}
            />
          )}
        </Loaded>
      </div>
    </Frame>
  );
}

/** Document 2 §2: closing asks to exit or stay. */
function Leaving({ onGo, onStay }: { readonly onGo: () => void; readonly onStay: () => void }) {
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

interface EndedProps extends Pick<OverProps, 'signOut'> {
  readonly ending: Ending;
  readonly onDone: () => void;
}

/** Document 2 §8: a warning about another account, which names nobody; or on to the company that serves this client. */
function Ended({ ending, onDone, signOut }: EndedProps) {
  const { t } = useWords();
  if (ending.kind === 'duplicate')
    return (
      <Stack>
        <Notice tone="warn" title={t('enrolment.duplicate.title')}>
          {t('enrolment.duplicate.text')}
        </Notice>
        <div className={styles.actions}>
          <Button autoFocus onClick={onDone}>
            {t('enrolment.duplicate.done')}
          </Button>
        </div>
      </Stack>
    );
  const { failure } = ending;
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
