/** What a client may want to do. Areas to come add their own. */
export const gateActions = [
  'sign_in',
  'view',
  'view_profile',
  // What the profile's pages change: how the client is reached, what they told of themselves.
  'change_profile',
  'view_documents',
  'export_transfers',
  'open_live_account',
  'open_demo_account',
  'open_stock_account',
  // Entering the pages of accounts for shares.
  'view_stocks',
  'deposit',
  'withdraw',
  'transfer',
  'cancel_transfer',
  'trade',
  'trade_demo',
  'close_position',
  'change_leverage',
  'change_trading_password',
  'archive_account',
  // Entering the pages of gold, buying and selling.
  'gold',
  'buy_gold',
  'sell_gold',
  // The second step of the registration.
  'enrol',
  // The appropriateness test on its page.
  'take_test',
  // Asking to be an investor, and following strategies.
  'invest',
  // The analyst's signals.
  'view_signals',
  // What the tools do for a client: alerts, research of vendors.
  'use_tools',
] as const;
export type GateAction = (typeof gateActions)[number];

/** Why a gate is shut. Each has a sentence in the catalog. */
export const gateCodes = [
  'sign_in_refused',
  'account_closed',
  'service_not_available',
  'service_not_available_uk',
  'service_not_available_log_in_global',
  'documents_and_profile_only',
  'we_are_not_accept_hongkong_clients',
  'stock_not_available_here',
  'stock_not_available_in_country',
  'complete_registration',
  'verify_profile',
  'upload_documents',
  'documents_under_review',
  'account_frozen',
  'payments_paused',
  'charged_back',
  'trading_restricted',
  'account_dormant',
  'only_withdrawals',
  'appropriateness_test_required',
  'test_not_asked',
  'gold_not_available_here',
  'signals_not_available_here',
  'company_move_open',
  'company_move_under_way',
  // Document 2 §8: upload documents for stocks.
  '10045',
  // Document 2 §8: not available.
  '30003',
] as const;
export type GateCode = (typeof gateCodes)[number];
