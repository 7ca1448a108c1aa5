/** Refusals about the moment and not about what was asked: the way is closed or the platform not well. It can be asked again later. */
const passing = ['busy', 'not_authorised', 'not_connected', 'server_fault', 'too_frequent'] as const;
export const isPassing = (code: string): boolean => passing.some((each) => each === code);

/** Why the platform (or the way to it) said no. Nothing happened, but that after `server_fault` only a look-up can tell. */
export type PlatformRefusal =
  | (typeof passing)[number]
  | 'account_disabled'
  | 'amount_too_large'
  | 'close_only'
  | 'exists'
  | 'logins_exhausted'
  | 'market_closed'
  | 'no_permission'
  | 'not_enough_money'
  | 'not_found'
  | 'not_opposite'
  | 'open_positions'
  | 'order_gone'
  | 'other_currency'
  | 'position_closed'
  | 'price_changed'
  | 'range_too_wide'
  | 'rejected'
  | 'too_many_orders'
  | 'too_many_positions'
  | 'trade_disabled'
  | 'unknown_symbol'
  | 'weak_password'
  | 'wrong_expiry'
  | 'wrong_input'
  | 'wrong_kind'
  | 'wrong_leverage'
  | 'wrong_price'
  | 'wrong_stops'
  | 'wrong_volume';
