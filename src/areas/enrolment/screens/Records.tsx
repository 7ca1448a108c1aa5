import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { enrolmentContract, type Questionnaire } from '../contract.ts';
import { chosenFrom, EmploymentForm, text, TurnoverForm } from './updates.tsx';

const { calls, forms } = enrolmentContract;

/** Document 1 §2: what a client told of work and means, told anew when it has changed. */
export default function Records() {
  const { t } = useWords();
  const read = useRead(calls.questionnaire, {});
  const saved = (): void => showToast({ tone: 'gain', title: t('enrolment.records.done') });
  return (
    <>
      <ScreenHead
        back={<BackLink to={{ page: pageLinks.profile }}>{t('enrolment.records.back')}</BackLink>}
        title={t('enrolment.records.title')}
        text={t('enrolment.records.text')}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {(told) => (
          <Stack>
            <Card title={t('enrolment.records.employment')}>
              <EmploymentForm told={told} onSaved={saved} />
            </Card>
            <Means told={told} />
            <Card title={t('enrolment.records.turnover')}>
              <TurnoverForm told={told} onSaved={saved} />
            </Card>
          </Stack>
        )}
      </Loaded>
    </>
  );
}

interface SectionProps {
  readonly told: Questionnaire;
}

function Means({ told }: SectionProps) {
  const { t } = useWords();
  const save = useWrite(calls.means);
  const { answers } = told;
  const form = useForm({
    name: 'enrolment.means',
    form: forms.means,
    initial: {
      financial_income: text(answers, 'financial_income'),
      net_worth: text(answers, 'net_worth'),
      funds_source: text(answers, 'funds_source'),
      funds_source_other: text(answers, 'funds_source_other'),
    },
    submit: async (sent) => {
      await save.mutateAsync(sent);
      showToast({ tone: 'gain', title: t('enrolment.records.done') });
    },
  });
  return (
    <Card title={t('enrolment.records.means')}>
      <PlainForm
        form={form}
        given={{
          financial_income: chosenFrom(told, t, 'financial_income'),
          net_worth: chosenFrom(told, t, 'net_worth'),
          funds_source: chosenFrom(told, t, 'funds_source'),
        }}
        verb={t('enrolment.records.save')}
      />
    </Card>
  );
}
