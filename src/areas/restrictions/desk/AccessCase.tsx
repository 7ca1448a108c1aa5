import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { accesses, restrictionsContract } from '../contract.ts';

const { calls } = restrictionsContract;
type Action = 'set' | 'let_stand';

/** An account whose access at its platform is not what we want there. */
export default function AccessCase({ subject, detail, onDone }: CasePartProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<Action>();
  const [, number = ''] = subject.split(':');
  const named = (value: unknown): string => {
    const access = accesses.find((each) => each === value);
    return access === undefined ? '' : t(`restrictions.desk.access.${access}`);
  };
  const wanted = named(detail['wanted']);
  if (detail['kind'] === 'access_refused')
    return <Notice tone="warn">{t('restrictions.desk.case.refused', { number, wanted, code: String(detail['code']) })}</Notice>;
  return (
    <Stack>
      <Notice tone="warn">{t('restrictions.desk.case', { number, wanted, found: named(detail['found']) })}</Notice>
      <div>
        <Button onClick={() => setChosen('set')}>{t('restrictions.desk.setAgain')}</Button>{' '}
        <Button look="plain" onClick={() => setChosen('let_stand')}>
          {t('restrictions.desk.letStand')}
        </Button>
      </div>
      {chosen && <Decide number={number} action={chosen} onClose={() => setChosen(undefined)} onDone={onDone} />}
    </Stack>
  );
}

interface DecideProps {
  readonly number: string;
  readonly action: Action;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function Decide({ number, action, onClose, onDone }: DecideProps) {
  const { t } = useWords();
  const settle = useWrite(calls.settle);
  const words = action === 'set' ? 'setAgain' : 'letStand';
  return (
    <ReasonDialog
      name={`account/${number}/access/${action}`}
      title={t(`restrictions.desk.${words}`)}
      verb={t(`restrictions.desk.${words}`)}
      onClose={onClose}
      act={async (reason) => {
        await settle.mutateAsync({ number, action, reason });
        showToast({ tone: 'gain', title: t('restrictions.desk.settled') });
        onDone();
      }}
    >
      {() => <p>{t(`restrictions.desk.${words}.text`)}</p>}
    </ReasonDialog>
  );
}
