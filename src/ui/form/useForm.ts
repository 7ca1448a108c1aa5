import { useCallback, useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import type { z } from 'zod';
import type { ChosenFile } from '../../protocol/fileKinds.ts';
import { followed, type FormSpec, type Kept } from '../../protocol/form.ts';
import { CallFailure } from '../api/failure.ts';
import { showToast } from '../components/toast.ts';
import { useWords } from '../words/context.tsx';
import { faultsOf, type CheckSentence } from './check.ts';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import { pagesOf, pageWith } from './pages.ts';
import { draftOf, missingOf, sentOf, shownOf } from './filled.ts';

export type NameOf<Declared extends FormSpec> = keyof Declared['fields'] & string;

/** What is typed into a declared form. */
export type TypedOf<Declared extends FormSpec> = {
  readonly [Name in NameOf<Declared>]: Declared['fields'][Name] extends { readonly kind: 'check' }
    ? boolean
    : Declared['fields'][Name] extends { readonly kind: 'file' }
      ? ChosenFile | ''
      : string;
};

type Faults = Readonly<Partial<Record<string, string>>>;

/** What a screen adds to a declared form. */
export type FormPlan<Declared extends FormSpec> = {
  /** Names the draft; unique in the portal, with the thing it is about: 'deposit', 'leverage.700123'. */
  readonly name: string;
  readonly form: Declared;
  readonly initial: TypedOf<Declared>;
  /**
   * What the other fields become when one has changed, or when the form first stands: a pure function, with its property
   * test. What no field depends on but the declaration tells (`when`) is followed without it.
   */
  readonly derive?: (next: TypedOf<Declared>, before: TypedOf<Declared>) => TypedOf<Declared>;
  /** Fields that are neither shown nor sent, beyond the declaration's `when`. */
  readonly hidden?: (typed: TypedOf<Declared>) => readonly NameOf<Declared>[];
  /** Beyond the schema: what depends on region, account or the other fields. Field → sentence. */
  readonly check?: (typed: TypedOf<Declared>) => Faults;
  readonly submit: (sent: z.output<Declared['sends']>, typed: TypedOf<Declared>) => Promise<unknown>;
  /** Where what is typed is kept instead of in this tab: at the server, for any device. */
  readonly kept?: { readonly values: Kept; readonly keep: (values: Kept) => void };
  /** Another step follows the sending, so that what was typed is kept until `reset`. */
  readonly keepsDraft?: boolean;
  /** What is sent beside the fields: all that the declaration names as `supplied`. */
  readonly supply?: (typed: TypedOf<Declared>) => Partial<z.input<Declared['sends']>>;
} & SupplyOf<Declared>;

type SupplyOf<Declared extends FormSpec> = Declared extends { readonly supplied?: readonly (infer Name extends string)[] }
  ? [Name] extends [never]
    ? unknown
    : { readonly supply: (typed: TypedOf<Declared>) => Pick<z.input<Declared['sends']>, Name> }
  : unknown;

export interface Form<Declared extends FormSpec> {
  readonly declared: Declared;
  readonly values: TypedOf<Declared>;
  readonly set: <Name extends NameOf<Declared>>(name: Name, value: TypedOf<Declared>[Name]) => void;
  /** The field is set once this is: what was said of it is over, and whoever sends meanwhile waits for it. */
  readonly waitFor: (name: NameOf<Declared>, coming: Promise<void>) => void;
  /** The fields on the screen, in their order; of a form with pages, those of the page that is open. */
  readonly shown: readonly string[];
  readonly page: OpenPage;
  readonly errors: Faults;
  /** What the server said that belongs to no field here. */
  readonly failure: CallFailure | null;
  readonly isBusy: boolean;
  /** What `<form>` takes. */
  readonly frame: FrameBinding;
  readonly reset: () => void;
  /** Something was typed on this visit that has not been sent. Always the same function. */
  readonly isModified: () => boolean;
}

/** Where one is in a form with pages; of any other the one page that it is. */
interface OpenPage {
  readonly index: number;
  readonly count: number;
  /** Message id. */
  readonly title: string | undefined;
  readonly isLast: boolean;
  /** To the page before, with all that was typed. */
  readonly back: () => void;
}

interface FrameBinding {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly noValidate: true;
  readonly onSubmit: (event: FormEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * A form as its contract declares it: checked by the call's schema, errors at their fields, the first of them focused;
 * what is typed is kept until sent. `<form {...form.frame}><FormLayout …><FormFields form={form} given={…} />…`
 */
export function useForm<Declared extends FormSpec>(plan: FormPlan<Declared>): Form<Declared> {
  const { t } = useWords();
  const { values, whole, waitFor, change, empty, isModified, markSent } = useValues(plan);
  const [errors, setErrors] = useState<Faults>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  useFirstFaultFocused(frame, errors);
  const all = shownNow(plan, values);
  const { page, shown, open } = usePages(plan, { values, all, frame });

  const tell = (faults: Faults): void => {
    setErrors(faults);
    open(Object.keys(faults));
  };
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      const typed = await whole();
      const checked = checkAll(plan, typed, t);
      const here = page.isLast ? checked.faults : only(checked.faults, (at) => shown.includes(at));
      tell(here);
      if (!page.isLast && Object.keys(here).length === 0) return open('next');
      if (!page.isLast || !checked.isFit) return askToComplete(plan.form, t);
      setFailure(null);
      await plan.submit(checked.sent, typed);
      if (!plan.keepsDraft) markSent();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      const told = faultsTold(error, all);
      tell(told.faults);
      setFailure(told.isAtFields ? null : error);
    } finally {
      setBusy(false);
    }
  };
  return {
    declared: plan.form,
    values,
    shown,
    page,
    errors,
    failure,
    isBusy,
    isModified,
    set: (name, value) => {
      const changed = change(name, value);
      setErrors((faults) => only(faults, (at) => !changed.includes(at)));
    },
    waitFor: (name, until) => {
      waitFor(until);
      setErrors((faults) => only(faults, (at) => at !== name));
    },
    reset: () => {
      empty();
      setErrors({});
      setFailure(null);
    },
    frame: { ref: frame, noValidate: true, onSubmit: prevented(() => void (isBusy || submit())), onKeyDown: holdEnter },
  };
}

/** What is typed, settled after each change and kept in the draft. */
function useValues<Declared extends FormSpec>(plan: FormPlan<Declared>) {
  type Values = TypedOf<Declared>;
  const { fields } = plan.form;
  const derive = (next: Values, before: Values): Values => followed(fields, plan.derive?.(next, before) ?? next);
  const [values, setValues] = useState<Values>(() => {
    const begun = { ...plan.initial, ...draftOf(fields, plan.kept?.values ?? readDraft(plan.name) ?? {}) };
    return derive(begun, begun);
  });
  // One act may set several fields before the screen is drawn again.
  const latest = useRef(values);
  const coming = useRef(Promise.resolve());
  const isTouched = useRef(false);
  const show = (next: Values): void => {
    latest.current = next;
    setValues(next);
  };
  return {
    values,
    waitFor: (until: Promise<void>): void => void (coming.current = until),
    /** All that is typed, once what was chosen is there. */
    whole: async (): Promise<Values> => coming.current.then(() => latest.current),
    /** Answers the names of all fields that are another than before. */
    change: (name: keyof Values, value: Values[keyof Values]): readonly string[] => {
      const before = latest.current;
      isTouched.current = true;
      const next = derive({ ...before, [name]: value }, before);
      show(next);
      const kept = draftOf(fields, next);
      if (plan.kept) plan.kept.keep(kept);
      else keepDraft(plan.name, kept);
      return Object.keys(fields).filter((field) => field === name || next[field] !== before[field]);
    },
    isModified: useCallback(() => isTouched.current, []),
    markSent: (): void => {
      dropDraft(plan.name);
      isTouched.current = false;
    },
    empty: (): void => {
      dropDraft(plan.name);
      isTouched.current = false;
      show(derive(plan.initial, plan.initial));
    },
  };
}

interface PageParts<Declared extends FormSpec> {
  readonly values: TypedOf<Declared>;
  readonly all: readonly string[];
  readonly frame: RefObject<HTMLFormElement | null>;
}

/** Which page is open: at first the one where something is missing, afterwards where one goes or where a fault is. */
function usePages<Declared extends FormSpec>(plan: FormPlan<Declared>, { values, all, frame }: PageParts<Declared>) {
  const pages = pagesOf(plan.form, all);
  const last = pages.length - 1;
  const [at, setAt] = useState(() => pageWith(pages, Object.keys(missingOf(plan.form.fields, values, all))) ?? last);
  const index = Math.min(at, last);
  const opened = useRef(index);
  useEffect(() => {
    if (opened.current === index) return;
    opened.current = index;
    // Else who cannot see it would not know that there is another page.
    frame.current?.querySelector<HTMLElement>('[aria-invalid="true"], input, select, textarea')?.focus();
  }, [index, frame]);
  return {
    shown: pages[index]?.fields ?? [],
    page: {
      index,
      count: pages.length,
      title: pages[index]?.title,
      isLast: index === last,
      back: () => setAt(Math.max(0, index - 1)),
    },
    /** The following page, or the first of those that have one of these fields. */
    open: (to: 'next' | readonly string[]) => setAt(to === 'next' ? index + 1 : (pageWith(pages, to) ?? index)),
  };
}

function only(faults: Faults, isOne: (name: string) => boolean): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([name]) => isOne(name)));
}

