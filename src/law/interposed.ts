import type { DueName } from './dues.ts';

/** What a client's record says of what has to be dealt with after sign-in. */
export interface Outstanding {
  readonly isPasswordChangeRequired: boolean;
  /** The second step of the registration is open, and was not put off since the client signed in. */
  readonly isEnrolmentDue: boolean;
  /** Of the version of the company's terms that counts now. */
  readonly isTermsAgreed: boolean;
  readonly isClosed: boolean;
  /** To the version of the company's notice on personal data that counts now. */
  readonly isPersonalDataAgreed: boolean;
  /** Asked what they think of the portal, and not put off since they signed in. */
  readonly isFeedbackDue: boolean;
  /** What the client has still to tell, is asked for by now, and was not put off since the client signed in. */
  readonly due: readonly DueName[];
}

interface InterposedRow {
  readonly applies: (client: Outstanding) => boolean;
  /**
   * `refused`: it stays until it is dealt with. `signs_out`: whoever will not deal with it now is signed out. `asks`: whoever closes it
   * is asked whether to go or to stay. `puts_off`: it is gone until the next sign-in.
   */
  readonly closing: 'refused' | 'signs_out' | 'asks' | 'puts_off';
}

const isDue =
  (what: DueName) =>
  ({ due, isClosed }: Outstanding): boolean =>
    due.includes(what) && !isClosed;

/** What stands over the page after sign-in, one at a time, in this order. */
export const interposed = {
  // Document 2 §1: it cannot be dismissed until a password is set.
  required_password: { applies: (client) => client.isPasswordChangeRequired, closing: 'refused' },
  // Document 2 §2: closing asks to exit or stay.
  registration_step2: { applies: (client) => client.isEnrolmentDue, closing: 'asks' },
  // Whoever is closed only reads what has been, and enters into nothing new.
  terms: { applies: (client) => !client.isTermsAgreed && !client.isClosed, closing: 'signs_out' },
  // Readings: a year after the last. Whoever does not in time has to repeat it (66), and meets it as the second step.
  yearly_confirmation: { applies: isDue('yearly_confirmation'), closing: 'asks' },
  // The desk has asked for it.
  employer_info: { applies: isDue('employment'), closing: 'puts_off' },
  // The number was to come later, and the time for it has passed; or the desk has asked for it.
  tax_residency: { applies: isDue('tax_number'), closing: 'puts_off' },
  anticipated_turnover: { applies: isDue('anticipated_turnover'), closing: 'puts_off' },
  // Of the Kenyan broker, who has not been asked about the risk.
  cfd_risk_questionnaire: { applies: isDue('cfd_risk'), closing: 'puts_off' },
  // The answers are like a professional's, and neither yes nor no was said to it; closing it says no.
  professional_confirmation: { applies: isDue('professional'), closing: 'puts_off' },
  // A newer version of it, once; our own rule: whoever will not agree signs out, as with the terms.
  personal_data_notice: { applies: (client) => !client.isPersonalDataAgreed && !client.isClosed, closing: 'signs_out' },
  // Document 1 §2: the page for it is there for whom `display_questionnaire` is said.
  feedback: { applies: (client) => client.isFeedbackDue && !client.isClosed, closing: 'puts_off' },
} as const satisfies Readonly<Record<string, InterposedRow>>;

export type Interposed = keyof typeof interposed;

export const interposedNames = Object.keys(interposed) as readonly Interposed[];

/** What asks for it has a page of its own, over which nothing stands. */
export const pageOfInterposed: Readonly<Partial<Record<Interposed, string>>> = { feedback: 'feedback' };

/** The first that applies; null where nothing stands between the client and the page. */
export function firstInterposed(client: Outstanding): Interposed | null {
  return interposedNames.find((name) => interposed[name].applies(client)) ?? null;
}
