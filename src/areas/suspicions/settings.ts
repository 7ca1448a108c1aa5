import { z } from 'zod';
import { declareSettings } from '../../settings/declare.ts';

const suspicions = z.strictObject({
  /** Within how many hours of business a suspicion is decided. */
  promisedHours: z.int().min(1).max(100),
});

/** Two days of business: the shortest that a law of a company asks for (Proceeds of Crime and Anti-Money Laundering Act 2009 (Kenya), s. 44). */
export const suspicionsSettings = declareSettings({ suspicions }, { suspicions: { promisedHours: 28 } });
