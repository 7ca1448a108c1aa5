/** A challenge as the server asks it (areas/session/contract, `captchaChallenge`). */
export interface Challenge {
  readonly gt: string;
  readonly challenge: string;
  readonly success: number;
}

/** What goes with the call that asked for a captcha. */
export interface CaptchaProof {
  readonly challenge: string;
  readonly validate: string;
  readonly seccode: string;
}

/** No proof came about. `unreachable`: the challenge could not be shown. `closed`: it was shown, and left unsolved. */
export class CaptchaFailure extends Error {
  readonly reason: 'unreachable' | 'closed';

  constructor(reason: CaptchaFailure['reason'], cause?: unknown) {
    super(`captcha ${reason}`, { cause });
    this.name = 'CaptchaFailure';
    this.reason = reason;
  }
}
