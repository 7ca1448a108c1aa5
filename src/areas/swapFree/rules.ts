import { divideRounded } from '../../base/money.ts';
import { dayMs } from '../../base/time.ts';
import type { Zone } from '../../base/zone.ts';

/** The fees of the settings are named in this currency. */
export const feeCurrency = 'USD';

/**
 * Nights are named by the day of the trading server at whose end they are: the night of the 4th is its midnight between the 4th and
 * the 5th. Every one counts, those of a weekend too, as they do for swap.
 */
export type Night = number;

export const nightDay = (night: Night): string => new Date(night * dayMs).toISOString().slice(0, 10);
export const nightOfDay = (day: string): Night => Math.floor(Date.parse(day) / dayMs);

/** The server's day (since 1970) that holds an instant: the first night after it. */
export const nightAfter = (at: Date, zone: Zone): Night => Math.floor(zone.toWall(at.getTime()) / dayMs);

/** The instant of that night's midnight. */
export const midnightOf = (night: Night, zone: Zone): Date => new Date(zone.toUtc((night + 1) * dayMs));

interface Held {
  /** The first night of the position on an account without swap. */
  readonly first: Night;
  /** The night that is looked at: it has passed. */
  readonly night: Night;
  /** So many cost nothing. */
  readonly free: number;
}

/** Whether the client is to be told: at the latest before the last night that costs nothing. */
export const isNearEnd = ({ first, night, free }: Held): boolean => night - first + 1 >= free - 1;

/** The first night that costs something: behind those that are free, and never one that has begun when the client is told. */
export const firstCharged = ({ first, free, told }: Omit<Held, 'night'> & { readonly told: Night }): Night =>
  Math.max(first + free, told + 1);

/** What a night of so many lots costs, in minor units as the fee of a lot. */
export function feeOfLots(lots: string, feeMinor: bigint): bigint {
  const [whole = '0', part = ''] = lots.split('.');
  return divideRounded(BigInt(whole + part) * feeMinor, 10n ** BigInt(part.length));
}
