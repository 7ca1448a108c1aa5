import { z } from 'zod';
import { enrolmentFields, enrolmentLines, type EnrolmentField, type EnrolmentSection } from '../../law/enrolmentFields.ts';
import { termsDocuments } from '../../law/regions/profile.ts';
import { contract } from '../../protocol/call.ts';
import { form, type FieldSpec } from '../../protocol/form.ts';
import { question } from '../../protocol/questionShape.ts';

/** Held to what the kit draws. */
const fields = enrolmentLines satisfies Readonly<Record<string, FieldSpec>>;

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
  Object.entries<FieldSpec>(fields).map(([name, { kind, maxLength = 200 }]) => {
    if (kind === 'check') return [name, z.boolean().optional()];
    if (kind === 'questions') return [name, z.array(z.string().max(20)).max(100).optional()];
    return [name, (kind === 'checks' ? z.array(z.string().max(20)).max(10) : z.string().trim().max(maxLength)).optional()];
  }),
) as ShapeOf<typeof fields>;

const answersInput = z.object({
  ...shape,
  /** The version of the terms that was shown, where they are agreed to here. */
  terms_version: z.int().positive().optional(),
});

const option = z.object({ id: z.string(), translate_string: z.string() });
const typed = z.union([z.string().max(300), z.boolean()]);
const need = z.enum(['required', 'optional', 'hidden']);
const errors = { registration_complete: 409 } as const;

/** The second step of the registration (document 2 §§1–5). */
export const enrolmentContract = contract({
  area: 'enrolment',
  calls: {
    details: {
      method: 'GET',
      path: 'api/direct/clients/details',
      summary:
        'What the second step asks of this client: what must be told, from which lists and by which patterns, and what was typed.',
      who: 'client',
      gate: 'enrol',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        form: z.enum(['eu', 'global']),
        /** The label of its page view. */
        label: z.string(),
        is_closable: z.boolean(),
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
      }),
      errors,
    },
    submit: {
      method: 'POST',
      path: 'api/direct/clients/details',
      summary: 'Sends the second step: the registration is complete. 80002 leads those whom the EU’s company serves to its site.',
      who: 'client',
      gate: 'enrol',
      runs: 'saga',
      keepsAnswer: false,
      input: answersInput,
      output: z.object({
        is_similar_to_professional: z.boolean(),
        is_passed_aptest: z.boolean(),
        /** By the result of the test; null where none was taken with it. */
        max_leverage: z.int().nullable(),
        duplicate_account: z.boolean(),
      }),
      errors: { ...errors, answers_wrong: 422, '80002': 422, terms_changed: 409 },
      stale: ['client_info', 'dashboard'],
    },
    keep: {
      method: 'POST',
      path: 'api/direct/clients/details/draft',
      summary: 'Keeps what is typed into the second step until it is sent; secrets are not kept.',
      who: 'client',
      gate: 'enrol',
      runs: 'transaction',
      input: z.object({ answers: z.record(z.string().max(60), typed) }),
      output: z.object({}),
      errors,
      rate: { count: 240, seconds: 60 },
    },
    note: {
      method: 'POST',
      path: 'api/direct/clients/details/event',
      summary: 'The second step is put off until the next sign-in, which the trail keeps.',
      who: 'client',
      gate: 'enrol',
      runs: 'transaction',
      input: z.object({ event: z.enum(['put_off']) }),
      output: z.object({}),
      errors: { ...errors, enrolment_stays: 409 },
      stale: ['client_info'],
    },
  },
  forms: {
    enrolment: form({
      sends: answersInput,
      supplied: ['terms_version'],
      fields,
      pages: [
        { title: 'enrolment.section.you', fields: namesIn('you') },
        { title: 'enrolment.section.address', fields: namesIn('address') },
        { title: 'enrolment.section.means', fields: namesIn('means') },
        { title: 'enrolment.section.experience', fields: namesIn('experience') },
        { title: 'enrolment.section.tax', fields: namesIn('tax') },
      ],
    }),
  },
});

function namesIn(section: EnrolmentSection): readonly EnrolmentField[] {
  return enrolmentFields.filter((name) => fields[name].asked.section === section);
}

export type EnrolmentDetails = z.output<typeof enrolmentContract.calls.details.output>;
