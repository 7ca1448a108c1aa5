import { z } from 'zod';
import type { CallSpec } from './call.ts';
import { inDigits } from './digits.ts';
import { periodErrors } from './period.ts';
import { quickPeriods } from './quickPeriods.ts';

/** Which trades: a live account and days of UTC, both included (document 3 §7). The first is the documents' least date (document 3 §9). */
export const reportAsked = z.object({
  account_login: inDigits(z.int().min(1).max(2_147_483_647)),
  date_from: z.iso.date().refine((day) => day >= firstReportedDay),
  date_to: z.iso.date().refine((day) => day >= firstReportedDay),
});

export const firstReportedDay = '2017-01-01';

const shownReport = z.object({
  id: z.guid(),
  format: z.enum(['pdf', 'csv', 'xlsx']),
  state: z.enum(['waiting', 'writing', 'ready', 'failed']),
  rows_done: z.int(),
  /** Null until they have been counted. */
  rows_whole: z.int().nullable(),
  created_at: z.iso.datetime(),
  /** Until when its owner can fetch it. */
  expires_at: z.iso.datetime(),
});
export type ShownReport = z.infer<typeof shownReport>;

const intervals = [...quickPeriods, 'custom'] as const;
const prepared = z.object({
  prepareOrder: z.object({
    date_interval: z.enum(intervals),
    date_from: z.iso.date(),
    date_to: z.iso.date(),
    account_login: z.int(),
    tradeReports: z.array(shownReport),
  }),
});

/** The same by the name of a period, which brings its own dates; `custom` asks for both. */
const intervalAsked = reportAsked.partial({ date_from: true, date_to: true }).extend({
  date_interval: z.enum(intervals).default('custom'),
});

/**
 * Document 3 §7, readings 20. The exports area answers these, as it does other files; the page of trade reports asks them. Reading
 * tells the files of the same account and days, and writing begins them.
 */
export const preparedReports = {
  method: 'GET',
  path: 'api/direct/tradereport/prepare',
  summary: 'The files of a trade report that were asked for, each with how much of it is written.',
  who: 'client',
  gate: 'view',
  runs: 'read',
  input: intervalAsked,
  output: prepared,
  errors: { unknown_account: 422, date_missing: 422, ...periodErrors },
  reads: ['exports'],
} as const satisfies CallSpec;

export const prepareReport = {
  method: 'POST',
  path: 'api/direct/tradereport/prepare',
  summary:
    'Has a trade report written as PDF and CSV while nobody waits; a long one without pages. The same, asked for while it is being written, is the same report.',
  who: 'client',
  gate: 'export_transfers',
  runs: 'transaction',
  traces: 'export',
  rate: { count: 30, seconds: 3600 },
  input: intervalAsked,
  output: prepared,
  errors: {
    unknown_account: 422,
    date_missing: 422,
    trade_report_too_long: 422,
    trade_report_min_orders: 422,
    trade_report_max_orders: 422,
    export_under_way: 409,
    ...periodErrors,
  },
  stale: ['exports'],
} as const satisfies CallSpec;

export const reportFile = {
  method: 'GET',
  path: 'api/trade-report-download',
  summary: 'A file of a trade report of the client’s own, until it expires.',
  who: 'client',
  gate: 'export_transfers',
  runs: 'read',
  traces: 'export',
  input: z.object({ id: z.guid() }),
  output: z.object({}),
  errors: { unknown_export: 404 },
  answersFile: 'application/octet-stream',
} as const satisfies CallSpec;
