import { z } from 'zod';
import type { CallSpec } from './call.ts';
import { transferStatuses, transferTypes } from './payment.ts';
import { periodErrors } from './period.ts';

/** Formats of a file that is written while nobody waits. */
export const exportFormats = ['pdf', 'csv', 'xlsx'] as const;

const day = z.iso.date().optional();
const number = z
  .string()
  .regex(/^\d{1,12}$/)
  .optional();

/** Files of all kinds stand in one list; a trade report is asked for by a call of its own (`protocol/tradeReports.ts`). */
export const exportKinds = ['transfers', 'statement', 'trade_report'] as const;

/** What a file is of: the list of transfers with its filters, or the statement of an account over a period. */
export const exportAsked = z.object({
  kind: z.enum(['transfers', 'statement']),
  from: day,
  till: day,
  /** Of the statement. */
  number,
  account: number,
  transfer_type: z.enum(transferTypes).optional(),
  status: z.enum(transferStatuses).optional(),
});
export type ExportAsked = z.infer<typeof exportAsked>;

/** Asks for a file. Screens of several areas do; the exports area answers, and has the page where it is fetched. */
export const beginExport = {
  method: 'POST',
  path: 'api/exports',
  summary: 'Has a long list written into a file; it is written while nobody waits, and fetched by its owner for a while.',
  who: 'client',
  gate: 'export_transfers',
  runs: 'transaction',
  traces: 'export',
  rate: { count: 30, seconds: 3600 },
  input: exportAsked.extend({ format: z.enum(exportFormats) }),
  output: z.object({ id: z.guid() }),
  errors: { unknown_account: 422, export_under_way: 409, export_long: 409, ...periodErrors },
  stale: ['exports'],
} as const satisfies CallSpec;
