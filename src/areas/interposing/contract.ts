import { z } from 'zod';
import { termsDocuments } from '../../law/regions/profile.ts';
import { contract } from '../../protocol/call.ts';
import { form } from '../../protocol/form.ts';

const passwordInput = z.object({
  password: z.string().min(1).max(200),
  /** The same again. */
  password2: z.string().min(1).max(200),
  /** Who is signed in, as document 2 §7 sends it. */
  client_id: z.int().positive().optional(),
});

const agreeInput = z.object({
  /** The version that the client has seen. */
  version: z.int().positive(),
  i_agree_tc: z.boolean(),
});

const personalDataInput = z.object({
  /** The version that the client has seen. */
  version: z.int().positive(),
  is_agreed: z.boolean(),
});

const terms = z.object({
  version: z.int(),
  /** `url` is null where the broker has not said where the document can be read. */
  documents: z.array(z.object({ key: z.enum(termsDocuments), url: z.string().nullable() })),
});

/** What stands over the page after sign-in (`law/interposed.ts`); `client_info` says which. */
export const interposingContract = contract({
  area: 'interposing',
  calls: {
    setRequiredPassword: {
      method: 'POST',
      path: 'api/direct/myfxtm-reset-password/setRequiredPassword',
      summary: 'Sets the sign-in password of a client who has to change it, and ends the client’s other sessions.',
      who: 'client',
      runs: 'saga',
      keepsAnswer: false,
      input: passwordInput,
      output: z.object({}),
      errors: {
        password_not_required: 409,
        password_breached: 422,
        password_too_weak: 422,
        passwords_differ: 422,
        password_same_as_old: 422,
        password_contains_name: 422,
      },
      stale: ['client_info', 'notices'],
    },
    terms: {
      method: 'GET',
      path: 'api/direct/terms',
      summary: 'The documents that the terms of the client’s company consist of, and the version that counts now.',
      who: 'client',
      runs: 'read',
      input: z.object({}),
      output: terms,
      errors: {},
      reads: ['client_info'],
    },
    agreeTerms: {
      method: 'POST',
      path: 'api/direct/terms',
      summary: 'Agrees to the terms in the version that the client has seen. Agreeing again answers alike.',
      who: 'client',
      runs: 'transaction',
      input: agreeInput,
      output: z.object({}),
      errors: { terms_not_accepted: 422, terms_changed: 409 },
      stale: ['client_info'],
    },
    personalData: {
      method: 'GET',
      path: 'api/direct/personal-data-notice',
      summary: 'The version of the notice on personal data that counts now, and where it can be read.',
      who: 'client',
      runs: 'read',
      input: z.object({}),
      /** `url` is null where the broker has not said where. */
      output: z.object({ version: z.int(), url: z.string().nullable() }),
      errors: {},
      reads: ['client_info'],
    },
    agreePersonalData: {
      method: 'POST',
      path: 'api/direct/personal-data-notice',
      summary: 'Agrees to the notice on personal data in the version that the client has seen. Agreeing again answers alike.',
      who: 'client',
      runs: 'transaction',
      input: personalDataInput,
      output: z.object({}),
      errors: { personal_data_not_agreed: 422, personal_data_changed: 409 },
      stale: ['client_info'],
    },
  },
  forms: {
    personalData: form({
      sends: personalDataInput,
      supplied: ['version'],
      fields: {
        is_agreed: { kind: 'check', label: 'interposing.personalData.agree', missing: 'interposing.personalData.missing' },
      },
    }),
    password: form({
      sends: passwordInput,
      supplied: ['client_id'],
      fields: {
        password: {
          kind: 'password',
          label: 'interposing.password.new',
          help: 'interposing.password.rule',
          isSecret: true,
          autoComplete: 'new-password',
        },
        password2: { kind: 'password', label: 'interposing.password.again', isSecret: true, autoComplete: 'new-password' },
      },
    }),
    terms: form({
      sends: agreeInput,
      supplied: ['version'],
      fields: { i_agree_tc: { kind: 'check', label: 'interposing.terms.agree', missing: 'interposing.terms.missing' } },
    }),
  },
});
