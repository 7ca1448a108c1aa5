import type { pageLinks } from './pageLinks.ts';

/**
 * How somebody goes on who was told no. `here`: where they are, by what the sentence says (a field, a choice, a button). `again`:
 * by trying again. `reload`: by reading anew what has changed meanwhile. `sign_in`: by signing in. `opener`: by the page that opens
 * the gate (`law/gates.ts`), and until there is such a page by writing to support. `contact`: by writing to support. `page`: there.
 */
export type Way =
  | 'here'
  | 'again'
  | 'reload'
  | 'sign_in'
  | 'opener'
  | 'contact'
  | { readonly page: Exclude<keyof typeof pageLinks, 'account' | 'transfer'> };

/**
 * One way on from each shut gate and each error that a client can meet: nobody is left standing. A code that a call declares and
 * that has no row here does not compile (`server/ways.ts`).
 */
export const ways = {
  '10031': { page: 'accounts' },
  '10045': 'opener',
  '20034': 'here',
  account_closed: 'opener',
  account_currency_not_offered: 'here',
  account_frozen: 'opener',
  account_group_mismatch: { page: 'open' },
  account_has_money: { page: 'internal' },
  account_has_positions: { page: 'webtrader' },
  account_limit_reached: { page: 'accounts' },
  account_not_active: { page: 'accounts' },
  account_not_found: { page: 'accounts' },
  account_type_not_offered: 'here',
  account_under_review: 'contact',
  amount_changed: 'here',
  appropriateness_test_required: 'opener',
  arrives_as_nothing: 'here',
  bad_amount: 'here',
  bad_cursor: 'reload',
  bad_json: 'contact',
  body_too_large: 'here',
  call_not_found: 'reload',
  candle_range: 'here',
  cannot_accept: 'reload',
  cannot_cancel: 'reload',
  captcha_required: 'again',
  code_just_sent: 'again',
  complete_registration: 'opener',
  country_not_served: 'contact',
  country_not_served_here: 'contact',
  currency_not_offered: 'here',
  date_out_of_range: 'here',
  debt_open: { page: 'deposit' },
  demo_account: { page: 'open' },
  demo_balance_out_of_range: 'here',
  documents_and_profile_only: 'opener',
  documents_under_review: 'opener',
  exchange_limit: 'here',
  field_required: 'here',
  idempotency_key_invalid: 'reload',
  idempotency_key_reused: 'reload',
  invalid_auth_token: 'reload',
  leverage_changing: 'again',
  leverage_has_positions: { page: 'webtrader' },
  leverage_not_offered: 'here',
  limit_exceed: 'here',
  link_not_valid: 'contact',
  market_closed: 'again',
  method_not_offered: { page: 'deposit' },
  no_session: 'sign_in',
  not_enough_margin: { page: 'deposit' },
  not_enough_money: 'here',
  not_your_right: 'contact',
  notice_not_closable: 'here',
  notice_not_found: 'reload',
  only_withdrawals: 'opener',
  order_key_reused: 'reload',
  order_unknown: { page: 'webtrader' },
  password_contains_name: 'here',
  password_not_required: 'reload',
  password_same_as_old: 'here',
  password_too_weak: 'here',
  passwords_differ: 'here',
  path_too_long: 'here',
  period_reversed: 'here',
  phone_wrong: 'here',
  pin_expired: 'again',
  pin_wrong: 'here',
  platform_refused: 'contact',
  platform_unavailable: 'again',
  position_closed: { page: 'webtrader' },
  price_changed: 'again',
  quote_expired: 'here',
  rate_not_available: 'again',
  request_in_progress: 'again',
  same_account: 'here',
  second_factor_missing: 'contact',
  second_factor_required: 'here',
  service_not_available: 'opener',
  service_not_available_log_in_global: 'opener',
  service_not_available_uk: 'opener',
  service_unavailable: 'again',
  sign_in_refused: 'contact',
  sign_up_gone: 'reload',
  sign_up_password_needed: 'here',
  sign_up_password_wrong: 'here',
  stock_not_available_here: { page: 'open' },
  stock_not_available_in_country: { page: 'open' },
  swap_free_not_offered: 'here',
  terms_changed: 'reload',
  terms_not_accepted: 'here',
  too_many_attempts: 'again',
  too_many_positions: { page: 'webtrader' },
  too_many_requests: 'again',
  trade_disabled: 'contact',
  unknown_account: { page: 'accounts' },
  unknown_currency: 'here',
  unknown_remittance: 'here',
  unknown_symbol: 'here',
  unknown_transfer: { page: 'transfers' },
  unknown_wallet: { page: 'wallet' },
  unsupported_media_type: 'contact',
  upload_documents: 'opener',
  validation_failed: 'here',
  verify_profile: 'opener',
  we_are_not_accept_hongkong_clients: 'contact',
  wrongCredentials: 'here',
  unknown_session: 'reload',
  wrong_captcha_code: 'again',
  wrong_code: 'here',
  wrong_currency: 'here',
  wrong_volume: 'here',
} as const satisfies Readonly<Record<string, Way>>;

/** The way on from a code; from one that an older page does not know, by writing to support. */
export function wayFrom(code: string | undefined): Way {
  return code !== undefined && Object.hasOwn(ways, code) ? ways[code as keyof typeof ways] : 'contact';
}
