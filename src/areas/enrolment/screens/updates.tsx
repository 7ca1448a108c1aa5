import { lazy, Suspense, useRef, useState } from 'react';
// Drawn by the form of taxes as soon as it is there: so it comes with it.
import '../../../ui/components/CountryField.tsx';
import { enrolmentFields, type EnrolmentField } from '../../../law/enrolmentFields.ts';
import { isFieldAsked, type FieldSpec, type Kept } from '../../../protocol/form.ts';
import type { Proof } from '../../../protocol/proof.ts';
import { useClient } from '../../../ui/api/context.tsx';
import { useWrite } from '../../../ui/api/reads.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import type { Proving } from '../../../ui/proof/ProofDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { enrolmentContract, type Questionnaire } from '../contract.ts';
import {
  changesTaxes,
  derived,
  faultsAnew,
  hiddenAnew,
  lacksTaxId,
  sentences,
  withoutUnseenTick,
  type Answers,
} from '../rules.ts';
import { Ask } from './asking.tsx';

const TaxProof = lazy(() => import('./TaxProof.tsx'));

const { calls, forms } = enrolmentContract;
const lines: Readonly<Record<string, FieldSpec>> = forms.enrolment.fields;

interface UpdateProps {
  readonly told: Questionnaire;
  readonly onSaved: () => void;
}

/** The rules of the second step, over what was told before with what is typed of one section over it. */
function useRules(told: Questionnaire, names: readonly string[]) {
  const { t } = useWords();
  const { country } = useClient();
  const whole = (typed: Kept): Answers => {
    const all: Answers = { ...told.answers, ...typed };
    return derived(all, all);
  };
  const hidden = (typed: Kept): readonly EnrolmentField[] => hiddenAnew(whole(typed), country);
  const check = (typed: Kept): Readonly<Record<string, string>> => {
    const unseen = hidden(typed);
    const shown = enrolmentFields.filter(
      (name) => names.includes(name) && !unseen.includes(name) && isFieldAsked(lines[name], typed),
    );
    const faults = Object.entries(faultsAnew(whole(typed), shown, country));
    return Object.fromEntries(faults.map(([name, fault]) => [name, t(sentences[fault])]));
  };
  const isNumberOwed = (typed: Kept): boolean => lacksTaxId(whole(typed), { country });
  return { hidden, check, isNumberOwed, isOther: (typed: Kept) => changesTaxes(told.answers, whole(typed)) };
}

/** Profession and employer, on the page of records and over any page where the broker has asked for them. */
export function EmploymentForm({ told, onSaved }: UpdateProps) {
  const { t } = useWords();
  const save = useWrite(calls.employment);
  const { answers } = told;
  const { check } = useRules(told, Object.keys(forms.employment.fields));
  const form = useForm({
    name: 'enrolment.employment',
    form: forms.employment,
    initial: {
      profession_id: text(answers, 'profession_id'),
      occupation_other: text(answers, 'occupation_other'),
      employer_name: text(answers, 'employer_name'),
    },
    check,
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

interface TaxFormProps extends UpdateProps {
  /** What follows the saving where the number comes later. */
  readonly onLater?: () => void;
}

/** Where taxes are paid, and the number there; an empty one is asked about once more (document 2 §5). */
export function TaxForm({ told, onSaved, onLater }: TaxFormProps) {
  const { t } = useWords();
  const { id } = useClient();
  const save = useWrite(calls.taxResidency);
  const { answers } = told;
  const [isAsking, setAsking] = useState(false);
  const [proving, setProving] = useState<Pick<Proving, 'send'>>();
  const comesLater = useRef(false);
  const names = Object.keys(forms.tax.fields) as (keyof typeof forms.tax.fields)[];
  const { hidden, check, isNumberOwed, isOther } = useRules(told, names);
  const wasBornSomewhere = text(answers, 'place_of_birth') !== '';
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
    derive: (typed) => withoutUnseenTick(typed, answers),
    hidden: (typed) => {
      const unseen = hidden(typed);
      return names.filter((name) => unseen.includes(name) || (name === 'pay_taxes_in_place_of_birth' && !wasBornSomewhere));
    },
    check,
    submit: async (sent, typed) => {
      const isLater = comesLater.current;
      comesLater.current = false;
      if (isNumberOwed(typed) && !isLater) return setAsking(true);
      const tell = async (proof: Partial<Proof>): Promise<void> => {
        await save.mutateAsync({ ...sent, ...proof, client_id: id }).then(onSaved);
        if (isLater) onLater?.();
      };
      if (!isOther(typed)) return tell({});
      setProving({ send: tell });
    },
  });
  const goOn = (): void => {
    setAsking(false);
    comesLater.current = true;
    form.frame.ref.current?.requestSubmit();
  };
  return (
    <>
      <PlainForm form={form} given={{ no_tin_reason: chosenFrom(told, t, 'no_tin_reason') }} verb={t('enrolment.records.save')}>
        {isAsking && <Ask question="tax_number" onStay={() => setAsking(false)} onGo={goOn} />}
      </PlainForm>
      {/* It has a form of its own, and none may stand in another. */}
      {proving && (
        <Suspense>
          <TaxProof action={t('enrolment.records.save')} send={proving.send} onClose={() => setProving(undefined)} />
        </Suspense>
      )}
    </>
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
