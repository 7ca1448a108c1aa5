import { z } from 'zod';
import { amount, declareSettings } from '../../settings/declare.ts';

const negativeBalance = z.strictObject({
  /** How much of a client's losses beyond the funds is paid back by itself in a day, in US dollars; more waits for a person. */
  automaticPerDay: amount,
});

export const reconciliationSettings = declareSettings(
  { negativeBalance },
  // Our own rule: what a close-out leaves on a retail account stays far below; beyond it somebody looks.
  { negativeBalance: { automaticPerDay: '1000' } },
);
