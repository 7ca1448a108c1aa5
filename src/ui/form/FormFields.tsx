import { Fragment, lazy, Suspense, type ReactNode } from 'react';
import { paperBytes, paperKinds } from '../../protocol/fileKinds.ts';
import type { FieldSpec, FormSpec, TypedValue } from '../../protocol/form.ts';
import type { Question } from '../../base/questions.ts';
import { AmountField } from '../components/AmountField.tsx';
import { Check, Checks, Choice, SelectField } from '../components/Choice.tsx';
import { FieldFrame, LinesField, PasswordField, TextField } from '../components/Field.tsx';
import fieldStyles from '../components/Field.module.css';
import { StrengthMeter } from '../components/StrengthMeter.tsx';
import type { UploadLine } from '../api/uploadLine.ts';
import { useWords } from '../words/context.tsx';
import { maxLengthOf } from './filled.ts';
import type { Form, NameOf, TypedOf } from './useForm.ts';

// What few forms ask for, with the tables that it needs, is loaded with those forms alone.
const CountryField = lazy(() => import('../components/CountryField.tsx'));
const PhoneField = lazy(() => import('../components/PhoneField.tsx'));
const DateField = lazy(() => import('../components/DateField.tsx'));
const FileField = lazy(() => import('../components/FileField.tsx'));
const QuestionsField = lazy(() => import('../components/QuestionsField.tsx'));
const SliderField = lazy(() => import('../components/SliderField.tsx'));

/** What only the running screen knows of a field. */
interface AnyGiven {
  /** Instead of the declared help. */
  readonly help?: ReactNode;
  /** Under the control and read out with it: the balance of the account chosen. */
  readonly note?: ReactNode;
  /** After the field: a notice about what was chosen. */
  readonly after?: ReactNode;
  /** What the declared label says in its braces. */
  readonly words?: Readonly<Record<string, string | number>>;
  /** Of a country: those that cannot be chosen. */
  readonly isDisabled?: (country: string) => boolean;
  /** Of a phone number: the country whose code it begins with. */
  readonly country?: string;
  /** Of a date: the year first and months by their numbers, as much of Asia writes it. */
  readonly isYearFirst?: boolean;
  /** Of a slider: how far it can be slid. */
  readonly reachable?: number;
  /** Of a file: how much of it has gone out, from 0 to 1, and by which line. */
  readonly sent?: number | undefined;
  readonly line?: UploadLine | undefined;
  /** Instead of setting the field, where a choice asks something back first. */
  readonly choose?: (value: string) => void;
}

interface GivenOption {
  readonly value: string;
  readonly label: string;
  /** What a `choice` has room for. */
  readonly detail?: ReactNode;
  /** Before the words of a `choice`. */
  readonly mark?: ReactNode;
  /** What one of `pictures` shows. */
  readonly picture?: ReactNode;
}

/** What some kinds cannot do without. */
interface Chosen {
  readonly options: readonly GivenOption[];
  readonly currency: string;
  /** The year that the years of a date are counted from. */
  readonly thisYear: number;
  readonly questions: readonly Question[];
}

type Listed = 'select' | 'choice' | 'pictures' | 'checks';

type GivenOf<Field extends FieldSpec> = AnyGiven &
  (Field extends { readonly kind: Listed } ? Pick<Chosen, 'options'> : unknown) &
  (Field extends { readonly kind: 'amount' } ? Pick<Chosen, 'currency'> : unknown) &
  (Field extends { readonly kind: 'date' } ? Pick<Chosen, 'thisYear'> : unknown) &
  (Field extends { readonly kind: 'questions' } ? Pick<Chosen, 'questions'> : unknown);

/** Options, currencies, questions and this year must be given; the rest may be. */
export type Given<Declared extends FormSpec> = {
  readonly [
    Name in NameOf<Declared> as Declared['fields'][Name] extends { readonly kind: Listed | 'amount' | 'date' | 'questions' }
      ? Name
      : never
  ]: GivenOf<Declared['fields'][Name]>;
} & { readonly [Name in NameOf<Declared>]?: AnyGiven };

interface FormFieldsProps<Declared extends FormSpec> {
  readonly form: Form<Declared>;
  readonly given: Given<Declared>;
}

/** The fields of a declared form that are shown, in the declared order. */
export function FormFields<Declared extends FormSpec>({ form, given }: FormFieldsProps<Declared>) {
  const { t } = useWords();
  const known: Readonly<Record<string, (AnyGiven & Partial<Chosen>) | undefined>> = given;
  const values: Readonly<Record<string, TypedValue>> = form.values;
  return form.shown.map((name) => {
    const field = form.declared.fields[name];
    if (!field) return null;
    const more = known[name] ?? {};
    const help = more.help ?? (field.help === undefined ? undefined : t(field.help));
    const draw = drawings[field.kind];
    return (
      <Fragment key={name}>
        {draw({
          name,
          field,
          more,
          label: t(field.label, more.words),
          help,
          value: values[name] ?? '',
          error: form.errors[name],
          maxLength: maxLengthOf(form.declared, name),
          onComing: (coming) => form.waitFor(name as NameOf<Declared>, coming),
          onChange: (value) => {
            if (more.choose && typeof value === 'string') more.choose(value);
            // A field is set to what its kind of control says: the declaration gave both their type.
            else form.set(name, value as TypedOf<Declared>[typeof name]);
          },
        })}
        {more.after}
      </Fragment>
    );
  });
}

interface Drawn {
  readonly name: string;
  readonly field: FieldSpec;
  readonly more: AnyGiven & Partial<Chosen>;
  readonly label: string;
  readonly help: ReactNode;
  readonly value: TypedValue;
  readonly error: string | undefined;
  readonly maxLength: number | undefined;
  readonly onChange: (value: TypedValue) => void;
  readonly onComing: (coming: Promise<void>) => void;
}

