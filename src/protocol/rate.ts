import { z } from 'zod';

/** What answers say of the rate that an amount would go at. */
export const inRate = {
  /** What the broker's margin takes off the reference rate. */
  markup_percent: z.string(),
  /** The day's reference rates are made but not published yet: the margin is the wider one of that time. */
  is_rate_awaited: z.boolean(),
};
