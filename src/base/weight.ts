import { divideRounded } from './money.ts';

/** Gold is kept in tenths of a microgram, so that a gram and a troy ounce are both whole. */
export const weightUnits = { g: { minor: 10_000_000n, decimals: 7 }, oz: { minor: 311_034_768n, decimals: 8 } } as const;

export type WeightUnit = keyof typeof weightUnits;

export function isWeightUnit(text: string): text is WeightUnit {
  return Object.hasOwn(weightUnits, text);
}

/** How many decimals are typed of what is counted in that: two where it is no unit of weight. */
export function weightDecimals(unit: string): number {
  return isWeightUnit(unit) ? weightUnits[unit].decimals : 2;
}

/** Reads "12.5" of a unit as tenths of a microgram, rounded down. Undefined when it is no number of that unit. */
export function parseWeight(text: string, unit: WeightUnit): bigint | undefined {
  const { minor, decimals } = weightUnits[unit];
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole === '' || fraction.length > decimals) return undefined;
  return (BigInt(whole + fraction.padEnd(decimals, '0')) * minor) / 10n ** BigInt(decimals);
}

/** A weight in that unit as a decimal string with all its decimals; of ounces rounded to the nearest. */
export function formatWeight(tenths: bigint, unit: WeightUnit): string {
  const { minor, decimals } = weightUnits[unit];
  const scaled = divideRounded(tenths * 10n ** BigInt(decimals), minor);
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
