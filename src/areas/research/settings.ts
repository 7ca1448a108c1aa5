import { z } from 'zod';
import { amount, declareSettings } from '../../settings/declare.ts';

const asked = z.strictObject({
  /** Only to clients whose papers are approved. */
  approvedOnly: z.boolean(),
  /** In US dollars, on all live accounts together. */
  leastEquity: amount,
});

export const researchSettings = declareSettings(
  {
    research: z.strictObject({ indicators: asked, 'pro-tools': asked, research: asked, 'signal-centre': asked }),
  },
  // Our own rules: what a vendor charges for by the client is for clients who trade.
  {
    research: {
      indicators: { approvedOnly: false, leastEquity: '0' },
      research: { approvedOnly: true, leastEquity: '100' },
      'signal-centre': { approvedOnly: true, leastEquity: '100' },
      'pro-tools': { approvedOnly: true, leastEquity: '500' },
    },
  },
);
