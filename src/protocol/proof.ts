import { z } from 'zod';
import { form } from './form.ts';

/** How a client can show, beside the password, that it is them (interfaces §6). */
export const factorKinds = ['totp', 'passkey', 'recovery'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** Bytes as WebAuthn writes them in JSON. */
const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]*$/);
const attachment = z.enum(['platform', 'cross-platform']).exactOptional();
const extensions = z.record(z.string().max(50), z.unknown()).default({});
const transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).max(10);
const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
};

/** What a passkey answers to a challenge (WebAuthn, AuthenticationResponseJSON). */
const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(8192),
    userHandle: bytes(200).exactOptional(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** What a device answers that has made a passkey (WebAuthn, RegistrationResponseJSON). */
export const passkeyCreated = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes(4096), attestationObject: bytes(20_000), transports: transports.exactOptional() }),
});
export type PasskeyCreated = z.output<typeof passkeyCreated>;

/** The second factor, as calls that ask for it take it. */
export const factorFields = {
  /** Of the authenticator app, or a recovery code. */
  code: z.string().trim().max(40).optional(),
  /** Or a passkey's answer to `data.passkey` of the refusal that asked for it. */
  passkey: passkeyAnswer.optional(),
};

/** What a client who is signed in proves anew before something that their money or their identity hangs on is changed. */
export const proofFields = { password: z.string().min(1).max(1000), ...factorFields };

/** The fields of it; the code is asked for once the server has said that there is a second factor. */
export const proofForm = form({
  sends: z.object(proofFields),
  fields: {
    password: { kind: 'password', label: 'session.password.label', isSecret: true, autoComplete: 'current-password' },
    code: {
      kind: 'text',
      label: 'session.code.label',
      help: 'session.code.help',
      isSecret: true,
      autoComplete: 'one-time-code',
    },
  },
});
export type Proof = z.output<typeof proofForm.sends>;

/** Not 401: the session stands, and the lock screen is not meant. */
export const factorErrors = { second_factor_required: 422, wrong_code: 422, too_many_attempts: 429 } as const;
export const proofErrors = { wrong_password: 422, ...factorErrors } as const;

/** The data of `second_factor_required`. */
export type AskedFactors = {
  readonly factors: readonly FactorKind[];
  /** Where there is one: what `navigator.credentials.get` takes (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
  readonly passkey?: { readonly challenge: string };
};