function askToComplete({ incomplete }: FormSpec, t: CheckSentence): void {
  if (incomplete !== undefined) showToast({ tone: 'warn', title: t(incomplete) });
}

function shownNow<Declared extends FormSpec>(plan: FormPlan<Declared>, values: TypedOf<Declared>): readonly string[] {
  return shownOf(plan.form.fields, values, plan.hidden?.(values) ?? []);
}

type Checked<Sent> = { readonly faults: Faults } & ({ readonly isFit: true; readonly sent: Sent } | { readonly isFit: false });

function checkAll<Declared extends FormSpec>(
  plan: FormPlan<Declared>,
  values: TypedOf<Declared>,
  t: CheckSentence,
): Checked<z.output<Declared['sends']>> {
  const { fields, sends } = plan.form;
  const shown = shownNow(plan, values);
  const parsed = sends.safeParse({ ...plan.form.always, ...sentOf(plan.form, values, shown), ...plan.supply?.(values) });
  const missing = Object.entries(missingOf(fields, values, shown)).map(([name, id]) => [name, t(id)]);
  const wrong = parsed.success ? {} : faultsOf(parsed.error, t, fields);
  const unseen = Object.keys(wrong).find((name) => !shown.includes(name));
  if (unseen !== undefined) throw new Error(`the form ${plan.name} sends no fitting ${unseen}, and no field asks for it`);
  const faults: Faults = { ...wrong, ...Object.fromEntries(missing), ...plan.check?.(values) };
  const isFit = parsed.success && Object.values(faults).every((fault) => fault === undefined);
  // Generic schemas lose their output on the way through safeParse.
  return isFit ? { faults, isFit, sent: parsed.data as z.output<Declared['sends']> } : { faults, isFit: false };
}

