import { z } from 'zod';
import { form } from './form.ts';

/** How a client can show, beside the password, that it is them (interfaces §6). */
export const factorKinds = ['totp', 'recovery'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** The second factor, as calls that ask for it take it. */
export const factorFields = {
  /** Of the authenticator app, or a recovery code. */
  code: z.string().trim().max(40).optional(),
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
export const proofErrors = {
  wrong_password: 422,
  second_factor_required: 422,
  wrong_code: 422,
  too_many_attempts: 429,
} as const;

/** The data of `second_factor_required`. */
export const askedFactors = z.object({ factors: z.array(z.enum(factorKinds)) });
export type AskedFactors = z.infer<typeof askedFactors>;
