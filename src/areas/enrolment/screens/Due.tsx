import type { ReactNode } from 'react';
import type { DueName } from '../../../law/dues.ts';
import { useConnection } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import type { OverProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { enrolmentContract, type Questionnaire } from '../contract.ts';

const { calls } = enrolmentContract;

type PlainDue = Exclude<DueName, 'yearly_confirmation'>;

interface DueProps extends Pick<OverProps, 'frame'> {
  readonly what: PlainDue;
  readonly children: ReactNode;
}

/** Puts it off until the next sign-in. */
export function usePutOff(what: PlainDue): () => void {
  const { api } = useConnection();
  // Whoever goes is not held back by a line that is down: it is asked again then.
  return () => void api.send(calls.note, { event: 'put_off', what }).catch(() => undefined);
}

/** Something that is still to be told, over the page; closing it puts it off until the next sign-in. */
export function Due({ what, frame: Frame, children }: DueProps) {
  const { t } = useWords();
  const putOff = usePutOff(what);
  return (
    <Frame title={t(`enrolment.due.${what}.title`)} onAsk={putOff}>
      <Stack>
        <p>{t(`enrolment.due.${what}.text`)}</p>
        {children}
      </Stack>
    </Frame>
  );
}

/** What was told so far, for the forms that tell it anew. */
export function Told({ children }: { readonly children: (told: Questionnaire) => ReactNode }) {
  const read = useRead(calls.questionnaire, {});
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
      {children}
    </Loaded>
  );
}
