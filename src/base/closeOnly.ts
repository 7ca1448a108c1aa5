/**
 * How the close-only twin of a live group on a trading platform is named. MetaTrader's user rights stop all trading or none, so
 * "closing allowed, opening not" is a group whose symbols are set so.
 */
export const closeOnlyEnding = '-closeonly';
