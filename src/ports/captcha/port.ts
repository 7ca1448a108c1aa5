/**
 * What the broker asks of a captcha: a challenge for the browser, and whether an answer solves it. Every connector
 * speaks the documents' shape (document 2, "gee-test"): `{ gt, challenge, success }` out,
 * `{ challenge, validate, seccode }` back.
 */
export interface Captcha {
  /** What the vendor's own code in the browser needs; undefined when the portal solves its challenges itself. */
  readonly browser: CaptchaBrowser | undefined;
  /** A fresh challenge. When the vendor is down this answers all the same, with `success` 0. */
  register(): Promise<CaptchaChallenge>;
  /** Judges an answer. Never throws for what a browser or a vendor may send. */
  validate(answer: CaptchaAnswer): Promise<CaptchaVerdict>;
}

export interface CaptchaBrowser {
  /** The address of the vendor's script. */
  readonly script: string;
  /** The host of the vendor's API, as the script is told it. */
  readonly apiServer: string;
  /** From where the script takes its parts, styles and pictures, and where it calls: for the content security policy. */
  readonly sources: readonly string[];
}

export interface CaptchaChallenge {
  /** The vendor's name of the site, or "altcha" for the embedded challenge. */
  readonly gt: string;
  readonly challenge: string;
  /** 0: the vendor is down, and the browser answers by itself. */
  readonly success: 0 | 1;
  /** The name that the verdict on its answer has too. Not for browsers: what is asked of them stands above. */
  readonly mark: string;
}

export interface CaptchaAnswer {
  readonly challenge: string;
  readonly validate: string;
  readonly seccode: string;
}

export type CaptchaVerdict =
  /**
   * Solved. A challenge is good once and for what it was put for: the caller kept its `mark` with that when it was put, and
   * lets it pass once.
   */
  | { readonly outcome: 'passed'; readonly mark: string }
  | { readonly outcome: 'failed'; readonly reason: 'malformed' | 'expired' | 'wrong' }
  /** The vendor did not say. Let the browser ask for a fresh challenge. */
  | { readonly outcome: 'unknown'; readonly reason: string };

/** How long a challenge may be answered. */
export const challengeLifetimeMs = 10 * 60 * 1000;
