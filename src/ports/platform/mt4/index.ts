import { openWebApi, type ConnectorSettings } from '../mt5/index.ts';
import type { PendingKind, Platform } from '../port.ts';

/** The documents offer 1000 on MetaTrader 4; the limit of 500 is of MetaTrader 5's Web API alone. */
export const maxLeverage = 1000;

/** It knows no stop limit orders. */
const pendingKinds: readonly PendingKind[] = ['limit', 'stop'];

/**
 * A MetaTrader 4 server. It has no public web API, so brokers put a bridge before its manager that speaks the shape of
 * MetaTrader 5's: an address and groups of its own, and more leverage.
 */
export function openMetaTrader4(settings: ConnectorSettings): Platform {
  return openWebApi(settings, { maxLeverage, pendingKinds });
}
