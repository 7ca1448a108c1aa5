import type { z } from 'zod';
import type { ChosenFile, TakesFile } from './fileKinds.ts';

/**
 * `newPassword` is one that is chosen, with its strength. `phone` is a number with its country's code, `+27 82 123 4567`; `date` is
 * `YYYY-MM-DD`; `country` is an ISO 3166 code; `slider` a whole number; `pictures` one of a few that are shown; `checks` any of a list,
 * the ids with commas between them; `questions` one answer to each of several, likewise; `file` what the browser holds of a file, which the call takes by `takesFile`.
 */
export type FieldKind =
  | 'text'
  | 'lines'
  | 'password'
  | 'newPassword'
  | 'amount'
  | 'select'
  | 'choice'
  | 'pictures'
  | 'check'
  | 'checks'
  | 'country'
  | 'phone'
  | 'date'
  | 'slider'
  | 'questions'
  | 'file';

/** What is typed: text, for a `check` yes or no, for a `file` the file (empty while none was chosen). */
export type TypedValue = string | boolean | ChosenFile;
export type Typed = Readonly<Record<string, TypedValue>>;
/** What of it may be kept until it is sent: no file. */
export type Kept = Readonly<Record<string, string | boolean>>;

export interface FieldSpec {
  /** How it is drawn. A new kind is a row of `drawings` in ui/form/FormFields. */
  readonly kind: FieldKind;
  /** Message ids. */
  readonly label: string;
  readonly help?: string;
  /** What is said when it is left empty; the broker's own sentence when left out. */
  readonly missing?: string;
  /** What is said when it does not fit; the broker's own sentence when left out. */
  readonly wrong?: string;
  /** May be left empty. Every other field that is shown has to be filled in, and a check to be ticked. */
  readonly isOptional?: true;
  /** Never kept in a draft: passwords, PINs. */
  readonly isSecret?: true;
  /** Where the schema names no length. */
  readonly maxLength?: number;
  readonly inputMode?: 'numeric' | 'decimal' | 'tel' | 'email';
  readonly autoComplete?: string;
  /** Of a date: the years to choose from, counted from this one, such as `{ from: -100, till: -18 }`. */
  readonly years?: { readonly from: number; readonly till: number };
  /** Of a slider. */
  readonly scale?: { readonly least: number; readonly most: number; readonly step: number };
  /** Of a file: what its call takes. */
  readonly takes?: TakesFile;
  /** Shown only while another field has one of these values; else it is emptied and not sent (document 2 §4). */
  readonly when?: { readonly field: string; readonly is: readonly (string | boolean)[] };
  /** Of a form that asks one client for more than another. */
  readonly asked?: AskedOf;
}

/** Where a field stands, whom it is asked, whether it must be told, and the rule that its value is held to. */
export interface AskedOf {
  readonly section: string;
  /** A group of fields that a region asks; everybody is asked when left out. */
  readonly of?: string;
  /** `server`: the client's country decides. */
  readonly need: 'required' | 'optional' | 'server';
  readonly rule: string;
}

/** Whether the declared dependency of a field has it asked, with what is typed into the others. */
export function isFieldAsked(field: Pick<FieldSpec, 'when'> | undefined, typed: Typed): boolean {
  if (field?.when === undefined) return true;
  const value = typed[field.when.field] ?? '';
  return typeof value !== 'object' && field.when.is.includes(value);
}

/** The declared dependencies carried out: what is not asked any more is emptied. */
export function followed<Values extends Typed>(fields: FormSpec['fields'], typed: Values): Values {
  let values = typed;
  // A field may hang on one that hangs on another: each round empties what the round before left without ground.
  for (let round = 0; round < Object.keys(fields).length; round += 1) {
    const idle = Object.keys(fields).filter((name) => !isFieldAsked(fields[name], values) && isTyped(fields[name], values[name]));
    if (idle.length === 0) return values;
    values = { ...values, ...Object.fromEntries(idle.map((name) => [name, emptyOf(fields[name])])) };
  }
  return values;
}

/** Anything at all, blanks too: what is not asked any more keeps nothing. */
function isTyped(field: FieldSpec | undefined, value: TypedValue | undefined): boolean {
  return value !== undefined && value !== emptyOf(field);
}

/** What stands in a field that nothing was typed into. */
export function emptyOf(field: FieldSpec | undefined): string | boolean {
  return field?.kind === 'check' ? false : '';
}

/**
 * A form, declared once in the contract of its area: what it sends, and its fields in the order of the screen.
 * `ui/form` draws it, keeps what is typed, checks it by the schema, and tells at the fields what the server refuses.
 */
export interface FormSpec {
  /** The input of the call that it is sent with. */
  readonly sends: z.ZodObject;
  readonly fields: Readonly<Record<string, FieldSpec>>;
  /** Sent beside the fields, always the same. */
  readonly always?: Readonly<Record<string, unknown>>;
  /** What the screen sends beside them; also a field that may be hidden and goes nevertheless. */
  readonly supplied?: readonly string[];
  /** Where it is filled in page by page: each has a title, and each field stands on one of them. */
  readonly pages?: readonly PageOfForm[];
  /** Message id of a toast that asks to complete the form (document 2 §4). */
  readonly incomplete?: string;
}

export interface PageOfForm<Name extends string = string> {
  /** Message id. */
  readonly title: string;
  readonly fields: readonly Name[];
}

/** Declares a form. A field that the schema does not know, or a required one that nothing supplies, does not compile. */
export function form<
  Schema extends z.ZodObject,
  const Fields extends FormSpec['fields'],
  const Supplied extends readonly KeyOf<Schema>[] = readonly [],
  const Always extends Partial<z.input<Schema>> = Readonly<Record<never, never>>,
>(declared: {
  readonly sends: Schema;
  readonly fields: Fields & FieldsOf<Schema, Fields> & Complete<Schema, keyof Fields | Supplied[number] | keyof Always>;
  readonly always?: Always & { readonly [Name in Exclude<keyof Always, KeyOf<Schema>>]: never };
  readonly supplied?: Supplied;
  readonly pages?: readonly PageOfForm<keyof Fields & string>[];
  readonly incomplete?: string;
}): Declared<Schema, Fields, NoInfer<Supplied>> {
  return declared;
}

interface Declared<
  Schema extends z.ZodObject,
  Fields extends FormSpec['fields'],
  Supplied extends readonly string[],
> extends FormSpec {
  readonly sends: Schema;
  readonly fields: Fields;
  readonly supplied?: Supplied;
}

type KeyOf<Schema extends z.ZodObject> = keyof z.input<Schema> & string;

type FieldsOf<Schema extends z.ZodObject, Fields> = {
  readonly [Name in keyof Fields]: Name extends KeyOf<Schema>
    ? { readonly when?: { readonly field: keyof Fields } }
    : { readonly notInTheSchema: Name };
};

type Complete<Schema extends z.ZodObject, Given> = [Exclude<RequiredKeyOf<Schema>, Given>] extends [never]
  ? unknown
  : { readonly [Name in Exclude<RequiredKeyOf<Schema>, Given>]: FieldSpec };

type RequiredKeyOf<Schema extends z.ZodObject> = {
  [Name in KeyOf<Schema>]: Partial<Pick<z.input<Schema>, Name>> extends Pick<z.input<Schema>, Name> ? never : Name;
}[KeyOf<Schema>];