/** A refusal that only speaks of fields shown here is told at the fields alone. */
function faultsTold(failure: CallFailure, names: readonly string[]): { readonly faults: Faults; readonly isAtFields: boolean } {
  const fields = Object.entries(failure.fields);
  const own = fields.filter(([name]) => names.includes(name));
  return { faults: Object.fromEntries(own), isAtFields: own.length > 0 && own.length === fields.length };
}

function prevented(act: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    act();
  };
}

/** Document 1 §5: Enter does not submit a form unless shift is held. Buttons and links keep their own Enter. */
function holdEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement)) return;
  if (event.target.type === 'submit') return;
  // What chooses a file is a button to whoever uses it.
  if (event.target.type === 'file' && !event.shiftKey) return;
  event.preventDefault();
  if (event.shiftKey) event.target.form?.requestSubmit();
}

/** After a check that failed, focus goes to the first field at fault, in the order of the screen. */
function useFirstFaultFocused(frame: RefObject<HTMLFormElement | null>, errors: Faults): void {
  const faults = Object.keys(errors).join(' ');
  const known = useRef('');
  useEffect(() => {
    const isNew = faults.split(' ').some((field) => !known.current.split(' ').includes(field));
    known.current = faults;
    if (faults !== '' && isNew) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults, frame]);
}
