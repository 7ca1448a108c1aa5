import { useRef, useState } from 'react';
// Drawn by the form as soon as they are there: so they come with it.
import '../../../ui/components/CountryField.tsx';
import '../../../ui/components/DateField.tsx';
import { useClient, useConnection } from '../../../ui/api/context.tsx';
import { CallFailure } from '../../../ui/api/failure.ts';
import { Notice } from '../../../ui/components/Notice.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { FormActions, FormProgress } from '../../../ui/form/FormPages.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { z } from 'zod';
import { enrolmentFields } from '../../../law/enrolmentFields.ts';
import { isFieldAsked, type FieldSpec } from '../../../protocol/form.ts';
import { enrolmentContract, type EnrolmentDetails } from '../contract.ts';
import { derived, faultsIn, hiddenOf, lacksTaxId, sentences, type Need } from '../rules.ts';
import type { Question } from './Ask.tsx';
import { Ask, useAsking } from './asking.tsx';
import { askedBy, emptyTyped, givenOf } from './given.tsx';
import { useKeeping } from './keeping.ts';

const { calls, forms } = enrolmentContract;
const fields: Readonly<Record<string, FieldSpec>> = forms.enrolment.fields;
export type Answer = z.output<typeof calls.submit.output>;

interface EnrolmentFormProps {
  readonly details: EnrolmentDetails;
  readonly onDone: (answer: Answer) => void;
  /** Another company serves this client. */
  readonly onElsewhere: (failure: CallFailure) => void;
}

/** The form page by page; what is typed is kept at the server. */
export function EnrolmentForm({ details, onDone, onElsewhere }: EnrolmentFormProps) {
  const { t } = useWords();
  const { api } = useConnection();
  const { country } = useClient();
  const keeping = useKeeping();
  const later = useRef(false);
  const [question, setQuestion] = useState<Question>();
  const needs = details.fields as Readonly<Record<string, Need | undefined>>;
  const asked = askedBy(details, country);
  const form = useForm({
    name: 'enrolment',
    form: forms.enrolment,
    initial: emptyTyped(forms.enrolment),
    kept: { values: details.fields_values, keep: keeping.keep },
    derive: derived,
    hidden: (typed) => hiddenOf(typed, needs),
    supply: () => ({ terms_version: details.terms.version }),
    check: (typed) => {
      const hidden = hiddenOf(typed, needs);
      const faults = faultsIn(
        typed,
        enrolmentFields.filter((name) => !hidden.includes(name) && isFieldAsked(fields[name], typed)),
        asked,
      );
      return Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, t(sentences[fault])]));
    },
    submit: async (input, typed) => {
      if (lacksTaxId(typed, asked) && !later.current) return setQuestion('tax_number');
      try {
        onDone(await keeping.ending(() => api.send(calls.submit, input)));
      } catch (error) {
        if (error instanceof CallFailure && error.code === '80002') return onElsewhere(error);
        throw error;
      }
    },
  });
  const asking = useAsking(form, {
    question,
    setQuestion,
    onLater: () => {
      later.current = true;
    },
  });
  return (
    <form {...form.frame}>
      <FormLayout failure={form.failure} actions={<FormActions form={form} verb={t('enrolment.do')} />}>
        <FormProgress form={form} />
        {form.page.index === 0 && (
          <Notice tone="note" title={t('enrolment.personal.title')}>
            {t('enrolment.personal.text')}
          </Notice>
        )}
        <FormFields form={form} given={givenOf(details, { t, choose: asking.choose })} />
      </FormLayout>
      {question && <Ask question={question} onStay={asking.stay} onGo={asking.go} />}
    </form>
  );
}
