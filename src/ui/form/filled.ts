import type { z } from 'zod';
import type { FieldSpec, FormSpec, Typed } from '../../protocol/form.ts';
import { amountText } from '../../base/amount.ts';
import { wholeDate } from './dateParts.ts';
import { wholePhone } from './phoneParts.ts';

/** The declared dependencies carried out: what is not asked any more is emptied. */
export function followed<Values extends Typed>(fields: FormSpec['fields'], typed: Values): Values {
  let values = typed;
  // A field may hang on one that hangs on another: each round empties what the round before left without ground.
  for (let round = 0; round < Object.keys(fields).length; round += 1) {
    const idle = Object.keys(fields).filter((name) => !isAsked(fields[name], values) && isTyped(fields[name], values[name]));
    if (idle.length === 0) return values;
    values = { ...values, ...Object.fromEntries(idle.map((name) => [name, emptyOf(fields[name])])) };
  }
  return values;
}

/** The names of the fields that are shown, in the order of the screen. */
export function shownOf(fields: FormSpec['fields'], typed: Typed, hidden: readonly string[]): readonly string[] {
  return Object.keys(fields).filter((name) => isAsked(fields[name], typed) && !hidden.includes(name));
}

/** What goes to the server of the fields that are shown: an empty one that the call can do without is left out. */
export function sentOf(form: FormSpec, typed: Typed, shown: readonly string[]): Readonly<Record<string, unknown>> {
  const { sends, fields } = form;
  const schemas: Readonly<Record<string, z.ZodType | undefined>> = sends.shape;
  return Object.fromEntries(
    shown.flatMap((name) => {
      const value = valueOf(fields[name], typed[name]);
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
export function draftOf(fields: FormSpec['fields'], kept: Readonly<Record<string, unknown>>): Typed {
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
function valueOf(field: FieldSpec | undefined, value: string | boolean | undefined): string | boolean {
  const read = field && partial[field.kind];
  return read ? read(String(value ?? '')) : (value ?? emptyOf(field));
}

const partial: Readonly<Partial<Record<FieldSpec['kind'], (text: string) => string>>> = {
  amount: amountText,
  date: wholeDate,
  phone: wholePhone,
};

function isAsked(field: FieldSpec | undefined, typed: Typed): boolean {
  return field?.when === undefined || field.when.is.includes(typed[field.when.field] ?? '');
}

/** Anything at all, blanks too: what is not asked any more keeps nothing. */
function isTyped(field: FieldSpec | undefined, value: string | boolean | undefined): boolean {
  return value !== undefined && value !== emptyOf(field);
}

function isEmpty(value: string | boolean | undefined): boolean {
  return value === undefined || value === false || (typeof value === 'string' && value.trim() === '');
}

function emptyOf(field: FieldSpec | undefined): string | boolean {
  return field?.kind === 'check' ? false : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}
