// Drawn by the form of taxes as soon as it is there: so it comes with it.
import '../../../ui/components/CountryField.tsx';
import { useClient } from '../../../ui/api/context.tsx';
import { useWrite } from '../../../ui/api/reads.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { enrolmentContract, type Questionnaire } from '../contract.ts';
import { residencyOf } from '../rules.ts';

const { calls, forms } = enrolmentContract;

interface UpdateProps {
  readonly told: Questionnaire;
  readonly onSaved: () => void;
}

/** Profession and employer, on the page of records and over any page where the broker has asked for them. */
export function EmploymentForm({ told, onSaved }: UpdateProps) {
  const { t } = useWords();
  const save = useWrite(calls.employment);
  const { answers } = told;
  const form = useForm({
    name: 'enrolment.employment',
    form: forms.employment,
    initial: {
      profession_id: text(answers, 'profession_id'),
      occupation_other: text(answers, 'occupation_other'),
      employer_name: text(answers, 'employer_name'),
    },
    submit: (sent) => save.mutateAsync(sent).then(onSaved),
  });
  return (
    <PlainForm form={form} given={{ profession_id: chosenFrom(told, t, 'profession_id') }} verb={t('enrolment.records.save')} />
  );
}

/** How much is going to be traded. */
export function TurnoverForm({ told, onSaved }: UpdateProps) {
  const { t } = useWords();
  const { id } = useClient();
  const save = useWrite(calls.turnover);
  const form = useForm({
    name: 'enrolment.turnover',
    form: forms.turnover,
    initial: { anticipated_turnover: text(told.answers, 'anticipated_turnover') },
    submit: (sent) => save.mutateAsync({ ...sent, client_id: id }).then(onSaved),
  });
  return (
    <PlainForm
      form={form}
      given={{ anticipated_turnover: chosenFrom(told, t, 'anticipated_turnover') }}
      verb={t('enrolment.records.save')}
    />
  );
}

/** Where taxes are paid, and the number there. */
export function TaxForm({ told, onSaved }: UpdateProps) {
  const { t } = useWords();
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
    submit: (sent) => save.mutateAsync({ ...sent, client_id: id }).then(onSaved),
  });
  return (
    <PlainForm form={form} given={{ no_tin_reason: chosenFrom(told, t, 'no_tin_reason') }} verb={t('enrolment.records.save')} />
  );
}

/** What was told so far, as a field holds it. */
export function text(answers: Questionnaire['answers'], name: string): string {
  const told = answers[name];
  return typeof told === 'string' ? told : '';
}

/** A list to choose from, with nothing chosen first. */
export function chosenFrom(told: Questionnaire, t: Words['t'], name: string) {
  const listed = told.field_dictionaries[name] ?? [];
  return {
    options: [
      { value: '', label: t('enrolment.choose') },
      ...listed.map(({ id, translate_string: label }) => ({ value: id, label })),
    ],
  };
}