const drawings: Readonly<Record<FieldSpec['kind'], (drawn: Drawn) => ReactNode>> = {
  text: (drawn) => (
    <TextField
      {...framed(drawn)}
      maxLength={drawn.maxLength}
      inputMode={drawn.field.inputMode}
      autoComplete={drawn.field.autoComplete}
      value={String(drawn.value)}
      onChange={(event) => drawn.onChange(event.target.value)}
    />
  ),
  lines: (drawn) => (
    <LinesField
      {...framed(drawn)}
      rows={6}
      maxLength={drawn.maxLength}
      autoComplete={drawn.field.autoComplete}
      value={String(drawn.value)}
      onChange={(event) => drawn.onChange(event.target.value)}
    />
  ),
  password: (drawn) => (
    <PasswordField
      {...framed(drawn)}
      maxLength={drawn.maxLength}
      autoComplete={drawn.field.autoComplete}
      dir="ltr"
      value={String(drawn.value)}
      onChange={(event) => drawn.onChange(event.target.value)}
    />
  ),
  newPassword: (drawn) => (
    <PasswordField
      {...framed(drawn)}
      note={<StrengthMeter password={String(drawn.value)} />}
      maxLength={drawn.maxLength}
      autoComplete={drawn.field.autoComplete}
      dir="ltr"
      value={String(drawn.value)}
      onChange={(event) => drawn.onChange(event.target.value)}
    />
  ),
  country: (drawn) => (
    <Later drawn={drawn}>
      <CountryField
        {...framed(drawn)}
        autoComplete={drawn.field.autoComplete}
        isDisabled={drawn.more.isDisabled}
        value={String(drawn.value)}
        onCountry={drawn.onChange}
      />
    </Later>
  ),
  phone: (drawn) => (
    <Later drawn={drawn}>
      <PhoneField {...framed(drawn)} country={drawn.more.country} value={String(drawn.value)} onPhone={drawn.onChange} />
    </Later>
  ),
  date: (drawn) => (
    <Later drawn={drawn}>
      <DateField
        {...framed(drawn)}
        years={yearsOf(drawn)}
        isYearFirst={drawn.more.isYearFirst}
        value={String(drawn.value)}
        onDate={drawn.onChange}
      />
    </Later>
  ),
  slider: (drawn) => (
    <Later drawn={drawn}>
      <SliderField
        {...framed(drawn)}
        scale={drawn.field.scale ?? { least: 0, most: 100, step: 1 }}
        reachable={drawn.more.reachable}
        value={String(drawn.value)}
        onValue={drawn.onChange}
      />
    </Later>
  ),
  file: (drawn) => (
    <Later drawn={drawn}>
      <FileField
        {...framed(drawn)}
        takes={drawn.field.takes ?? { kinds: paperKinds, mostBytes: paperBytes }}
        value={typeof drawn.value === 'object' ? drawn.value : ''}
        sent={drawn.more.sent}
        line={drawn.more.line}
        onFile={drawn.onChange}
        onComing={drawn.onComing}
      />
    </Later>
  ),
  questions: (drawn) => (
    <Later drawn={drawn}>
      <QuestionsField
        name={drawn.name}
        label={drawn.label}
        questions={drawn.more.questions ?? []}
        value={String(drawn.value)}
        error={drawn.error}
        onChange={drawn.onChange}
      />
    </Later>
  ),
  pictures: ({ name, label, more, value, error, onChange }) => (
    <Choice
      look="pictures"
      label={label}
      name={name}
      options={more.options ?? []}
      value={String(value)}
      error={error}
      onChange={onChange}
    />
  ),
  amount: (drawn) => (
    <AmountField {...framed(drawn)} currency={drawn.more.currency ?? ''} value={String(drawn.value)} onAmount={drawn.onChange} />
  ),
  select: (drawn) => (
    <SelectField
      {...framed(drawn)}
      options={drawn.more.options ?? []}
      value={String(drawn.value)}
      onChange={(event) => drawn.onChange(event.target.value)}
    />
  ),
  choice: ({ name, label, more, value, error, onChange }) => (
    <Choice label={label} name={name} options={more.options ?? []} value={String(value)} error={error} onChange={onChange} />
  ),
  checks: ({ name, label, more, value, error, onChange }) => (
    <Checks
      label={label}
      name={name}
      options={more.options ?? []}
      value={String(value).split(',').filter(Boolean)}
      error={error}
      onChange={(ids) => onChange(ids.join(','))}
    />
  ),
  check: ({ name, label, value, error, onChange }) => (
    <Check name={name} isChecked={value === true} error={error} onChange={onChange}>
      {label}
    </Check>
  ),
};

/** The field's place, until what draws it is there. */
function Later({ drawn, children }: { readonly drawn: Drawn; readonly children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <FieldFrame {...framed(drawn)}>{({ id }) => <span id={id} className={fieldStyles.coming} aria-busy="true" />}</FieldFrame>
      }
    >
      {children}
    </Suspense>
  );
}

/** Every year of a life, where the declaration names none. */
const anyYears = { from: -100, till: 0 };

function yearsOf({ field: { years = anyYears }, more: { thisYear = 0 } }: Drawn) {
  return { from: thisYear + years.from, till: thisYear + years.till };
}

/** What every control in a frame takes. */
function framed({ name, label, help, error, field, more }: Drawn) {
  return { name, label, help, error, note: more.note, ...(field.isOptional ? { isOptional: true } : {}) };
}
