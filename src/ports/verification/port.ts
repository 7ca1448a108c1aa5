/**
 * What the broker asks of a vendor that looks at papers: a page of the vendor's on which a client shows them, the pictures that a client
 * has taken here, and how far it is with somebody. Never throws for what the vendor may answer; an answer that is not known is unknown,
 * and a word that is not known is pending, never a verdict.
 */
export interface Verification {
  /** By which messages and documents name it. */
  readonly name: string;
  /** The origin of the vendor's own page, which is shown in a frame. */
  readonly pageOrigin: string;
  /** Headers of its messages that prove whose they are. */
  readonly messageHeaders: readonly string[];
  /** Has the vendor know somebody; under the same name it is the same applicant, however often it is asked. */
  openApplicant(asked: NewApplicant): Promise<ApplicantOpened>;
  /** What its page is opened with, for a while. */
  pageToken(asked: PageAsked): Promise<PageToken>;
  /** How far it is with an applicant, and what it has read. */
  lookUp(applicant: string): Promise<ApplicantFound>;
  /** Hands it a picture of one side of a document. */
  addDocument(picture: Picture): Promise<Handed>;
  /** Asks it to look at what was handed over; asked again it is the same. */
  submit(applicant: string): Promise<Handed>;
  readMessage(raw: Uint8Array, headers: MessageHeaders): MessageReading;
}

/** What is looked at: who one is and where one lives, or one document that was scanned here. */
export type VerificationPurpose = 'profile' | 'scan';

export interface NewApplicant {
  /** Our own name of the applicant. */
  readonly reference: string;
  readonly purpose: VerificationPurpose;
  /** What was typed, for the vendor to hold against what it reads. */
  readonly typed: {
    readonly firstName: string;
    readonly lastName: string;
    /** `yyyy-MM-dd`. */
    readonly birthDate: string | null;
    /** ISO 3166 alpha-3. */
    readonly country: string;
  };
}

interface Unknown {
  /** Nobody knows; asking again is safe. */
  readonly outcome: 'unknown';
  readonly reason: string;
}

interface Refused {
  /** It never will: staff has to look. */
  readonly outcome: 'refused';
  readonly message: string;
}

export type ApplicantOpened = { readonly outcome: 'done'; readonly applicant: string } | Refused | Unknown;

export interface PageAsked {
  readonly reference: string;
  readonly purpose: VerificationPurpose;
  readonly seconds: number;
}

export type PageToken = { readonly outcome: 'done'; readonly token: string } | Refused | Unknown;

export type Handed = { readonly outcome: 'done' } | Refused | Unknown;

export const scannedTypes = ['passport', 'identity_card', 'driving_licence'] as const;
export type ScannedType = (typeof scannedTypes)[number];

export interface Picture {
  readonly applicant: string;
  readonly type: ScannedType;
  readonly side: 'front' | 'reverse';
  /** Of the document, ISO 3166 alpha-3. */
  readonly country: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** `open`: papers are still to come. `pending`: it looks at them. `accepted`, `retry` (send them again) and `final` are verdicts. */
export const applicantPhases = ['open', 'pending', 'accepted', 'retry', 'final'] as const;
export type ApplicantPhase = (typeof applicantPhases)[number];

export interface ApplicantState {
  readonly applicant: string;
  /** Our own name of it; undefined where it has none of ours. */
  readonly reference: string | undefined;
  readonly phase: ApplicantPhase;
  /** Its own words, for staff. */
  readonly words: string;
  /** Why it was rejected, by its own names. */
  readonly labels: readonly string[];
  /** What the client may read. */
  readonly comment: string | null;
  /** What staff alone may read. */
  readonly staffComment: string | null;
  readonly read: ReadFacts | null;
}

/** What stands on a document, as the vendor has read it; null where it has not. */
export interface ReadFacts {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly birthDate: string | null;
  /** ISO 3166 alpha-3. */
  readonly country: string | null;
  readonly number: string | null;
  readonly issuedOn: string | null;
  readonly validUntil: string | null;
}

export type ApplicantFound =
  | { readonly outcome: 'found'; readonly state: ApplicantState }
  | { readonly outcome: 'absent' }
  | Unknown;

export type MessageHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export type MessageReading =
  | {
      readonly verified: true;
      readonly applicant: string;
      readonly reference: string | undefined;
      readonly type: string;
      /** When the vendor wrote it: messages come late and out of order. */
      readonly at: Date;
    }
  | { readonly verified: false; readonly reason: 'malformed' | 'wrong_signature' };
