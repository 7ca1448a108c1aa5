// Drawn by the form as soon as it is there: so it comes with it.
import '../../../ui/components/CountryField.tsx';
import { useClient } from '../../../ui/api/context.tsx';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { enrolmentContract, type Questionnaire } from '../contract.ts';
import { residencyOf } from '../rules.ts';
import { chosenFrom, text } from './answered.ts';

const { calls, forms } = enrolmentContract;

/** Document 1 §2: where taxes are paid, and the number there. */
export default function TaxId() {
  const { t } = useWords();
  const read = useRead(calls.questionnaire, {});
  return (
    <>
      <ScreenHead
        back={<BackLink to={{ page: pageLinks.profile }}>{t('enrolment.records.back')}</BackLink>}
        title={t('enrolment.tax.title')}
        text={t('enrolment.tax.text')}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
        {(told) => <Taxes told={told} />}
      </Loaded>
    </>
  );
}

function Taxes({ told }: { readonly told: Questionnaire }) {
  const { t } = useWords();
  const open = useOpen();
  const { id } = useClient();
  const save = useWrite(calls.taxResidency);
  const { answers, may_lack_tax_id: mayLack } = told;
  const birth = text(answers, 'place_of_birth');
  const form = useForm({
    name: 'enrolment.tax',
    form: forms.tax,
    initial: {
      pay_taxes_in_place_of_birth: answers['pay_taxes_in_place_of_birth'] === true,
      tax_residency: text(answers, 'tax_residency'),
      dont_have_tax_id: answers['dont_have_tax_id'] === true,
      no_tin_reason: text(answers, 'no_tin_reason'),
      no_tin_reason_other: text(answers, 'no_tin_reason_other'),
      tax_id: text(answers, 'tax_id'),
    },
    hidden: (typed) => [
      ...(birth === '' ? (['pay_taxes_in_place_of_birth'] as const) : []),
      ...(mayLack.includes(residencyOf({ ...typed, place_of_birth: birth })) ? [] : (['dont_have_tax_id'] as const)),
    ],
    submit: async (sent) => {
      await save.mutateAsync({ ...sent, client_id: id });
      showToast({ tone: 'gain', title: t('enrolment.records.done') });
      open({ page: pageLinks.profile });
    },
  });
  return (
    <Card>
      <PlainForm form={form} given={{ no_tin_reason: chosenFrom(told, t, 'no_tin_reason') }} verb={t('enrolment.records.save')} />
    </Card>
  );
}
