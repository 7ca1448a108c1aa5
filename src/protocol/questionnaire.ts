import { z } from 'zod';
import { investorLists, type suitabilityFields } from '../law/investors.ts';
import { suitabilityIds } from '../law/suitability.ts';
import type { CallSpec, ContextOf } from './call.ts';
import { enrolmentAnswers } from './enrolment.ts';
import type { FieldSpec } from './form.ts';
import { gateErrors } from './gateErrors.ts';
import { proofErrors, proofFields } from './proof.ts';

/** The ids of the answers, one of each question that is shown. */
const answers = z.array(z.union([z.int(), z.string().regex(/^\d{1,6}$/)])).max(100);
/** The set that was shown; the one that counts now when left out. */
const version = z.string().max(20).optional();

/** One answer of the suitability questionnaire: 12 to 15 are the sliders as 1 to 5, 16 to 21 the picture's place from 1 on. */
const suitabilityAnswer = z.object({ id: z.int().refine((id) => suitabilityIds.includes(id)), answer: z.int().min(1).max(5) });
export type SuitabilityAnswer = z.output<typeof suitabilityAnswer>;

export const testInput = z.object({ action: z.enum(['save']), answers, version });

export const cfdRiskInput = z.object({
  action: z.enum(['additional']),
  trade_cfd_before: z.enum(['yes', 'no']),
  risk_understanding: z.enum(['yes', 'no']),
});

/** Asked where a tax residency or number that was told before changes. */
const proof = { ...proofFields, password: proofFields.password.optional() };

export const retakeInput = enrolmentAnswers.extend({
  ...proof,
  action: z.enum(['retake-at']),
  answers: answers.optional(),
  suitability_answers: z.array(suitabilityAnswer).max(20),
});

const goal = z.coerce.number().int().min(0).max(100).multipleOf(25);
const pictured = (list: (typeof suitabilityFields)[number]) => z.enum(investorLists[list]);
/** The yearly confirmation as it is typed; document 2 §7 has the suitability answers under their ids. */
export const retakeTyped = enrolmentAnswers.extend({
  preservation: goal,
  income: goal,
  growth: goal,
  speculation: goal,
  riskier: pictured('riskier'),
  seeking: pictured('seeking'),
  outside_investments: pictured('outside_investments'),
  horizon: pictured('horizon'),
  anticipation: pictured('anticipation'),
  reaction: pictured('reaction'),
});
const scale = { least: 0, most: 100, step: 25 };
/** The pictures and sliders of the suitability questionnaire, as investors are asked them too. */
export const suitabilityFormFields = {
  preservation: { kind: 'slider', label: 'investors.preservation', help: 'enrolment.yearly.whole', scale },
  income: { kind: 'slider', label: 'investors.income', scale },
  growth: { kind: 'slider', label: 'investors.growth', scale },
  speculation: { kind: 'slider', label: 'investors.speculation', scale },
  riskier: { kind: 'pictures', label: 'investors.riskier' },
  seeking: { kind: 'pictures', label: 'investors.seeking' },
  outside_investments: { kind: 'pictures', label: 'investors.outside_investments' },
  horizon: { kind: 'pictures', label: 'investors.horizon' },
  anticipation: { kind: 'pictures', label: 'investors.anticipation' },
  reaction: { kind: 'pictures', label: 'investors.reaction' },
} as const satisfies Readonly<Record<string, FieldSpec>>;

/** Document 2 §7: one address for the test, the questions about the risk, and the yearly confirmation. */
export const saveQuestionnaire = {
  method: 'POST',
  path: 'api/direct/questionnaire',
  summary:
    'Takes the answers of the appropriateness test (`save`), of the CFD risk questionnaire (`additional`) or of the yearly confirmation (`retake-at`; taxes that were told before are changed by the password and the second factor). Who fails the test takes it again after two weeks.',
  who: 'client',
  runs: 'saga',
  keepsAnswer: false,
  // Each looks at everything that was told, and asks for a lock on the client.
  rate: { count: 30, seconds: 600 },
  input: z.object({
    ...enrolmentAnswers.shape,
    ...proof,
    action: z.enum(['save', 'additional', 'retake-at']),
    answers: answers.optional(),
    version,
    suitability_answers: z.array(suitabilityAnswer).max(20).optional(),
  }),
  inputs: [testInput, cfdRiskInput, retakeInput],
  output: z.object({
    success: z.boolean(),
    is_passed: z.boolean(),
    /** By the result of the test; null where none was taken. */
    max_leverage: z.int().nullable(),
  }),
  errors: {
    ...gateErrors,
    ...proofErrors,
    answers_incomplete: 422,
    test_not_available_yet: 409,
    test_changed: 409,
    answers_wrong: 422,
    max_value_less_100: 422,
    cfd_risk_not_understood: 422,
    field_required: 422,
    confirmation_not_due: 409,
    terms_changed: 409,
  },
  stale: ['client_info', 'dashboard', 'accounts', 'notices'],
} as const satisfies CallSpec;

type Save = typeof saveQuestionnaire;
export type Confirmed = z.output<Save['output']>;
export type QuestionnaireContext = ContextOf<Save>;
type Answer<Input> = (input: Input, ctx: QuestionnaireContext) => Promise<z.input<Save['output']>>;
type Sent = Omit<z.output<Save['input']>, 'action'>;

/** The yearly confirmation, and the questions about the risk of CFDs. */
export interface Confirming {
  readonly retake: Answer<Sent>;
  readonly additional: Answer<Sent>;
}

/** What papers have proven of who somebody is. */
export interface ProvenIdentity {
  /** `yyyy-MM-dd`; null where nobody has read one. */
  readonly birthDate: string | null;
  /** Of each document. */
  readonly numbers: readonly string[];
}
