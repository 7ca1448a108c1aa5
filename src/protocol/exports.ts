import { z } from 'zod';
import type { CallSpec } from './call.ts';
import { transferStatuses, transferTypes } from './payment.ts';
import { periodErrors } from './period.ts';
import { proofErrors, proofFields } from './proof.ts';
import { reason, rowId } from './staff.ts';

/** Formats of a file that is written while nobody waits. */
export const exportFormats = ['pdf', 'csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const day = z.iso.date().optional();
const number = z
  .string()
  .regex(/^\d{1,12}$/)
  .optional();

/** Files of all kinds stand in one list; a trade report is asked for by a call of its own (`protocol/tradeReports.ts`). */
export const exportKinds = ['transfers', 'statement', 'trade_report', 'personal_data'] as const;

/** What somebody's own data is written as: for programs, and for people. */
export const personalFormats = ['json', 'pdf'] as const;

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

/** A file that was asked for, as its owner's lists show it. */
export const shownFile = z.object({
  id: z.guid(),
  format: z.enum([...exportFormats, 'json']),
  state: z.enum(['waiting', 'writing', 'ready', 'failed']),
  rows_done: z.int(),
  /** Null until it has been counted. */
  rows_whole: z.int().nullable(),
  /** Null until it is written. */
  bytes: z.int().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export const shownExport = shownFile.extend({ kind: z.enum(exportKinds) });
export type ShownExport = z.infer<typeof shownExport>;

const personalInput = { format: z.enum(personalFormats) };

/** Somebody's own data (GDPR, articles 15 and 20), without what may not be told (readings, decision 29). The exports area answers. */
export const personalExport = {
  begin: {
    method: 'POST',
    path: 'api/exports/personal',
    summary: 'Has everything that is kept of the client, and may be told, written into a file; the password is asked anew.',
    who: 'client',
    gate: 'view_profile',
    runs: 'saga',
    keepsAnswer: false,
    traces: 'export',
    rate: { count: 10, seconds: 3600 },
    input: z.object({ ...personalInput, ...proofFields }),
    output: z.object({ id: z.guid() }),
    errors: { ...proofErrors, export_under_way: 409, export_long: 409 },
    stale: ['exports'],
  },
  list: {
    method: 'GET',
    path: 'api/exports/personal',
    summary: 'The client’s files of personal data, the latest first, whoever has asked for them.',
    who: 'client',
    gate: 'view_profile',
    runs: 'read',
    input: z.object({}),
    output: z.object({ exports: z.array(shownExport) }),
    errors: {},
    reads: ['exports'],
  },
  file: {
    method: 'GET',
    path: 'api/exports/personal/{id}/file',
    summary: 'A file of the client’s personal data, for its owner alone, until it expires.',
    who: 'client',
    gate: 'view_profile',
    runs: 'read',
    traces: 'export',
    input: z.object({ id: z.guid() }),
    output: z.object({}),
    errors: { unknown_export: 404 },
    answersFile: 'application/octet-stream',
  },
  forClient: {
    method: 'POST',
    path: '/api/desk/exports/personal/{client_id}',
    summary: 'Has a client’s personal data written for the client, who alone can fetch it and is told when it is there.',
    who: 'staff',
    right: 'restrictions',
    audits: 'client.export_personal_data',
    runs: 'transaction',
    input: z.object({ client_id: rowId, ...personalInput, reason }),
    output: z.object({}),
    errors: { client_not_found: 404, export_under_way: 409, export_long: 409 },
    stale: ['audit'],
  },
} as const satisfies Readonly<Record<string, CallSpec>>;

/** Has a list of the desk written into a file. Screens of all areas with such lists ask; who may have which says the list itself. */
export const beginDeskExport = {
  method: 'POST',
  path: '/api/desk/exports',
  summary:
    'Has a list of the desk written into a file; it is written while nobody waits, and fetched for a while by whoever asked, as long as their role may have it.',
  who: 'staff',
  right: 'own_session',
  audits: 'desk_export.begin',
  runs: 'transaction',
  rate: { count: 60, seconds: 3600 },
  input: z.object({
    /** The list, such as `treasury.trial` or `audit.events`. */
    table: z.string().max(60),
    /** Its filters, as its screen has them. */
    asked: z.record(z.string().max(40), z.string().max(200)).default({}),
    format: z.enum(exportFormats),
    reason,
  }),
  output: z.object({ id: z.guid() }),
  // A list asks for a right of its own.
  errors: {
    unknown_table: 404,
    not_your_right: 403,
    bad_filters: 422,
    export_under_way: 409,
    export_long: 409,
  },
  stale: ['desk_exports', 'audit'],
} as const satisfies CallSpec;
