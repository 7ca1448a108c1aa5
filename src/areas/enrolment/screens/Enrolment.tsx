import { lazy, Suspense, useState } from 'react';
import { hasToRepeat } from '../../../law/dues.ts';
import { enrolledStatus } from '../../../law/enrolment.ts';
import { isStatusId, type StatusId } from '../../../law/statuses.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useClient, useConnection } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { OverProps } from '../../../ui/page/screen.ts';
import { usePageView } from '../../../ui/page/usePageView.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { enrolmentContract } from '../contract.ts';
import type { Ending } from './Ended.tsx';
import { EnrolmentForm, type Answer } from './EnrolmentForm.tsx';
import styles from './Enrolment.module.css';

const { calls } = enrolmentContract;
const GoOrStay = lazy(() => import('./GoOrStay.tsx'));
const Yearly = lazy(() => import('./Yearly.tsx'));
const Ended = lazy(() => import('./Ended.tsx'));
/** Document 2 §2: what the mobile app is told. */
const told = { done: 'regfullCompleted', putOff: 'regfullNotCompleted' } as const;

/** What is told of the answer, and when (document 2 §4): the confirmation of a professional before the result. */
const endings = {
  duplicate: (answer: Answer) => answer.duplicate_account,
  professional: (answer: Answer) => answer.is_similar_to_professional && answer.is_passed_aptest && answer.max_leverage !== null,
  result: (answer: Answer) => answer.max_leverage !== null,
} as const;

/** The second step, over whichever page one is on (document 2 §2): of whoever has to repeat it (66) the yearly confirmation. */
export default function Enrolment(props: OverProps) {
  const [isRepeating] = useState(hasToRepeat(useStatus()));
  if (!isRepeating) return <Completing {...props} />;
  return (
    <Suspense>
      <Yearly {...props} />
    </Suspense>
  );
}

function useStatus(): StatusId {
  const { status_id: status } = useClient();
  return isStatusId(status) ? status : enrolledStatus;
}

function Completing({ frame: Frame, onEnd, onEnded, signOut }: OverProps) {
  const { t } = useWords();
  const { api } = useConnection();
  const open = useOpen();
  const read = useRead(calls.details, {});
  usePageView(read.data?.is_counted ? read.data.label : undefined);
  const [isAsking, setAsking] = useState(false);
  const [ending, setEnding] = useState<Ending>();
  const putOff = (): void => {
    // Whoever goes is not held back by a line that is down.
    void api
      .send(calls.note, { event: 'put_off' })
      .catch(() => undefined)
      .then(() => onEnd(told.putOff));
  };
  // One after the other; who has not passed the test goes on to its page.
  const goOn = (answer: Answer, [kind, ...rest]: readonly ('duplicate' | 'professional' | 'result')[]): void => {
    if (kind === undefined) {
      onEnd(told.done);
      if (answer.max_leverage !== null && !answer.is_passed_aptest) open({ page: pageLinks.appropriatenessTest });
      return;
    }
    const isDue = endings[kind](answer);
    if (isDue) setEnding({ kind, answer, onDone: () => goOn(answer, rest) });
    else goOn(answer, rest);
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
      <Suspense>{ending && <Ended ending={ending} signOut={signOut} />}</Suspense>
      <Suspense>{isAsking && !ending && <GoOrStay onGo={putOff} onStay={() => setAsking(false)} />}</Suspense>
      <div className={styles.form} hidden={isAsking || ending !== undefined}>
        <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
          {(details) => (
            <EnrolmentForm
              details={details}
              onDone={(answer) => goOn(answer, ['duplicate', 'professional', 'result'])}
              onElsewhere={(failure) => {
                onEnded();
                setEnding({ kind: 'elsewhere', failure });
              }}
            />
          )}
        </Loaded>
      </div>
    </Frame>
  );
}
