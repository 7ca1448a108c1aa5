import type { z } from 'zod';
import {
  emptyOf,
  isFieldAsked,
  type FieldSpec,
  type FormSpec,
  type Kept,
  type Typed,
  type TypedValue,
} from '../../protocol/form.ts';
import { amountText } from '../../base/amount.ts';
import { wholeDate } from './dateParts.ts';
import { wholePhone } from './phoneParts.ts';

/** The names of the fields that are shown, in the order of the screen. */
export function shownOf(fields: FormSpec['fields'], typed: Typed, hidden: readonly string[]): readonly string[] {
  return Object.keys(fields).filter((name) => isFieldAsked(fields[name], typed) && !hidden.includes(name));
}

/** What goes to the server of the fields that are shown: an empty one that the call can do without is left out. */
export function sentOf(form: FormSpec, typed: Typed, shown: readonly string[]): Readonly<Record<string, unknown>> {
  const { sends, fields } = form;
  const schemas: Readonly<Record<string, z.ZodType | undefined>> = sends.shape;
  return Object.fromEntries(
    shown.flatMap((name): readonly (readonly [string, unknown])[] => {
      const value = valueOf(fields[name], typed[name]);
      if (fields[name]?.kind === 'checks' || fields[name]?.kind === 'questions')
        return [[name, value === '' ? [] : String(value).split(',')]];
      return value === '' && schemas[name]?.isOptional() ? [] : [[name, value]];
    }),
  );
}

/** The shown fields that must be filled in and are not, with the sentence that says so. */
export function missingOf(fields: FormSpec['fields'], typed: Typed, shown: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    shown.flatMap((name) => {
      const field = fields[name];
      return field && !field.isOptional && isEmpty(valueOf(field, typed[name]))
        ? [[name, field.missing ?? 'ui.check.missing']]
        : [];
    }),
  );
}

/** What may be kept until it is sent, and what of a kept draft still fits: all but the secrets. */
export function draftOf(fields: FormSpec['fields'], kept: Readonly<Record<string, unknown>>): Kept {
  const values: Record<string, string | boolean> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = kept[name];
    if (field.isSecret) continue;
    if (field.kind === 'check' && typeof value === 'boolean') values[name] = value;
    if (field.kind !== 'check' && typeof value === 'string') values[name] = value;
  }
  return values;
}

/** How many characters a field takes, by its own word or by the schema's. */
export function maxLengthOf(form: FormSpec, name: string): number | undefined {
  const own = form.fields[name]?.maxLength;
  if (own !== undefined) return own;
  let schema: unknown = form.sends.shape[name];
  while (isObject(schema) && typeof schema['unwrap'] === 'function') schema = schema['unwrap']();
  return isObject(schema) && typeof schema['maxLength'] === 'number' ? schema['maxLength'] : undefined;
}

/** What is still being typed, as the server takes it: an amount as ".5" or "12.", a date or a phone number in parts. */
function valueOf(field: FieldSpec | undefined, value: TypedValue | undefined): TypedValue {
  const read = field && partial[field.kind];
  return read && typeof value !== 'object' ? read(String(value ?? '')) : (value ?? emptyOf(field));
}

const partial: Readonly<Partial<Record<FieldSpec['kind'], (text: string) => string>>> = {
  amount: amountText,
  date: wholeDate,
  phone: wholePhone,
};

function isEmpty(value: TypedValue | undefined): boolean {
  return value === undefined || value === false || (typeof value === 'string' && value.trim() === '');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}
