import { lazy, Suspense, useRef, useState } from 'react';
// Drawn by its first pages as soon as it is there: so they come with it.
import '../../../ui/components/CountryField.tsx';
import '../../../ui/components/DateField.tsx';
import { enrolmentFields, type EnrolmentField } from '../../../law/enrolmentFields.ts';
import { goalFields, investorLists, isWhole, suitabilityFields } from '../../../law/investors.ts';
import { suitabilityOf } from '../../../law/suitability.ts';
import { emptyOf, isFieldAsked, type FieldSpec } from '../../../protocol/form.ts';
import { saveQuestionnaire, type Confirmed } from '../../../protocol/questionnaire.ts';
import type { Proof } from '../../../protocol/proof.ts';
import { useClient, useConnection } from '../../../ui/api/context.tsx';
import { CallFailure } from '../../../ui/api/failure.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { FormActions, FormProgress } from '../../../ui/form/FormPages.tsx';
import { useForm, type TypedOf } from '../../../ui/form/useForm.ts';
import type { z } from 'zod';
import type { Proving } from '../../../ui/proof/ProofDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { enrolmentContract, type EnrolmentDetails } from '../contract.ts';
import { derived, faultsIn, hiddenOf, lacksTaxId, sentences, type Need } from '../rules.ts';
import type { Question } from './Ask.tsx';
import { Ask, useAsking } from './asking.tsx';
import { askedBy, givenOf } from './given.tsx';
import { useKeeping } from './keeping.ts';
import { SuitabilityPicture } from './SuitabilityPicture.tsx';

const TaxProof = lazy(() => import('./TaxProof.tsx'));

const { forms } = enrolmentContract;
const declared: Readonly<Record<string, FieldSpec>> = forms.retake.fields;
type Typed = TypedOf<typeof forms.retake>;

interface RetakeFormProps {
  readonly details: EnrolmentDetails;
  readonly onDone: (confirmed: Confirmed) => void;
}

/** What was told, to be confirmed or told anew; the test; the seven questions about what suits the client. */
export default function RetakeForm({ details, onDone }: RetakeFormProps) {
  const { t } = useWords();
  const { api } = useConnection();
  const { country } = useClient();
  const keeping = useKeeping();
  const later = useRef(false);
  const [question, setQuestion] = useState<Question>();
  const proving = useProving();
  const needs = details.fields as Readonly<Record<string, Need | undefined>>;
  const asked = askedBy(details, country);
  const form = useForm({
    name: 'enrolment.yearly',
    form: forms.retake,
    initial: empty(),
    kept: { values: details.fields_values, keep: keeping.keep },
    derive: (next, before) => ({ ...next, ...derived(next, before) }),
    hidden: (typed) => hiddenOf(typed, needs),
    supply: () => ({ terms_version: details.terms.version }),
    check: (typed) => {
      const hidden = hiddenOf(typed, needs);
      const isShown = (name: EnrolmentField): boolean => !hidden.includes(name) && isFieldAsked(declared[name], typed);
      const faults = Object.entries(faultsIn(typed, enrolmentFields.filter(isShown), asked));
      return {
        ...Object.fromEntries(faults.map(([name, fault]) => [name, t(sentences[fault])])),
        ...(isWhole(goalFields, goalsOf(typed)) ? {} : { preservation: t('investors.whole') }),
      };
    },
    submit: async (sent, typed) => {
      if (lacksTaxId(typed, asked) && !later.current) return setQuestion('tax_number');
      const answers = answersOf(sent, typed);
      await proving.send(async (proof) =>
        onDone(await keeping.ending(() => api.send(saveQuestionnaire, { action: 'retake-at', ...answers, ...proof }))),
      );
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
    <>
      <form {...form.frame}>
        <FormLayout failure={form.failure} actions={<FormActions form={form} verb={t('enrolment.yearly.do')} />}>
          <FormProgress form={form} />
          {form.page.index === 0 && <p>{t('enrolment.yearly.text')}</p>}
          <FormFields
            form={form}
            given={{ ...givenOf(details, { t, choose: asking.choose }), ...reachable(form.values), ...pictures(t) }}
          />
        </FormLayout>
        {question && <Ask question={question} onStay={asking.stay} onGo={asking.go} />}
      </form>
      {proving.dialog}
    </>
  );
}

/** Sends it as it is, and by the password once the server asks for it. */
function useProving() {
  const { t } = useWords();
  const [asked, setAsked] = useState<Pick<Proving, 'send'>>();
  const send = (tell: (proof: Partial<Proof>) => Promise<void>): Promise<void> =>
    tell({}).catch((error: unknown) => {
      if (!asksPassword(error)) throw error;
      setAsked({ send: tell });
    });
  const dialog = asked && (
    <Suspense>
      <TaxProof action={t('enrolment.yearly.do')} send={asked.send} onClose={() => setAsked(undefined)} />
    </Suspense>
  );
  return { send, dialog };
}

/** Taxes that were told before are told otherwise now: only the server knows what was told. */
function asksPassword(error: unknown): boolean {
  return error instanceof CallFailure && error.code === 'field_required' && error.fields['password'] !== undefined;
}

function isSuitability(name: string): boolean {
  return [...goalFields, ...suitabilityFields].some((each) => each === name);
}

/** What is typed, with the answers to the suitability questions in their order. */
function answersOf(sent: z.output<typeof forms.retake.sends>, typed: Typed) {
  const told = Object.fromEntries(Object.entries(sent).filter(([name]) => !isSuitability(name)));
  return { ...told, suitability_answers: [...suitabilityOf({ ...goalsOf(typed), ...picturesOf(typed) })] };
}

/** Each kind of control says what it holds while it is empty: the declaration gave both their type. Sliders begin at nothing. */
function empty(): Typed {
  const names = Object.keys(forms.retake.fields);
  const isSlider = (name: string): boolean => declared[name]?.kind === 'slider';
  return Object.fromEntries(names.map((name) => [name, isSlider(name) ? '0' : emptyOf(declared[name])])) as Typed;
}

const goalsOf = (typed: Typed): Readonly<Record<string, string>> =>
  Object.fromEntries(goalFields.map((field) => [field, typed[field]]));
const picturesOf = (typed: Typed): Readonly<Record<string, string>> =>
  Object.fromEntries(suitabilityFields.map((field) => [field, typed[field]]));

/** Each slider reaches as far as the others leave of a hundred (document 2 §5). */
function reachable(typed: Typed): Readonly<Record<(typeof goalFields)[number], { readonly reachable: number }>> {
  const sum = goalFields.reduce((all, field) => all + Number(typed[field]), 0);
  const left = (field: (typeof goalFields)[number]) => ({ reachable: 100 - (sum - Number(typed[field])) });
  return {
    preservation: left('preservation'),
    income: left('income'),
    growth: left('growth'),
    speculation: left('speculation'),
  };
}

function pictures(t: (id: string) => string) {
  const of = (question: (typeof suitabilityFields)[number]) => ({
    options: investorLists[question].map((value, index) => ({
      value,
      label: t(`investors.option.${value}`),
      picture: <SuitabilityPicture question={question} level={index} />,
    })),
  });
  return {
    riskier: of('riskier'),
    seeking: of('seeking'),
    outside_investments: of('outside_investments'),
    horizon: of('horizon'),
    anticipation: of('anticipation'),
    reaction: of('reaction'),
  };
}
