import { z } from 'zod';
import { pageViewLabels } from '../law/tracking.ts';
import type { CallSpec } from './call.ts';

/** A page with a label of its own is shown: what screens of every area tell, once the client has agreed to be counted. */
export const pageViewCall = {
  method: 'POST',
  path: 'api/tracking/view',
  summary: 'A page with a label was shown, which is counted where the client has agreed to it.',
  who: 'client',
  gate: 'view',
  runs: 'transaction',
  input: z.object({ label: z.enum(pageViewLabels) }),
  output: z.object({}),
  errors: {},
  rate: { count: 60, seconds: 60 },
} as const satisfies CallSpec;
