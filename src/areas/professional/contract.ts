import { z } from 'zod';
import { leastCriteria, professionalCriteria, professionalReasons } from '../../law/professional.ts';
import { contract } from '../../protocol/call.ts';
import { shownFile, takenFile } from '../../protocol/file.ts';
import { paperBytes, paperKinds } from '../../protocol/fileKinds.ts';
import { form } from '../../protocol/form.ts';
import { acceptProfessional } from '../../protocol/professional.ts';
import { reason, rowId } from '../../protocol/staff.ts';

const moment = z.iso.datetime();
const criterion = z.enum(professionalCriteria);
const papers = { kinds: paperKinds, mostBytes: paperBytes } as const;
export const applicationStatuses = ['none', 'draft', 'waiting', 'approved', 'declined'] as const;

const application = z.object({
  /** False: the law protects this client no more than a professional, or there is none where they are. */
  is_offered: z.boolean(),
  status: z.enum(applicationStatuses),
  /** Asked for in writing. */
  is_requested: z.boolean(),
  /** The warning was read and accepted. */
  is_accepted: z.boolean(),
  least_criteria: z.literal(leastCriteria),
  evidence: z.array(z.object({ criterion, files: z.array(shownFile) })),
});
export type Application = z.output<typeof application>;

const deskFile = shownFile.extend({ scan: z.enum(['waiting', 'clean', 'infected', 'refused']) });
const deskApplication = z.object({
  id: z.int(),
  client_id: z.int(),
  name: z.string(),
  country: z.string(),
  status: z.enum(applicationStatuses),
  requested_at: moment.nullable(),
  accepted_at: moment.nullable(),
  /** What the client says to meet, with what shows it. */
  evidence: z.array(z.object({ criterion, files: z.array(deskFile) })),
  /** What the second step of the registration was told; null where it was not. */
  told: z.object({ experience: z.string().nullable(), net_worth: z.string().nullable(), income: z.string().nullable() }),
  test_passed: z.boolean(),
  decided_by: z.string().nullable(),
  decided_at: moment.nullable(),
  reason_code: z.enum(professionalReasons).nullable(),
});
export type DeskApplication = z.output<typeof deskApplication>;

const evidenceInput = z.object({ criterion, file: takenFile });
const requestInput = z.object({
  /** That the client asks to be treated as a professional: the request in writing. */
  requests_professional: z.boolean(),
});

const errors = { professional_not_offered: 409, application_waits: 409 } as const;

/** Elective professional clients (trade rules; MiFID II annex II, COBS 3.5): two of three criteria, a warning, and a judgement. */
export const professionalContract = contract({
  area: 'professional',
  calls: {
    application: {
      method: 'GET',
      path: 'api/direct/professional',
      summary: 'How far the client’s application to be treated as a professional is, and what was sent as evidence.',
      who: 'client',
      runs: 'read',
      input: z.object({}),
      output: application,
      errors: {},
      reads: ['client_info'],
    },
    evidence: {
      method: 'POST',
      path: 'api/direct/professional/evidence',
      summary: 'Sends a paper that shows one of the three criteria.',
      who: 'client',
      runs: 'transaction',
      rate: { count: 20, seconds: 3600 },
      input: evidenceInput,
      output: z.object({}),
      errors: { ...errors, too_many_papers: 409 },
      takesFile: papers,
      stale: ['client_info'],
    },
    request: {
      method: 'POST',
      path: 'api/direct/professional',
      summary: 'Asks in writing to be treated as a professional, with evidence for two of the criteria.',
      who: 'client',
      runs: 'transaction',
      input: requestInput,
      output: z.object({}),
      errors: { ...errors, professional_not_requested: 422, criteria_missing: 422 },
      stale: ['client_info'],
    },
    accept: acceptProfessional,
    look: {
      method: 'GET',
      path: '/api/desk/professional/{id}',
      summary: 'An application with its evidence, beside what the client told at the registration.',
      who: 'staff',
      right: 'papers',
      audits: 'professional.read',
      runs: 'read',
      input: z.object({ id: rowId }),
      output: z.object({ application: deskApplication }),
      errors: { application_not_found: 404 },
      reads: ['cases'],
    },
    decide: {
      method: 'POST',
      path: '/api/desk/professional/{id}',
      summary: 'Makes the client an elective professional (category 2), or declines for a listed reason.',
      who: 'staff',
      right: 'papers',
      audits: 'professional.decide',
      runs: 'transaction',
      input: z.object({
        id: rowId,
        decision: z.enum(['approved', 'declined']),
        reason_code: z.enum(professionalReasons).optional(),
        reason,
      }),
      output: z.object({ application: deskApplication }),
      errors: { application_not_found: 404, not_waiting: 409, case_claimed: 409, field_required: 422 },
      stale: ['cases', 'audit'],
    },
  },
  forms: {
    evidence: form({
      sends: evidenceInput,
      supplied: ['criterion'],
      fields: { file: { kind: 'file', label: 'professional.file', takes: papers } },
    }),
    request: form({
      sends: requestInput,
      fields: {
        requests_professional: {
          kind: 'check',
          label: 'professional.request',
          missing: 'professional.request.missing',
        },
      },
    }),
    accept: form({
      sends: acceptProfessional.input,
      fields: {
        accepted_professional_tc: { kind: 'check', label: 'professional.accept', missing: 'professional.accept.missing' },
      },
    }),
  },
  pages: {
    professional: { path: 'profile/professional', title: 'nav.professional', gate: 'view_profile' },
  },
  deskPages: {
    application: { path: 'professional/{id:int}', title: 'professional.desk.page', right: 'papers' },
  },
});
