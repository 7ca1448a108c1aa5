/** What a client's record says of what has to be dealt with after sign-in. */
export interface Unsettled {
  readonly isPasswordChangeRequired: boolean;
  /** The second step of the registration is open, and was not put off since the client signed in. */
  readonly isEnrolmentDue: boolean;
  /** Of the version of the company's terms that counts now. */
  readonly isTermsAgreed: boolean;
  readonly isClosed: boolean;
}

interface InterposedRow {
  readonly applies: (client: Unsettled) => boolean;
  /**
   * `refused`: it stays until it is dealt with. `signs_out`: whoever will not deal with it now is signed out. `asks`: whoever closes it
   * is asked whether to go or to stay.
   */
  readonly closing: 'refused' | 'signs_out' | 'asks';
}

/** What stands over the page after sign-in, one at a time, in this order. */
export const interposed = {
  // Document 2 §1: it cannot be dismissed until a password is set.
  required_password: { applies: (client) => client.isPasswordChangeRequired, closing: 'refused' },
  // Document 2 §2: closing asks to exit or stay.
  registration_step2: { applies: (client) => client.isEnrolmentDue, closing: 'asks' },
  // Whoever is closed only reads what has been, and enters into nothing new.
  terms: { applies: (client) => !client.isTermsAgreed && !client.isClosed, closing: 'signs_out' },
} as const satisfies Readonly<Record<string, InterposedRow>>;

export type Interposed = keyof typeof interposed;

export const interposedNames = Object.keys(interposed) as readonly Interposed[];

/** The first that applies; null where nothing stands between the client and the page. */
export function firstInterposed(client: Unsettled): Interposed | null {
  return interposedNames.find((name) => interposed[name].applies(client)) ?? null;
}
