import type { GateCode } from '../law/gates.ts';
import type { RefusalStatus } from './call.ts';

/** Every gate's code: a call that asks the law inside declares them. The documents' own numbers are 422 wherever they stand (interfaces §2). */
export const gateErrors = {
  sign_in_refused: 403,
  account_closed: 403,
  service_not_available: 403,
  service_not_available_uk: 403,
  service_not_available_log_in_global: 403,
  documents_and_profile_only: 403,
  we_are_not_accept_hongkong_clients: 403,
  stock_not_available_here: 403,
  stock_not_available_in_country: 403,
  complete_registration: 403,
  verify_profile: 403,
  upload_documents: 403,
  documents_under_review: 403,
  account_frozen: 403,
  payments_paused: 403,
  charged_back: 403,
  trading_restricted: 403,
  account_dormant: 403,
  only_withdrawals: 403,
  appropriateness_test_required: 403,
  test_not_asked: 403,
  gold_not_available_here: 403,
  signals_not_available_here: 403,
  company_move_open: 403,
  company_move_under_way: 403,
  '10045': 422,
  '30003': 422,
} as const satisfies Record<GateCode, RefusalStatus>;

/** Before the papers are approved: up to a cap, and into a wallet. */
export const unverifiedErrors = { unverified_cap: 422, wallet_until_verified: 422 } as const;
