import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { form } from '../../protocol/form.ts';
import { passkeyCreated, proofErrors, proofFields } from '../../protocol/proof.ts';

const session = z.object({
  /** Its public id, as sign-in answers it. */
  sid: z.string(),
  /** The one that asks. */
  is_current: z.boolean(),
  /** What the browser says it is; null where it says nothing that is known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string(),
  signed_in_at: z.iso.datetime(),
  /** When somebody last did something in it. */
  used_at: z.iso.datetime(),
});

export type OpenSession = z.infer<typeof session>;

/** What can be given beside the password. */
const factors = z.object({
  /** Null while there is no authenticator app. */
  totp: z.object({ since: z.iso.datetime() }).nullable(),
  passkeys: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      added_at: z.iso.datetime(),
      /** Null while it was never used. */
      used_at: z.iso.datetime().nullable(),
    }),
  ),
  recovery_codes_left: z.int(),
});
export type Factors = z.infer<typeof factors>;

const signIn = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** `unlocked`: back in from the lock screen. `reset`: by a new password for a forgotten one. */
  outcome: z.enum(['signed_in', 'unlocked', 'reset', 'refused']),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  /** Where the address is (ISO 3166-1 alpha-2), as the broker's proxy has said then; null where it did not. */
  country: z.string().nullable(),
  city: z.string().nullable(),
});
export type SignInEntry = z.infer<typeof signIn>;

const proof = z.object(proofFields);
const rowId = z.int().positive();
const code = z
  .string()
  .trim()
  .regex(/^\d{3}\s?\d{3}$/);

export const securityContract = contract({
  area: 'security',
  calls: {
    sessions: {
      method: 'GET',
      path: 'api/sessions',
      summary: 'Where the client is signed in now, the latest used first.',
      who: 'client',
      runs: 'read',
      input: z.object({}),
      output: z.object({ sessions: z.array(session) }),
      errors: {},
      reads: ['sessions'],
    },
    end: {
      method: 'POST',
      path: 'api/sessions/end',
      summary: 'Ends another session of the client at once, with its stream. This one is ended by signing out.',
      who: 'client',
      runs: 'transaction',
      input: z.object({ sid: z.string().min(1).max(64) }),
      output: z.object({}),
      errors: { unknown_session: 404 },
      stale: ['sessions', 'notices'],
    },
    endOthers: {
      method: 'POST',
      path: 'api/sessions/end-others',
      summary: 'Ends every session of the client but this one, and answers how many those were.',
      who: 'client',
      runs: 'transaction',
      input: z.object({}),
      output: z.object({ ended: z.number().int() }),
      errors: {},
      stale: ['sessions', 'notices'],
    },
    signIns: {
      method: 'GET',
      path: 'api/security/sign-ins',
      summary:
        'Sign-ins of the client and tries that were refused, with device, address and its place, newest first; `after` is `next` of the page before.',
      who: 'client',
      runs: 'read',
      input: z.object({
        after: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
      }),
      output: z.object({ sign_ins: z.array(signIn), next: z.string().nullable() }),
      errors: {},
      reads: ['sessions'],
    },
    factors: {
      method: 'GET',
      path: 'api/security/factors',
      summary: 'The client’s second factors, and how many recovery codes are left.',
      who: 'client',
      runs: 'read',
      input: z.object({}),
      output: factors,
      errors: {},
      reads: ['security'],
    },
    beginTotp: {
      method: 'POST',
      path: 'api/security/totp/begin',
      summary: 'A secret for an authenticator app; `uri` is what it reads as a QR code. It counts once a code of it was given.',
      who: 'client',
      gate: 'change_profile',
      runs: 'saga',
      keepsAnswer: false,
      input: proof,
      output: z.object({ secret: z.string(), uri: z.string() }),
      errors: { ...proofErrors, totp_is_on: 409 },
    },
    finishTotp: {
      method: 'POST',
      path: 'api/security/totp/finish',
      summary:
        'Has the app count, by the first code of it; answers the recovery codes that come with the first factor, this once.',
      who: 'client',
      gate: 'change_profile',
      runs: 'transaction',
      keepsAnswer: false,
      input: z.object({ code }),
      output: z.object({ recovery_codes: z.array(z.string()) }),
      errors: { wrong_code: 422 },
      rate: { count: 10, seconds: 60 },
      stale: ['security', 'notices'],
    },
    removeFactor: {
      method: 'POST',
      path: 'api/security/factors/remove',
      summary: 'Takes the authenticator app, or a passkey by its number, away; the recovery codes go with the last factor.',
      who: 'client',
      gate: 'change_profile',
      runs: 'saga',
      keepsAnswer: false,
      input: proof.extend({ kind: z.enum(['totp', 'passkey']), id: rowId.optional() }),
      output: z.object({}),
      errors: { ...proofErrors, factor_gone: 404 },
      stale: ['security', 'notices'],
    },
    beginPasskey: {
      method: 'POST',
      path: 'api/security/passkeys/begin',
      summary: 'What `navigator.credentials.create` takes to make a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON).',
      who: 'client',
      gate: 'change_profile',
      runs: 'saga',
      keepsAnswer: false,
      input: proof,
      output: z.object({ options: z.looseObject({ challenge: z.string() }) }),
      errors: proofErrors,
    },
    addPasskey: {
      method: 'POST',
      path: 'api/security/passkeys',
      summary:
        'Keeps the passkey that the device has made; answers the recovery codes that come with the first factor, this once.',
      who: 'client',
      gate: 'change_profile',
      runs: 'transaction',
      keepsAnswer: false,
      input: z.object({ passkey: passkeyCreated, name: z.string().trim().min(1).max(60) }),
      output: z.object({ recovery_codes: z.array(z.string()) }),
      errors: { passkey_refused: 422 },
      rate: { count: 10, seconds: 60 },
      stale: ['security', 'notices'],
    },
    renewCodes: {
      method: 'POST',
      path: 'api/security/recovery-codes',
      summary: 'Fresh recovery codes, shown this once; those before are not good any more.',
      who: 'client',
      gate: 'change_profile',
      runs: 'saga',
      keepsAnswer: false,
      input: proof,
      output: z.object({ recovery_codes: z.array(z.string()) }),
      errors: { ...proofErrors, factor_gone: 404 },
      stale: ['security', 'notices'],
    },
  },
  forms: {
    totp: form({
      sends: z.object({ code }),
      fields: {
        code: {
          kind: 'text',
          label: 'security.totp.code',
          help: 'security.totp.code.help',
          wrong: 'security.totp.code.wrong',
          isSecret: true,
          maxLength: 7,
          inputMode: 'numeric',
          autoComplete: 'one-time-code',
        },
      },
    }),
  },
  pages: {
    security: { path: 'profile/security', title: 'nav.security', gate: 'view_profile' },
  },
});
