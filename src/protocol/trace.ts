/** What leaves a bounded trace of a client's calls, or of a stranger's: counted by day, with address and browser. */
export const traceKinds = [
  'gate_refused',
  'token_missing',
  'not_theirs',
  'sign_in_throttled',
  'sign_in_stopped',
  'export',
  'rename',
] as const;
export type TraceKind = (typeof traceKinds)[number];

/** By the code of a refusal, whichever call refused with it. */
export const tracedCodes: Readonly<Record<string, TraceKind>> = {
  invalid_auth_token: 'token_missing',
  // A number that is nobody's is answered like somebody else's.
  account_not_found: 'not_theirs',
  unknown_account: 'not_theirs',
  unknown_wallet: 'not_theirs',
  unknown_transfer: 'not_theirs',
  unknown_session: 'not_theirs',
  investment_not_found: 'not_theirs',
  profile_not_yours: 'not_theirs',
  unknown_standing_order: 'not_theirs',
  unknown_export: 'not_theirs',
  too_many_attempts: 'sign_in_throttled',
  captcha_required: 'sign_in_stopped',
  wrong_captcha_code: 'sign_in_stopped',
};
