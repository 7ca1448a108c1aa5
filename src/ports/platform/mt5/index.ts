import { secondMs, type Clock } from '../../../base/time.ts';
import { zoneRuleOf } from '../../../base/zone.ts';
import { pendingKinds, type PendingKind, type Platform } from '../port.ts';
import { accountCalls } from './accounts.ts';
import { groupCalls } from './groups.ts';
import { Line } from './line.ts';
import { marketCalls } from './markets.ts';
import { pendingCalls } from './pending.ts';
import { Pool, type Every } from './pool.ts';
import { ServerTime } from './serverTime.ts';
import { tradingCalls } from './trading.ts';

export interface ConnectorSettings {
  /** `https://host:port` of the Web API (MetaTrader 5) or of the bridge before the manager (MetaTrader 4). */
  readonly address: string;
  readonly managerLogin: number;
  readonly managerPassword: string;
  readonly clock: Clock;
  /**
   * The zone of the server's times, as `zoneRuleOf` reads it; it overrules what the server says of itself, and is what a server
   * needs whose daylight saving time follows neither Europe nor the sign of its zone.
   */
  readonly timeZone?: string;
  /** How long a zone that the server told is trusted, a minute unless said otherwise. */
  readonly zoneTrustMs?: number;
  /** Sessions at once, 4 unless said otherwise. */
  readonly sessions?: number;
  /** How long one call may take, 10 s unless said otherwise. */
  readonly timeoutMs?: number;
  /** What acts is not sent any more so long after it was asked for: one and a half `timeoutMs` unless said otherwise. */
  readonly sendWithinMs?: number;
  /** Is told what of an answer could not be read and was left out. */
  readonly note?: (text: string) => void;
  /** The timer of the sign of life; a test gives its own. */
  readonly every?: Every;
}

/** The vendor's ceiling for a user record's leverage. */
export const maxLeverage = 500;

/** A MetaTrader 5 server through its Web API. Nothing is sent before the first call. */
export function openMetaTrader5(settings: ConnectorSettings): Platform {
  return openWebApi(settings, { maxLeverage, pendingKinds });
}

/** What a server that speaks the Web API can do. */
export interface ServerAbilities {
  readonly maxLeverage: number;
  readonly pendingKinds: readonly PendingKind[];
}

/** Any server that speaks the Web API. */
export function openWebApi(settings: ConnectorSettings, abilities: ServerAbilities): Platform {
  const timeoutMs = settings.timeoutMs ?? 10 * secondMs;
  const rule = settings.timeZone === undefined ? undefined : zoneRuleOf(settings.timeZone);
  if (settings.timeZone !== undefined && !rule) throw new RangeError(`"${settings.timeZone}" is no time zone`);
  const pool = new Pool({
    address: settings.address,
    managerLogin: settings.managerLogin,
    managerPassword: settings.managerPassword,
    build: 3320,
    agent: 'Atrium',
    timeoutMs,
    sessions: settings.sessions ?? 4,
    queue: 256,
    waitMs: timeoutMs,
    onSignIn: () => time.signedIn(),
    ...(settings.every ? { every: settings.every } : {}),
  });
  const line = new Line(pool, settings.sendWithinMs ?? Math.ceil(1.5 * timeoutMs));
  const time = new ServerTime(line, {
    clock: settings.clock,
    ...(rule ? { rule } : {}),
    ...(settings.zoneTrustMs === undefined ? {} : { trustMs: settings.zoneTrustMs }),
  });
  const markets = marketCalls(line, { time, clock: settings.clock, note: settings.note ?? (() => undefined) });
  const trading = { symbol: markets.symbolRecord, fillTimeoutMs: timeoutMs, time, clock: settings.clock };
  return {
    ...abilities,
    ...accountCalls(line, { maxLeverage: abilities.maxLeverage, clock: settings.clock }),
    ...groupCalls(line),
    ...markets.calls,
    ...tradingCalls(line, trading),
    ...pendingCalls(line, { ...trading, pendingKinds: abilities.pendingKinds }),
    isReachable: async () => (await line.read({ path: '/api/test/access' }, () => ({}))).outcome === 'done',
    close: () => pool.close(),
  };
}
