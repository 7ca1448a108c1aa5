import type { Clock } from '../../base/time.ts';
import type { DealingRoom } from './dealing.ts';
import type { GroupFacts } from './groups.ts';
import type { Market } from './market.ts';
import type { State } from './state.ts';
import type { DealResult, Reply } from './messages.ts';
import type { ServerClock } from './zone.ts';

/** All that the calls of the server work with. */
export interface Vendor {
  readonly state: State;
  readonly market: Market;
  readonly room: DealingRoom;
  readonly clock: Clock;
  /** What the server's times are written in. */
  readonly zone: ServerClock;
  readonly groups: ReadonlyMap<string, GroupFacts>;
  readonly limits: Limits;
  /** Whether charts have bars of any period or of minutes only. */
  readonly drawsPeriods: boolean;
}

export interface Limits {
  /** The most leverage that a user record may carry: 500 on MetaTrader 5, 1000 behind the MetaTrader 4 bridge. */
  readonly leverageMax: number;
  readonly passwordMin: number;
  readonly passwordMax: number;
  /** How many of the four classes (upper, lower, digit, special) a password must have. */
  readonly passwordClasses: number;
}

/** One call as it came in. Results of trade requests live and die with the connection that sent them. */
export interface Call {
  readonly parameters: ReadonlyMap<string, string>;
  readonly results: Map<string, TradeResult>;
}

export interface TradeResult {
  readonly request: ReadonlyMap<string, string>;
  readonly result: DealResult;
}

export type Answering = (vendor: Vendor, call: Call) => Reply;

/** A parameter as a whole number, or undefined when it is missing or no number. */
export function wholeNumber(call: Call, name: string): number | undefined {
  const text = call.parameters.get(name);
  if (text === undefined || !/^-?\d{1,15}$/.test(text)) return undefined;
  return Number(text);
}

/** A comma-separated list of logins, at most 1000. */
export function loginList(call: Call): number[] {
  const parts = (call.parameters.get('login') ?? '').split(',').filter((part) => /^\d{1,15}$/.test(part));
  return parts.slice(0, 1000).map(Number);
}
