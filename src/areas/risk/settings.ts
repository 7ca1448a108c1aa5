import { z } from 'zod';
import { declareSettings } from '../../settings/declare.ts';

const risk = z.strictObject({
  /** Within how many hours of business a review that is due is to be done. */
  promisedHours: z.int().min(1).max(400),
});

/** Reviews of clients by their risk. Our own figure: two weeks of business. */
export const riskSettings = declareSettings({ risk }, { risk: { promisedHours: 140 } });
