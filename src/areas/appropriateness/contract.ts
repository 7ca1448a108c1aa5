import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { form } from '../../protocol/form.ts';
import { saveQuestionnaire, testInput } from '../../protocol/questionnaire.ts';
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
    save: saveQuestionnaire,
  },
  forms: {
    test: form({
      sends: testInput,
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
