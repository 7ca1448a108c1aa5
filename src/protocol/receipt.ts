import { z } from 'zod';
import type { CallSpec } from './call.ts';

/** A receipt is for people: programs read the transfer. */
export const receiptFormats = ['pdf', 'print'] as const;

/** The receipt of a transfer, for the screen that shows the transfer; the statements area writes it. */
export const transferReceipt = {
  method: 'GET',
  path: 'api/statements/receipt',
  summary: 'What a client keeps of a transfer that is completed, as a document or to be printed.',
  who: 'client',
  gate: 'export_transfers',
  runs: 'read',
  traces: 'export',
  answersFile: 'application/octet-stream',
  input: z.object({ tid: z.string().regex(/^\d{1,9}$/), format: z.enum(receiptFormats) }),
  output: z.object({}),
  errors: { unknown_transfer: 404, no_receipt: 409 },
} as const satisfies CallSpec;
