import { after, dayMs } from '../../base/time.ts';
import { parseWeight } from '../../base/weight.ts';
import type { NewBar } from './contract.ts';

export interface Compared {
  readonly clients: bigint;
  readonly bars: bigint;
  /** As the supplier says; null while it does not. */
  readonly unallocated: bigint | null;
}

/** What lies there beyond what clients own; null while the supplier does not say. */
export function differenceOf({ clients, bars, unallocated }: Compared): bigint | null {
  return unallocated === null ? null : bars + unallocated - clients;
}

/** A weight in grams that is more than none. */
export function readGrams(text: string): bigint | undefined {
  const weight = parseWeight(text, 'g');
  return weight !== undefined && weight > 0n ? weight : undefined;
}

/** `refiner; serial; grams`, a bar a line, as it is pasted from a supplier's list; undefined when a line is not such a one. */
export function readBars(text: string): NewBar[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const bars = lines.map((line) => line.split(/[;\t]/).map((part) => part.trim()));
  const isWhole = bars.every(([refiner, serial, grams, ...more]) => refiner && serial && grams && more.length === 0);
  return isWhole ? bars.map(([refiner = '', serial = '', grams = '']) => ({ refiner, serial, grams })) : undefined;
}

/** When the check of the last night was due. */
export function lastNight(now: Date, hour: number): Date {
  const night = new Date(now);
  night.setUTCHours(hour, 0, 0, 0);
  return night <= now ? night : after(night, -dayMs);
}
