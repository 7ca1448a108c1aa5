import { z } from 'zod';

/* What settings are made of, and how an area declares its own. Amounts are decimal strings, times are in seconds. */

/** An amount of the setting's own currency. */
export const amount = z.string().regex(/^\d{1,12}(\.\d{1,8})?$/);
export const seconds = z.int().min(1).max(31_536_000);
export const count = z.int().min(1).max(1_000_000);
export const bytes = z.int().min(1_000).max(100_000_000);
export const rateLimit = z.strictObject({ count, seconds });
export const basisPoints = z.int().min(0).max(2_000);

export const hour = 3_600;
export const day = 24 * hour;

/** Settings with what ships of them, in `areas/<area>/settings.ts`; the registry `settings/index.ts` joins them by their names. */
export function declareSettings<Shape extends z.ZodRawShape>(shape: Shape, shipped: z.input<z.ZodObject<Shape, z.core.$strict>>) {
  return { shape, shipped };
}
