import { z } from 'zod';
import { enrolmentLines } from '../law/enrolmentFields.ts';
import { termsDocuments } from '../law/regions/profile.ts';
import { pageViewLabels } from '../law/tracking.ts';
import type { FieldSpec } from './form.ts';
import { question } from './questionShape.ts';

/** Held to what the kit draws. */
export const enrolmentFormFields = enrolmentLines satisfies Readonly<Record<string, FieldSpec>>;

type ShapeOf<Fields> = {
  readonly [Name in keyof Fields]: z.ZodOptional<
    Fields[Name] extends { readonly kind: 'check' }
      ? z.ZodBoolean
      : Fields[Name] extends { readonly kind: 'checks' | 'questions' }
        ? z.ZodArray<z.ZodString>
        : z.ZodString
  >;
};

/** Each may be left out as far as its shape goes: who must tell what, the rules say. */
const shape = Object.fromEntries(
  Object.entries<FieldSpec>(enrolmentFormFields).map(([name, { kind, maxLength = 200 }]) => {
    if (kind === 'check') return [name, z.boolean().optional()];
    if (kind === 'questions') return [name, z.array(z.string().max(20)).max(100).optional()];
    return [name, (kind === 'checks' ? z.array(z.string().max(20)).max(10) : z.string().trim().max(maxLength)).optional()];
  }),
) as ShapeOf<typeof enrolmentFormFields>;

/** What the second step of the registration tells, and the yearly confirmation anew. */
export const enrolmentAnswers = z.object({
  ...shape,
  /** The version of the terms that was shown, where they are agreed to here. */
  terms_version: z.int().positive().optional(),
});

export const enrolmentOption = z.object({ id: z.string(), translate_string: z.string() });
const option = enrolmentOption;
const typed = z.union([z.string().max(300), z.boolean()]);
const need = z.enum(['required', 'optional', 'hidden']);

/** What the second step, or the yearly confirmation, asks of one client. */
export const enrolmentDetails = z.object({
  form: z.enum(['eu', 'global']),
  /** The label of its page view. */
  label: z.enum(pageViewLabels),
  /** Whether the client has agreed that it is counted. */
  is_counted: z.boolean(),
  is_closable: z.boolean(),
  /** The yearly confirmation. */
  is_retake: z.boolean(),
  is_name_empty: z.boolean(),
  no_tin_allowed: z.boolean(),
  no_tin_reasons: z.array(option),
  /** Whether the field must be told, may be, or is not asked at all. */
  fields: z.record(z.string(), need),
  field_dictionaries: z.record(z.string(), z.array(option)),
  field_regex: z.object({ national_doc_number: z.string().nullable(), individual_postcode: z.string() }),
  fields_values: z.record(z.string(), typed),
  /** A date is chosen by year, month and day, months by their numbers. */
  is_year_first: z.boolean(),
  today: z.iso.date(),
  refused_citizens: z.array(z.string()),
  /** The appropriateness test, for whoever has to take it: the field `answers` (readings, 28). */
  test: z.object({ version: z.string(), questions: z.array(question) }).nullable(),
  terms: z.object({
    version: z.int(),
    documents: z.array(z.object({ key: z.enum(termsDocuments), url: z.string().nullable() })),
  }),
});
