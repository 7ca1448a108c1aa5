import { useState } from 'react';
// Drawn by the form as soon as it is there: so it comes with it.
import '../../../ui/components/QuestionsField.tsx';
import type { z } from 'zod';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { ownPath } from '../../../protocol/paths.ts';
import { readAnswers, unanswered } from '../../../base/questions.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useOpen, useTravel } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { appropriatenessContract, type Test as Told } from '../contract.ts';
import styles from './Test.module.css';

const { calls, forms, pages } = appropriatenessContract;
type Result = z.output<typeof calls.save.output>;

/** The appropriateness test: taken here by whoever has not passed it (document 2 §2). */
export default function Test({ query }: ScreenProps<typeof pages.test>) {
  const { t } = useWords();
  const read = useRead(calls.test, {});
  const [result, setResult] = useState<Result>();
  const goOn = useGoingOn(query.backUrl);
  return (
    <>
      <ScreenHead title={t('nav.test')} text={t('appropriateness.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {(test) => (test.form_available ? <Questions test={test} onDone={setResult} /> : <State test={test} goOn={goOn} />)}
      </Loaded>
      {result && <ResultDialog result={result} from={read.data?.form_available_from ?? null} goOn={goOn} />}
    </>
  );
}

/** Back to where one came from, or to the dashboard. */
function useGoingOn(backUrl: string | undefined): () => void {
  const travel = useTravel();
  const open = useOpen();
  const back = backUrl === undefined ? undefined : ownPath(backUrl);
  return () => (back === undefined ? open({ page: pageLinks.home }) : travel.go(back));
}

/** The test cannot be taken now: it was passed, or waits. */
function State({ test, goOn }: { readonly test: Told; readonly goOn: () => void }) {
  const { t, dateTime } = useWords();
  const { is_passed: isPassed, form_available_from: from, max_leverage_available: most } = test;
  return (
    <Stack>
      {isPassed ? (
        <Notice tone="gain" title={t('appropriateness.passed.title')}>
          {most === null ? t('appropriateness.passed.text') : t('appropriateness.passed.leverage', { most })}
        </Notice>
      ) : (
        <Notice
          tone="warn"
          title={t('appropriateness.failed.title')}
          action={
            <LinkButton look="plain" size="small" to={{ page: pageLinks.openDemo }}>
              {t(pageLinks.openDemo.title)}
            </LinkButton>
          }
        >
          {t('appropriateness.failed.text')} {from !== null && t('appropriateness.failed.again', { date: dateTime(from) })}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button look="plain" onClick={goOn}>
          {t('appropriateness.goOn')}
        </Button>
        {isPassed && (
          <LinkButton look="plain" to={{ page: pageLinks.professional }}>
            {t('appropriateness.professional')}
          </LinkButton>
        )}
      </div>
    </Stack>
  );
}

function Questions({ test, onDone }: { readonly test: Told; readonly onDone: (result: Result) => void }) {
  const { t } = useWords();
  const { mutateAsync } = useWrite(calls.save);
  const { questionnaire: questions, version } = test;
  const form = useForm({
    name: `appropriateness.${version}`,
    form: forms.test,
    initial: { answers: '' },
    supply: () => ({ version }),
    check: ({ answers }): { readonly answers?: string } =>
      unanswered(questions, readAnswers(answers)).length === 0 ? {} : { answers: t('appropriateness.open') },
    submit: async (sent) => onDone(await mutateAsync(sent)),
  });
  return (
    <Card>
      <PlainForm form={form} given={{ answers: { questions } }} verb={t('appropriateness.do')} />
    </Card>
  );
}

interface ResultProps {
  readonly result: Result;
  readonly from: string | null;
  readonly goOn: () => void;
}

/** Document 2 §4: the result, over the page; who has failed is warned (trade rules, "appropriateness"). */
function ResultDialog({ result, from, goOn }: ResultProps) {
  const { t, dateTime } = useWords();
  const { is_passed: isPassed, max_leverage } = result;
  const most = max_leverage ?? 0;
  return (
    <Dialog
      isOpen
      onClose={goOn}
      title={t(isPassed ? 'appropriateness.passed.title' : 'appropriateness.failed.title')}
      actions={
        <Button autoFocus onClick={goOn}>
          {t('appropriateness.goOn')}
        </Button>
      }
    >
      {isPassed ? (
        <p>{t('appropriateness.passed.leverage', { most })}</p>
      ) : (
        <>
          <p>{t('appropriateness.failed.text')}</p>
          {from !== null && <p>{t('appropriateness.failed.again', { date: dateTime(from) })}</p>}
        </>
      )}
    </Dialog>
  );
}
