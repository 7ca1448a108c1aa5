import { z } from 'zod';
import { askableDues, dueNames, dueReasons } from '../../law/dues.ts';
import { enrolmentFields, type EnrolmentField, type EnrolmentSection } from '../../law/enrolmentFields.ts';
import { goalFields, suitabilityFields } from '../../law/investors.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { enrolmentAnswers, enrolmentDetails, enrolmentFormFields, enrolmentOption as option } from '../../protocol/enrolment.ts';
import { form } from '../../protocol/form.ts';
import { proofErrors, proofFields } from '../../protocol/proof.ts';
import { cfdRiskInput, retakeTyped, suitabilityFormFields } from '../../protocol/questionnaire.ts';
import { reason, rowId } from '../../protocol/staff.ts';

const fields = enrolmentFormFields;
const answersInput = enrolmentAnswers;

const typed = z.union([z.string().max(300), z.boolean()]);
const errors = { registration_complete: 409 } as const;

const employmentInput = answersInput.pick({ profession_id: true, occupation_other: true, employer_name: true });
const meansInput = answersInput.pick({ financial_income: true, net_worth: true, funds_source: true, funds_source_other: true });
const turnoverInput = answersInput.pick({ anticipated_turnover: true });
const taxInput = answersInput.pick({
  pay_taxes_in_place_of_birth: true,
  tax_residency: true,
  dont_have_tax_id: true,
  no_tin_reason: true,
  no_tin_reason_other: true,
  tax_id: true,
});
/** Another client’s number is answered as one that nobody has. */
const ofClient = { client_id: inDigits(z.int().positive()) };
const updateErrors = { answers_wrong: 422 } as const;

const answers = z.record(z.string(), z.union([z.string(), z.boolean()]));

