import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { form } from '../../protocol/form.ts';
import { question } from '../../protocol/questionShape.ts';

const test = z.object({
  /** The set of questions; each answer is kept with it. */
  version: z.string(),
  questionnaire: z.array(question),
  is_passed: z.boolean(),
  /** Null while none was taken. */
  last_date: z.iso.datetime().nullable(),
  form_available: z.boolean(),
  /** Where it can be taken again later; null where it can be taken now, or was passed. */
  form_available_from: z.iso.datetime().nullable(),
  /** By the last result; null while there is none. */
  max_leverage_available: z.int().nullable(),
});

const saveInput = z.object({
  action: z.enum(['save']),
  /** The ids of the answers, one of each question that is shown. */
  answers: z.array(z.union([z.int(), z.string().regex(/^\d{1,6}$/)])).max(100),
  /** The set that was shown; the one that counts now when left out. */
  version: z.string().max(20).optional(),
});

const reading = {
  method: 'GET',
  summary: 'The questions of the appropriateness test, whether it can be taken, and how the last one went.',
  who: 'client',
  gate: 'take_test',
  runs: 'read',
  input: z.object({}),
  output: test,
  errors: {},
  reads: ['client_info'],
} as const;

/** The appropriateness test (document 2 §§2–4, 7), for the EU and the UK. */
export const appropriatenessContract = contract({
  area: 'appropriateness',
  calls: {
    test: { ...reading, path: 'api/direct/questionnaire' },
    testByOldName: { ...reading, path: 'api/questionnaire', summary: `${reading.summary} The same as api/direct/questionnaire.` },
    save: {
      method: 'POST',
      path: 'api/direct/questionnaire',
      summary: 'Takes the answers of the test, and tells the result. Who fails takes it again after two weeks.',
      who: 'client',
      gate: 'take_test',
      runs: 'transaction',
      input: saveInput,
      output: z.object({ success: z.boolean(), is_passed: z.boolean(), max_leverage: z.int() }),
      errors: { answers_incomplete: 422, test_not_available_yet: 409, test_changed: 409 },
      stale: ['client_info', 'dashboard', 'accounts'],
    },
  },
  forms: {
    test: form({
      sends: saveInput,
      always: { action: 'save' },
      supplied: ['version'],
      fields: { answers: { kind: 'questions', label: 'appropriateness.questions' } },
    }),
  },
  pages: {
    test: {
      path: 'profile/appropriateness-test',
      query: ['backUrl'],
      title: 'nav.test',
      gate: 'take_test',
    },
  },
});

export type Test = z.output<typeof test>;
