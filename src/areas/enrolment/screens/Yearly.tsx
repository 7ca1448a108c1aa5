import { lazy, Suspense, useState } from 'react';
import { hasToRepeat } from '../../../law/dues.ts';
import { isStatusId } from '../../../law/statuses.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import type { Confirmed } from '../../../protocol/questionnaire.ts';
import { useClient, useConnection } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { OverProps } from '../../../ui/page/screen.ts';
import { usePageView } from '../../../ui/page/usePageView.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { enrolmentContract } from '../contract.ts';
import GoOrStay from './GoOrStay.tsx';
import styles from './Enrolment.module.css';

/** With what its fields are held to: loaded while what they begin with is asked for. */
const RetakeForm = lazy(() => import('./RetakeForm.tsx'));

const { calls } = enrolmentContract;
/** Document 2 §2: what the mobile app is told. */
const told = { done: 'regfullCompleted', putOff: 'regfullNotCompleted' } as const;

/** The yearly confirmation, over whichever page one is on; as the second step, of whoever has to repeat it. */
export default function Yearly({ frame: Frame, onEnd }: OverProps) {
  const { t } = useWords();
  const { api } = useConnection();
  const { status_id: status } = useClient();
  const open = useOpen();
  const [isRepeating] = useState(isStatusId(status) && hasToRepeat(status));
  const read = useRead(calls.details, { form_type: 'retake' });
  usePageView(read.data?.is_counted ? read.data.label : undefined);
  const [isAsking, setAsking] = useState(false);
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const putOff = (): void => {
    // Whoever goes is not held back by a line that is down.
    void api
      .send(calls.note, { event: 'put_off', ...(isRepeating ? {} : { what: 'yearly_confirmation' }) })
      .catch(() => undefined)
      .then(() => onEnd(told.putOff));
  };
  const done = (): void => {
    onEnd(told.done);
    if (confirmed && confirmed.max_leverage !== null && !confirmed.is_passed) open({ page: pageLinks.appropriatenessTest });
  };
  return (
    <Frame title={t('enrolment.yearly.title')} size="wide" onAsk={confirmed ? undefined : () => setAsking(true)}>
      {confirmed && <Success confirmed={confirmed} onDone={done} />}
      {isAsking && !confirmed && <GoOrStay onGo={putOff} onStay={() => setAsking(false)} />}
      <div className={styles.form} hidden={isAsking || confirmed !== undefined}>
        {!confirmed && (
          <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
            {(details) => (
              <Suspense fallback={<SkeletonCard lines={8} />}>
                <RetakeForm details={details} onDone={setConfirmed} />
              </Suspense>
            )}
          </Loaded>
        )}
      </div>
    </Frame>
  );
}

/** Document 2 §4: a success alert, with the result of the test where one was taken. */
function Success({ confirmed, onDone }: { readonly confirmed: Confirmed; readonly onDone: () => void }) {
  const { t } = useWords();
  const { is_passed: isPassed, max_leverage: most } = confirmed;
  return (
    <Stack>
      <Notice tone="gain" title={t('enrolment.yearly.done.title')}>
        {t('enrolment.yearly.done.text')}
      </Notice>
      {most !== null && (
        <Notice
          tone={isPassed ? 'gain' : 'warn'}
          title={t(isPassed ? 'enrolment.result.passed.title' : 'enrolment.result.failed.title')}
        >
          {isPassed ? t('enrolment.result.passed.text', { most }) : t('enrolment.result.failed.text')}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button autoFocus onClick={onDone}>
          {t('enrolment.duplicate.done')}
        </Button>
      </div>
    </Stack>
  );
}