/** The second step of the registration (document 2 §§1–5), and what of it is told anew later. */
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
      input: z.object({
        /** The form of the yearly confirmation, which begins with all that was told before (document 2 §7). */
        form_type: z.enum(['retake']).optional(),
      }),
      output: enrolmentDetails,
      errors: { ...errors, confirmation_not_due: 409 },
    },
    submit: {
      method: 'POST',
      path: 'api/direct/clients/details',
      summary:
        'Sends the second step: the registration is complete. 80002 signs out those whom the EU’s company serves, and leads them to its site.',
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
      summary: 'The second step, or what else stands over the page, is put off until the next sign-in, which the trail keeps.',
      who: 'client',
      gate: 'enrol',
      runs: 'transaction',
      input: z.object({
        event: z.enum(['put_off']),
        /** The second step when left out. */
        what: z.enum(dueNames).optional(),
      }),
      output: z.object({}),
      errors: { ...errors, enrolment_stays: 409, confirmation_not_due: 409 },
      stale: ['client_info'],
    },
    regdata: {
      method: 'GET',
      path: 'api/regdata',
      summary: 'What the client told at the registration about who they are, where they live and where they pay taxes.',
      who: 'client',
      gate: 'view_profile',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        regdata: answers,
        /** Until when the tax number is owed; null where none is. */
        tax_id_due: z.iso.datetime().nullable(),
      }),
      errors: {},
      reads: ['client_info'],
    },
    questionnaire: {
      method: 'GET',
      path: 'api/client-questionnaire',
      summary: 'What the client told of employment, means, experience and taxes, with the lists that it can be told anew from.',
      who: 'client',
      gate: 'view_profile',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        answers,
        /** Those that can choose it. */
        may_lack_tax_id: z.array(z.string()),
        field_dictionaries: z.record(z.string(), z.array(option)),
      }),
      errors: {},
      reads: ['client_info'],
    },
    employment: {
      method: 'POST',
      path: 'api/direct/client-data/update_employment_info',
      summary: 'Tells profession and employer anew.',
      who: 'client',
      gate: 'change_profile',
      runs: 'transaction',
      input: employmentInput,
      output: z.object({}),
      errors: updateErrors,
      stale: ['client_info', 'notices'],
    },
    turnover: {
      method: 'PATCH',
      path: 'api/direct/clients/{client_id}/anticipated-turnover',
      summary: 'Tells anew how much is going to be traded.',
      who: 'client',
      gate: 'change_profile',
      runs: 'transaction',
      input: turnoverInput.extend(ofClient),
      output: z.object({}),
      errors: { ...updateErrors, record_not_found: 404 },
      stale: ['client_info', 'notices'],
    },
    taxResidency: {
      method: 'PATCH',
      path: 'api/direct/clients/{client_id}/tax-residency',
      summary:
        'Tells anew where taxes are paid, with the tax number there or why there is none; what was told before is changed by the password (and the second factor).',
      who: 'client',
      gate: 'change_profile',
      runs: 'saga',
      keepsAnswer: false,
      input: taxInput.extend({ ...ofClient, ...proofFields, password: proofFields.password.optional() }),
      output: z.object({}),
      errors: { ...updateErrors, ...proofErrors, field_required: 422, record_not_found: 404 },
      stale: ['client_info', 'notices'],
    },
    means: {
      method: 'POST',
      path: 'api/profile/means',
      summary: 'Tells income, net worth and source of funds anew.',
      who: 'client',
      gate: 'change_profile',
      runs: 'transaction',
      input: meansInput,
      output: z.object({}),
      errors: updateErrors,
      stale: ['client_info', 'notices'],
    },
    dues: {
      method: 'GET',
      path: '/api/desk/dues/{client_id}',
      summary: 'What a client has still to tell, and from when on it is asked.',
      who: 'staff',
      right: 'read_clients',
      audits: 'client.read_dues',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: z.object({
        dues: z.array(z.object({ what: z.enum(dueNames), why: z.enum(dueReasons), due_at: z.iso.datetime() })),
        /** Where the client said to pay taxes (ISO 3166 alpha-2); null where they never did. */
        tax_residency: z.string().nullable(),
      }),
      errors: { client_not_found: 404 },
      reads: ['cases'],
    },
    ask: {
      method: 'POST',
      path: '/api/desk/dues/{client_id}',
      summary:
        'Has a client tell something anew: it stands over the page from the next sign-in on, until it is told. Or lets them off the tax number that they owe. Either ends the case in the queue of taxes.',
      who: 'staff',
      right: 'papers',
      audits: 'client.ask',
      runs: 'transaction',
      input: z.object({
        client_id: rowId,
        what: z.enum(askableDues),
        action: z.enum(['ask', 'excuse']).default('ask'),
        reason,
      }),
      output: z.object({}),
      errors: { client_not_found: 404, not_asked_there: 409, case_claimed: 409 },
      stale: ['cases', 'audit'],
    },
  },
  forms: {
    employment: form({
      sends: employmentInput,
      fields: {
        profession_id: fields.profession_id,
        occupation_other: fields.occupation_other,
        employer_name: fields.employer_name,
      },
    }),
    means: form({
      sends: meansInput,
      fields: {
        financial_income: fields.financial_income,
        net_worth: fields.net_worth,
        funds_source: fields.funds_source,
        funds_source_other: fields.funds_source_other,
      },
    }),
    turnover: form({ sends: turnoverInput, fields: { anticipated_turnover: fields.anticipated_turnover } }),
    tax: form({
      sends: taxInput,
      fields: {
        pay_taxes_in_place_of_birth: fields.pay_taxes_in_place_of_birth,
        tax_residency: fields.tax_residency,
        dont_have_tax_id: fields.dont_have_tax_id,
        no_tin_reason: fields.no_tin_reason,
        no_tin_reason_other: fields.no_tin_reason_other,
        tax_id: fields.tax_id,
      },
    }),
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
    /** The sections of document 2 §4: what was told, the test as the second, the suitability questionnaire. */
    retake: form({
      sends: retakeTyped,
      supplied: ['terms_version'],
      incomplete: 'enrolment.yearly.complete',
      fields: { ...fields, ...suitabilityFormFields },
      pages: [
        {
          title: 'enrolment.yearly.section.told',
          fields: [...namesIn('you'), ...namesIn('address'), ...namesIn('means'), ...namesIn('tax')],
        },
        { title: 'enrolment.section.experience', fields: namesIn('experience') },
        { title: 'enrolment.yearly.section.suitability', fields: [...goalFields, ...suitabilityFields] },
      ],
    }),
    cfdRisk: form({
      sends: cfdRiskInput,
      always: { action: 'additional' },
      fields: {
        trade_cfd_before: { kind: 'choice', label: 'enrolment.trade_cfd_before' },
        risk_understanding: { kind: 'choice', label: 'enrolment.risk_understanding' },
      },
    }),
  },
  pages: {
    taxId: { path: 'profile/edit-tax-id', title: 'enrolment.tax.title', gate: 'change_profile' },
    records: { path: 'profile/update-records', title: 'enrolment.records.title', gate: 'change_profile' },
  },
});

function namesIn(section: EnrolmentSection): readonly EnrolmentField[] {
  return enrolmentFields.filter((name) => fields[name].asked.section === section);
}

export type EnrolmentDetails = z.output<typeof enrolmentContract.calls.details.output>;
export type Questionnaire = z.output<typeof enrolmentContract.calls.questionnaire.output>;
