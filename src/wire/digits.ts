import { z } from 'zod';

/**
 * A whole number as JSON's own, or in digits as addresses and forms bring it. Nothing else is taken for a number: no list of
 * one, no yes, no exponent, no blank.
 */
export function inDigits<Schema extends z.ZodType<number>>(schema: Schema) {
  return z.preprocess((told) => (typeof told === 'string' && /^-?\d{1,15}$/.test(told) ? Number(told) : told), schema);
}
