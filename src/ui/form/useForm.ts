import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import type { z } from 'zod';
import { CallFailure } from '../api/failure.ts';
import { useWords } from '../words/context.tsx';
import { faultsOf, type CheckSentence } from './check.ts';
import { dropDraft, keepDraft, readDraft } from './draft.ts';

type Values = Readonly<Record<string, unknown>>;
type Faults = Readonly<Partial<Record<string, string>>>;

export interface FormPlan<Typed extends Values, Sent> {
  /** Names the draft; unique in the portal, with the thing it is about: 'deposit', 'leverage.700123'. */
  readonly name: string;
  readonly initial: Typed;
  /** The one schema, also checked by serve: a contract's input, or the part of it that is typed here. */
  readonly schema: z.ZodType<Sent>;
  /** From what is typed to what is sent, where they differ. */
  readonly shape?: (typed: Typed) => unknown;
  /** Beyond the schema: what depends on region, account or the other fields. Field → sentence. */
  readonly check?: (typed: Typed) => Readonly<Partial<Record<string, string>>>;
  readonly submit: (sent: Sent) => Promise<unknown>;
  /** Never kept in a draft: passwords, PINs. */
  readonly secrets?: readonly (keyof Typed & string)[];
  /** Another step follows the sending, so that what was typed is kept until `reset`. */
  readonly keepsDraft?: boolean;
}

export interface Form<Typed extends Values> {
  readonly values: Typed;
  readonly set: <Name extends keyof Typed>(name: Name, value: Typed[Name]) => void;
  readonly errors: Readonly<Partial<Record<string, string>>>;
  /** What the server said that belongs to no field here. */
  readonly failure: CallFailure | null;
  readonly isBusy: boolean;
  /** Something was changed and not sent. */
  readonly isTouched: boolean;
  /** `name`, `value`, `error` and `onChange` of a text field. */
  readonly field: <Name extends keyof Typed & string>(name: Name) => FieldBinding;
  /** What `<form>` takes. */
  readonly frame: FrameBinding;
  readonly reset: () => void;
}

interface FieldBinding {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

interface FrameBinding {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly noValidate: true;
  readonly onSubmit: (event: FormEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * A form: checked by its schema, errors at their fields, the first of them focused; what is typed is kept until sent.
 * `<form {...form.frame}><TextField label={…} {...form.field('amount')} /></form>`
 */
export function useForm<Typed extends Values, Sent>(plan: FormPlan<Typed, Sent>): Form<Typed> {
  const { t } = useWords();
  const [values, setValues] = useState<Typed>(() => ({
    ...plan.initial,
    ...(readDraft(plan.name) as Partial<Typed> | undefined),
  }));
  // One act may set several fields before the screen is drawn again.
  const latest = useRef(values);
  const [errors, setErrors] = useState<Faults>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  useFirstFaultFocused(frame, errors);

  const set: Form<Typed>['set'] = (name, value) => {
    const next = { ...latest.current, [name]: value };
    latest.current = next;
    setValues(next);
    setTouched(true);
    setErrors(({ [name as string]: _mended, ...rest }) => rest);
    keepDraft(plan.name, withoutSecrets(next, plan.secrets));
  };
  const reset = (): void => {
    dropDraft(plan.name);
    latest.current = plan.initial;
    setValues(plan.initial);
    setErrors({});
    setFailure(null);
    setTouched(false);
  };
  const submit = async (): Promise<void> => {
    const checked = checkAll(plan, values, t);
    setErrors(checked.faults);
    if (!checked.isFit) return;
    setBusy(true);
    setFailure(null);
    try {
      await plan.submit(checked.sent);
      dropDraft(plan.name);
      setTouched(false);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      const told = faultsTold(error, Object.keys(values));
      setErrors(told.faults);
      setFailure(told.isAtFields ? null : error);
    } finally {
      setBusy(false);
    }
  };
  return {
    values,
    set,
    errors,
    failure,
    isBusy,
    isTouched,
    field: (name) => ({
      name,
      value: String(values[name] ?? ''),
      error: errors[name],
      // Text fields are bound to text values; other kinds use `set`.
      onChange: (event) => set(name, event.target.value as Typed[typeof name]),
    }),
    frame: {
      ref: frame,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        if (!isBusy) void submit();
      },
      onKeyDown: holdEnter,
    },
    reset,
  };
}

type Checked<Sent> = { readonly faults: Faults } & ({ readonly isFit: true; readonly sent: Sent } | { readonly isFit: false });

function checkAll<Typed extends Values, Sent>(plan: FormPlan<Typed, Sent>, values: Typed, t: CheckSentence): Checked<Sent> {
  const parsed = plan.schema.safeParse(plan.shape ? plan.shape(values) : values);
  const faults: Faults = { ...(parsed.success ? {} : faultsOf(parsed.error, t)), ...plan.check?.(values) };
  const isFit = parsed.success && Object.values(faults).every((fault) => fault === undefined);
  return isFit ? { faults, isFit, sent: parsed.data } : { faults, isFit: false };
}

/** A refusal that only speaks of fields shown here is told at the fields alone. */
function faultsTold(failure: CallFailure, names: readonly string[]): { readonly faults: Faults; readonly isAtFields: boolean } {
  const fields = Object.entries(failure.fields);
  const own = fields.filter(([name]) => names.includes(name));
  return { faults: Object.fromEntries(own), isAtFields: own.length > 0 && own.length === fields.length };
}

/** Document 1 §5: Enter does not submit a form unless shift is held. Buttons and links keep their own Enter. */
function holdEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement)) return;
  if (event.target.type === 'submit') return;
  event.preventDefault();
  if (event.shiftKey) event.target.form?.requestSubmit();
}

/** After a check that failed, focus goes to the first field at fault, in the order of the screen. */
function useFirstFaultFocused(frame: RefObject<HTMLFormElement | null>, errors: Readonly<Partial<Record<string, string>>>): void {
  const faults = Object.keys(errors).join(' ');
  const known = useRef('');
  useEffect(() => {
    const isNew = faults.split(' ').some((field) => !known.current.split(' ').includes(field));
    known.current = faults;
    if (faults !== '' && isNew) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults, frame]);
}

function withoutSecrets(values: Values, secrets: readonly string[] | undefined): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secrets?.includes(name)));
}
