import { z } from 'zod';

/**
 * A whole number as JSON's own, or in digits as addresses and forms bring it. Nothing else is taken for a number: no list of
 * one, no yes, no exponent, no blank.
 */
export function inDigits<Schema extends z.ZodType<number>>(schema: Schema) {
  return z.preprocess((told) => (typeof told === 'string' && /^-?\d{1,15}$/.test(told) ? Number(told) : told), schema);
}

/** A yes or no, as JSON and as forms of all kinds send it. */
export const yesOrNo = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', ''])])
  .transform((told) => told === true || told === 1 || told === '1' || told === 'true');
